"""What the site is made of: documents with their links, rules, commands and docstrings."""

import json
import re
import struct
from html import escape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import rules
from languages import languages
from lessons import lesson
from rulebook import rulebook
from rules import GAMES, Position, Sentence, Speech
from tests.programs import PROJECT
from tools.website.__main__ import main
from tools.website.api_pages import write_api
from tools.website.commands_pages import commands_pages
from tools.website.documents import documents, linked
from tools.website.examples import example, examples
from tools.website.feed import write_feed, write_sitemap
from tools.website.player_pages import PLAY, STRATEGY, write_player_pages
from tools.website.site_page import SCRIPT, path_of

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 1000, 820)
COMMANDS = "# Commands\n\n### `/play`\n\nPlay."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[a](hosting.md#8-copies)", "[a](hosting.md#8-copies)"),
        ("[a](../README.md#for-players)", "[a](../readme.md#for-players)"),
        ("[a](../library/README.md)", "[a](../library/README.md)"),
        ("[a](../rulebook)", '<a href="../index.html">a</a>'),
        ("[a](../rulebook/en)", '<a href="../index.html">a</a>'),
        ("[the `a`](../rules/move.py)", "[the `a`](../source/rules/move.py.txt)"),
        ("[a](../tests/example_game) and", "a and"),
        ("![a](pictures/moves.gif)", "![a](../docs/pictures/moves.gif)"),
        ("[a](#here), [b](https://x.example/)", "[a](#here), [b](https://x.example/)"),
        ("`[a](nowhere.md)`", "`[a](nowhere.md)`"),
        ("    [a](nowhere.md)", "    [a](nowhere.md)"),
    ],
)
def test_a_link_of_a_document_leads_into_the_site(text: str, shown: str, tmp_path: Path) -> None:
    pages = {path.relative_to(PROJECT): path for path in documents()}
    assert linked(text, Path("docs/developing.md"), tmp_path, pages) == shown
    copied = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(copied) == ("source" in shown or "moves" in shown)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a site that has a page to play on; pictures are only counted."""

    def draw(position: Position, *_: object, **__: object) -> bytes:
        return PNG + str(position).encode()

    monkeypatch.setattr("rendering.picture", draw)
    monkeypatch.setattr("tools.website.pictures._diagram", draw)
    monkeypatch.setattr("tools.website.player_pages.example_page", lambda *_: "<title></title>")
    (tmp_path / PLAY).parent.mkdir()
    (tmp_path / PLAY).write_text("", encoding="utf-8")
    return tmp_path


def written(site: Path, url: str = "", invite: str = "") -> dict[str, str]:
    """Write the players' pages; return them by their place."""
    write_player_pages(site, dict.fromkeys(languages(), COMMANDS), url, invite)
    paths = [path for path in site.rglob("*.html") if path.parent.name != "play"]
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_each_game_has_a_page_in_every_language_with_rules_strategy_and_board(site: Path) -> None:
    pages = written(site)
    for tag, language in languages().items():
        for key, game in GAMES.items():
            name = path_of(f"{key}.html", tag)
            text, up = pages[name], "../" * name.count("/")
            assert f'<html lang="{tag}">' in text
            assert f"<h1>{game.name}</h1>" in text
            for page in rulebook(key, tag).pages[1:]:
                assert f"<h2>{escape(page.title)}</h2>" in text
            assert text.count("<details>") == 1 + len(lesson(key).tasks), "and one of the languages"
            assert escape(Speech(language).say(Sentence(STRATEGY))) in text
            words = re.sub("<[^>]*>", "", text)
            for task in lesson(key).tasks:
                for said in (*task.hints, task.done):
                    plain = re.sub(r"[*`]", "", Speech(language).say(Sentence(said)))
                    assert escape(plain, quote=False) in words
            assert f'<a class="try" href="{up}{PLAY}?lang={tag}#{key}"' in text
            assert f'<script defer src="{up}{SCRIPT}"></script>' in text
            assert (site / SCRIPT).is_file()
            assert f'href="{up}{path_of(f"{key}-match.html", tag)}"' in text
            for picture in re.findall(rf'src="{up}(pictures/\S+\.png)" width="1000"', text):
                assert (site / picture).is_file()
            data = json.loads(re.findall(r'application/ld\+json">(.*?)</script>', text)[0])
            assert data["@type"] == "Game"
            assert (data["name"], data["inLanguage"]) == (game.name, tag)


def test_the_front_page_shows_players_five_boards_and_papers_stand_apart(site: Path) -> None:
    pages = written(site)
    for tag in languages():
        text = pages[path_of("index.html", tag)]
        up = "../" * (tag != "en")
        assert text.count("<li>") == len(GAMES)
        for key in GAMES:
            assert f'{up}{PLAY}?lang={tag}#{key}"' in text
            assert escape(rulebook(key, tag).summary, quote=False) in text.replace("&quot;", '"')
        shown, _, papers = text.partition("<footer")
        assert "docs/developing.html" not in shown
        assert f'href="{up}docs/developing.html"' in papers
        assert f'href="{up}docs/hosting.html"' in shown, "no bot is known to add"
    added = written(site, invite="https://discord.com/oauth2/authorize?client_id=1&scope=bot")
    assert (
        'href="https://discord.com/oauth2/authorize?client_id=1&amp;scope=bot"'
        in added["index.html"]
    )


def test_a_site_on_which_nobody_can_play_has_no_link_there(site: Path) -> None:
    (site / PLAY).unlink()
    assert not any(PLAY in text for text in written(site).values())


def test_pages_in_other_languages_are_named_with_the_address_if_it_is_known(site: Path) -> None:
    assert "hreflang" not in written(site)["agon.html"].partition("</head>")[0]
    text = written(site, "https://parlour.example/p/")["de/agon.html"]
    assert '<link rel="canonical" href="https://parlour.example/p/de/agon.html">' in text
    assert 'hreflang="en" href="https://parlour.example/p/agon.html">' in text
    assert '"url": "https://parlour.example/p/de/agon.html"' in text


@pytest.mark.parametrize("key", examples())
def test_the_example_of_a_game_is_a_match_that_somebody_won(key: str) -> None:
    shown = example(key)
    line = shown.line
    assert str(shown.names[0]).startswith("Parlour, level ")
    outcome = line.at(len(line)).position.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    assert type(line.start) is GAMES[key]


def test_the_rules_name_no_list_of_pages_which_the_site_does_not_have() -> None:
    for tag in languages():
        for key in GAMES:
            for page in rulebook(key, tag).pages:
                assert not re.search(r"\b([Ll]ist[ea]?|elenco|liście)\b", page.words), page.words


def test_every_command_is_told_in_every_language_with_its_options() -> None:
    pages = commands_pages()
    assert set(pages) == set(languages())
    for command in ("hoyito", "move", "match ahead", "puzzle daily", "settings", "match record"):
        assert all(f"### `/{command}`\n" in page for page in pages.values())
    assert "\n- `opponent`: " in pages["en"]
    assert pages["de"].startswith("# Alle Befehle")
    assert len({page.partition("### `/match record`")[2][:60] for page in pages.values()}) == len(
        pages
    )


def test_every_module_of_the_library_has_a_page_under_its_name_there(tmp_path: Path) -> None:
    names = {name.removeprefix("api/parlour_rules") for name in write_api(tmp_path)}
    assert {"", ".records", ".protocol", ".position", ".hoyito.position"} <= names
    first = (tmp_path / "api" / "parlour_rules.rst").read_text(encoding="utf-8")
    assert "autodata:: parlour_rules.GAMES" in first
    assert (tmp_path / "package" / "src" / "parlour_rules" / "records.py").is_file()
    assert rules.__doc__


def test_without_sphinx_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.website.__main__.find_spec", lambda _: None)
    assert main(["-o", str(tmp_path / "site")]) == 2
    assert capsys.readouterr().err == "Sphinx is not installed; `make site` installs it.\n"
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("url", ["", "https://parlour.example/"])
def test_the_feed_has_an_entry_for_each_release_named_alike_at_every_address(
    tmp_path: Path, url: str
) -> None:
    write_feed(tmp_path, url)
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ET.fromstring((tmp_path / "feed.xml").read_text(encoding="utf-8"))  # noqa: S314 (ours)
    entries = feed.findall(f"{atom}entry")
    assert [each.findtext(f"{atom}title") for each in entries][-1] == "Parlour 0.1.0"
    assert entries[-1].findtext(f"{atom}updated") == "2026-11-21T00:00:00Z"
    assert entries[-1].findtext(f"{atom}id") == "urn:uuid:1073fdc5-2a52-5954-a89d-d75b731dcf14"
    told = entries[-1].findtext(f"{atom}content")
    assert told
    assert "<h3>For players</h3>" in told
    assert not any("unreleased" in str(each.findtext(f"{atom}title")) for each in entries)


def test_the_sitemap_has_every_page_that_somebody_may_look_for(tmp_path: Path) -> None:
    for name in ("index.html", "search.html", "de/agon.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    write_sitemap(tmp_path, "https://parlour.example/")
    found = re.findall("<loc>(.*)</loc>", (tmp_path / "sitemap.xml").read_text(encoding="utf-8"))
    assert found == ["https://parlour.example/de/agon.html", "https://parlour.example/index.html"]


@pytest.mark.parametrize("wrong", ["parlour.example", "ftp://parlour.example", "https://x/?y"])
def test_an_address_that_is_none_is_refused(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["-o", str(tmp_path / "site"), "--url", wrong])
    assert "write the address of the site as https://parlour.example" in capsys.readouterr().err

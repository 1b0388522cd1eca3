"""What the site is made of: documents with their links, rules, commands and docstrings."""

import re
from pathlib import Path

import pytest

import rules
from languages import languages
from rulebook import rulebook
from rules import GAMES, Position
from tests.programs import PROJECT
from tools.website.__main__ import main
from tools.website.api_pages import write_api
from tools.website.commands_pages import commands_pages
from tools.website.documents import documents, linked
from tools.website.examples import example, examples
from tools.website.rules_pages import write_rules


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[a](hosting.md#8-copies)", "[a](hosting.md#8-copies)"),
        ("[a](../README.md#for-players)", "[a](../index.md#for-players)"),
        ("[a](../library/README.md)", "[a](../library/README.md)"),
        ("[a](../rulebook)", "[a](../rules/en/index.md)"),
        ("[a](../rulebook/en)", "[a](../rules/en/index.md)"),
        ("[the `a`](../rules/move.py)", "[the `a`](../source/rules/move.py.txt)"),
        ("[a](../tests/example_game) and", "a and"),
        ("![a](pictures/moves.gif)", "![a](../docs/pictures/moves.gif)"),
        ("[a](#here), [b](https://x.example/)", "[a](#here), [b](https://x.example/)"),
        ("`[a](nowhere.md)`", "`[a](nowhere.md)`"),
        ("    [a](nowhere.md)", "    [a](nowhere.md)"),
    ],
)
def test_a_link_of_a_document_leads_into_the_site(written: str, shown: str, tmp_path: Path) -> None:
    pages = {path.relative_to(PROJECT): path for path in documents()}
    assert linked(written, Path("docs/developing.md"), tmp_path, pages) == shown
    copied = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(copied) == ("source" in shown or "moves" in shown)


def test_every_page_of_the_rules_is_there_in_every_language_with_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(position: Position, *_: object, **__: object) -> bytes:
        drawn.append(position.key)
        return b"PNG"

    for kind in ("picture", "diagram"):
        monkeypatch.setattr(f"rendering.{kind}", draw)
    names = write_rules(tmp_path, dict.fromkeys(languages(), "# Commands"), ["ringo"])
    assert names == [f"rules/{tag}/index" for tag in languages()]
    for tag in languages():
        for key in GAMES:
            text = (tmp_path / "rules" / tag / f"{key}.md").read_text(encoding="utf-8")
            assert ("ringo-match.html" in text) == (key == "ringo"), "only with an example"
            for page in rulebook(key, tag).pages:
                assert f"# {page.title}\n" in text
                assert page.words in text
                assert page.picture is None or f"*{page.picture.caption}*" in text
            for picture in re.findall(r"\]\(\.\./(pictures/\S+\.png)\)", text):
                assert (tmp_path / "rules" / picture).is_file()
    parts = sum(1 for key in GAMES for page in rulebook(key).pages if page.picture)
    assert parts <= len(drawn) < 3 * parts, "a part of a board is drawn once for all languages"


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

"""A match as a page: its data are the match's positions, and nothing in it is anybody's markup."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from languages import language
from rendering import PageContents, ShownResult, page
from rendering.drawings import scene_of, tokens_of
from rendering.page import _as_data
from rendering.svg import whole_place, whole_tokens
from rules import GAMES, Name, PlainSpeech, ProseSpeech, Sentence
from rules.move_line import Line
from tests.rendering.test_banner import LAST_OF_GAME
from tests.thorough import THOROUGH, mostly_thorough

NAMES = Name("Ada"), Name("Ben")
HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!--<script>",
    "]]></style><style>",
    "$title ${data} &lt;b&gt; \u2028",
    "javascript:alert(1)",
)


class _Reader(HTMLParser):
    """Collects elements with their attributes, and the text of scripts, styles and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._closed = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.setdefault(tag, []).append("")
        self._closed = False

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 (every element ends alike)
        self._closed = True

    def handle_data(self, data: str) -> None:
        if not self._closed:
            self.texts[self.elements[-1][0]][-1] += data


def opened(text: str) -> _Reader:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader


def line_of(key: str, plies: int = 12) -> Line:
    """Play a fixed short game."""
    position, moves = GAMES[key].start({}), []
    start = position
    for ply in range(plies):
        texts = [*position.moves()]
        moves.append(texts[ply * 7 % len(texts)])
        _, position = position.play(moves[-1])
    return Line.of(start, moves)


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_the_data_of_a_page_are_the_positions_of_the_match_as_they_are_drawn(key: str) -> None:
    line = line_of(key)
    read = opened(page(PageContents(line, NAMES, "A match"), seen_from=1))
    data = json.loads(read.texts["script"][0])
    assert len(data["steps"]) == len(line) + 1
    for number, step in enumerate(data["steps"]):
        ply = line.at(number)
        scene = scene_of(ply.position, 1)
        before = scene_of(ply.before, 1) if ply.before else None
        tokens = tokens_of(scene, ply.position, ply.move, before=before, names=NAMES)
        shown = [tuple(data["tokens"][each][1:3]) for each in step["drawn"]]
        assert shown == [whole_place(token) for token in whole_tokens(tokens)]
        assert step["described"] == ProseSpeech().say(ply.position.describe())
        assert step["last"] == (ply.move and list(ply.move.path))
    assert {name for name, *_ in data["tokens"]} == data["parts"].keys()


def test_the_end_of_a_game_of_a_match_is_a_board_of_its_own() -> None:
    end = LAST_OF_GAME.game_end(LAST_OF_GAME.moves()["f"])
    assert end
    read = opened(page(PageContents(Line.of(LAST_OF_GAME, ["f"]), NAMES, "Hoyito #7")))
    data = json.loads(read.texts["script"][0])
    following = LAST_OF_GAME.play("f")[1]
    boards = [ProseSpeech().say(one.describe()) for one in (LAST_OF_GAME, end, following)]
    assert [step["described"] for step in data["steps"]] == boards
    told = read.texts["li"]
    assert told[0] == "The start."
    assert told[1].startswith("1. Ada sows ")
    assert "wins game 1" in told[1]
    assert told[2].startswith("Game 2 of 3 · in store: Ada ")


def test_every_move_is_told_in_words_with_what_was_said_and_how_it_ended() -> None:
    line = line_of("ringo", 3)
    result = ShownResult(1, Sentence("wins by resignation"))
    contents = PageContents(
        line, NAMES, "Ringo #7", (), result, Sentence("{player} resigned.", player=NAMES[0]),
        {2: "well <played>"},
    )  # fmt: skip
    read = opened(page(contents, speech=PlainSpeech(language("en"))))
    _, one, two, three = read.texts["li"]
    assert one == f"1. Ada {ProseSpeech().say(line.start.tell(line.played()[0]))}."
    assert two.endswith("Ben: “well <played>”")
    assert three.endswith("Ben wins. Ada resigned.")


@pytest.mark.parametrize("hostile", mostly_thorough(HOSTILE))
def test_whatever_people_have_written_is_text(hostile: str) -> None:
    line = line_of("hoyito", 2)
    harmless = opened(page(PageContents(line, NAMES, "A match", (), remarks={1: "hi"})))
    contents = PageContents(
        line, (Name(hostile), Name(hostile)), Name(hostile), (Name(hostile),), remarks={1: hostile}
    )
    written = page(contents)
    read = opened(written)
    names = [tag for tag, _ in read.elements if tag not in ("text", "use", "g")]
    assert names.count("script") == 2
    assert set(names) <= {tag for tag, _ in harmless.elements}
    for _, attributes in read.elements:
        assert not any(key.startswith("on") or key in ("src", "style") for key in attributes)
        link = attributes.get("href") or "#"
        assert link.startswith("#") or link == "data:,", "the page and its empty icon, nothing else"
    assert json.loads(read.texts["script"][0])["steps"]
    assert hostile in read.texts["title"][0]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("\u202eevil\u2066\u2069\u202c", "evil"),
        ("\u05d0\u05d1 2", "\u2068\u05d0\u05d1 2\u2069"),
        ("\u2069\u0639\u202e", "\u2068\u0639\u2069"),
    ],
)
def test_no_name_turns_the_words_around_it(name: str, shown: str) -> None:
    contents = PageContents(line_of("bizingo", 1), (Name(name), Name("B")), "", remarks={1: name})
    read = opened(page(contents))
    assert read.texts["title"][0].endswith(f" · {shown} (light) against B (dark)")
    assert read.texts["li"][-1].endswith(f" {shown}: “{shown}”")


def test_its_policy_lets_only_its_own_script_and_style_run_and_nothing_load() -> None:
    written = page(PageContents(line_of("hoyito", 1), NAMES, "A match"))
    read = opened(written)
    (policy,) = (
        attributes["content"] or ""
        for tag, attributes in read.elements
        if tag == "meta" and "http-equiv" in attributes
    )
    assert policy.startswith("default-src 'none';")
    for tag in ("style", "script"):
        digest = b64encode(sha256(read.texts[tag][-1].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert re.findall(r"https?://[\w./]+", written) == [
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/2000/svg",
    ]


def test_a_page_speaks_the_readers_language() -> None:
    line, german = line_of("hoyito", 1), language("de")
    written = page(PageContents(line, NAMES, "Hoyito"), speech=PlainSpeech(german))
    assert '<html lang="de">' in written
    assert f"1. Ada {ProseSpeech(german).say(line.start.tell(line.played()[0]))}." in written


@pytest.mark.parametrize("hostile", HOSTILE)
def test_data_can_neither_end_their_element_nor_begin_another(hostile: str) -> None:
    written = _as_data({"words": [hostile]})
    assert not set(written) & set("<>&\u2028\u2029")
    assert json.loads(written) == {"words": [hostile]}

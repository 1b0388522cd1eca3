"""Every game has a rulebook, and everything in its pictures is legal."""

import re
from collections import Counter
from dataclasses import replace

import pytest

import rulebook as room
from rulebook import Page, Rulebook, languages, parse, rulebook
from rules import GAMES, Position

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
EVERY_TEXT = pytest.mark.parametrize(
    ("language", "key"), [(language, key) for language in languages() for key in GAMES]
)
LONGER = 1.3
"""The largest ratio of a translation's length to the English text's."""
BLOCK = "```picture\ncaption: The start.\n```"


def ringo(text: str) -> Rulebook:
    return parse(GAMES["ringo"], text)


MOST_IN_TAGLINE = 10
"""The most words by which `/play` and a challenge say what one does in a game."""


def with_picture(*lines: str) -> str:
    return "# Ringo\nA siege.\n```picture\n" + "\n".join(lines) + "\n```"


@EVERY_GAME
def test_every_game_has_a_text_that_reads(key: str) -> None:
    book = rulebook(key)
    assert book.key == key
    assert book.pages[0].title == GAMES[key].name
    assert book.pages[0].picture is not None
    assert book.pages[0].picture.position == GAMES[key].start({})
    assert 0 < len(book.summary) <= 150
    assert len(book.tagline.split()) <= MOST_IN_TAGLINE


@EVERY_GAME
def test_every_text_has_the_pages_that_a_newcomer_looks_for(key: str) -> None:
    titles = [page.title for page in rulebook(key).pages]
    assert titles[1] == "How to win"
    assert titles[-3:] == ["Choices before a game", "Writing moves", "Sources"]


@EVERY_GAME
def test_every_picture_is_a_legal_position_shown_as_it_says(key: str) -> None:
    for page in rulebook(key).pages:
        if picture := page.picture:
            position: Position = GAMES[key].decode(picture.position.encode())
            assert position == picture.position
            assert picture.before.outcome() is None
            assert picture.before.moves()
            for named in re.findall(r"`(\w+[-:^<>]\w*)`", picture.caption):
                assert picture.last
                assert named == picture.last.text


@EVERY_GAME
def test_every_option_of_a_game_is_named_in_its_text(key: str) -> None:
    choices = rulebook(key).pages[-3].words
    for option in GAMES[key].options:
        assert f"**{option.label}**" in choices
    for preset in list(GAMES[key].presets)[1:]:
        assert f"**{preset}**" in choices


@EVERY_TEXT
def test_a_page_is_short_enough_for_a_phone(language: str, key: str) -> None:
    longer = 1 if language == "en" else LONGER
    for page in rulebook(key, language).pages:
        assert len(page.words) <= 700 * longer
        assert len(page.title) <= 40
        assert page.picture is None or len(page.picture.caption) <= 150 * longer


@EVERY_TEXT
def test_every_language_has_the_same_pages_pictures_and_moves(language: str, key: str) -> None:
    book, english = rulebook(key, language), rulebook(key)
    assert len(book.pages) == len(english.pages)
    assert 0 < len(book.summary) <= 150 * LONGER
    for page, original in zip(book.pages, english.pages, strict=True):
        assert shown(page) == shown(original)
        assert cells(page) == cells(original), page.title


@EVERY_TEXT
def test_line_on_a_challenge_sends_nobody_to_a_missing_page(language: str, key: str) -> None:
    book = rulebook(key, language)
    assert not re.search(r"\b(page|seite|página|pagina|stron)", book.summary, re.IGNORECASE)
    if key == "ringo":
        assert f"**{book.pages[-1].title}**" in book.pages[0].words, "the list has it below"


def shown(page: Page) -> object:
    """Return a picture without its caption."""
    return page.picture and replace(page.picture, caption="")


def cells(page: Page) -> Counter[str]:
    """Count the cells, moves and keys that a page shows as code."""
    return Counter(re.findall("`([^`]+)`", f"{page.words} {page.picture and page.picture.caption}"))


def test_a_text_that_is_not_there_in_a_language_is_read_in_english() -> None:
    assert rulebook("ringo", "xx") == rulebook("ringo")


def test_the_first_line_is_the_summary_and_headings_are_pages() -> None:
    book = ringo("# Ringo\nA siege.\n\nMore.\n\n## How to win\nTwo in.\n" + BLOCK + "\n")
    assert book.summary == "A siege."
    assert [page.title for page in book.pages] == ["Ringo", "How to win"]
    assert book.pages[0].words == "A siege.\n\nMore."
    assert book.pages[0].picture is None
    assert book.pages[1].words == "Two in."
    assert book.pages[1].picture is not None
    assert book.pages[1].picture.caption == "The start."


def test_the_last_of_the_moves_is_marked_and_what_stood_before_them_is_kept() -> None:
    picture = ringo(with_picture("play: a1-a2 c6-c5", "caption: Two moves.")).pages[0].picture
    assert picture is not None
    assert picture.before == GAMES["ringo"].start({})
    assert picture.last is not None
    assert picture.last.text == "c6-c5"
    assert picture.position.turn == 0


def test_a_shown_piece_has_its_ways_marked() -> None:
    picture = ringo(with_picture("show: a1", "caption: Ways.")).pages[0].picture
    assert picture is not None
    assert sorted(picture.targets) == ["a2", "h1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# Chess\nA siege.", "the first line must be '# Ringo'"),
        ("", "the first line must be"),
        ("# Ringo\n", "without words"),
        ("# Ringo\nA siege.\n\n## \nWords.", "without a title"),
        ("# Ringo\nA.\n\n## Step\nB.\n\n## Step\nC.", "same title"),
        ("# Ringo\nA siege.\n```\ncode\n```", "only block"),
        ("# Ringo\nA siege.\n" + BLOCK + "\nMore.", "end the page"),
        ("# Ringo\nA siege.\n" + BLOCK + "\n" + BLOCK, "end the page"),
        ("# Ringo\nA siege.\n```picture\ncaption: The start.", "end the page"),
        (with_picture("show: a1"), "needs a caption"),
        (with_picture("caption: A.", "caption: B."), "there twice"),
        (with_picture("caption:A."), "each with a value"),
        (with_picture("caption: "), "each with a value"),
        (with_picture("colour: red", "caption: A."), "lines are from, play, show, part, caption"),
        (with_picture("", "caption: A."), "each with a value"),
        (with_picture("from: nonsense", "caption: A."), "not a position of Ringo"),
        (with_picture("play: a1-a3", "caption: A."), "'a1-a3' is no legal move"),
        (with_picture("play: A1 a2", "caption: A."), "is no legal move"),
        (with_picture("show: a6", "caption: A."), "no piece on 'a6' can move"),
    ],
)
def test_a_text_written_otherwise_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ringo(text)


def test_a_text_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "TEXTS", room.TEXTS / "nowhere")
    with pytest.raises(ValueError, match=r"rulebook/en/ringo\.md"):
        rulebook.__wrapped__("ringo")

"""Each language has its own quotation marks, apostrophes, spaces, dashes and colons."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from babel import Locale
from babel.numbers import format_percent

from languages import FOLDER, languages
from languages.catalogue import read_messages, templates_of
from rulebook import TEXTS
from rules import GAMES, PlainSpeech, Sentence, capital
from rules.sentence import TYPED
from tests.languages.test_english import HOSTS, extracted
from tests.thorough import THOROUGH

NARROW, WIDE = "\u202f", "\u00a0"
"""Spaces at which no line is broken."""
QUOTES = '"“”„«»\u2039\u203a\u2018\u201a'
SENTENCE_AFTER_COLON = rf":[ {WIDE}]\{{(told|why|caption|reason)\}}$"
"""A value that is a whole sentence, with its capital and its full stop."""
MARKS = re.compile(r"`[^`]*`|https?://\S+|\{[^}]*\}|<[^>]*>|\[\w+ \"[^\]]*\]")
"""What is the same in every language: code, addresses, values, the head of a record."""


@dataclass(frozen=True)
class Typography:
    """How a language writes what is not letters."""

    quotes: str
    apostrophe: str = "’"
    inside: str = ""
    """The space inside quotation marks, and before a colon or another high mark."""
    small_after_colon: bool = True


TYPOGRAPHY = {
    # The apostrophe of keyboards, as in Discord's own English.
    "en": Typography("“”", apostrophe="'", small_after_colon=False),
    # A whole sentence after a colon begins with a capital (Rechtschreibrat, § 54).
    "de": Typography("„“", small_after_colon=False),
    # The Academy prefers « »; apps, Discord among them, write “ ”.
    "es": Typography("“”"),
    # U+00A0, not U+202F, which some phones show as a box.
    "fr": Typography("«»", inside=WIDE),
    "it": Typography("«»"),
    "pl": Typography("„”"),
    "pt-BR": Typography("“”"),
}
EVERY_LANGUAGE = pytest.mark.parametrize("tag", TYPOGRAPHY)


def test_every_language_has_its_typography() -> None:
    assert {*TYPOGRAPHY} == {*languages()}


@cache
def texts(tag: str) -> tuple[str, ...]:
    """Return all that a language says, without what is the same in every language."""
    return tuple(MARKS.sub("§", words) for words in (*messages(tag), *rules(tag)))


def messages(tag: str) -> Iterator[str]:
    if tag == "en":
        for found in extracted():
            if found.form is None and not found.file.startswith(HOSTS):
                yield from filter(None, (found.one, found.plural))
        return
    for message in read_messages(FOLDER / f"{tag}.po"):
        if message.id and message.context != TYPED:
            yield from templates_of(message.string)


def rules(tag: str) -> Iterator[str]:
    for key in GAMES:
        text = (TEXTS / tag / f"{key}.md").read_text("utf-8")
        for line in text.splitlines():
            if not re.match(r"(from|play|part|show): |```", line):
                yield line.removeprefix("caption: ")


def found(tag: str, wrong: str) -> list[str]:
    return [f"{each[0]!r} in {words}" for words in texts(tag) for each in re.finditer(wrong, words)]


@THOROUGH
@EVERY_LANGUAGE
def test_quotation_marks_are_the_languages_own(tag: str) -> None:
    quotes = TYPOGRAPHY[tag].quotes
    begins, ends = quotes[0], quotes[1]
    space = TYPOGRAPHY[tag].inside
    assert not found(tag, f"[{QUOTES.translate({ord(begins): None, ord(ends): None})}]")
    quoted = f"{begins}{space}[^\\s{QUOTES}][^{QUOTES}]*(?<!\\s){space}{ends}"
    for words in texts(tag):
        assert not {begins, ends} & {*re.sub(quoted, "", words)}, words


@EVERY_LANGUAGE
def test_apostrophes_are_the_languages_own(tag: str) -> None:
    other = ({"'", "’"} - {TYPOGRAPHY[tag].apostrophe}).pop()
    assert not found(tag, f".?{other}")


@EVERY_LANGUAGE
def test_no_space_is_doubled_or_stands_where_none_belongs(tag: str) -> None:
    assert not found(tag, r"[ \u00a0\u202f]{2}|^ | $| [,.)](?!\.)|\( ")
    if TYPOGRAPHY[tag].inside:
        assert not found(
            tag, rf"(?<!{WIDE})[;!?»](?![\w*])|(?<!{WIDE}):(?=[\s{WIDE}*]|$)|«(?!{WIDE})"
        )
    else:
        assert not found(tag, r"(?<!§)\s[:;!?](?!\w)")  # but a score: {first} : {second}


@EVERY_LANGUAGE
def test_an_ellipsis_is_one_character_and_a_dash_no_hyphen(tag: str) -> None:
    assert not found(tag, r".*\.\.")
    assert not found(tag, r"\S+ - .*|.*--|.*[—―]")
    assert not found(tag, r"(?<=\w)– .*|\S+ –(?=\w).*")


@EVERY_LANGUAGE
def test_a_percentage_is_written_as_in_the_language(tag: str) -> None:
    percent = format_percent(0.2, locale=Locale.parse(tag, sep="-"))
    apart = re.escape(percent.removeprefix("20"))
    assert not found(tag, rf"\d(?!{apart})\s?%")
    assert found(tag, rf"20{apart}")


@pytest.mark.parametrize("tag", [tag for tag in TYPOGRAPHY if TYPOGRAPHY[tag].small_after_colon])
def test_what_follows_a_colon_has_no_capital_unless_it_is_a_name(tag: str) -> None:
    speech = PlainSpeech(languages()[tag])
    named = {speech.say(capital(Sentence(each))) for each in named_after_colon()}
    for words in texts(tag):
        for word in re.findall(rf"\w\**{WIDE}?: (\w{{2,}})", words):
            assert not word[0].isupper() or word in named, words
    for words in messages(tag):
        assert not re.search(SENTENCE_AFTER_COLON, words), words


def named_after_colon() -> Iterator[str]:
    """Yield what may follow a colon and is a name: of a side, or of a choice."""
    yield "JSON"
    for game in GAMES.values():
        yield from game.sides
        for option in game.options:
            yield from option.labels

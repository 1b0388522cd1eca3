"""Sentences as values: a template and the values that fill it; `str` gives the English.

A `Language` supplies other templates, and whoever displays a sentence knows how its values are
shown there and derives from `Speech`. No code takes a sentence apart or decides by its words.
English is the language of the templates themselves; the others are catalogues (`languages/`).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import TypeAlias

PLACEHOLDER = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
"""What stands in a template for a value, and the form in which a language wants it."""
_LONGEST = 40
"""So much of what somebody typed is repeated."""


class ListStyle(StrEnum):
    """How a list is joined; the first three have CLDR's names (Unicode TR 35, List Patterns)."""

    AND = "standard"
    OR = "or"
    COMMA = "unit"
    SPACE = "space"
    """Whole sentences, one after the other."""
    ARROW = "arrow"
    """Cells from one to the next."""


SEPARATORS = {ListStyle.COMMA: ", ", ListStyle.SPACE: " ", ListStyle.ARROW: " → "}
"""What stands between the items of a list whose last one is joined like the others."""


class Language:
    """A language; this one is English."""

    tag: str = "en"
    """As BCP 47 writes it: `de`, `pt-BR`."""
    name: str = "English"
    """What its speakers call it."""

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        """Give a template in this language, where it has a plural the one for a number.

        `form` is what the template around it asks for, such as a case; English has no forms.
        """
        del form
        return one if plural is None or number == 1 else plural

    def join(self, words: list[str], joint: ListStyle) -> str:
        """Join the words of a list that is not empty."""
        if len(words) == 1 or joint in SEPARATORS:
            return SEPARATORS.get(joint, "").join(words)
        last = "and" if joint is ListStyle.AND else "or"
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    def day(self, day: date) -> str:
        """Write a day, short but with its year, for where Discord's own times cannot stand."""
        return f"{day.day} {day:%b %Y}"


ENGLISH = Language()


@dataclass(frozen=True)
class Code:
    """What is the same in every language and shown as code: a cell, a move, an option's key."""

    text: str


@dataclass(frozen=True)
class Name:
    """What a person is called, just as that person wrote it; whoever shows it escapes it."""

    text: str


@dataclass(frozen=True)
class Quote:
    """What a person wrote, just as that person wrote it; whoever shows it escapes it."""

    text: str


@dataclass(frozen=True)
class Moment:
    """A time; whoever shows it knows the reader's clock, and says it with its “on” or “in”."""

    time: datetime


@dataclass(frozen=True)
class Listed:
    """Things one after the other: `a`, `a and b`, `a, b and c`."""

    items: "tuple[Value, ...]"
    joint: ListStyle = ListStyle.AND

    def __str__(self) -> str:
        return _IN_ENGLISH.say(self)


@dataclass(frozen=True, init=False)
class Sentence:
    """Words for people: a whole sentence, or a part that can stand in one, such as a noun.

    The template names each value in braces, `{cell}`; with a capital, `{Side}`, the value begins
    with one. A sentence with a `plural` takes it where its value `number` is not 1. What a language
    bends says so in its own templates, `{side.dative}`, and has its nouns in that form as well.
    """

    template: str
    plural: str | None
    values: "Mapping[str, Value]" = field(hash=False)

    def __init__(self, template: str, plural: str | None = None, /, **values: "Value") -> None:
        fields = {"template": template, "plural": plural, "values": values}
        self.__dict__.update(fields)  # as a frozen dataclass's own `__init__` does, one by one

    def __str__(self) -> str:
        return _IN_ENGLISH.say(self)


Value: TypeAlias = Sentence | Code | Name | Quote | Moment | Listed | str | int
"""What fills a template; a bare string is said as it is, whatever the language and the place."""


class Speech:
    """How values are said in a language: names as they are, code in backticks."""

    def __init__(self, language: Language = ENGLISH) -> None:
        self.language = language

    def say(self, value: Value, form: str = "") -> str:
        """Put a value in words, a noun in the form that its language has for it."""
        match value:
            case Sentence():
                return self._filled(value, form)
            case Listed(()):
                return self.say(NONE, form)
            case Listed(items, joint):
                return self.language.join([self.say(item, form) for item in items], joint)
            case Code(text):
                return self.code(text)
            case Name(text):
                return self.name(text)
            case Quote(text):
                return self._filled(Sentence("“{words}”", words=Name(text)), form)
            case Moment(time):
                return self.moment(time)
        return str(value)

    def code(self, text: str) -> str:
        """Show what is the same in every language."""
        return f"`{text}`"

    def name(self, text: str) -> str:
        """Show what a person is called."""
        return text

    def moment(self, time: datetime) -> str:
        """Say when something is."""
        return f"on {time:%Y-%m-%d at %H:%M %Z}"

    def _filled(self, sentence: Sentence, form: str) -> str:
        def fill(found: re.Match[str]) -> str:
            name, wanted = found.groups(default="")
            words = self.say(sentence.values[name.lower()], wanted)
            return words if name.islower() else words[:1].upper() + words[1:]

        number = sentence.values["number"] if sentence.plural is not None else 1
        assert isinstance(number, int), "a plural is chosen by a number"
        template = self.language.template(sentence.template, sentence.plural, number, form)
        return PLACEHOLDER.sub(fill, template)


class PlainSpeech(Speech):
    """How values are said where markdown does not show: code without its marks."""

    def code(self, text: str) -> str:
        return text


_IN_ENGLISH = Speech()
PLAIN_ENGLISH = PlainSpeech()
NONE = Sentence("none")


def message(template: str) -> str:
    """Mark a template that is filled elsewhere, so that it is found among what is to translate."""
    return template


def paragraph(*sentences: Sentence) -> Sentence:
    """Put whole sentences one after the other."""
    return Sentence("{sentences}", sentences=Listed(sentences, ListStyle.SPACE))


def capital(value: Value) -> Sentence:
    """Have words begin with a capital, such as a side's name where no sentence goes before it."""
    return Sentence("{Words}", words=value)


def codes(texts: Iterable[str], joint: ListStyle = ListStyle.AND) -> Listed:
    """List cells, moves or keys."""
    return Listed(tuple(map(Code, texts)), joint)


def path_of(cells: Iterable[str]) -> Listed:
    """Name cells from one to the next: `a1` → `a2`."""
    return codes(cells, ListStyle.ARROW)


def one_of(moves: "Iterable[str | Value]", most: int = 12) -> Listed:
    """List moves of which one may choose, and how many more there are beyond the first few."""
    items: list[Value] = [Code(move) if isinstance(move, str) else move for move in moves]
    if len(items) > most:
        items[most - 1 :] = [Sentence("{number} more", number=len(items) - most + 1)]
    return Listed(tuple(items), ListStyle.OR)


def typed(text: str) -> Code:
    """Make what somebody typed fit to be repeated as code: one short line without backticks."""
    line = " ".join(text.replace("`", "'").split())
    return Code(line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…")


class Refusal(Exception):  # noqa: N818 (it is no error: the players' word is refusal)
    """Something a player may not do, as a whole sentence that says what to do instead.

    It is made from a sentence, or from what makes one.
    """

    def __init__(
        self, words: str | Sentence, plural: str | None = None, /, **values: Value
    ) -> None:
        self.sentence = Sentence(words, plural, **values) if isinstance(words, str) else words
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return str(self.sentence)


class IllegalMove(Refusal):
    """A text that names no legal move here; the sentence says which rule is in the way."""


class UnclearMove(Refusal):
    """A text that fits several legal moves; the sentence lists them."""

"""A sentence as a value: a template and what fills it; `str` says it in English.

A `Language` has other templates, and whoever shows a sentence knows what its values may look like
there and derives from `Speech`. Nothing takes a sentence apart, and no logic reads one.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from rules.language import ENGLISH, Joint, Language

PLACEHOLDER = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
"""What stands in a template for a value, and the form in which a language wants it."""
_LONGEST = 40
"""So much of what somebody typed is repeated."""


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
    joint: Joint = Joint.AND

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


class Plain(Speech):
    """How values are said where markdown does not show: code without its marks."""

    def code(self, text: str) -> str:
        return text


_IN_ENGLISH = Speech()
PLAIN_ENGLISH = Plain()
NONE = Sentence("none")


def message(template: str) -> str:
    """Mark a template that is filled elsewhere, so that it is found among what is to translate."""
    return template


def paragraph(*sentences: Sentence) -> Sentence:
    """Put whole sentences one after the other."""
    return Sentence("{sentences}", sentences=Listed(sentences, Joint.BLANK))


def capital(value: Value) -> Sentence:
    """Have words begin with a capital, such as a side's name where no sentence goes before it."""
    return Sentence("{Words}", words=value)


def codes(texts: Iterable[str], joint: Joint = Joint.AND) -> Listed:
    """List cells, moves or keys."""
    return Listed(tuple(map(Code, texts)), joint)


def way(cells: Iterable[str]) -> Listed:
    """Name cells from one to the next: `a1` → `a2`."""
    return codes(cells, Joint.WAY)


def some(moves: "Iterable[str | Value]", most: int = 12) -> Listed:
    """List moves of which one may choose, and how many more there are beyond the first few."""
    items: list[Value] = [Code(move) if isinstance(move, str) else move for move in moves]
    if len(items) > most:
        items[most - 1 :] = [Sentence("{number} more", number=len(items) - most + 1)]
    return Listed(tuple(items), Joint.OR)


def typed(text: str) -> Code:
    """Make what somebody typed fit to be repeated as code: one short line without backticks."""
    line = " ".join(text.replace("`", "'").split())
    return Code(line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…")

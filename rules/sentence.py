"""Sentences as values: a template and the values that fill it; `str` gives the English.

A `Language` supplies other templates, and whoever displays a sentence knows how its values are
shown there and derives from `Speech`. No code takes a sentence apart or decides by its words.
English is the language of the templates themselves; the others are catalogues (`languages/`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from rules.typed_text import plain_text

PLACEHOLDER = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
"""A value's name in a template, with the grammatical form that a language asks for, if any."""
_CODE = re.compile("`([^`]*)`")
_LONGEST = 40
"""The number of typed characters that are repeated to the user."""


class ListStyle(StrEnum):
    """The styles of lists; the first three values are from CLDR (Unicode TR 35, List Patterns)."""

    AND = "standard"
    OR = "or"
    COMMA = "unit"
    SPACE = "space"
    """Sentences, separated by a space."""
    ARROW = "arrow"
    """Cells along a path, separated by an arrow."""


def message(template: str) -> str:
    """Mark a template for translation where it is used elsewhere (as gettext's `N_`)."""
    return template


_QUOTED = message("“{words}”")
JOINTS = {
    # Entries of a list in which the last one is joined like all others: `a1, a2, a3`.
    ListStyle.COMMA: message("{entries}, {next}"),
    # Whole sentences one after the other; some languages have no space between them.
    ListStyle.SPACE: message("{sentences} {next}"),
    ListStyle.ARROW: "{cells} → {next}",
}
"""The joint of each further item with those before it, where all are joined alike."""


TYPED = "typed"
"""The form of a word that lists what people type for it."""


class Language:
    """A language; this class is English, and catalogues derive from it."""

    tag: str = "en"
    """The language tag (BCP 47), such as `de` or `pt-BR`."""
    name: str = "English"
    """The name of the language in that language."""

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        """Return the translation of a template, in the plural that fits the number if it has one.

        `form` is the grammatical form requested by the surrounding template, such as a case;
        English has none.
        """
        del form
        return one if plural is None or number == 1 else plural

    def words_typed_for(self, one: str) -> tuple[str, ...]:
        """Return what people type for a word that commands know: its form `typed`, at commas."""
        return tuple(word.strip() for word in self.template(one, form=TYPED).split(","))

    def join(self, words: list[str], style: ListStyle) -> str:
        """Join the words of a non-empty list."""
        if style in JOINTS:
            between = PLACEHOLDER.split(self.template(JOINTS[style]))[3]
            return between.join(words)
        if len(words) == 1:
            return words[0]
        last = "and" if style is ListStyle.AND else "or"
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    def capitalized(self, words: str) -> str:
        """Begin words with a capital."""
        return f"{words[:1].title()}{words[1:]}"

    def day(self, day: date) -> str:
        """Format a date briefly, with its year, where Discord's timestamps do not work."""
        return f"{day.day} {day:%b %Y}"


ENGLISH = Language()


@dataclass(frozen=True)
class Code:
    """Text shown as code, the same in every language: a cell, a move, an option's key."""

    text: str


@dataclass(frozen=True)
class Name:
    """A person's name, unescaped; whoever displays it escapes it."""

    text: str


@dataclass(frozen=True)
class Quote:
    """Words written by a person, unescaped; whoever displays them escapes them."""

    text: str


@dataclass(frozen=True)
class Moment:
    """A point in time; `Speech` formats it for the reader's clock, including “on” or “in”."""

    time: datetime


@dataclass(frozen=True)
class Listed:
    """A list of values to be joined: `a`, `a and b`, `a, b and c`."""

    items: "tuple[Value, ...]"
    style: ListStyle = ListStyle.AND

    def __str__(self) -> str:
        return _IN_ENGLISH.say(self)


@dataclass(frozen=True, init=False)
class Sentence:
    """Text for people: a whole sentence, or a part of one such as a noun.

    The template has each value's name in braces, as `{cell}`; where the name has a capital, as
    `{Side}`, the value is capitalized. `plural` is the template for a value `number` other than 1.
    Languages with inflection name a form in their templates, as `{side.dative}`, and translate
    nouns in that form too.
    """

    template: str
    plural: str | None
    values: "Mapping[str, Value]" = field(hash=False)

    def __init__(self, template: str, plural: str | None = None, /, **values: "Value") -> None:
        fields = {"template": template, "plural": plural, "values": values}
        self.__dict__.update(fields)  # what the frozen `__init__` does, in one call

    def __str__(self) -> str:
        return _IN_ENGLISH.say(self)


Value: TypeAlias = Sentence | Code | Name | Quote | Moment | Listed | str | int
"""A value in a template; a plain string is shown unchanged in every language and place."""


class Speech:
    """Formats values in a language: names unescaped, code in backticks."""

    def __init__(self, language: Language = ENGLISH) -> None:
        self.language = language

    def say(self, value: Value, form: str = "") -> str:
        """Format a value; a noun in the given grammatical form if the language has it."""
        match value:
            case Sentence():
                return self._filled(value, form)
            case Code():
                return self.code(value.text)
            case str():
                return str(value)
            case Listed(()):
                return self.say(NONE, form)
            case Listed(items, style):
                return self.language.join([self.say(item, form) for item in items], style)
            case Name(text):
                return self.name(text)
            case Quote(text):
                return self._filled(Sentence(_QUOTED, words=Name(text)), form)
            case Moment(time):
                return self.moment(time)
        return str(value)

    def code(self, text: str) -> str:
        """Format text that is the same in every language."""
        return f"`{text}`"

    def name(self, text: str) -> str:
        """Format a person's name."""
        return text

    def moment(self, time: datetime) -> str:
        """Format a point in time."""
        return f"on {time:%Y-%m-%d at %H:%M %Z}"

    def _filled(self, sentence: Sentence, form: str) -> str:
        number = sentence.values["number"] if sentence.plural is not None else 1
        assert isinstance(number, int), "a plural is chosen by a number"
        template = self.language.template(sentence.template, sentence.plural, number, form)
        filled = ""
        for before, name, is_capital, wanted in _split(self.marked(template)):
            filled += before
            if name:
                words = self.say(sentence.values[name], wanted)
                # A cell keeps its small letter.
                if is_capital and not words[1:2].isdigit():
                    words = self.language.capitalized(words)
                filled += words
        return filled

    def marked(self, template: str) -> str:
        """Return a template as it is displayed; code in it stands in backticks."""
        return template


class PlainSpeech(Speech):
    """Formats values for places without markdown: code is not marked."""

    def code(self, text: str) -> str:
        return text

    def marked(self, template: str) -> str:
        if "`" not in template:
            return template
        return _CODE.sub(lambda found: self.code(found[1]), template)

    def label(self, words: str | Sentence) -> str:
        """Format what a button is called: a sentence, or a template without placeholders."""
        if isinstance(words, Sentence):
            return self.say(words)
        return self.marked(self.language.template(words))


class ProseSpeech(PlainSpeech):
    """Formats values for plain prose, where a cell of one letter could be read as a word.

    It stands in quotation marks: of the holes `F`, `e` and `E` Portuguese says “F”, “e” e “E”.
    """

    def say(self, value: Value, form: str = "") -> str:
        if isinstance(value, Listed) and value.style is ListStyle.ARROW:
            return PlainSpeech(self.language).say(value, form)
        return super().say(value, form)

    def code(self, text: str) -> str:
        is_letter = len(text) == 1 and text.isalpha()
        return self._filled(Sentence(_QUOTED, words=text), "") if is_letter else text


@lru_cache(maxsize=4096)
def _split(template: str) -> tuple[tuple[str, str, bool, str], ...]:
    """Split a template at its values: the text before each, its name, if with a capital, its form.

    What follows on the last one has no name.
    """
    texts, names, forms = (PLACEHOLDER.split(template)[at::3] for at in range(3))
    return tuple(
        (text, name.lower(), not name.islower(), form or "")
        for text, name, form in zip(texts, [*names, ""], [*forms, ""], strict=True)
    )


_IN_ENGLISH = Speech()
PLAIN_ENGLISH = PlainSpeech()
NONE = Sentence("none")


def paragraph(*sentences: Sentence) -> Sentence:
    """Join whole sentences."""
    return Sentence("{sentences}", sentences=Listed(sentences, ListStyle.SPACE))


def capital(value: Value) -> Sentence:
    """Capitalize a value, such as a side's name at the beginning of a line."""
    return Sentence("{Words}", words=value)


def codes(texts: Iterable[str], style: ListStyle = ListStyle.AND) -> Listed:
    """List cells, moves or keys as code."""
    return Listed(tuple(map(Code, texts)), style)


def path_of(cells: Iterable[str]) -> Listed:
    """List cells along a path: `a1` → `a2`."""
    return codes(cells, ListStyle.ARROW)


def one_of(moves: "Iterable[str | Value]", most: int = 12) -> Listed:
    """List moves to choose from; if there are more than `most`, give the number of the rest."""
    items: list[Value] = [Code(move) if isinstance(move, str) else move for move in moves]
    shown = most if len(items) <= most else most - 1
    return some_of(items, shown, style=ListStyle.OR)


def some_of(
    values: "Sequence[Value]", most: int, many: int | None = None, style: ListStyle = ListStyle.AND
) -> Listed:
    """List the first `most` values, and the number of the rest of `many` (`None`: of these)."""
    rest = (len(values) if many is None else many) - len(values[:most])
    more = [Sentence("{number} more", "{number} more", number=rest)] if rest > 0 else []
    return Listed((*values[:most], *more), style)


def typed(text: str) -> Code:
    """Prepare typed text to be repeated as code, as it was read: a short line, no backticks."""
    line = " ".join(plain_text(text).replace("`", "'").split())
    return Code(line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…")


class Refusal(Exception):  # noqa: N818 (it is no error: the players' word is refusal)
    """An action that a player may not take; the sentence says what to do instead.

    It is made from a `Sentence`, or from the arguments of one.
    """

    def __init__(
        self, words: str | Sentence, plural: str | None = None, /, **values: Value
    ) -> None:
        self.sentence = Sentence(words, plural, **values) if isinstance(words, str) else words
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return str(self.sentence)


class IllegalMove(Refusal):
    """A text that matches no legal move; the sentence names the rule that is broken."""


class UnclearMove(Refusal):
    """A text that matches several legal moves; the sentence lists them."""

"""A made-up language that shows which texts are not translated, and which do not fit.

Every template stands in brackets, its vowels carry accents, and it is a third longer than English.
What no translator would find in the sources has no translation.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache

from languages.extraction import messages
from rules import ListStyle
from rules.sentence import Language

OPEN, CLOSE = "⟦", "⟧"
CODE_OPEN, CODE_CLOSE = "⦅", "⦆"
"""The marks around code where markdown is not shown, during a test."""
_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_KEPT = re.compile(r"(\{\w+(?:\.\w+)?\}|`[^`]*`)")
"""What a translator leaves unchanged: placeholders, and code."""
_SAME = re.compile(
    r"`[^`]*`"  # code
    rf"|{CODE_OPEN}[^{CODE_CLOSE}]*{CODE_CLOSE}"
    r"|<t:\d+(?::\w)?>|<[@#][!&]?\d+>"  # times, people, channels
    r"|\]\(https?://[^)\s]*\)"  # the target of a link
    r"|https?://\S+|attachment://\S+"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_VOWEL = re.compile("[aeiou]", re.IGNORECASE)


class MadeUp(Language):
    """The made-up language; an inflected noun is as short as possible."""

    tag = "x-made-up"
    name = "Máde-úp"

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        """Return a template in brackets; one without words is unchanged."""
        english = super().template(one, plural, number)
        if (one, plural) not in _known():
            return english
        return f"{OPEN}é{CLOSE}" if form else translated(english)

    def join(self, words: list[str], style: ListStyle) -> str:
        """Join items with an “and” or “or” of the made-up language."""
        if style not in (ListStyle.AND, ListStyle.OR) or len(words) == 1:
            return super().join(words, style)
        last = translated("and" if style is ListStyle.AND else "or")
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    def day(self, day: date) -> str:
        """Write a day without words."""
        return f"{OPEN}{day.day}/{day.month}/{day.year}{CLOSE}"


MADE_UP = MadeUp()


@cache
def _known() -> set[tuple[str, str | None]]:
    return {(found.one, found.plural) for found in messages() if found.form is None}


def translated(text: str) -> str:
    """Translate a text, except placeholders, code and what is not a word."""
    parts = _KEPT.split(text)
    own = "".join(parts[::2])
    if not _WORD.search(own):
        return text
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    return f"{OPEN}{''.join(parts)} {'é' * (len(own) // 3)}{CLOSE}"


def not_translated(text: str, same: Iterable[str] = ()) -> list[str]:
    """Return the words of a text that are not in the made-up language.

    `same` is what may stand in any language, such as people's and games' names.
    """
    for words in sorted(same, key=len, reverse=True):
        text = text.replace(words, " ")
    return [word for word in _WORD.findall(_SAME.sub(" ", text)) if _VOWEL.search(word)]


def is_cut(text: str) -> bool:
    """Check whether the beginning or the end of a sentence is missing from a text."""
    return text.count(OPEN) != text.count(CLOSE)


def wrong(texts: Iterable[str], same: Iterable[str] = ()) -> Iterator[str]:
    """Describe what is wrong with each text."""
    same = [*same]
    for text in texts:
        if left := not_translated(text, same):
            yield f"not translated: {', '.join(left)} in {text!r}"
        if is_cut(text):
            yield f"cut: {text!r}"

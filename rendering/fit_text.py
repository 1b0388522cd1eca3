"""Fit text into a width: measure, truncate and wrap it, and drop what the font lacks."""

import logging
import math
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from unicodedata import bidirectional, combining, normalize

from rendering.typeface import typeface
from rules import Name, Sentence, Speech, Value
from rules.typed_text import plain_text

log = logging.getLogger(__name__)
_LOGGED: set[str] = set()
CAPITAL = 0.729
"""The height of a capital over the font's size, by which text is centred."""
SHORT = "short"
"""The grammatical form of what is written in a picture where room is scarce."""
MOST_LETTERS = 1000
"""More letters than a picture is wide in pixels."""


@lru_cache(maxsize=1024)
def text_width(text: str, size: float, *, narrow: bool = False) -> float:
    """Measure the width of a line of text, in units."""
    return typeface(narrow=narrow).width(text, round(size))


def truncate(words: str, size: float, room: float) -> str:
    """Truncate a line of text with an ellipsis so that it fits into `room` units.

    How long it may be is found by bisection, whatever length it has.
    """
    words = _beginning(words, room)
    return words if text_width(words, size) <= room else _truncated(words, size, room)


@lru_cache(maxsize=256)
def _truncated(words: str, size: float, room: float) -> str:
    def shown(letters: int) -> str:
        return f"{words[:letters].rstrip()}…"

    def too_wide(letters: int) -> bool:
        return typeface().width(shown(letters), round(size)) > room

    first_too_wide = bisect_left(range(len(words)), x=True, key=too_wide)
    return shown(max(first_too_wide - 1, 0))


def _beginning(words: str, room: float) -> str:
    """Return as much of a text as matters: no letter is narrower than a unit."""
    return words[: max(1, math.ceil(room) + 1)]


def fit(words: str, sizes: tuple[int, ...], room: float) -> tuple[str, int]:
    """Choose the largest size in which words fit into a room, and truncate what fits in none."""
    return fit_first((words,), sizes, room)


def fit_first(wordings: Sequence[str], sizes: tuple[int, ...], room: float) -> tuple[str, int]:
    """Choose the first wording that fits into a room in any size, and that size; else cut one."""
    for words, size in product(wordings, sizes):
        if text_width(_beginning(words, room), size) <= room:
            return words, size
    return truncate(wordings[-1], sizes[-1], room), sizes[-1]


def name_wordings(name: Value, speech: Speech) -> tuple[str, ...]:
    """Return how a name may be written, the longest first: what stands beside it is never cut.

    “Parlour (level 3)” loses letters of “Parlour”; a language may have a `short` form of the rest.
    """
    wordings = [speech.say(name), speech.say(name, SHORT)]
    own = name.values.get("name") if isinstance(name, Sentence) else None
    if isinstance(name, Sentence) and isinstance(own, Name):
        for letters in range(min(len(own.text), MOST_LETTERS) - 1, 0, -1):
            cut = {**name.values, "name": Name(f"{own.text[:letters].rstrip()}…")}
            wordings.append(speech.say(Sentence(name.template, name.plural, **cut), SHORT))
    return tuple(dict.fromkeys(filter(None, map(drawable_text, wordings))))


def wrap(words: str, size: float, room: float, most: int = 3) -> tuple[str, ...]:
    """Wrap words into two lines of about the same length, or into more where these are too long."""
    parts = words.split()
    lines: tuple[str, ...] = (words,)

    def widest(lines: Sequence[str]) -> float:
        return max(text_width(line, size) for line in lines)

    for breaks in range(1, most):
        ways = (
            tuple(" ".join(parts[start:end]) for start, end in pairwise((0, *inner, len(parts))))
            for inner in combinations(range(1, len(parts)), breaks)
        )
        lines = min(ways, key=widest, default=lines)
        if widest(lines) <= room:
            break
    return lines


def drawable_text(name: str) -> str:
    """Return what the font can draw of a name; nothing may be left.

    A fancy letter that it lacks becomes a plain one. Right-to-left scripts and combining marks
    would be drawn wrongly, so they are removed. What lies beyond the longest line is left out.
    """
    return _drawable(name[:MOST_LETTERS])


@lru_cache(maxsize=256)
def _drawable(name: str) -> str:
    plain = (mark if combining(mark) or _can_draw(mark) else plain_text(mark) for mark in name)
    composed = normalize("NFC", "".join(plain))
    return " ".join("".join(filter(_can_write, composed)).split())


def _can_write(mark: str) -> bool:
    return mark.isspace() or _can_draw(mark)


@lru_cache(maxsize=1024)
def log_missing_letters(words: str) -> None:
    """Log once for each letter that the font cannot draw, where a box will stand."""
    missing = {mark for mark in words if not _can_write(mark)} - _LOGGED
    if missing:
        _LOGGED.update(missing)
        letters = "".join(sorted(missing))
        log.warning("the font of the pictures has no %s (in %r); boxes are drawn", letters, words)


@lru_cache(maxsize=1024)
def _can_draw(mark: str) -> bool:
    if not mark.isprintable() or combining(mark) or bidirectional(mark) in ("R", "AL"):
        return False
    return typeface().draws(mark)

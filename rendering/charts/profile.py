"""A profile: how somebody's ratings went, and the results by side and by opponent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rendering.canvas import painted, written
from rendering.charts.parts import (
    WIDTH,
    filled,
    fitted,
    line,
    middle,
    panel,
    to_left,
    to_right,
)
from rendering.geometry import Box, Point
from rendering.lettering import text_width, writable
from rendering.roles import Ink, Role, Shade
from rendering.shapes import Disc, Polygon, Shape
from rendering.themes import theme_called

_LEFT, _RIGHT, _GAP = 20, WIDTH - 20, 34
_HEAD, _CHART, _BAR, _FACTS, _FOOT = 104, 316, 62, 124, 8
"""The heights of the heading, of a game's panel, of a bar, of the facts, and of what is left."""
_LARGE, _WORDS, _SMALL = 40, 29, 25
_SPLIT = 610
"""Where a panel's chart ends and its words begin."""
_SURE, _LEAST_PAD, _MOST_PAD = 2, 60, 160
"""How many deviations the band reaches, and how far the scale goes beyond the ratings."""
_COLOURS: tuple[Ink, ...] = (Role.TARGET, Shade(Role.FIELD, Role.FIELD_TEXT, 0.3), Role.TAKEN)
_RESULTS = ("won", "drawn", "lost")
_UNWRITABLE = "(named below)"


@dataclass(frozen=True)
class Tally:
    """How many matches of some kind were won, drawn and lost."""

    words: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Progress:
    """How somebody fared in a game.

    `course` are shares of the time since the first match, 0 to 1, each with the rating and its
    deviation then; the last is how it is now. `rating` and `since` are words.
    """

    game: str
    rating: str
    since: str
    course: Sequence[tuple[float, float, float]]
    sides: tuple[Tally, Tally]


def profile(
    name: str,
    progress: Sequence[Progress],
    opponents: Sequence[Tally],
    facts: Sequence[tuple[str, str]],
    *,
    theme: str = "walnut",
) -> bytes:
    """Draw a profile as PNG: a panel for each game, bars for opponents, and facts in large figures.

    A fact is a figure and what it counts; there is room for four. Raises `Refusal` for an unknown
    theme.
    """
    colours = theme_called(theme)
    shapes: list[Shape] = [*_heading(name)]
    top = _HEAD
    for number, one in enumerate(progress):
        shapes += _progress(one, Box(_LEFT, top, _RIGHT, top + _CHART), number)
        top += _CHART + _GAP
    if opponents:
        below = top + 20 + _BAR * len(opponents)
        shapes += panel(Box(_LEFT, top, _RIGHT, below), Role.FIELD_QUIET, _BAR, seed=9)
        for number, tally in enumerate(opponents):
            shapes += _bar(tally, Box(44, top + 10 + number * _BAR, 956, 0), 350)
        top = below + _GAP
    shapes += _facts(facts, top)
    height = top + (_FACTS if facts else 0) + _FOOT
    return written(colours, painted(shapes, WIDTH, height, colours))


def _heading(name: str) -> Iterator[Shape]:
    """Name the player, and say what the colours mean."""
    x = float(_RIGHT)
    for words, colour in [*zip(_RESULTS, _COLOURS, strict=True)][::-1]:
        yield to_right(words, x - 10, 50, _WORDS, Role.TEXT, Role.SURROUND)
        x -= text_width(words, _WORDS) + 52
        yield Disc(Point(x + 22, 50), 15, colour, Role.QUIET, 3)
    shown = fitted(writable(name) or _UNWRITABLE, 48, x - _LEFT - 30)
    yield to_left(shown, _LEFT + 6, 48, 48, Role.TEXT, Role.SURROUND)


def _progress(one: Progress, place: Box, seed: int) -> Iterator[Shape]:
    yield from panel(place, Role.FIELD, 80, seed=seed + 2)
    yield from _course(one, Box(place.left + 16, place.top + 16, _SPLIT, place.bottom - 52))
    yield to_left(one.since, place.left + 22, place.bottom - 26, _SMALL, *_ON_FIELD)
    yield to_right("now", _SPLIT, place.bottom - 26, _SMALL, *_ON_FIELD)
    left, right = _SPLIT + 36, place.right - 26
    yield to_left(fitted(one.game, _WORDS + 3, right - left), left, place.top + 38, 32, *_ON_FIELD)
    yield to_left(fitted(one.rating, 50, right - left), left, place.top + 92, 50, *_ON_FIELD)
    for number, tally in enumerate(one.sides):
        y = place.top + 152 + number * 80
        yield to_left(fitted(tally.words, _SMALL, 170), left, y, _SMALL, *_ON_FIELD)
        yield to_right(_figures(tally), right, y, _SMALL, *_ON_FIELD)
        yield from _shares(tally, Box(left, y + 20, right, y + 44))


_ON_FIELD = Role.FIELD_TEXT, Role.FIELD


def _course(one: Progress, place: Box) -> Iterator[Shape]:
    """Draw a rating as a line with a band around it, in which it lies 95 times in 100."""
    ratings = [rating for _, rating, _ in one.course]
    pad = min(max(_SURE * one.course[-1][2], _LEAST_PAD), _MOST_PAD)
    low, high = min(ratings) - pad, max(ratings) + pad

    def at(share: float, rating: float) -> Point:
        height = min(max((rating - low) / (high - low), 0), 1)
        x = place.left + 70 + (place.right - place.left - 70) * share
        return Point(x, place.bottom - (place.bottom - place.top) * height)

    upper = [at(share, rating + _SURE * deviation) for share, rating, deviation in one.course]
    lower = [at(share, rating - _SURE * deviation) for share, rating, deviation in one.course]
    yield Polygon((*upper, *reversed(lower)), Role.FIELD_DARK, opacity=0.6)
    step = next(step for step in (50, 100, 200, 500, 1000) if (high - low) / step <= 5)
    for rating in range(int(-(-low // step)) * step, int(high) + 1, step):
        y = at(0, rating).y
        yield line((Point(place.left + 70, y), Point(place.right, y)), Role.LINE, 1.5)
        yield to_right(str(rating), place.left + 62, y, 24, *_ON_FIELD)
    points = [at(share, rating) for share, rating, _ in one.course]
    yield line(points, Role.FIELD_TEXT, 5)
    yield Disc(points[-1], 11, Role.FIRST, Role.FIELD_TEXT, 5)


def _bar(tally: Tally, place: Box, words: float) -> Iterator[Shape]:
    """Show somebody's results in a line: the name, the shares, the figures."""
    y, on = place.top + _BAR / 2, (Role.FIELD_TEXT, Role.FIELD_QUIET)
    name = fitted(writable(tally.words) or _UNWRITABLE, _WORDS, words - 20)
    yield to_left(name, place.left, y, _WORDS, *on)
    yield from _shares(tally, Box(place.left + words, y - 15, place.right - 180, y + 15))
    yield to_right(_figures(tally), place.right, y, _WORDS, *on)


def _shares(tally: Tally, place: Box) -> Iterator[Shape]:
    """Divide a bar among what was won, drawn and lost."""
    yield filled(Box(place.left - 3, place.top - 3, place.right + 3, place.bottom + 3), Role.LINE)
    counts = tally.won, tally.drawn, tally.lost
    total, x = sum(counts), place.left
    for count, colour in zip(counts, _COLOURS, strict=True):
        if count:
            end = x + (place.right - place.left) * count / total
            yield filled(Box(x, place.top, end, place.bottom), colour)
            x = end
    if not total:
        yield filled(place, Role.FIELD_QUIET)


def _figures(tally: Tally) -> str:
    return f"{tally.won}–{tally.drawn}–{tally.lost}"


def _facts(facts: Sequence[tuple[str, str]], top: float) -> Iterator[Shape]:
    """Write figures side by side, and under each what it counts."""
    for number, (figure, words) in enumerate(facts):
        wide = (_RIGHT - _LEFT) / len(facts)
        at = _LEFT + (number + 0.5) * wide
        yield middle(
            fitted(figure, 50, wide - 16), Point(at, top + 34), 50, Role.WINNER, Role.SURROUND
        )
        for row, part in enumerate(_two_lines(words)):
            y = top + 78 + row * 30
            shown = fitted(part, _SMALL, wide - 12)
            yield middle(shown, Point(at, y), _SMALL, Role.QUIET, Role.SURROUND)


def _two_lines(words: str) -> tuple[str, str]:
    """Break words where both lines are about as long."""
    parts = words.split()
    half = min(range(len(parts)), key=lambda at: abs(len(" ".join(parts[:at])) - len(words) / 2))
    return " ".join(parts[: half or 1]), " ".join(parts[half or 1 :])

"""A player's profile: the course of the ratings, and the results by side and by opponent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rendering.canvas import chart_png
from rendering.charts.parts import (
    WIDTH,
    left_aligned,
    line,
    panel,
    rectangle,
    right_aligned,
)
from rendering.charts.table_rows import fitted_name
from rendering.colour_roles import Ink, Role, Shade
from rendering.fit_text import text_width, truncate, wrap
from rendering.geometry import Box, Point
from rendering.shapes import Disc, Polygon, Shape, Text
from rendering.themes import DEFAULT_THEME, find_theme
from rules import Sentence, Speech
from rules.sentence import PLAIN_ENGLISH

_LEFT, _RIGHT, _GAP = 20, WIDTH - 20, 34
_HEAD, _CHART, _BAR, _FIGURE, _FACT, _FOOT = 104, 316, 62, 64, 30, 8
"""The heights of the heading, of a game's panel, of a bar, of a fact's figure, of a line of its
words, and of the rest below.
"""
_FEW_POINTS, _FEW_GAMES = 4, 2
"""A course of so few points tells nothing, and of more games only the first shows its course."""
_SIZES, _WORDS, _SMALL = (48, 40, 34, 29, 25), 29, 25
"""The sizes of the player's name (a long one is smaller), and of other words."""
_SPLIT = 610
"""The border between a panel's chart and its words."""
_SURE, _LEAST_PAD, _MOST_PAD = 2, 60, 160
"""The band's half height in deviations, and how far the scale reaches beyond the ratings."""
_COLOURS: tuple[Ink, ...] = (Role.TARGET, Shade(Role.PANEL, Role.PANEL_TEXT, 0.3), Role.TAKEN)
_RESULTS = (Sentence("won"), Sentence("drawn"), Sentence("lost"))


@dataclass(frozen=True)
class ResultBar:
    """The numbers of matches of a kind won, drawn and lost."""

    words: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Progress:
    """A player's rating and results in a game.

    `course` are shares of the time since the first match, 0 to 1, each with the rating and its
    deviation then; the last is the present. `rating` and `since` are words.
    """

    game: str
    rating: str
    since: str
    course: Sequence[tuple[float, float, float]]
    sides: tuple[ResultBar, ResultBar]


def profile(
    name: str,
    progress: Sequence[Progress],
    opponents: Sequence[ResultBar],
    facts: Sequence[tuple[str, str]],
    *,
    theme: str = DEFAULT_THEME,
    speech: Speech = PLAIN_ENGLISH,
) -> bytes:
    """Draw a profile as PNG: a panel for each game, bars for opponents, and facts in large figures.

    A fact is a figure and what it counts; there is room for four. Raises `Refusal` for an unknown
    theme.
    """
    colours = find_theme(theme)
    shapes: list[Shape] = [*_heading(name, speech)]
    top = _HEAD
    for number, one in enumerate(progress):
        is_long = len(one.course) > _FEW_POINTS and (not number or len(progress) <= _FEW_GAMES)
        below = top + (_CHART if is_long else 2 * _BAR + 20)
        draw = _progress if is_long else _summary
        shapes += draw(one, Box(_LEFT, top, _RIGHT, below), number, speech)
        top = below + _GAP
    if opponents:
        below = top + 58 + _BAR * len(opponents)
        shapes += panel(Box(_LEFT, top, _RIGHT, below), Role.PANEL_QUIET, _BAR, seed=9)
        against = speech.say(Sentence("Against"))
        shapes.append(
            left_aligned(against, 44, top + 30, _SMALL, Role.PANEL_TEXT, Role.PANEL_QUIET)
        )
        for number, tally in enumerate(opponents):
            place = Box(44, top + 48 + number * _BAR, 956, 0)
            shapes += _bar(tally, place, 400, Role.PANEL_QUIET, speech)
        top = below + _GAP
    lines = [wrap(words, _SMALL, (_RIGHT - _LEFT) / len(facts) - 12) for _, words in facts]
    shapes += _facts([figure for figure, _ in facts], lines, top)
    height = top + (_FIGURE + _FACT * max(map(len, lines)) if facts else 0) + _FOOT
    return chart_png(shapes, WIDTH, height, colours)


def _heading(name: str, speech: Speech) -> Iterator[Shape]:
    """Write the player's name, and the legend of the colours."""
    x = float(_RIGHT)
    for result, colour in [*zip(_RESULTS, _COLOURS, strict=True)][::-1]:
        words = speech.say(result)
        yield right_aligned(words, x - 10, 50, _WORDS, Role.TEXT, Role.SURROUND)
        x -= text_width(words, _WORDS) + 52
        yield Disc(Point(x + 22, 50), 15, colour, Role.QUIET, 3)
    shown, size = fitted_name(name, _SIZES, x - _LEFT - 30, speech)
    yield left_aligned(shown, _LEFT + 6, 48, size, Role.TEXT, Role.SURROUND)


def _progress(one: Progress, place: Box, seed: int, speech: Speech) -> Iterator[Shape]:
    yield from panel(place, Role.PANEL, 80, seed=seed + 2)
    yield from _course(one, Box(place.left + 16, place.top + 16, _SPLIT, place.bottom - 52))
    yield left_aligned(one.since, place.left + 22, place.bottom - 26, _SMALL, *_ON_FIELD)
    now = speech.say(Sentence("now"))
    yield right_aligned(now, _SPLIT, place.bottom - 26, _SMALL, *_ON_FIELD)
    left, right = _SPLIT + 36, place.right - 26
    yield left_aligned(
        truncate(one.game, _WORDS + 3, right - left), left, place.top + 38, 32, *_ON_FIELD
    )
    yield left_aligned(truncate(one.rating, 50, right - left), left, place.top + 92, 50, *_ON_FIELD)
    for number, tally in enumerate(one.sides):
        y = place.top + 152 + number * 80
        figures = _figures(tally)
        words = truncate(tally.words, _SMALL, right - left - text_width(figures, _SMALL) - 16)
        yield left_aligned(words, left, y, _SMALL, *_ON_FIELD)
        yield right_aligned(figures, right, y, _SMALL, *_ON_FIELD)
        yield from _shares(tally, Box(left, y + 20, right, y + 44))


def _summary(one: Progress, place: Box, seed: int, speech: Speech) -> Iterator[Shape]:
    """Write a game without its course: the rating, and beside it a bar for each side."""
    yield from panel(place, Role.PANEL, 80, seed=seed + 2)
    left, bars = place.left + 24, place.left + 320
    name, size = fitted_name(one.game, (_WORDS + 3, _WORDS, _SMALL), bars - left - 16, speech)
    yield left_aligned(name, left, place.top + 40, size, *_ON_FIELD)
    yield left_aligned(
        truncate(one.rating, 50, bars - left - 16), left, place.top + 98, 50, *_ON_FIELD
    )
    for number, tally in enumerate(one.sides):
        row = Box(bars, place.top + 10 + number * _BAR, place.right - 24, 0)
        yield from _bar(tally, row, 200, Role.PANEL, speech)


_ON_FIELD = Role.PANEL_TEXT, Role.PANEL


def _course(one: Progress, place: Box) -> Iterator[Shape]:
    """Draw a rating as a line with a band around it, its 95 % interval."""
    ratings = [rating for _, rating, _ in one.course]
    pad = min(max(_SURE * one.course[-1][2], _LEAST_PAD), _MOST_PAD)
    low, high = min(ratings) - pad, max(ratings) + pad

    def at(share: float, rating: float) -> Point:
        height = min(max((rating - low) / (high - low), 0), 1)
        x = place.left + 70 + (place.right - place.left - 70) * share
        return Point(x, place.bottom - (place.bottom - place.top) * height)

    upper = [at(share, rating + _SURE * deviation) for share, rating, deviation in one.course]
    lower = [at(share, rating - _SURE * deviation) for share, rating, deviation in one.course]
    yield Polygon((*upper, *reversed(lower)), Role.PANEL_DARK, opacity=0.6)
    step = next(step for step in (50, 100, 200, 500, 1000) if (high - low) / step <= 5)
    for rating in range(int(-(-low // step)) * step, int(high) + 1, step):
        y = at(0, rating).y
        yield line((Point(place.left + 70, y), Point(place.right, y)), Role.LINE, 1.5)
        yield right_aligned(str(rating), place.left + 62, y, 24, *_ON_FIELD)
    points = [at(share, rating) for share, rating, _ in one.course]
    yield line(points, Role.PANEL_TEXT, 5)
    yield Disc(points[-1], 11, Role.LIGHT, Role.PANEL_TEXT, 5)


def _bar(
    tally: ResultBar, place: Box, words: float, ground: Role, speech: Speech
) -> Iterator[Shape]:
    """Draw a row of results: the name, the shares, the figures."""
    y, on = place.top + _BAR / 2, (Role.PANEL_TEXT, ground)
    name, size = fitted_name(tally.words, (_WORDS, _SMALL), words - 20, speech)
    yield left_aligned(name, place.left, y, size, *on)
    yield from _shares(tally, Box(place.left + words, y - 15, place.right - 180, y + 15))
    yield right_aligned(_figures(tally), place.right, y, _WORDS, *on)


def _shares(tally: ResultBar, place: Box) -> Iterator[Shape]:
    """Divide a bar among won, drawn and lost matches, if there were any."""
    counts = tally.won, tally.drawn, tally.lost
    if not any(counts):
        return
    yield rectangle(
        Box(place.left - 3, place.top - 3, place.right + 3, place.bottom + 3), Role.LINE
    )
    total, x = sum(counts), place.left
    for count, colour in zip(counts, _COLOURS, strict=True):
        if count:
            end = x + (place.right - place.left) * count / total
            yield rectangle(Box(x, place.top, end, place.bottom), colour)
            x = end


def _figures(tally: ResultBar) -> str:
    counts = tally.won, tally.drawn, tally.lost
    return "–".join(map(str, counts)) if any(counts) else "–"


def _facts(figures: Sequence[str], lines: Sequence[tuple[str, ...]], top: float) -> Iterator[Shape]:
    """Write figures side by side, and under each what it counts."""
    for number, (figure, words) in enumerate(zip(figures, lines, strict=True)):
        wide = (_RIGHT - _LEFT) / len(figures)
        at = _LEFT + (number + 0.5) * wide
        shown = truncate(figure, 50, wide - 16)
        yield Text(Point(at, top + 34), shown, 50, Role.WINNER, Role.SURROUND)
        for row, part in enumerate(words):
            y = top + _FIGURE + 14 + row * _FACT
            shown = truncate(part, _SMALL, wide - 12)
            yield Text(Point(at, y), shown, _SMALL, Role.QUIET, Role.SURROUND)

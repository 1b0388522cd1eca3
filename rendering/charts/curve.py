"""The evaluation curve of a match: who stood better, ply by ply."""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from rendering.canvas import chart_png
from rendering.charts.parts import (
    WIDTH,
    left_aligned,
    line,
    number_badge,
    panel,
    place_symbol,
    right_aligned,
)
from rendering.colour_roles import Role
from rendering.drawings import scene_of
from rendering.fit_text import drawable_text, text_width, truncate
from rendering.geometry import Box, Point, between
from rendering.pieces import BODY, EDGE, icon
from rendering.shapes import Polygon, Shape, Symbol
from rendering.themes import DEFAULT_THEME, find_theme
from rules import Position, Sentence, Speech, capital
from rules.sentence import PLAIN_ENGLISH

HEIGHT = 620
_PLACE = Box(22, 76, WIDTH - 22, 500)
"""The panel's box; above it stands the first side's name, below it the second's."""
_LEFT, _RIGHT, _REACH = 50, WIDTH - 50, 180
"""The places of the first and the last position, and the distance of a won one from the middle."""
_TICKS, _NAME, _STEPS = 28, 36, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_TICKS = 8
_APART = 50
"""The least distance between two numbers on the curve."""


def curve(
    values: Sequence[float],
    *,
    marked: Sequence[int] = (),
    names: tuple[str, str] = ("", ""),
    position: Position | None = None,
    theme: str = DEFAULT_THEME,
    speech: Speech = PLAIN_ENGLISH,
) -> bytes:
    """Draw an evaluation curve as PNG: 1 is won for the first side, -1 for the second.

    `values` begin with the start position, then there is one for each ply; values beyond ±1 are
    clipped. `marked` are the plies after which a number stands on the curve, from 1. Beside a name
    stands the sign that the player has on the board of the `position`.

    Raises `ValueError` where there are no values or a marked ply has none, and `Refusal` for an
    unknown theme.
    """
    if not values or not all(0 <= ply < len(values) for ply in marked):
        raise ValueError("a curve has a value for its start and for every ply that is marked")
    colours = find_theme(theme)
    signs = scene_of(position, 0).icons if position else (icon(0), icon(1))
    shown = [
        drawable_text(name) or (speech.say(capital(position.side(side))) if position else "")
        for side, name in enumerate(names)
    ]
    return chart_png(_shapes(values, marked, shown, signs, speech), WIDTH, HEIGHT, colours)


def _shapes(
    values: Sequence[float],
    marked: Sequence[int],
    names: Sequence[str],
    signs: tuple[Symbol, Symbol],
    speech: Speech,
) -> Iterator[Shape]:
    points = [_point(ply, value, len(values) - 1) for ply, value in enumerate(values)]
    if len(points) == 1:
        points.append(Point(_RIGHT, points[0].y))
    middle = _PLACE.middle.y
    yield from panel(_PLACE, Role.PANEL_DARK, 60)
    for above, side in ((True, 0), (False, 1)):
        face = signs[side].face
        colour = face.colour if face else side
        part = [*_one_side([*_thin_out(points)], middle, above=above)]
        ends = Point(part[-1].x, middle), Point(part[0].x, middle)
        yield Polygon((*part, *ends), BODY[colour])
        yield line(part, EDGE[colour], 3)
    yield line((Point(_LEFT - 20, middle), Point(_RIGHT + 20, middle)), Role.RIM, 4)
    yield from _ticks(len(values) - 1, speech.say(Sentence("moves")))
    for side, y in enumerate((_PLACE.top - 46, HEIGHT - 32)):
        yield from place_symbol(signs[side], Point(46, y))
        name = truncate(names[side], _NAME, 860)
        yield left_aligned(name, 84, y, _NAME, Role.TEXT, Role.SURROUND)
    discs: list[Point] = []
    for ply in marked:
        discs.append(_free_place(points[ply], discs))
        yield line((Point(discs[-1].x, middle), points[ply], discs[-1]), Role.LAST_EDGE, 4)
    for number, disc in enumerate(discs, start=1):
        yield from number_badge(number, disc)


def _free_place(at: Point, taken: Sequence[Point]) -> Point:
    """Find a place where a number hides no other: on the curve, else above or below it."""
    places = [Point(at.x, at.y + away * _APART) for away in (0, -1, 1, -2, 2, -3, 3)]
    free = (place for place in places if all(math.dist(place, one) >= _APART for one in taken))
    within = (place for place in free if _PLACE.top + 26 <= place.y <= _PLACE.bottom - 26)
    return next(within, at)


def _point(ply: int, value: float, last: int) -> Point:
    along = ply / last if last else 0
    height = max(-1.0, min(1.0, value))
    return Point(_LEFT + (_RIGHT - _LEFT) * along, _PLACE.middle.y - height * _REACH)


def _thin_out(points: Sequence[Point]) -> Iterator[Point]:
    """Drop invisible points: of many points in a pixel column, keep the outermost two."""
    for _, column in groupby(points, lambda point: int(point.x)):
        together = [*column]
        outermost = {min(together, key=attrgetter("y")), max(together, key=attrgetter("y"))}
        yield from sorted(outermost, key=attrgetter("x"))


def _one_side(points: Sequence[Point], middle: float, *, above: bool) -> Iterator[Point]:
    """Follow the curve on one side of the middle, and the middle where it is on the other."""
    for one, other in zip(points, (*points[1:], points[-1]), strict=True):
        yield Point(one.x, min(one.y, middle) if above else max(one.y, middle))
        if (one.y < middle) != (other.y < middle) and one.y != other.y:
            yield between(one, other, (middle - one.y) / (other.y - one.y))._replace(y=middle)


def _ticks(last: int, word: str) -> Iterator[Shape]:
    """Write move numbers below the panel."""
    y = _PLACE.bottom + 34
    step = next((step for step in _STEPS if last <= step * _MOST_TICKS), max(last, 1))
    free = _RIGHT - text_width(word, _TICKS) - 50
    yield right_aligned(word, _RIGHT + 20, y, _TICKS, Role.QUIET, Role.SURROUND)
    for ply in range(0, last + 1, step):
        at = _point(ply, 0, last)
        yield line((Point(at.x, _PLACE.middle.y - 8), Point(at.x, at.y + 8)), Role.RIM, 4)
        if at.x <= free:
            words = str(ply)
            start = at.x - text_width(words, _TICKS) / 2
            yield left_aligned(words, start, y, _TICKS, Role.QUIET, Role.SURROUND)

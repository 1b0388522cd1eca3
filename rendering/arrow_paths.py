"""The way of an arrow: straight from cell to cell, along a ring, or past what it leaps over."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rendering.colour_roles import Role
from rendering.geometry import Point, polar_point, unit
from rendering.scene import Board
from rendering.shapes import Text

_LEAP, _LEAP_BEGINS, _LEAP_ENDS = 64, (45, 78), (37, 66)
"""The distance between an arrow and the middle of what it jumps over on a board of squares; how far
from the middles of its cells it begins and ends, each with the angle to the straight way, in
degrees."""
JUMP, _BOW, _RIM = 3, 46, 31
"""A straight way on a board of rings that is longer than so many of a cell's room is a jump: its
arrow bows past what it leaps over, so far beside it, from rim to rim of the piece that jumps."""
_BOW_BEGINS, _BOW_ENDS = 62, 48
"""The angles to the straight way, in degrees, at which it begins and ends there."""
_PLANNED_BOW, _PLANNED_RIM = 49, 36
"""The same of a planned jump, so that its dashes have room."""
_STRIDE, _ASIDE, _CLEAR = 60, 38, 10
"""A way along a ring through more degrees is a jump: how far beside the ring its arrow passes what
it leaps over; and how far from all else that should not lie under it."""
_BEND = 6
"""Degrees between two points of a curved arrow."""


@lru_cache(maxsize=64)
def straight_or_bowed(
    board: Board, start: Point, room: float, end: Point, crowd: tuple[Point, ...], *, planned: bool
) -> tuple[Point, ...]:
    """Choose an arrow's way: the first that is clear of a crowd and of what the floor bears."""
    if board.pivot is None:
        return start, end
    ways = [*_ways(start, room, end, board.pivot, board.scale, planned=planned)]
    if len(ways) == 1:
        return ways[0]
    labels = (it for it in board.labels if isinstance(it, Text) and it.on is Role.PLATE)
    beside = [(it, _RIM * board.scale) for it in crowd]
    beside += ((label.centre, label.size / 2) for label in labels)
    clear = [_clearance(way, beside) for way in ways]
    first = (way for way, room in zip(ways, clear, strict=True) if room >= _CLEAR * board.scale)
    return next(first, ways[clear.index(max(clear))])


def leap(board: Board, start: Point, end: Point, crowd: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a way past what is jumped over.

    It passes over the board, on the side where more room is, or else on that of the middle.
    """
    beside = [(at, 0.0) for at in crowd]

    def worth(way: tuple[Point, ...]) -> tuple[bool, float, float]:
        peak = way[len(way) // 2]
        on_board = any(math.dist(peak, cell.centre) < cell.room for cell in board.cells.values())
        return (
            on_board,
            round(min(_clearance(way, beside), board.width)),
            -math.dist(peak, board.middle),
        )

    look = _LEAP, _LEAP_BEGINS, _LEAP_ENDS
    ways = (_bow(start, end, board.middle, *look, side * board.scale) for side in (1, -1))
    return max(ways, key=worth)


def _ways(
    start: Point, room: float, end: Point, pivot: Point, scale: float, *, planned: bool
) -> Iterator[tuple[Point, ...]]:
    """Give the ways that an arrow may take, the best first: a jump may bow to either side."""
    radius, angle = math.dist(pivot, start), _angle(start, end, pivot)
    if abs(radius - math.dist(pivot, end)) <= 1 and abs(angle) <= 120:
        if abs(angle) <= _STRIDE:
            yield _arc(start, angle, pivot)
            return
        aside = _ASIDE * scale
        yield _through(start, _part_of_arc(start, angle / 2, pivot, -aside), end)
        yield _arc(start, angle, pivot, -aside)
        yield _arc(start, angle, pivot, aside)
    elif math.dist(start, end) > JUMP * room:
        aside, rim = (_PLANNED_BOW, _PLANNED_RIM) if planned else (_BOW, _RIM)
        look = aside, (rim, _BOW_BEGINS), (rim, _BOW_ENDS)
        for side in (1, -1):
            yield _bow(start, end, pivot, *look, side * scale)
    else:
        yield start, end


def _angle(start: Point, end: Point, pivot: Point) -> float:
    """Return how far clockwise from a point another lies around the pivot."""
    return math.remainder(_bearing(end, pivot) - _bearing(start, pivot), 360)


def _bearing(at: Point, pivot: Point) -> float:
    return math.degrees(math.atan2(at.x - pivot.x, pivot.y - at.y))


def _part_of_arc(start: Point, angle: float, pivot: Point, aside: float) -> Point:
    """Return a point so far around the pivot, and so far beside the ring there."""
    return polar_point(math.dist(pivot, start) + aside, _bearing(start, pivot) + angle, pivot)


def _arc(start: Point, angle: float, pivot: Point, aside: float = 0) -> tuple[Point, ...]:
    """Return a way around the pivot, in the middle so far beside its ring."""
    steps = math.ceil(abs(angle) / _BEND)
    shares = [step / steps for step in range(steps + 1)]
    return tuple(
        _part_of_arc(start, angle * share, pivot, aside * math.sin(math.pi * share) ** 2)
        for share in shares
    )


def _clearance(way: tuple[Point, ...], beside: Iterable[tuple[Point, float]]) -> float:
    """Tell how far a way keeps from round things beside it."""
    near = (math.dist(at, it) - radius for it, radius in beside for at in way)
    return min(near, default=math.inf)


def _bow(
    start: Point,
    end: Point,
    pivot: Point,
    aside: float,
    begins: tuple[float, float],
    ends: tuple[float, float],
    scale: float,
) -> tuple[Point, ...]:
    """Return a bow that passes so far beside the middle: clockwise if `scale` is above 0.

    It begins and ends so far from both points, each at an angle in degrees to the straight way.
    """
    x, y = unit(start, end)
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    inwards = -x * (middle.x - pivot.x) - y * (middle.y - pivot.y)
    out = math.copysign(scale, scale * inwards)

    def beside(at: Point, along: float, high: float) -> Point:
        along, high = along * abs(scale), high * out
        return Point(at.x + x * along + y * high, at.y + y * along - x * high)

    first, last = (polar_point(rim, 90 - angle) for rim, angle in (begins, ends))
    return _through(
        beside(start, first.x, -first.y), beside(middle, 0, aside), beside(end, -last.x, -last.y)
    )


def _through(start: Point, middle: Point, end: Point) -> tuple[Point, ...]:
    """Return a curve through three points."""
    peak = Point(*(2 * b - (a + c) / 2 for a, b, c in zip(start, middle, end, strict=True)))
    return tuple(
        Point(
            *(
                (1 - part) ** 2 * a + 2 * part * (1 - part) * b + part**2 * c
                for a, b, c in zip(start, peak, end, strict=True)
            )
        )
        for part in (step / 20 for step in range(21))
    )

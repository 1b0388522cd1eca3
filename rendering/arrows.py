"""The arrow of a move: one clean shape from the cell it leaves to the cell it reaches."""

import math
from functools import lru_cache
from itertools import pairwise

from rendering.geometry import Point, path_start, polar_point
from rendering.roles import Role
from rendering.scene import Cell, Token
from rendering.shapes import Polygon, Symbol

_SHAFT, _HEAD, _HEAD_LENGTH = 0.19, 0.56, 0.8
"""Half the width of the shaft and of the head, and the head's length, over the cell's room."""
_BEND = 6
"""Degrees between two points of a curved arrow."""


def arrow(start: Cell, end: Cell, pivot: Point | None) -> Token:
    """Draw an arrow from a cell to the edge of what stands on another.

    The arrow curves around `pivot` where both cells are equally far from it.
    """
    path = _path(start.centre, end.centre, pivot)
    # Relative to its start and on whole units, so that equal arrows are the same symbol.
    base = Point(round(start.centre.x), round(start.centre.y))
    relative = tuple(Point(round(x - base.x), round(y - base.y)) for x, y in path)
    return Token(_arrow(relative, end.room), base)


def _path(start: Point, end: Point, pivot: Point | None) -> tuple[Point, ...]:
    if pivot is None:
        return start, end
    radius, other = math.dist(pivot, start), math.dist(pivot, end)
    begin = math.degrees(math.atan2(start.x - pivot.x, pivot.y - start.y))
    angle = math.degrees(math.atan2(end.x - pivot.x, pivot.y - end.y)) - begin
    angle = (angle + 180) % 360 - 180
    if abs(radius - other) > 1 or abs(angle) > 120:
        return start, end
    steps = math.ceil(abs(angle) / _BEND)
    return tuple(
        polar_point(radius, begin + angle * step / steps, pivot) for step in range(steps + 1)
    )


@lru_cache(maxsize=512)
def _arrow(path: tuple[Point, ...], room: float) -> Symbol:
    length = sum(math.dist(*part) for part in pairwise(path)) - room
    head = min(_HEAD_LENGTH * room, 0.6 * length)
    shaft = [*path_start(path, length - head)]
    base, tip = shaft[-1], path_start(path, length)[-1]
    sides: tuple[list[Point], list[Point]] = [], []
    for number, point in enumerate(shaft):
        x, y = _direction(shaft[max(number - 1, 0)], shaft[min(number + 1, len(shaft) - 1)])
        for side, outwards in zip(sides, (1, -1), strict=True):
            away = outwards * _SHAFT * room
            side.append(Point(point.x + y * away, point.y - x * away))
    x, y = _direction(base, tip)
    wide = _HEAD * room
    points = (
        *sides[0],
        Point(base.x + y * wide, base.y - x * wide),
        tip,
        Point(base.x - y * wide, base.y + x * wide),
        *reversed(sides[1]),
    )
    line = max(1.5, room / 14)
    return Symbol("way", (Polygon(points, Role.LAST_EDGE, Role.LAST, line),))


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return Point((end.x - start.x) / length, (end.y - start.y) / length)

"""Points and outlines in the plane; x grows to the right and y downwards."""

import math
from typing import NamedTuple


class Point(NamedTuple):
    """A place in board units."""

    x: float
    y: float


CENTRE = Point(0, 0)


def turned(point: Point, centre: Point) -> Point:
    """Turn a point by half a circle about another."""
    return Point(2 * centre.x - point.x, 2 * centre.y - point.y)


def around(radius: float, degrees: float, centre: Point = CENTRE) -> Point:
    """Give a point on a circle; degrees run clockwise from twelve o'clock."""
    turn = math.radians(degrees)
    return Point(centre.x + radius * math.sin(turn), centre.y - radius * math.cos(turn))


def arc(radius: float, start: float, end: float, centre: Point = CENTRE) -> tuple[Point, ...]:
    """Give points along an arc, close enough to look round."""
    steps = max(2, round(abs(end - start) * max(radius, 20) / 500))
    each = (end - start) / steps
    return tuple(around(radius, start + step * each, centre) for step in range(steps + 1))


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Give a rectangle's corners."""
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def rounded(width: float, height: float, radius: float) -> tuple[Point, ...]:
    """Give a rectangle with round corners around (0, 0)."""
    x, y = width / 2 - radius, height / 2 - radius
    corners = ((x, -y, 0), (x, y, 90), (-x, y, 180), (-x, -y, 270))
    return tuple(
        point
        for corner_x, corner_y, start in corners
        for point in arc(radius, start, start + 90, Point(corner_x, corner_y))
    )


def star(radius: float, waist: float = 0.42, points: int = 5) -> tuple[Point, ...]:
    """Give a star around (0, 0), one point upwards; `waist` is its inner radius over its outer."""
    return tuple(
        around(radius * (waist if corner % 2 else 1), corner * 180 / points)
        for corner in range(2 * points)
    )


def grown(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Push every edge of a convex polygon outwards (clockwise on the screen), or inwards."""
    count = len(points)
    found = []
    for here in range(count):
        before, at, after = points[here - 1], points[here], points[(here + 1) % count]
        first, second = _outward(before, at), _outward(at, after)
        # The new corner is where both pushed edges meet.
        length = by / (1 + first.x * second.x + first.y * second.y)
        found.append(
            Point(at.x + (first.x + second.x) * length, at.y + (first.y + second.y) * length)
        )
    return tuple(found)


def _outward(start: Point, end: Point) -> Point:
    x, y = end.x - start.x, end.y - start.y
    length = math.hypot(x, y)
    return Point(y / length, -x / length)

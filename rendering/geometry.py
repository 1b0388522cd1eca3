"""Points and outlines in the plane; x grows to the right and y downwards."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple


class Point(NamedTuple):
    """A point in board units."""

    x: float
    y: float


CENTRE = Point(0, 0)
_SHARP = math.radians(30)


class Box(NamedTuple):
    """An upright rectangle in board units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """The centre of the box."""
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def mirror(self, x: float) -> "Box":
        """Mirror the box at a vertical line."""
        return Box(2 * x - self.right, self.top, 2 * x - self.left, self.bottom)


class Transform(NamedTuple):
    """A scaling (a negative factor also rotates by 180 degrees) followed by a shift."""

    factor: float
    x: float
    y: float

    def point(self, point: Point) -> Point:
        """Transform a point."""
        return Point(self.factor * point.x + self.x, self.factor * point.y + self.y)

    def points(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Transform points."""
        return tuple([self.point(point) for point in points])

    def box(self, box: Box) -> Box:
        """Transform a box."""
        one, other = self.point(Point(box.left, box.top)), self.point(Point(box.right, box.bottom))
        return Box(
            min(one.x, other.x), min(one.y, other.y), max(one.x, other.x), max(one.y, other.y)
        )

    def length(self, length: float) -> float:
        """Scale a length."""
        return abs(self.factor) * length


def between(one: Point, other: Point, share: float) -> Point:
    """Return the point that is so far of the way from one to another, 0 to 1."""
    return Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)


def polar_point(radius: float, degrees: float, centre: Point = CENTRE) -> Point:
    """Return a point on a circle; degrees run clockwise from twelve o'clock."""
    angle = math.radians(degrees)
    return Point(centre.x + radius * math.sin(angle), centre.y - radius * math.cos(angle))


def arc(radius: float, start: float, end: float, centre: Point = CENTRE) -> tuple[Point, ...]:
    """Return points along an arc, close enough together to look round."""
    steps = max(2, round(abs(end - start) * max(radius, 20) / 250))
    each = (end - start) / steps
    return tuple(polar_point(radius, start + step * each, centre) for step in range(steps + 1))


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle."""
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def rounded_box(width: float, height: float, radius: float) -> tuple[Point, ...]:
    """Return a rectangle with round corners around (0, 0)."""
    x, y = width / 2 - radius, height / 2 - radius
    corners = ((x, -y, 0), (x, y, 90), (-x, y, 180), (-x, -y, 270))
    return tuple(
        point
        for corner_x, corner_y, start in corners
        for point in arc(radius, start, start + 90, Point(corner_x, corner_y))
    )


def rounded_triangle(inradius: float, bulge: float, grow: float, *, up: bool) -> tuple[Point, ...]:
    """Return a triangle around (0, 0) whose sides bulge, grown on all sides with round corners."""
    half = inradius * math.sqrt(3)
    radius = (half**2 + bulge**2) / (2 * bulge)
    reach = math.degrees(math.asin(half / radius))
    points: list[Point] = []
    for corner in (0, 120, 240):
        side = corner + (60 if up else 240)
        points += arc(
            radius + grow, side - reach, side + reach, polar_point(bulge - radius + inradius, side)
        )
        tip = polar_point(2 * inradius, side + 60)
        points += arc(max(grow, 0.01), side + reach, side + 120 - reach, tip)[1:-1]
    return tuple(points)


def scaled(points: Sequence[Point], factor: float, about: Point = CENTRE) -> tuple[Point, ...]:
    """Scale an outline about a point."""
    return tuple(between(about, at, factor) for at in points)


def dashes(outline: Sequence[Point], dash: float, gap: float) -> Iterator[tuple[Point, ...]]:
    """Cut a closed outline into dashes, as many as fit, all of one length."""
    path = [*outline, outline[0]]
    whole = sum(math.dist(*part) for part in pairwise(path))
    count = max(3, round(whole / (dash + gap)))
    each = whole / count
    for number in range(count):
        begun = path_start(path, number * each)
        ended = path_start(path, number * each + each * dash / (dash + gap))
        yield (begun[-1], *ended[len(begun) - 1 :]) if number else tuple(ended)


_CROWN = ((-21, -9), (-10, 2), (0, -16), (10, 2), (21, -9), (16, 18), (-16, 18))
"""A crown of three points, as it lies on a throne."""


def crown(radius: float) -> tuple[Point, ...]:
    """Return the outline of a crown around (0, 0) that reaches as far as a star does."""
    return tuple(Point(x * radius / 21, y * radius / 21) for x, y in _CROWN)


def star(radius: float, waist: float = 0.42) -> tuple[Point, ...]:
    """Return a star around (0, 0), one point upwards; `waist` is inner over outer radius."""
    return tuple(
        polar_point(radius * (waist if corner % 2 else 1), corner * 36) for corner in range(10)
    )


def offset_outline(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Move every edge of a convex polygon (clockwise on screen) outwards, or inwards below 0."""
    count = len(points)
    found = []
    for here in range(count):
        before, at, after = points[here - 1], points[here], points[(here + 1) % count]
        first, second = _outward(before, at), _outward(at, after)
        # The new corner is where both moved edges meet.
        length = by / (1 + first.x * second.x + first.y * second.y)
        found.append(
            Point(at.x + (first.x + second.x) * length, at.y + (first.y + second.y) * length)
        )
    return tuple(found)


def _outward(start: Point, end: Point) -> Point:
    x, y = end.x - start.x, end.y - start.y
    length = math.hypot(x, y)
    return Point(y / length, -x / length)


def translate(points: Sequence[Point], x: float, y: float) -> tuple[Point, ...]:
    """Shift points."""
    return tuple(Point(point.x + x, point.y + y) for point in points)


def clip_above(points: Sequence[Point], y: float) -> list[Point]:
    """Clip off the part of a convex polygon above a height."""
    kept = []
    for one, other in zip(points, (*points[1:], points[0]), strict=True):
        if one.y >= y:
            kept.append(one)
        if (one.y < y) != (other.y < y):
            kept.append(between(one, other, (y - one.y) / (other.y - one.y))._replace(y=y))
    return kept


def without_lower(points: Sequence[Point], y: float) -> list[Point]:
    """Leave out the points of an outline below a height, but for those that end an edge above."""
    around = zip((points[-1], *points), points, (*points[1:], points[0]), strict=False)
    return [at for before, at, after in around if min(before.y, at.y, after.y) <= y]


def path_start(path: Sequence[Point], length: float) -> list[Point]:
    """Return the beginning of a path, up to a length."""
    points = [path[0]]
    for start, end in pairwise(path):
        part = math.dist(start, end)
        if part >= length:
            points.append(between(start, end, length / part))
            break
        points.append(end)
        length -= part
    return points


def sharp_corners(outline: Sequence[Point]) -> Iterator[int]:
    """Find where an outline turns sharply, whether the edges are straight or curved."""
    for number, (x, y) in enumerate(outline):
        before, after = outline[number - 1], outline[(number + 1) % len(outline)]
        one = math.atan2(y - before.y, x - before.x)
        other = math.atan2(after.y - y, after.x - x)
        if abs(math.remainder(other - one, math.tau)) > _SHARP:
            yield number


def is_pointed(outline: Sequence[Point]) -> bool:
    """Tell whether an outline is a triangle around (0, 0), which has a wide end and a tip."""
    return abs(min(y for _, y in outline) + max(y for _, y in outline)) > 4


def simplified(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Leave out points of a path that lie nearly on the line between those that are kept.

    The path starts and ends where it did.
    """
    kept, start = [points[0]], 0
    for end in range(2, len(points)):
        one, other = points[start], points[end]
        if any(_distance(at, one, other) > tolerance for at in points[start + 1 : end]):
            start = end - 1
            kept.append(points[start])
    return [*kept, *points[1:][-1:]]


def _distance(at: Point, one: Point, other: Point) -> float:
    """Measure how far a point is from the line through two others, or from both if they are one."""
    length = math.dist(one, other)
    if not length:
        return math.dist(at, one)
    across = (other.x - one.x) * (at.y - one.y) - (other.y - one.y) * (at.x - one.x)
    return abs(across) / length


def unit(start: Point, end: Point) -> Point:
    """Return the direction from one point to another as a vector of length 1."""
    length = math.dist(start, end) or 1
    return Point((end.x - start.x) / length, (end.y - start.y) / length)

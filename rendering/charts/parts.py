"""The parts of charts: lines of text, panels of wood, bars, pieces."""

from collections.abc import Iterator, Sequence
from functools import cache

from rendering.colour_roles import Ink, Role
from rendering.fit_text import text_width
from rendering.geometry import Box, Point, Transform, box, offset_outline, rounded_box, translate
from rendering.shapes import Disc, Polygon, Shape, Symbol, Text
from rendering.wood import grain
from rules import Sentence

WIDTH = 1000
RIM = 10
"""The width of the rim around a panel."""
UNWRITABLE = Sentence("(named below)")
"""Stands for a name that the font cannot draw; the message below names the player."""


def left_aligned(words: str, x: float, y: float, size: float, role: Role, on: Role) -> Text:
    """Return a line of text that begins at x."""
    return Text(Point(x + text_width(words, size) / 2, y), words, size, role, on)


def right_aligned(words: str, x: float, y: float, size: float, role: Role, on: Role) -> Text:
    """Return a line of text that ends at x."""
    return Text(Point(x - text_width(words, size) / 2, y), words, size, role, on)


@cache
def panel(place: Box, ground: Role, row: float, seed: int = 1) -> tuple[Shape, ...]:
    """Draw a board of wood with a rim, whose grain runs along rows of some height."""
    width, height = place.right - place.left, place.bottom - place.top
    hull = translate(rounded_box(width, height, 8), *place.middle)
    inside = grain(hull, row, seed=seed, streaks=0.16)
    return (*edge(hull), Polygon(hull, ground), *inside)


def edge(hull: tuple[Point, ...]) -> Iterator[Polygon]:
    """Draw a plain rim around a convex outline; gradients on one so large would cost much."""
    for width, role in ((RIM, Role.RIM_DARK), (RIM - 2, Role.RIM), (2, Role.RIM_DARK)):
        yield Polygon(offset_outline(hull, width), role)


def place_symbol(symbol: Symbol, at: Point) -> Iterator[Shape]:
    """Return the shapes of a symbol at a place."""
    transform = Transform(1, at.x, at.y)
    return (shape.transformed(transform) for shape in symbol.shapes)


def line(points: Sequence[Point], ink: Ink, width: float) -> Polygon:
    """Return a line through points."""
    return Polygon(tuple(points), None, ink, width, closed=False)


def rectangle(place: Box, ink: Ink) -> Polygon:
    """Return a filled rectangle."""
    return Polygon(box(*place), ink)


def number_badge(number: int, at: Point) -> Iterator[Shape]:
    """Draw a number in a bright disc."""
    yield Disc(at, 23, Role.LAST, Role.LAST_EDGE, 4)
    yield Text(at, str(number), 30, Role.LIGHT_EDGE, Role.LAST)

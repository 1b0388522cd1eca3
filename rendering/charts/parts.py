"""What charts are put together from: lines of text, panels of wood, bars, pieces."""

from collections.abc import Iterator, Sequence
from functools import cache

from rendering.geometry import Box, Point, Transform, box, offset_outline, rounded_box, translate
from rendering.roles import Ink, Role
from rendering.shapes import Disc, Polygon, Shape, Symbol, Text
from rendering.text import text_width
from rendering.wood import grain
from rules import Sentence

WIDTH = 1000
RIM = 10
"""How wide the rim around a panel is."""
UNWRITABLE = Sentence("(named below)")
"""What stands for a name that the font cannot write, which the message below names."""


def left_aligned(words: str, x: float, y: float, size: float, role: Role, on: Role) -> Text:
    """Write a line that begins at x."""
    return Text(Point(x + text_width(words, size) / 2, y), words, size, role, on)


def right_aligned(words: str, x: float, y: float, size: float, role: Role, on: Role) -> Text:
    """Write a line that ends at x."""
    return Text(Point(x - text_width(words, size) / 2, y), words, size, role, on)


def centred(words: str, at: Point, size: float, role: Role, on: Role) -> Text:
    """Write a line around a place."""
    return Text(at, words, size, role, on)


@cache
def panel(place: Box, ground: Role, row: float, seed: int = 1) -> tuple[Shape, ...]:
    """Lay a board of wood with a rim, whose grain runs along rows of some height."""
    width, height = place.right - place.left, place.bottom - place.top
    hull = translate(rounded_box(width, height, 8), *place.middle)
    inside = grain(hull, row, seed=seed, streaks=0.16, planks=False)
    return (*edge(hull), Polygon(hull, ground), *inside)


def edge(hull: tuple[Point, ...]) -> Iterator[Polygon]:
    """Lay a plain rim around a convex outline; light on one so large would cost much."""
    for width, role in ((RIM, Role.RIM_DARK), (RIM - 2, Role.RIM), (2, Role.RIM_DARK)):
        yield Polygon(offset_outline(hull, width), role)


def place_symbol(symbol: Symbol, at: Point, factor: float = 1) -> Iterator[Shape]:
    """Stand a symbol at a place."""
    transform = Transform(factor, at.x, at.y)
    return (shape.transformed(transform) for shape in symbol.shapes)


def line(points: Sequence[Point], ink: Ink, width: float) -> Polygon:
    """Draw a line from point to point."""
    return Polygon(tuple(points), None, ink, width, closed=False)


def rectangle(place: Box, ink: Ink, opacity: float = 1) -> Polygon:
    """Fill a rectangle."""
    return Polygon(box(*place), ink, opacity=opacity)


def number_badge(number: int, at: Point) -> Iterator[Shape]:
    """Put up a number in a bright disc."""
    yield Disc(at, 23, Role.LAST, Role.LAST_EDGE, 4)
    yield Text(at, str(number), 30, Role.FIRST_EDGE, Role.LAST)

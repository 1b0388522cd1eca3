"""Shared parts of tables of contests: the heading, rows on planks, the highlighted row, arrows."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from rendering.charts.fast_table import HashedShapes, Tile
from rendering.charts.parts import UNWRITABLE, WIDTH, edge, left_aligned, rectangle, right_aligned
from rendering.colour_roles import Role
from rendering.fit_text import drawable_text, fit_first, text_width, truncate
from rendering.geometry import Box, Point, box
from rendering.shapes import Polygon, Shape, Text
from rendering.wood import grain
from rules import Speech

LEFT, RIGHT = 20, WIDTH - 20
_TITLE, _SUBTITLE, _MOST_TITLE = 46, 32, 560
_GAP = 34
"""The gap before a row from elsewhere."""


def heading(title: str, subtitle: str) -> Iterator[Text]:
    """Write the title of a chart, and smaller what stands beside it."""
    title = truncate(drawable_text(title), _TITLE, _MOST_TITLE)
    room = RIGHT - LEFT - text_width(title, _TITLE) - 40
    yield left_aligned(title, LEFT + 6, 36, _TITLE, Role.TEXT, Role.SURROUND)
    beside = truncate(drawable_text(subtitle), _SUBTITLE, room)
    yield right_aligned(beside, RIGHT - 6, 38, _SUBTITLE, Role.QUIET, Role.SURROUND)


def fitted_name(name: str, sizes: tuple[int, ...], room: float, speech: Speech) -> tuple[str, int]:
    """Choose how a name is written in a room, and its size.

    What stands in brackets after it, such as a user name, is not cut before the name is. Of words
    that stand for a name, the number alone may be left.
    """
    written = drawable_text(speech.name(name)) or speech.say(UNWRITABLE)
    if not drawable_text(name):
        number = "".join(filter(str.isdigit, written))
        return fit_first([written, f"({number or '…'})"], sizes, room)
    own, bracket, rest = written.rpartition(" (")
    shorter = [
        f"{own[:letters].rstrip()}…{bracket}{rest}" for letters in range(len(own) - 1, 0, -1)
    ]
    # Where a user name alone has no room, as much of it as has tells more than a bit of both.
    return fit_first([written, *shorter, *([rest.removesuffix(")")] if own else ())], sizes, room)


def ground_of(number: int, *, own: bool) -> Role:
    """Return the colour of a row."""
    return Role.LAST if own else (Role.PANEL, Role.PANEL_QUIET)[number % 2]


def row_tops(places: Sequence[int], top: int, height: int) -> tuple[int, ...]:
    """Lay out rows of a height from the top; after a jump in the places there is a gap."""
    tops = [top]
    for before, place in pairwise(places):
        tops.append(tops[-1] + height + (0 if place == before + 1 else _GAP))
    return tuple(tops)


@cache
def planks(
    tops: tuple[int, ...], height: int, numbers: tuple[int, ...] | None = None
) -> HashedShapes:
    """Draw planks under rows of a height, with a rim around those that follow one another.

    `numbers` are those by which their colours alternate, if not the rows' own.
    """
    numbers = numbers or tuple(range(len(tops)))
    shapes: list[Shape] = []
    start = 0
    for number in range(1, len(tops) + 1):
        if number == len(tops) or tops[number] > tops[number - 1] + height:
            hull = box(LEFT, tops[start], RIGHT, tops[number - 1] + height)
            shapes += edge(hull)
            for row in range(start, number):
                ground = ground_of(numbers[row], own=False)
                shapes.append(rectangle(Box(LEFT, tops[row], RIGHT, tops[row] + height), ground))
            shapes += grain(hull, height, seed=start + 3, streaks=0.12)
            start = number
    return HashedShapes(shapes)


def own_row(top: int, height: int) -> Tile:
    """Highlight a row."""
    wide = RIGHT - LEFT
    frame = Polygon(box(3, 3, wide - 3, height - 3), None, Role.LAST_EDGE, 6)
    return Tile((rectangle(Box(0, 0, wide, height), Role.LAST), frame), wide, height, LEFT, top)


def arrow(up: bool, x: int, y: int, on: Role) -> Tile:
    """Draw an arrow around a place: who goes up, and who goes down."""
    points = Point(1, 19), Point(13, 1), Point(25, 19)
    if not up:
        points = Point(1, 1), Point(25, 1), Point(13, 19)
    shape = Polygon(points, Role.TARGET if up else Role.TAKEN)
    return Tile((rectangle(Box(0, 0, 26, 20), on), shape), 26, 20, x - 13, y - 10)


def heads(headings: Iterable[tuple[str, float, float]], y: float, size: int) -> Iterator[Text]:
    """Write the headings of columns: the words, their middle, the room for them."""
    for words, x, room in headings:
        yield Text(Point(x, y), truncate(words, size, room), size, Role.QUIET, Role.SURROUND)

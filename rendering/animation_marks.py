"""The marks of a move in an animation frame, which the next frame soon replaces.

They say what those of a still picture say and change as few pixels as possible: no arrow, no
tint under a piece and its shadow; captured pieces stay, crossed out, until the next move.
"""

import math
from collections.abc import Iterator
from functools import cache, lru_cache

from rendering.colour_roles import Role
from rendering.geometry import (
    CENTRE,
    Point,
    box,
    is_pointed,
    offset_outline,
    path_start,
    rounded_box,
    sharp_corners,
)
from rendering.marks import capture_cross, captured_pieces
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Disc, Polygon, Symbol, Text
from rendering.sowing_marks import capture_numbers
from rules import Move

_FOOT, _LEAST_FOOT = 0.32, 12
"""A footprint's radius over its cell's room, and the smallest that is visible on a phone."""
_CORNER, _EDGE, _TIP, _OVER = 28, 3, 20, 1
"""The length of a cell's corner marks, the width of every mark's outline, the length of a
triangle's corner marks, and how far these reach over its edge."""
_PLATE, _NAME, _TO_BAR = Point(50, 40), 34, 19
"""The sizes of the plate under a sunk cell's name and of the name, and a bar's distance from it."""


def mark_animated_move(scene: Scene, move: Move, before: Scene | None = None) -> Iterator[Token]:
    """Mark a move under the pieces: its footprints, its last cell, and what it captured.

    Captured pieces look as in the scene `before`, where that is given. Cells that the board does
    not have are skipped.
    """
    cells = scene.board.cells
    path = [name for name in move.path if name in cells]
    if path and cells[path[-1]].sunk:
        yield from _beside(cells[path[0]], path[-1], cells[path[-1]])
    elif path:
        for name in dict.fromkeys(path[:-1]):
            yield Token(_footprint(cells[name].room), cells[name].centre)
        yield Token(_corners(cells[path[-1]].outline), cells[path[-1]].centre)
    if scene.board.heap:
        yield from capture_numbers(scene, move, before)
        return
    victims = [*captured_pieces(scene, move, before)]
    for cell, victim in victims:
        if victim:
            yield Token(victim, cell.centre)
    yield from (capture_cross(scene.board, *it) for it in victims)


@lru_cache(maxsize=64)
def _footprint(room: float) -> Symbol:
    radius = max(_LEAST_FOOT, _FOOT * room)
    return Symbol("left", (Disc(CENTRE, radius, Role.LAST, Role.LAST_EDGE, _EDGE),))


@lru_cache(maxsize=256)
def _corners(outline: tuple[Point, ...]) -> Symbol:
    """Fill a cell's corners; a round cell, which has none, is framed.

    Those of a triangle reach a little over it, since a piece leaves little of it to be seen.
    """
    pointed = is_pointed(outline)
    path = offset_outline(outline, _OVER if pointed else -_EDGE)
    length = _TIP if pointed else _CORNER
    filled = []
    for number in sharp_corners(path):
        onwards = (*path[number:], *path[:number])
        back = (onwards[0], *reversed(onwards))
        ends = (path_start(way, length)[-1] for way in (onwards, back))
        filled.append(Polygon((path[number], *ends), Role.LAST, Role.LAST_EDGE, _EDGE))
    return Symbol("came", (*filled,) or (Polygon(path, None, Role.LAST, 2 * _EDGE),))


def _beside(start: Cell, name: str, end: Cell) -> Iterator[Token]:
    """Mark sunk cells at their names: a bar where a move began, a plate where it ended."""
    at = start.label or start.centre
    outwards = math.copysign(_TO_BAR, at.y - start.centre.y)
    yield Token(_bar(), Point(at.x, at.y + outwards))
    yield Token(_plate(name), end.label or end.centre)


@cache
def _bar() -> Symbol:
    half = Point(_PLATE.x / 2, _EDGE + 0.5)
    edge, bar = (box(-x, -y, x, y) for x, y in (half, Point(half.x - 1, half.y - 1)))
    return Symbol("left", (Polygon(edge, Role.LAST_EDGE), Polygon(bar, Role.LAST)))


@lru_cache(maxsize=64)
def _plate(name: str) -> Symbol:
    outline = rounded_box(*_PLATE, 10)
    return Symbol(
        "came",
        (
            Polygon(outline, Role.LAST_EDGE),
            Polygon(offset_outline(outline, -_EDGE), Role.LAST),
            Text(CENTRE, name, _NAME, Role.LIGHT_EDGE, Role.LAST),
        ),
    )

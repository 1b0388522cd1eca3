"""What is marked on a board: the last move, what it took, and where a piece may go."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from rendering.geometry import CENTRE, Point, grown
from rendering.scene import Cell, Disc, Polygon, Role, Scene, Symbol, Token
from rules import Move

_SPACING = 18
"""Units between two dots of a trail."""


def last_move(scene: Scene, move: Move) -> Iterator[Token]:
    """Mark a move under the pieces: start, landings, end, the way, and what was taken.

    Cells that the board does not have are passed over.
    """
    cells = scene.board.cells
    path = [cells[name] for name in move.path if name in cells]
    if path:
        start, end = path[0], path[-1]
        for cell in dict.fromkeys(path[1:-1]):
            if cell not in (start, end):
                yield Token(_landing(cell.outline, sunk=cell.sunk), cell.centre)
        yield Token(_start(start.outline, sunk=start.sunk), start.centre)
        yield Token(_end(end.outline, sunk=end.sunk), end.centre)
    if scene.board.trail:
        yield from _trail(path)
    for name in dict.fromkeys(move.taken):
        if name in cells:
            cell = cells[name]
            yield Token(_taken(cell.room), cell.badge or cell.centre)


def targets(scene: Scene, names: Iterable[str]) -> Iterator[Token]:
    """Mark the cells where the chosen piece may go: a dot, or a ring around what stands there."""
    occupied = {token.cell for token in scene.tokens}
    for name in dict.fromkeys(names):
        if cell := scene.board.cells.get(name):
            yield Token(_ring(cell.room) if name in occupied else _dot(cell.room), cell.centre)


def rehearsal(scene: Scene) -> Iterator[list[Token]]:
    """Give what may come to lie on each cell: its marks, and every piece, bare and just moved."""
    cells = scene.board.cells
    centres = {cell.centre for cell in cells.values()}
    pieces = {token.symbol: None for token in scene.tokens if token.at in centres}
    for cell in cells.values():
        end = Token(_end(cell.outline, sunk=cell.sunk), cell.centre)
        yield [end]
        yield [Token(_start(cell.outline, sunk=cell.sunk), cell.centre)]
        yield [Token(_taken(cell.room), cell.badge or cell.centre)]
        yield [Token(_dot(cell.room), cell.centre)]
        if cell.sunk:
            yield [Token(_landing(cell.outline, sunk=True), cell.centre)]
        for piece in pieces:
            yield [Token(piece, cell.centre)]
            yield [end, Token(piece, cell.centre)]


def _trail(path: list[Cell]) -> Iterator[Token]:
    """Dot the way from cell to cell; the dots grow towards each landing."""
    for start, end in pairwise(path):
        x, y = end.centre.x - start.centre.x, end.centre.y - start.centre.y
        length = math.hypot(x, y)
        dots = int((length - end.room) / _SPACING)
        for dot in range(dots + 1):
            share = (dot * _SPACING + 2) / length if length else 0
            size = 4 + round(6 * share) / 2
            at = Point(start.centre.x + x * share, start.centre.y + y * share)
            yield Token(_footprint(size), at)


@lru_cache(maxsize=16)
def _footprint(radius: float) -> Symbol:
    return Symbol("way", (Disc(CENTRE, radius, Role.LAST_EDGE, Role.LAST, 1.3),))


@lru_cache(maxsize=256)
def _start(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("start", _frame(outline, 4))
    return Symbol("start", (Polygon(grown(outline, -1), Role.LAST),))


@lru_cache(maxsize=256)
def _landing(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("landing", _frame(outline, 1.5))
    return Symbol("landing", (Polygon(grown(outline, -3), None, Role.LAST_EDGE, 2),))


@lru_cache(maxsize=256)
def _end(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("end", _frame(outline, 8))
    return Symbol("end", (Polygon(grown(outline, -2.5), Role.LAST, Role.LAST_EDGE, 4),))


def _frame(outline: tuple[Point, ...], width: float) -> tuple[Polygon, Polygon]:
    """Frame a sunk cell, whose floor must stay as it is."""
    path = grown(outline, -3)
    return (
        Polygon(path, None, Role.LAST_EDGE, width + 3),
        Polygon(path, None, Role.LAST, width),
    )


@lru_cache(maxsize=64)
def _taken(room: float) -> Symbol:
    """Make a faded piece with a cross through it."""
    reach = room * 0.42
    strokes = (
        (Point(-reach, -reach), Point(reach, reach)),
        (Point(-reach, reach), Point(reach, -reach)),
    )
    return Symbol(
        "taken",
        (
            Disc(CENTRE, room * 0.9, Role.SECOND_EDGE, opacity=0.3),
            *(Polygon(stroke, None, Role.TARGET_EDGE, 8, closed=False) for stroke in strokes),
            *(Polygon(stroke, None, Role.TAKEN, 5, closed=False) for stroke in strokes),
        ),
    )


@lru_cache(maxsize=64)
def _dot(room: float) -> Symbol:
    return Symbol("target", (Disc(CENTRE, room * 0.5, Role.TARGET, Role.TARGET_EDGE, 2.5),))


@lru_cache(maxsize=64)
def _ring(room: float) -> Symbol:
    return Symbol(
        "target",
        (
            Disc(CENTRE, room * 1.1, line=Role.TARGET_EDGE, width=7),
            Disc(CENTRE, room * 1.1 - 1.5, line=Role.TARGET, width=4),
        ),
    )

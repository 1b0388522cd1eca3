"""Marks on a board: the last move, its captures, targets, and the pieces that can be chosen."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from rendering.arrows import arrow
from rendering.geometry import CENTRE, Point, offset_outline
from rendering.roles import Role
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Disc, Polygon, Symbol, fade
from rules import Move


def mark_last_move(scene: Scene, move: Move, before: Scene | None = None) -> Iterator[Token]:
    """Mark a move under the pieces: start, landings, end, arrows, and what was captured.

    Captured pieces look as in the scene `before`, where that is given. Cells that the board does
    not have are skipped.
    """
    board = scene.board
    path = [board.cells[name] for name in move.path if name in board.cells]
    if path:
        start, end = path[0], path[-1]
        for cell in dict.fromkeys(path[1:-1]):
            if cell not in (start, end):
                yield Token(_landing(cell.outline, sunk=cell.sunk), cell.centre)
        yield Token(_start(start.outline, sunk=start.sunk), start.centre)
        yield Token(_end(end.outline, sunk=end.sunk), end.centre)
    victims = [*captured_pieces(scene, move, before)]
    for cell, victim in victims:
        ghost = fade(victim) if victim else _shade(cell.room)
        yield Token(ghost, cell.badge or cell.centre)
    if board.trail:
        yield from (arrow(*hop, board.pivot) for hop in pairwise(path) if hop[0] != hop[1])
    yield from (capture_cross(cell) for cell, _ in victims)


def captured_pieces(
    scene: Scene, move: Move, before: Scene | None
) -> Iterator[tuple[Cell, Symbol | None]]:
    """Give the cells where a piece was captured, each with what stood there, if known."""
    cells = scene.board.cells
    stood = {token.at: token.symbol for token in before.tokens} if before else {}
    path = [cells[name] for name in move.path if name in cells]
    if path and path[0].centre in stood:
        stood[path[-1].centre] = stood[path[0].centre]  # for a piece that is lost where it lands
    for name in dict.fromkeys(move.taken):
        if cell := cells.get(name):
            yield cell, stood.get(cell.centre)


def capture_cross(cell: Cell) -> Token:
    """Cross out what was captured on a cell."""
    return Token(_cross(cell.room), cell.badge or cell.centre)


def mark_targets(scene: Scene, names: Iterable[str]) -> Iterator[Token]:
    """Mark the cells where the chosen piece may go: a dot, or a ring around what stands there."""
    occupied = {token.cell for token in scene.tokens}
    for name in dict.fromkeys(names):
        if cell := scene.board.cells.get(name):
            yield Token(_ring(cell.room) if name in occupied else _dot(cell.room), cell.centre)


def warm_up_layers(scene: Scene) -> Iterator[list[Token]]:
    """Give the tokens that often come to lie on each cell: the pieces that stand on its like."""
    cells = scene.board.cells
    kinds = {
        (cells[token.cell].floor, token.symbol): None
        for token in scene.tokens
        if token.cell in cells and token.at == cells[token.cell].centre
    }
    for cell in cells.values():
        for floor, piece in kinds:
            if floor is cell.floor:
                yield [Token(piece, cell.centre)]


@lru_cache(maxsize=256)
def _start(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("start", _frame(outline, 4))
    return Symbol("start", (Polygon(offset_outline(outline, -1), Role.LAST, opacity=0.55),))


@lru_cache(maxsize=256)
def _landing(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("landing", _frame(outline, 1.5))
    return Symbol("landing", (Polygon(offset_outline(outline, -3), None, Role.LAST_EDGE, 2),))


@lru_cache(maxsize=256)
def _end(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("end", _frame(outline, 8))
    return Symbol("end", (Polygon(offset_outline(outline, -2.5), Role.LAST, Role.LAST_EDGE, 4),))


def _frame(outline: tuple[Point, ...], width: float) -> tuple[Polygon, Polygon]:
    """Frame a sunk cell, whose floor must stay visible."""
    path = offset_outline(outline, -3)
    return (
        Polygon(path, None, Role.LAST_EDGE, width + 3),
        Polygon(path, None, Role.LAST, width),
    )


@lru_cache(maxsize=64)
def _shade(room: float) -> Symbol:
    """Return the shade of a captured piece of which nothing is known."""
    return Symbol("gone", (Disc(CENTRE, room * 0.9, Role.SECOND_EDGE, opacity=0.3),))


@lru_cache(maxsize=64)
def _cross(room: float) -> Symbol:
    reach, wide = room * 0.5, max(4.5, room * 0.17)
    strokes = (
        (Point(-reach, -reach), Point(reach, reach)),
        (Point(-reach, reach), Point(reach, -reach)),
    )
    return Symbol(
        "taken",
        (
            *(Polygon(part, None, Role.TARGET_EDGE, wide + 3, closed=False) for part in strokes),
            *(Polygon(part, None, Role.TAKEN, wide, closed=False) for part in strokes),
        ),
    )


@lru_cache(maxsize=64)
def _dot(room: float) -> Symbol:
    return Symbol("target", (Disc(CENTRE, room * 0.5, Role.TARGET, Role.TARGET_EDGE, 2.5),))


@lru_cache(maxsize=64)
def _ring(room: float) -> Symbol:
    """Return a ring around what stands on a cell."""
    return Symbol(
        "target",
        (
            Disc(CENTRE, room * 1.1, line=Role.TARGET_EDGE, width=7),
            Disc(CENTRE, room * 1.1 - 1.5, line=Role.TARGET, width=4),
        ),
    )


def mark_choice_cells(scene: Scene, chosen: str, choices: Iterable[str]) -> Iterator[Token]:
    """Mark under the pieces the chosen cell, and the sunk cells that can be chosen.

    Cells that the board does not have are skipped.
    """
    cells = scene.board.cells
    if cell := cells.get(chosen):
        yield Token(_chosen_cell(cell.outline, sunk=cell.sunk), cell.centre)
    for name in choices:
        if (cell := cells.get(name)) and cell.sunk:
            yield Token(_choice_frame(cell.outline), cell.centre)


def ring_choices(scene: Scene, choices: Iterable[str]) -> Iterator[Token]:
    """Ring the pieces that can be chosen."""
    cells = scene.board.cells
    occupied = {token.cell for token in scene.tokens}
    for name in choices:
        if (cell := cells.get(name)) and name in occupied and not cell.sunk:
            yield Token(choice_ring(cell.room), cell.centre)


@lru_cache(maxsize=64)
def choice_ring(room: float) -> Symbol:
    """Return a ring around a piece that can be chosen."""
    wide = max(4, room * 0.14)
    return Symbol(
        "choice",
        (
            Disc(CENTRE, room + wide, line=Role.CHOICE_EDGE, width=wide + 3),
            Disc(CENTRE, room + wide - 1.5, line=Role.CHOICE, width=wide),
        ),
    )


@lru_cache(maxsize=64)
def _choice_frame(outline: tuple[Point, ...]) -> Symbol:
    return Symbol("choice", _choice_edges(outline))


@lru_cache(maxsize=256)
def _chosen_cell(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("chosen", _choice_edges(outline))
    return Symbol(
        "chosen", (Polygon(offset_outline(outline, -2.5), Role.CHOICE, Role.CHOICE_EDGE, 3),)
    )


def _choice_edges(outline: tuple[Point, ...]) -> tuple[Polygon, Polygon]:
    path = offset_outline(outline, -2)
    return Polygon(path, None, Role.CHOICE_EDGE, 10), Polygon(path, None, Role.CHOICE, 6)

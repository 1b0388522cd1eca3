"""Marks on a board: the last move, its captures, and where a piece may go."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from rendering.arrows import arrow, arrow_head
from rendering.cell_frames import dashed_frame, end_frame, not_enlarged, ring_around, sized
from rendering.colour_roles import SOURCE, Role
from rendering.geometry import CENTRE, Point, is_pointed, offset_outline, scaled
from rendering.scene import Board, Cell, Scene, Token
from rendering.shapes import Disc, Polygon, Symbol, fade
from rendering.sowing_marks import capture_numbers, sowing_pointer, store_numbers
from rules import Move

_HEAD_REACH = 42
"""The distance of a cross on the head of an arrow from the rim of the piece that moved."""
_CROSS, _CROSS_ON_RINGS = 16, (12.5, 6.5)
"""The reach of a cross, and on a board of rings, and the width of its strokes there: what was
taken must still be seen around it."""
_CROSS_ON_TRIANGLES = 15, 7.5
"""The same of a triangle, between two pieces, and how wide its strokes are."""
_BADGE, _IN_TIP = 16.5, 1.72
"""The radius of the disc with a captain's cross, and how far towards its tip that is, of what the
sign of a button is."""
_INLAID = 0.36
"""The tint of the cell that was left, where something is inlaid that must be seen."""
_BEHIND = 0.45
"""The strongest tint of such a cell on which an arrow begins that is seen before it."""
_THIN = 6
"""The width of the dashed ring around the hole where a sowing began."""


def mark_last_move(scene: Scene, move: Move, before: Scene | None = None) -> Iterator[Token]:
    """Mark a move under the pieces: start, landings, end, and what was captured.

    Captured pieces look as in the scene `before`, where that is given. Cells that the board does
    not have are skipped.
    """
    board = scene.board
    path = [name for name in move.path if name in board.cells]
    if path:
        start, end = board.cells[path[0]], board.cells[path[-1]]
        if board.trail:
            for cell in dict.fromkeys(board.cells[name] for name in path[1:-1]):
                if cell not in (start, end):
                    yield sized(board, _landing(not_enlarged(board, cell.outline)), cell.centre)
        if start is not end or start.sunk:
            plain = board.pivot is not None
            tint = _INLAID if any(it.at == start.centre for it in board.fittings) else SOURCE
            mark = _start(not_enlarged(board, start.outline), tint, sunk=start.sunk, plain=plain)
            yield sized(board, mark, start.centre)
    ghosts = () if board.heap else (*_ghosts(scene, move, before),)
    last = board.cells[path[-1]].centre if path else None
    yield from (ghost for ghost in ghosts if ghost.at != last)
    if path:
        mark = end_frame(not_enlarged(board, end.outline), sunk=end.sunk)
        yield sized(board, mark, scene.place(path[-1], near=path[-2:][0]))
    yield from (ghost for ghost in ghosts if ghost.at == last)


def _ghosts(scene: Scene, move: Move, before: Scene | None) -> Iterator[Token]:
    """Show what a move captured, faded."""
    for cell, victim in captured_pieces(scene, move, before):
        yield Token(fade(victim) if victim else _shade(cell.room), cell.centre)


def mark_move_above(scene: Scene, move: Move, before: Scene | None = None) -> Iterator[Token]:
    """Mark a move above the pieces: arrows, crosses over what it captured, numbers of stones."""
    board = scene.board
    path = [name for name in move.path if name in board.cells]
    crowd = bystanders(scene, move)
    if board.pivot and path:
        yield ring_around(board, board.cells[path[-1]], scene.place(path[-1], near=path[-2:][0]))
    if board.heap:
        yield from sowing_pointer(scene, move, before)
        yield from capture_numbers(scene, move, before)
        yield from store_numbers(scene, move, before)
        return
    captured = [*captured_pieces(scene, move, before)]
    gone = [cell for cell, _ in captured]
    leaps = False
    for one, other in pairwise(path) if board.trail else ():
        if one != other:
            start, end = board.cells[one], board.cells[other]
            at = scene.place(other, one) if other == path[-1] else end.centre
            moved = board.cells[path[-1]].centre
            leaps, beside = past_what_is_taken(scene, start, end, gone, moved, crowd)
            yield from arrow(board, start, end, at, beside, leaps=leaps)
    yield from (capture_cross(board, *it) for it in captured)
    if board.trail and len(path) > 1 and not leaps:
        yield from _head_above(scene, path[-2], path[-1], gone, crowd)


def bystanders(scene: Scene, move: Move) -> tuple[Point, ...]:
    """Return where on a board of rings pieces stand that have no part in a move."""
    if not scene.board.pivot:
        return ()
    return tuple(token.at for token in scene.tokens if token.cell not in (*move.path, *move.taken))


def past_what_is_taken(
    scene: Scene,
    start: Cell,
    end: Cell,
    gone: Sequence[Cell],
    moving: Point,
    crowd: tuple[Point, ...],
) -> tuple[bool, tuple[Point, ...]]:
    """Tell whether an arrow bows past what is captured on a board of squares, and what is beside.

    There all pieces are beside it but the `moving` one and what it jumps over, even those that are
    captured elsewhere; on others it is the `crowd`.
    """
    over = {cell.centre for cell in gone if _between(start, cell, end)}
    if scene.board.pivot or not over:
        return False, crowd
    beside = {token.at for token in scene.tokens} | {cell.centre for cell in gone}
    return True, tuple(sorted(beside - over - {moving}))


def _between(one: Cell, cell: Cell, other: Cell) -> bool:
    """Tell whether a cell lies between two others on a straight line."""
    parts = math.dist(one.centre, cell.centre), math.dist(cell.centre, other.centre)
    return all(parts) and sum(parts) <= math.dist(one.centre, other.centre) + 1


def _head_above(
    scene: Scene, start: str, end: str, gone: Sequence[Cell], crowd: tuple[Point, ...]
) -> Iterator[Token]:
    """Show an arrow's head once more where a cross would hide it."""
    board = scene.board
    at = scene.place(end, start)
    near = board.cells[end].room + _HEAD_REACH * board.scale
    if any(math.dist(cell.centre, at) < near for cell in gone if cell is not board.cells[end]):
        yield arrow_head(board, board.cells[start], board.cells[end], at, crowd)


def captured_pieces(
    scene: Scene, move: Move, before: Scene | None
) -> Iterator[tuple[Cell, Symbol | None]]:
    """Give the cells where a piece was captured, each with what stood there, if known."""
    if not move.taken:
        return
    cells = scene.board.cells
    stood = {token.at: token.symbol for token in before.tokens} if before else {}
    places = {token.cell: token.at for token in before.tokens} if before else {}
    path = [cells[name] for name in move.path if name in cells]
    if path and path[0].centre in stood:
        stood[path[-1].centre] = stood[path[0].centre]  # for a piece that is lost where it lands
    for name in dict.fromkeys(move.taken):
        if cell := cells.get(name):
            if cell.centre not in stood and name in places:  # beside its middle
                cell = replace(cell, centre=places[name])
            victim = stood.get(cell.centre)
            yield cell, victim


def capture_cross(board: Board, cell: Cell, victim: Symbol | None = None) -> Token:
    """Cross out what was captured on a cell: a captain in its tip, as its star is to be seen."""
    if victim and victim.face and victim.face.emblem:
        tip = scaled((victim.face.sign,), _IN_TIP * board.scale)[0]
        at = Point(cell.centre.x + tip.x, cell.centre.y + tip.y)
        return sized(board, _small_cross(), at)
    if is_pointed(cell.outline):
        return sized(board, _cross(*_CROSS_ON_TRIANGLES), cell.centre)
    if board.pivot:
        return sized(board, _cross(*_CROSS_ON_RINGS), cell.centre)
    reach = min(cell.room / board.scale * 0.5, _CROSS)
    return sized(board, _cross(round(reach, 3)), cell.centre)


def mark_targets(scene: Scene, names: Iterable[str]) -> Iterator[Token]:
    """Mark the cells where the chosen piece may go: a dot, or a ring around what stands there."""
    occupied = {token.cell for token in scene.tokens}
    for name in dict.fromkeys(names):
        if cell := scene.board.cells.get(name):
            yield Token(_ring(cell.room) if name in occupied else _dot(cell.room), cell.centre)


def often_standing(scene: Scene) -> Iterator[Token]:
    """Give the pieces that often come to stand on each cell: on triangles only one side's."""
    cells = scene.board.cells
    kinds = {
        (cells[token.cell].floor, token.symbol): None
        for token in scene.tokens
        if token.cell in cells and token.at == cells[token.cell].centre
    }
    for name, cell in cells.items():
        for floor, piece in kinds:
            if floor is cell.floor or not is_pointed(cell.outline):
                yield Token(piece, cell.centre, name)


@lru_cache(maxsize=256)
def _start(outline: tuple[Point, ...], tint: float, *, sunk: bool, plain: bool = False) -> Symbol:
    if sunk:
        return Symbol("start", tuple(dashed_frame(outline, Role.LAST, _THIN, 15, 13, whole=True)))
    if is_pointed(outline) or plain:  # an edge would run into the arrow, or be hidden by a piece
        away = -5 if plain else -1
        return Symbol("start", (Polygon(offset_outline(outline, away), Role.LAST, opacity=tint),))
    filled = Polygon(offset_outline(outline, -2), Role.LAST, opacity=min(tint, _BEHIND))
    edge = Polygon(offset_outline(outline, -3.5), None, Role.LAST, 3)
    return Symbol("start", (filled, edge))


@lru_cache(maxsize=256)
def _landing(outline: tuple[Point, ...]) -> Symbol:
    path = offset_outline(outline, -4)
    return Symbol(
        "landing", (Polygon(path, None, Role.LAST_EDGE, 5), Polygon(path, None, Role.LAST, 2.5))
    )


@lru_cache(maxsize=64)
def _shade(room: float) -> Symbol:
    """Return the shade of a captured piece of which nothing is known."""
    return Symbol("gone", (Disc(CENTRE, room * 0.85, Role.DARK_EDGE, opacity=0.3),))


@lru_cache(maxsize=1)
def _small_cross() -> Symbol:
    """Return a cross on a disc."""
    disc = (Disc(CENTRE, _BADGE + 2.5, Role.DARK_EDGE), Disc(CENTRE, _BADGE, Role.TARGET_EDGE))
    return Symbol("taken", (*disc, *_cross(_BADGE * 0.46, 6).shapes[2:]))


@lru_cache(maxsize=64)
def _cross(reach: float, wide: float = 6.5) -> Symbol:
    strokes = (
        (Point(-reach, -reach), Point(reach, reach)),
        (Point(-reach, reach), Point(reach, -reach)),
    )
    return Symbol(
        "taken",
        (
            *(
                Polygon(_longer(part, 3), None, Role.TARGET_EDGE, wide + 5, closed=False)
                for part in strokes
            ),
            *(Polygon(part, None, Role.TAKEN, wide, closed=False) for part in strokes),
        ),
    )


def _longer(line: tuple[Point, Point], by: float) -> tuple[Point, ...]:
    """Lengthen a diagonal line at both its ends."""
    return tuple(
        Point(x + math.copysign(by * 0.7, x), y + math.copysign(by * 0.7, y)) for x, y in line
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

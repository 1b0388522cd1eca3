"""A move that is looked at before it is made: the board as it is, and what would become of it.

The board is dimmed, as wherever something is chosen. The chosen piece still stands where it is; a
dashed arrow leads to the dashed place with its ghost; what would be captured is crossed out.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from rendering.arrows import begins_on_piece, dashed_arrow
from rendering.choice_marks import (
    FILLS,
    RINGS,
    dashed_edge,
    is_number,
    lit_labels,
    mark_chosen,
    sign,
)
from rendering.colour_roles import Ink, Role, Shade
from rendering.geometry import CENTRE, Point, Transform, is_pointed, offset_outline, scaled
from rendering.marks import (
    bystanders,
    capture_cross,
    capture_numbers,
    captured_pieces,
    dashed_frame,
    past_what_is_taken,
    sowing_pointer,
    store_numbers,
)
from rendering.paint import bounds
from rendering.pieces import stepping_back, without_star
from rendering.scene import Board, Cell, Scene, Token
from rendering.shapes import CLOSED, Disc, Polygon, Shadow, Shape, Symbol, light_up
from rules import Effect, Move

GHOST, _SMALLER = 0.78, 0.88
"""How opaque a piece is where it would stand, and how large on a coloured place that it would
cover."""
_GROWN, _LIGHT = 1.6, 0.25
"""How far a coloured place reaches over its cell, as a piece may fill that, and how light the floor
of a larger cell is, so that either side's ghost is seen on it."""
_SIGN, _BESIDE = 16, 0.78
"""The radius of the sign of a capture or a loss; how far it is from a place, across and up."""
_CORNERS = (1, -1), (-1, -1), (1, 1), (-1, 1)


def mark_planned_move(scene: Scene, move: Move, after: Scene, effect: Effect) -> Iterator[Token]:
    """Show what stands on the board, and what a move would make of it, as in the scene `after`.

    Cells that the board does not have are skipped.
    """
    cells = scene.board.cells
    path = [name for name in move.path if name in cells]
    if scene.board.heap:
        yield from _sown(scene, move, after, effect, path)
        return
    yield from (token._replace(symbol=stepping_back(token.symbol)) for token in scene.tokens)
    gone = [cell for cell, _ in captured_pieces(scene, move, scene)]
    victims = {cell.centre for cell in gone}
    for token in scene.tokens:
        if token.at in victims:
            yield _lit(token._replace(symbol=without_star(token.symbol)))
    yield from _changed(scene, after, (*path, *move.taken))
    way = _way(scene, after, path, bystanders(scene, move), gone)
    # No dash on the piece that moves, if there is room beside it.
    far = path and not begins_on_piece(
        scene.board, cells[path[0]], _lands(scene, after, path[-1], path[-2:][0])
    )
    chosen = [cells[path[0]]] if far else []
    way = [*_clear(way[:-1], scene.board, gone, chosen), *way[-1:]]
    if path:
        ghost = _ghost(scene, after, path, effect)
        under = ghost.symbol.face.outline if ghost.symbol.face else ()
        end = cells[path[-1]]
        place = _place(end.outline, effect, end.floor, under, on_ring=bool(scene.board.pivot))
        there = [Token(place, ghost.at, path[-1]), ghost]
        yield from lit_labels(scene.board, end)
        if is_pointed(cells[path[0]].outline):
            yield from there
            there = []
        yield from mark_chosen(scene, path[0], cells[path[0]], near=path[:2][-1])
        yield from there
    yield from way
    yield from (_lit(capture_cross(scene.board, cell)) for cell in gone)
    yield from way[-1:]  # a cross would hide the arrow's head
    if path and effect is not Effect.NONE:
        others = [*gone, *(cells[name] for name in path)]
        yield Token(_signed(effect), _sign_place(cells[path[-1]], ghost, others))


def _way(
    scene: Scene, after: Scene, path: list[str], crowd: tuple[Point, ...], gone: list[Cell]
) -> list[Token]:
    """Return the dashes and heads of the arrows along a path.

    A step between triangles has none: what moves and its place touch, and an arrow between the two
    would be a knot on a phone.
    """
    cells = scene.board.cells
    if path and is_pointed(cells[path[0]].outline):
        return []
    tokens: list[Token] = []
    for one, other in pairwise(path):
        if one != other:
            end = _lands(scene, after, other, one) if other == path[-1] else cells[other].centre
            start, stop = cells[one], cells[other]
            moving = cells[path[0]].centre
            leaps, beside = past_what_is_taken(scene, start, stop, gone, moving, crowd)
            tokens += dashed_arrow(scene.board, start, stop, end, beside, leaps=leaps)
    return tokens


def _clear(
    way: Iterable[Token], board: Board, gone: Iterable[Cell], chosen: Iterable[Cell]
) -> Iterator[Token]:
    """Give the dashes that are not on the chosen piece, nor beside a cross past which they bow."""
    hidden = [(cell.centre, cell.room) for cell in gone if board.pivot]
    hidden += [(cell.centre, cell.room) for cell in chosen]
    for dash in way:
        left, top, right, bottom = bounds(dash.symbol)
        middle = Point(dash.at.x + (left + right) / 2, dash.at.y + (top + bottom) / 2)
        if all(math.dist(middle, at) > away for at, away in hidden):
            yield dash


def _lands(scene: Scene, after: Scene, cell: str, near: str) -> Point:
    """Return where a piece would stand on a cell, perhaps beside one that stands there already."""
    stood = {token.at for token in scene.tokens if token.cell == cell}
    new = [token.at for token in after.tokens if token.cell == cell and token.at not in stood]
    return new[0] if stood and len(new) == 1 else after.place(cell, near)


def _ghost(scene: Scene, after: Scene, path: list[str], effect: Effect) -> Token:
    """Return what would stand at the end of a path; what would be lost there is what moved."""
    end, near = path[-1], path[-2:][0]
    at = _lands(scene, after, end, near)
    there = [token.symbol for token in after.tokens if token.cell == end and token.at == at]
    moved = [token.symbol for token in scene.tokens if token.cell == path[0] and token.symbol.face]
    symbol = (there or moved)[-1]
    signed = effect is not Effect.NONE
    small = signed and (scene.board.pivot or is_pointed(scene.board.cells[end].outline))
    return Token(_faded(symbol, _SMALLER if small else 1, signed=signed), at, end)


def _changed(scene: Scene, after: Scene, but: tuple[str, ...]) -> Iterator[Token]:
    """Show what would appear anywhere else."""
    stood = {*scene.tokens}
    for token in after.tokens:
        if token not in stood and token.cell not in but:
            yield _lit(token)


def _sown(
    scene: Scene, move: Move, after: Scene, effect: Effect, path: list[str]
) -> Iterator[Token]:
    """Show how many stones would lie where; each hole and store that changes, in full light.

    A hole that would be closed steps back.
    """
    cells, stood = scene.board.cells, {*scene.tokens}
    changed = {_hollow(after, token) for token in {*after.tokens} ^ stood}
    changed |= {cells[name].centre for name in path}
    changed -= {token.at for token in after.tokens if token.symbol.name == CLOSED}
    yield from (_lit(hollow) for hollow in scene.board.fittings if hollow.at in changed)
    marks = {path[0]: (Effect.NONE, 6), path[-1]: (effect, 9)} if path else {}
    for name, (becomes, width) in marks.items():
        yield Token(_ring(cells[name].outline, becomes, width), cells[name].centre)
    for token in after.tokens:
        # One counts with what a side has, whatever a move changes.
        of_store = not token.cell and is_number(token)
        yield _lit(token) if of_store or _hollow(after, token) in changed else token
    yield from map(_lit, sowing_pointer(after, move, scene))
    yield from map(_lit, capture_numbers(after, move, scene))
    yield from map(_lit, store_numbers(after, move, scene, planned=True))


def _hollow(scene: Scene, token: Token) -> Point:
    """Return the middle of the hole or of the store in which a stone or a number lies."""
    if cell := scene.board.cells.get(token.cell):
        return cell.centre
    fittings = (fitting.at for fitting in scene.board.fittings)
    return min(fittings, key=lambda at: abs(at.y - token.at.y))


def _lit(token: Token) -> Token:
    return token._replace(symbol=light_up(token.symbol))


def _sign_place(end: Cell, ghost: Token, others: list[Cell]) -> Point:
    """Return where the sign of a place stands.

    All that is beside a place matters: only its ghost can bear the sign, unless that is a triangle
    with a cross.
    """
    crossed = others.count(end) > 1
    return _beside(end, others) if is_pointed(end.outline) and crossed else ghost.at


def _beside(cell: Cell, others: Iterable[Cell]) -> Point:
    """Return where the sign of a place stands: where it hides least, if possible above."""
    away = _BESIDE * cell.room + 4
    corners = [Point(cell.centre.x + away * x, cell.centre.y + away * y) for x, y in _CORNERS]
    near = [other.centre for other in others if other is not cell]
    return max(corners, key=lambda at: min((round(math.dist(at, it)) for it in near), default=0))


@lru_cache(maxsize=64)
def _faded(symbol: Symbol, size: float, *, signed: bool) -> Symbol:
    """Return the ghost of a piece, which casts no shadow; a triangle is flat on its place.

    On a triangle a sign leaves no room for a captain's star, and a dark one has a light edge there.
    """
    if symbol.face and symbol.face.roomy:
        symbol = stepping_back(without_star(symbol)) if signed else symbol
    shapes: tuple[Shape, ...] = tuple(s for s in symbol.shapes if not isinstance(s, Shadow))
    face = symbol.face
    if face and face.roomy:
        shapes = tuple(replace(s, glow=None) if isinstance(s, Polygon) else s for s in shapes)
    if face and size != 1:
        shapes = tuple(shape.transformed(Transform(size, 0, 0)) for shape in shapes)
        face = replace(face, outline=scaled(face.outline, size))
    ghost = replace(symbol, name=f"planned {symbol.name}", shapes=shapes, face=face)
    return replace(ghost, opacity=GHOST, lit=True)


@lru_cache(maxsize=256)
def _place(
    outline: tuple[Point, ...],
    effect: Effect,
    floor: Ink,
    under: tuple[Point, ...],
    *,
    on_ring: bool,
) -> Symbol:
    """Return the place where a piece would stand: dashed, in the colour of its button.

    `under` the ghost its floor is seen, so that this keeps its owner's colour.
    """
    shapes: list[Shape] = [*dashed_frame(offset_outline(outline, -2), Role.LAST, 4, 12, 9)]
    if effect is not Effect.NONE and (on_ring or is_pointed(outline)):
        plate = offset_outline(outline, _GROWN - 2 * (not is_pointed(outline)))
        shapes = [Polygon(plate, FILLS[effect]), *dashed_edge(offset_outline(plate, -2))]
    elif effect is not Effect.NONE:
        tint = Polygon(offset_outline(outline, -2), Shade(FILLS[effect], Role.CHOICE_EDGE, _LIGHT))
        frame = dashed_frame(offset_outline(outline, -3), FILLS[effect], 6, 15, 9, Role.CHOICE_EDGE)
        shapes = [tint, *frame]
    if effect is not Effect.NONE and under:
        shapes.append(Polygon(under, floor))
    return Symbol("planned", tuple(shapes), lit=True)


@lru_cache(maxsize=64)
def _ring(outline: tuple[Point, ...], effect: Effect, width: float) -> Symbol:
    """Return the dashed ring around a hole."""
    none = effect is Effect.NONE
    role, edge = (Role.LAST, Role.LAST_EDGE) if none else (RINGS[effect], Role.FIRST_NAME)
    path = offset_outline(outline, 1)
    dash, gap = (15, 13) if none else (21, 12)
    return Symbol(
        "planned", tuple(dashed_frame(path, role, width, dash, gap, edge, whole=True)), lit=True
    )


@lru_cache(maxsize=8)
def _signed(effect: Effect) -> Symbol:
    """Return the sign of a capture or of a loss on a disc."""
    shapes: list[Shape] = [
        Disc(CENTRE, _SIGN, Role.CHOICE_EDGE),
        Disc(CENTRE, _SIGN - 2.5, FILLS[effect]),
        *sign(effect, CENTRE, Role.CHOICE_TEXT),
    ]
    return Symbol("sign", tuple(shapes), lit=True)

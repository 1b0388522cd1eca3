"""A move that is looked at before it is made: the board as it is, and what would become of it.

The board is dimmed, as wherever something is chosen. The chosen piece still stands where it is; a
dashed arrow leads to the dashed place with its ghost; what would be captured is crossed out.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from rendering.arrows import ARROW, arrow, begins_on_piece, dashed_arrow
from rendering.cell_frames import dashed_frame
from rendering.choice_marks import (
    FILLS,
    RINGS,
    dashed_edge,
    is_number,
    lit_labels,
    mark_chosen,
    sign,
)
from rendering.colour_roles import Ink, Role
from rendering.fit_text import text_width
from rendering.geometry import (
    CENTRE,
    Point,
    Transform,
    between,
    is_pointed,
    offset_outline,
    rounded_box,
    scaled,
    sharp_corners,
)
from rendering.marks import bystanders, capture_cross, captured_pieces, past_what_is_taken
from rendering.pieces import stepping_back
from rendering.scene import Board, Cell, Scene, Token
from rendering.shape_looks import bounds
from rendering.shapes import Disc, Polygon, Shadow, Shape, Symbol, Text, number_plate
from rendering.sowing_marks import capture_numbers, sowing_pointer, store_numbers
from rules import Effect, Move

GHOST, _SMALLER, _SMALLER_ROUND = 0.74, 0.88, 0.92
"""The opacity of a piece where it would stand, and its size on a coloured place that it would
cover: a triangle, and a disc on a board of rings."""
_GROWN, _GROWN_ROUND = 1.6, 4.5
"""The reach of a coloured place over its cell, which a piece fills: a triangle or a disc."""
_SIGN, _SIGN_ARM, _TO_CORNER, _TO_RIM = 14, 8, 0.62, 0.7
"""The radius of the sign of a capture or a loss, half its width; how far it is from the middle of
a triangle, of the way to a corner, and of a round piece, of its room, across and up."""
_PAST_PIP = 24
"""The distance past a triangular piece's middle where a step's arrow begins, of its usual place."""
_BECOMES, _ALONE, _BESIDE_NUMBER = 28, 34, 13
"""The sizes of what a hole holds and would hold, and of the latter alone, and the room beside."""
_LEAST_PLATE, _PLATE, _PLATE_ROUND = 50, 42, 13.6
"""The least width of such a plate, its height, and how round it is."""
_DIAGONALS = Point(1, -1), Point(-1, -1), Point(1, 1), Point(-1, 1)


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
    captured = [*captured_pieces(scene, move, scene)]
    gone = [cell for cell, _ in captured]
    victims = {cell.centre for cell in gone}
    for token in scene.tokens:
        if token.at in victims:
            yield token.lit()
    yield from _changed(scene, after, (*path, *move.taken))
    way = _way(scene, after, path, bystanders(scene, move), gone)
    # No dash on the piece that moves, if there is room beside it.
    dashed = all(token.symbol.name != ARROW for token in way)
    far = path and not begins_on_piece(
        scene.board, cells[path[0]], _lands(scene, after, path[-1], path[-2:][0])
    )
    chosen = [cells[path[0]]] if far and dashed else []
    way = [*_clear(way[:-1], scene.board, gone, chosen), *way[-1:]]
    if path:
        ghost = _ghost(scene, after, path, effect)
        under = ghost.symbol.face.outline if ghost.symbol.face else ()
        end = cells[path[-1]]
        place = _place(end.outline, effect, end.floor, under)
        there = [Token(place, ghost.at, path[-1]), ghost]
        yield from lit_labels(scene.board, end)
        if is_pointed(cells[path[0]].outline):
            yield from there
            there = []
        yield from mark_chosen(scene, path[0], cells[path[0]], near=path[:2][-1])
        yield from there
    yield from way
    yield from (capture_cross(scene.board, *it).lit() for it in captured)
    yield from way[-1:]  # a cross would hide the arrow's head
    if path and effect is not Effect.NONE:
        others = [cell.centre for cell in (*gone, *(cells[name] for name in path))]
        yield Token(
            _signed(effect), _sign_place(cells[path[-2:][0]], cells[path[-1]], ghost, others)
        )


def _way(
    scene: Scene, after: Scene, path: list[str], crowd: tuple[Point, ...], gone: list[Cell]
) -> list[Token]:
    """Return the dashes and heads of the arrows along a path.

    That of a step between cells that touch with a corner is whole, as there is no room for dashes.
    Where they have a side in common there is none: their frames touch.
    """
    cells = scene.board.cells
    tokens: list[Token] = []
    for one, other in pairwise(path):
        start, stop = cells[one], cells[other]
        meet = _corners_in_common(start, stop)
        if meet > 1:
            continue
        if meet:
            if is_pointed(start.outline):
                start = _begun_later(start, stop, _PAST_PIP * scene.board.scale)
            tokens += map(Token.lit, arrow(scene.board, start, stop, stop.centre))
        else:
            end = _lands(scene, after, other, one) if other == path[-1] else stop.centre
            moving = cells[path[0]].centre
            leaps, beside = past_what_is_taken(scene, start, stop, gone, moving, crowd)
            tokens += dashed_arrow(scene.board, start, stop, end, beside, leaps=leaps)
    return tokens


def _begun_later(start: Cell, end: Cell, by: float) -> Cell:
    """Return a cell whose middle is so much nearer to the end: an arrow leaves its piece's pip."""
    share = by / math.dist(start.centre, end.centre)
    return replace(start, centre=between(start.centre, end.centre, share))


def _corners_in_common(one: Cell, other: Cell) -> int:
    """Count the corners that two cells share: one or two if they touch, all of a cell's own."""
    return sum(any(math.dist(at, there) < 1 for there in other.corners) for at in one.corners)


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
    signed, size = effect is not Effect.NONE, 1.0
    if signed and scene.board.pivot:
        size = _SMALLER_ROUND
    elif signed and is_pointed(scene.board.cells[end].outline):
        size = _SMALLER
    return Token(_faded(symbol, size, signed=signed), at, end)


def _changed(scene: Scene, after: Scene, but: tuple[str, ...]) -> Iterator[Token]:
    """Show what would appear anywhere else."""
    stood = {*scene.tokens}
    for token in after.tokens:
        if token not in stood and token.cell not in but:
            yield token.lit()


def _sown(
    scene: Scene, move: Move, after: Scene, effect: Effect, path: list[str]
) -> Iterator[Token]:
    """Show how many stones lie where, and would; what changes, in full light."""
    cells, stood = scene.board.cells, {*scene.tokens}
    changed = {_hollow(after, token) for token in {*after.tokens} ^ stood}
    changed |= {cells[name].centre for name in path}
    yield from (hollow.lit() for hollow in scene.board.fittings if hollow.at in changed)
    marks = {path[0]: (Effect.NONE, 6), path[-1]: (effect, 9)} if path else {}
    for name, (becomes, width) in marks.items():
        yield Token(_ring(cells[name].outline, becomes, width), cells[name].centre)
    numbers = {token.at: token.symbol.name for token in after.tokens if is_number(token)}
    for token in scene.tokens:
        hollow, was = _hollow(scene, token), token.symbol.name
        if token.cell and is_number(token) and numbers.get(token.at, was) != was:
            room = 2 * max(x for x, _ in cells[token.cell].outline)
            yield token._replace(symbol=_becomes(was, numbers[token.at], room))
        else:
            # One counts with what a side has, whatever a move changes.
            of_store = not token.cell and is_number(token)
            yield token.lit() if of_store or hollow in changed else token
    yield from map(Token.lit, sowing_pointer(after, move, scene))
    yield from map(Token.lit, capture_numbers(after, move, scene))
    yield from map(Token.lit, store_numbers(after, move, scene, planned=True))


@lru_cache(maxsize=256)
def _becomes(was: str, then: str, room: float) -> Symbol:
    """Return the plate of a hole with how many stones lie in it, and would.

    Where holes have too little room, it is only how many would, in the colour of what is planned.
    """
    words, size, role = f"{was}→{then}", _BECOMES, Role.PIT_TEXT
    narrow = len(words) > 4
    if text_width("10→10", size, narrow=True) + _BESIDE_NUMBER > room:
        words, size, role, narrow = then, _ALONE, Role.PLANNED_TEXT, False
    wide = max(_LEAST_PLATE, text_width(words, size, narrow=narrow) + _BESIDE_NUMBER)
    outline = rounded_box(wide, _PLATE, _PLATE_ROUND)
    written = Text(CENTRE, words, size, role, Role.PLATE, narrow=narrow)
    return Symbol(words, number_plate(outline, written), lit=True)


def _hollow(scene: Scene, token: Token) -> Point:
    """Return the middle of the hole or of the store in which a stone or a number lies."""
    if cell := scene.board.cells.get(token.cell):
        return cell.centre
    fittings = (fitting.at for fitting in scene.board.fittings)
    return min(fittings, key=lambda at: abs(at.y - token.at.y))


def _sign_place(start: Cell, end: Cell, ghost: Token, others: Iterable[Point]) -> Point:
    """Return where the sign of a place stands: on the ghost's rim, where it hides least."""
    near = [other for other in others if other != end.centre]
    if is_pointed(end.outline):
        corners = [end.outline[number] for number in sharp_corners(end.outline)]
        ways = scaled(tuple(corners), _TO_CORNER)
        pairs = zip(start.centre, end.centre, strict=True)
        near.append(Point(*((one + other) / 2 for one, other in pairs)))  # the arrow's head
    else:
        ways = scaled(_DIAGONALS, _TO_RIM * end.room)
    spots = [Point(ghost.at.x + x, ghost.at.y + y) for x, y in ways]
    return max(spots, key=lambda at: min((round(math.dist(at, it)) for it in near), default=0))


@lru_cache(maxsize=64)
def _faded(symbol: Symbol, size: float, *, signed: bool) -> Symbol:
    """Return the ghost of a piece, which casts no shadow and is flat.

    A dark one has a light edge on a coloured place.
    """
    if signed and symbol.face and symbol.face.roomy:
        symbol = stepping_back(symbol)
    shapes: tuple[Shape, ...] = tuple(
        replace(shape, glow=None) if isinstance(shape, Polygon | Disc) else shape
        for shape in symbol.shapes
        if not isinstance(shape, Shadow)
    )
    face = symbol.face
    if face and size != 1:
        shapes = tuple(shape.transformed(Transform(size, 0, 0)) for shape in shapes)
        face = replace(face, outline=scaled(face.outline, size))
    ghost = replace(symbol, name=f"planned {symbol.name}", shapes=shapes, face=face)
    return replace(ghost, opacity=GHOST, lit=True)


@lru_cache(maxsize=256)
def _place(
    outline: tuple[Point, ...], effect: Effect, floor: Ink, under: tuple[Point, ...]
) -> Symbol:
    """Return the place where a piece would stand: dashed, in the colour of its button.

    `under` the ghost its floor is seen, so that this keeps its owner's colour.
    """
    shapes: list[Shape] = [*dashed_frame(offset_outline(outline, -2), Role.LAST, 4, 12, 9)]
    if effect is not Effect.NONE:
        grown = 0.0 if any(True for _ in sharp_corners(outline)) else _GROWN_ROUND
        plate = offset_outline(outline, _GROWN if is_pointed(outline) else grown)
        shapes = [Polygon(plate, FILLS[effect]), *dashed_edge(plate, FILLS[effect])]
    if effect is not Effect.NONE and under:
        shapes.append(Polygon(under, floor))
    return Symbol("planned", tuple(shapes), lit=True)


@lru_cache(maxsize=64)
def _ring(outline: tuple[Point, ...], effect: Effect, width: float) -> Symbol:
    """Return the dashed ring around a hole."""
    none = effect is Effect.NONE
    role, edge = (Role.LAST, Role.LAST_EDGE) if none else (RINGS[effect], Role.LIGHT_NAME)
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
        *sign(effect, CENTRE, _SIGN_ARM),
    ]
    return Symbol("sign", tuple(shapes), lit=True)

"""Choices in full light on a dimmed board: pieces and places that bear their names."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from rendering.cell_frames import frame_path, frame_width, framed, ring_around
from rendering.colour_roles import Role, Shade
from rendering.fit_text import CAPITAL, text_width
from rendering.geometry import (
    CENTRE,
    Point,
    box,
    dashes,
    is_pointed,
    offset_outline,
    path_start,
    rounded_box,
    scaled,
    star,
    translate,
)
from rendering.pieces import STAR, button_places
from rendering.scene import Board, Cell, Scene, Token
from rendering.shapes import Face, Polygon, Shape, Symbol, Text
from rules import Effect

NAME_SIZES = (34, 31)
"""The sizes of a name of two characters and of a longer one: six pixels of a capital on a phone."""
POINTED_SIZES, _ROOM = (32, 30), 47
"""The same on a triangle, which is no wider than its cell, and how much room a name has on its
baseline: a wider one is condensed, so that it is as high as others, and yet clear of the edge."""
_HANGING, _HANGS, _HANGING_ROOM = "gjpqy", (1, 4.6), (43.5, 42)
"""Letters that reach below a line, how much higher they stand on a triangle that points down, and
up, and how much room a name with one has there."""
_BEGINS_BEFORE, _OVERHANG = "j", (4.5, 3)
"""A letter that begins left of its place, and how much room that takes there."""
LETTER_SIZE = 36
_RING, _FINE, _DASHED, _HALO, _LETTER_RING = 2.5, 1.8, 2.3, 2, 3.2
"""The widths of the edge of a piece, of a triangular one, of a dashed one, of a name's halo, and of
the edge of a letter's button."""
_PLATE, _STAR, _ARM, _THICK, _HIGH = 6, 11.5, 9, 2.7, 60
"""The gap between a place's plate and its cell's edge; a captain's star; half a sign's width and
half its stroke's; and how high a place is that has room for a large name and a sign."""
_DASH, _SPACE, _JOINED, _FROM_DASHES = 17, 7, 0.4, 1.3
"""The lengths of the dashes of a place's edge and of the gaps, how bright the line is in these; how
much farther from it than from that of a piece a name on a triangle is."""
_LARGE_STAR, _NEAR_TIP = 12, 1.2
"""A captain's star in a triangle's tip, and how far from the middle it is, over a sign's distance:
it keeps clear of the name."""
_BADGE, _BADGE_EDGE, _BADGE_PLACE = 11.5, 1.7, 1.85
"""Such a star beyond a sign: its size, its edge's width, and how far from the middle likewise."""
_SMALL_ARM, _NEARER = 6.5, 0.76
"""Half the width of the sign before such a star, and how far from the middle it stands likewise."""
_VERY_HIGH, _LARGE_NAME = 100, 46
"""The height of a place with room for a very large name, and the size of that."""
_LETTER_HIGH, _EDGED = 42, 2.5
"""The height of the button of a hole, and the dark edge around that."""
_QUIET = Shade(Role.LIGHT_FACE, Role.LIGHT_NAME, 0.25)
"""The ring of a hole that takes nothing; its button is of ivory, as are those of light pieces."""
FILLS: Mapping[Effect, Role] = {
    Effect.NONE: Role.PLACE,
    Effect.TAKES: Role.TAKES,
    Effect.LOSES: Role.LOSES,
}
"""The colour of a button, by what becomes of it; that of a mere place no piece has."""
RINGS: Mapping[Effect, Role] = {Effect.TAKES: Role.TAKES_RING, Effect.LOSES: Role.LOSES}
"""The colour of the ring around a hole, and of its button's edge: brighter, as it is narrow."""


def lit_coordinates(board: Board) -> Iterator[Token]:
    """Show the names of lines and rings in full light: one finds a place by them."""
    for label in board.labels:
        if isinstance(label, Text) and (label.on is Role.RIM or board.pivot):
            yield Token(_coordinate(replace(label, centre=CENTRE)), label.centre)


def lit_labels(board: Board, cell: Cell) -> Iterator[Token]:
    """Show the name that stands on a cell itself in full light."""
    for label in board.labels:
        if isinstance(label, Text) and cell.corner and math.dist(label.centre, cell.corner) < 1:
            yield Token(_coordinate(replace(label, centre=CENTRE)), label.centre)


@lru_cache(maxsize=256)
def _coordinate(label: Text) -> Symbol:
    return Symbol("coordinate", (label,), lit=True)


def mark_choices(scene: Scene, chosen: str, choices: Mapping[str, Effect]) -> Iterator[Token]:
    """Show the chosen piece, and as buttons all that can be chosen.

    Cells that the board does not have are skipped.
    """
    if not (chosen or choices):
        return
    cells = scene.board.cells
    standing = {token.cell: token for token in scene.tokens if token.symbol.face}
    if (cell := cells.get(chosen)) and chosen not in choices:
        yield from mark_chosen(scene, chosen, cell)
    yield from (token for token in _counts(scene) if choices and token.cell not in choices)
    for name, effect in choices.items():
        if not (cell := cells.get(name)):
            continue
        man = standing.get(name)
        face = man.symbol.face if man else None
        if cell.sunk:
            yield from _sunk(scene, name, cell, effect)
        elif man and face and (beside := _beside(scene, man, face, chosen)):
            yield from lit_labels(scene.board, cell)
            yield Token(_place(offset_outline(face.outline, 1), name, effect), beside, name)
        elif man and face:
            yield Token(_man(face, name, effect, dashed=bool(chosen)), man.at, name)
        else:
            plate = cell.plate or offset_outline(cell.outline, -_PLATE)
            yield Token(_place(plate, name, effect), cell.centre, name)


def _counts(scene: Scene) -> Iterator[Token]:
    """Give the numbers of stones in full light: one counts with them, whatever one chooses."""
    for token in scene.tokens if scene.board.heap else ():
        if is_number(token):
            yield token.lit()


def is_number(token: Token) -> bool:
    """Tell whether a token is a number of stones."""
    return any(isinstance(shape, Text) for shape in token.symbol.shapes)


def mark_chosen(scene: Scene, name: str, cell: Cell, near: str = "") -> Iterator[Token]:
    """Frame the chosen cell, and show what stands there in full light.

    Where several pieces do, the one that is nearest to another cell is framed.
    """
    yield Token(_frame(cell.outline, sunk=cell.sunk), scene.place(name, near))
    if not cell.sunk:
        for token in scene.tokens:
            if token.cell == name:
                yield token.lit()
    if scene.board.pivot:
        yield ring_around(scene.board, cell, scene.place(name, near), lit=True)


def _beside(scene: Scene, man: Token, face: Face, chosen: str) -> Point | None:
    """Return where the chosen piece would stand beside its like, which keeps its place."""
    x, y = scene.board.cells[man.cell].centre
    if man.at == (x, y) or man.cell == chosen:
        return None
    colours = {it.symbol.face.colour for it in scene.tokens if it.symbol.face and it.cell == chosen}
    return Point(2 * x - man.at.x, 2 * y - man.at.y) if face.colour in colours else None


@lru_cache(maxsize=256)
def _frame(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    path = frame_path(outline, sunk=sunk)
    return Symbol("chosen", tuple(framed(path, frame_width(outline, sunk=sunk))), lit=True)


def named_piece(face: Face, name: str) -> Symbol:
    """Return a piece with its name, as one that can be chosen and neither takes nor loses."""
    return _man(face, name, Effect.NONE, dashed=False)


@lru_cache(maxsize=1024)
def _man(face: Face, name: str, effect: Effect, *, dashed: bool) -> Symbol:
    """Return a piece as its own button: in the button's colour, with its name and its sign."""
    own = effect is Effect.NONE
    fill = (Role.LIGHT_FACE, Role.DARK_FACE)[face.colour] if own else FILLS[effect]
    ink = Role.LIGHT_NAME if own and face.colour == 0 else Role.CHOICE_TEXT
    outer = face.button or offset_outline(face.outline, 2)
    shapes: list[Shape] = [Polygon(outer, fill)]
    if dashed:
        shapes += dashed_edge(outer, fill)
    else:
        edge = Role.LIGHT_NAME if ink is Role.LIGHT_NAME else Role.CHOICE_EDGE
        width = _FINE if face.roomy else _RING
        shapes = [Polygon(outer, edge), Polygon(offset_outline(outer, -width), fill)]
    signed = not own
    if signed and face.emblem and face.roomy:
        shapes += _badge(scaled((face.sign,), _BADGE_PLACE)[0])
        nearer = scaled((face.sign,), _NEARER)[0]
        shapes += sign(effect, nearer, _SMALL_ARM)
    elif signed:
        shapes += sign(effect, face.sign)
    elif face.emblem:
        radius, away = (_LARGE_STAR, _NEAR_TIP) if face.roomy else (_STAR, 1)
        shape = translate(face.emblem(radius), *scaled((face.sign,), away)[0])
        shapes.append(Polygon(shape, STAR[face.colour]))
    at = face.name if signed else face.plain_name
    size = (POINTED_SIZES if face.roomy else NAME_SIZES)[len(name) > 2]
    if face.roomy:
        shapes.append(_name_on_triangle(name, at, face.sign, ink, fill))
    else:
        halo = _HALO if dashed or len(name) < 3 else 1  # or it would notch the rim
        shapes.append(_name(name, at, ink, fill, size, halo=halo))
    return Symbol(f"choice {name}", tuple(shapes), lit=True)


def _badge(at: Point) -> Iterator[Polygon]:
    """Draw a captain's star where its place is taken by a sign: golden, with a dark edge."""
    outer = _BADGE + 2 * _BADGE_EDGE
    x, y = at.x, at.y + outer * (1 - math.cos(math.pi / 5)) / 2  # its points reach further upwards
    yield Polygon(translate(star(outer, 0.5), x, y), Role.LIGHT_NAME)
    yield Polygon(translate(star(_BADGE), x, y), Role.CAPTAIN)


@lru_cache(maxsize=1024)
def _place(plate: tuple[Point, ...], name: str, effect: Effect) -> Symbol:
    """Return a place to go to: a dashed plate of the cell's shape with its name and its sign."""
    fill = FILLS[effect]
    upper, lower = min(y for _, y in plate), max(y for _, y in plate)
    pointed, up = is_pointed(plate), lower < -upper
    signed = effect is not Effect.NONE
    small = signed and not pointed and lower - upper < _HIGH
    at, tip = Point(0, 11 if signed else 0), Point(0, 0.52 * upper + 2 * small)
    size = (POINTED_SIZES if pointed else NAME_SIZES)[small or len(name) > 2]
    size = _LARGE_NAME if lower - upper > _VERY_HIGH else size
    words = _name(name, at, Role.CHOICE_TEXT, fill, size)
    if pointed:
        at, tip = button_places(up=up)
        words = _name_on_triangle(name, at, tip, Role.CHOICE_TEXT, fill, _FROM_DASHES)
    shapes: list[Shape] = [Polygon(plate, fill), *dashed_edge(plate, fill)]
    if signed:
        shapes += sign(effect, tip)
    shapes.append(words)
    return Symbol(f"choice {name}", tuple(shapes), lit=True)


def _sunk(scene: Scene, name: str, cell: Cell, effect: Effect) -> Iterator[Token]:
    """Show a hole in full light, in a ring with which its letter's button is one."""
    label = cell.label or cell.centre
    yield Token(_letter(name, effect, _EDGED), label)
    for token in scene.board.fittings:
        if token.at == cell.centre:
            yield token.lit()
    yield Token(_ring(cell.outline, effect), cell.centre)
    yield Token(_letter(name, effect), label)
    for token in scene.tokens:  # the stones, and the number on the hole's edge
        if token.cell == name:
            yield token.lit()


@lru_cache(maxsize=256)
def _ring(outline: tuple[Point, ...], effect: Effect) -> Symbol:
    """Return the ring around a hole that can be chosen: quiet, or in a button's colour."""
    path = offset_outline(outline, -1)
    none = effect is Effect.NONE
    edge, width = (_QUIET, 4.5) if none else (RINGS[effect], 9.5)
    shapes = [Polygon(path, None, Role.LIGHT_NAME, width + 5.5), Polygon(path, None, edge, width)]
    return Symbol("choice", tuple(shapes), lit=True)


@lru_cache(maxsize=256)
def _letter(name: str, effect: Effect, wider: float = 0) -> Symbol:
    """Return the button of a hole, at its letter; or what lies under it, so much `wider`."""
    signed = effect is not Effect.NONE
    fill, ink, edge = Role.LIGHT_FACE, Role.LIGHT_NAME, Role.LIGHT_FACE
    if signed:
        fill, ink, edge = FILLS[effect], Role.CHOICE_TEXT, RINGS[effect]
    wide = max(50, text_width(name, LETTER_SIZE) + 22) + 24 * signed
    outline = offset_outline(rounded_box(wide, _LETTER_HIGH, 13), wider)
    if wider:
        return Symbol("choice's edge", (Polygon(outline, Role.LIGHT_NAME),), lit=True)
    shapes: list[Shape] = [
        Polygon(outline, edge),
        Polygon(offset_outline(outline, -_LETTER_RING), fill),
        Text(Point(13 * signed, 0), name, LETTER_SIZE, ink, fill),
    ]
    if signed:
        shapes += sign(effect, Point(-wide / 2 + 18, 0))
    return Symbol(f"choice {name}", tuple(shapes), lit=True)


def _name(name: str, at: Point, ink: Role, fill: Role, size: int, *, halo: float = _HALO) -> Text:
    return Text(at, name, size, ink, fill, halo=halo, narrow=True)


def _name_on_triangle(
    name: str, baseline: Point, tip: Point, ink: Role, fill: Role, farther: float = 0
) -> Text:
    """Write a name on its baseline on a triangle, or so much `farther` from the edge.

    A short one is nearer the tip.
    """
    (x, y), up, hanging = baseline, tip.y < 0, name[0] in _HANGING
    size, before = POINTED_SIZES[len(name) > 2], _OVERHANG[up] * (name[0] in _BEGINS_BEFORE)
    y += math.copysign((size - POINTED_SIZES[1]) / 2 + farther, tip.y) - size * CAPITAL / 2
    y -= _HANGS[up] * hanging
    room = (_HANGING_ROOM[up] if hanging else _ROOM) - before - 2.4 * farther
    share = min(0.98, room / text_width(name, size, narrow=True))
    return Text(Point(x + before / 2, y), name, size, ink, fill, narrow=True, share=share)


def dashed_edge(outline: tuple[Point, ...], fill: Role) -> Iterator[Polygon]:
    """Draw the edge of a place, within it: long dashes, which a fine line joins.

    A dash lies around each corner. On a phone the line makes one edge of them.
    """
    path = offset_outline(outline, -_DASHED / 2)
    joined = Shade(fill, Role.CHOICE_EDGE, _JOINED)
    yield Polygon(path, None, joined, _DASHED)
    for part in _dashes_of_triangle(path) if is_pointed(path) else dashes(path, _DASH, _SPACE):
        yield Polygon(part, None, Role.CHOICE_EDGE, _DASHED, closed=False)


def _dashes_of_triangle(outline: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """Cut a triangle into dashes of which one lies around each corner, alike on both its sides."""
    whole = sum(math.dist(*part) for part in pairwise((*outline, outline[0])))
    each = whole / 3 / round(whole / 3 / (_DASH + _SPACE))
    dash = each * _DASH / (_DASH + _SPACE)
    corner = max(range(len(outline)), key=lambda number: abs(outline[number].y))
    aside = math.copysign(1, outline[corner].y) * outline[corner].x
    path = (*outline[corner:], *outline[:corner])
    begun = path_start((*path, path[0]), whole - dash / 2 + aside)
    path = (begun[-1], *path[len(begun) - 1 :], *path[: len(begun) - 1])
    return dashes(path, dash, each - dash)


def sign(effect: Effect, at: Point, arm: float = _ARM) -> Iterator[Polygon]:
    """Draw a plus for a capture, a minus for a loss."""
    yield Polygon(translate(box(-arm, -_THICK, arm, _THICK), *at), Role.CHOICE_TEXT)
    if effect is Effect.TAKES:
        yield Polygon(translate(box(-_THICK, -arm, _THICK, arm), *at), Role.CHOICE_TEXT)

"""What can be chosen, in full light on a dimmed board: pieces and places that bear their names."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rendering.colour_roles import Role
from rendering.fit_text import CAPITAL, text_width
from rendering.geometry import (
    Point,
    box,
    dashes,
    is_pointed,
    offset_outline,
    rounded_box,
    star,
    translate,
)
from rendering.marks import framed
from rendering.pieces import STAR
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Face, Polygon, Shape, Symbol, Text, light_up
from rules import Effect

NAME_SIZES, LARGE_SIZES = (34, 31), (37, 32)
"""The sizes of a name of two characters and of a longer one: six pixels of a capital on a phone;
and where a button has room for larger ones."""
LETTER_SIZE = 30
_RING, _FINE, _DASHED, _HALO = 2.5, 1.3, 3, 2
"""The widths of the edge of a piece, of a fine one, of that of a place, and of a name's halo."""
_PLATE, _STAR, _ARM, _THICK, _ROOMY = 6, 9.5, 9, 2.7, 60
"""How far a place's plate keeps from its cell's edge; a captain's star; half a sign's width and
half its stroke's; and how high a place is that has room for a large name and a sign."""
_FILLS: Mapping[Effect, Role] = {
    Effect.NONE: Role.PLACE,
    Effect.TAKES: Role.TAKES,
    Effect.LOSES: Role.LOSES,
}


def mark_choices(scene: Scene, chosen: str, choices: Mapping[str, Effect]) -> Iterator[Token]:
    """Show the chosen piece, and as buttons all that can be chosen.

    Cells that the board does not have are skipped.
    """
    cells = scene.board.cells
    standing = {token.cell: token for token in scene.tokens if token.symbol.face}
    if (cell := cells.get(chosen)) and chosen not in choices:
        yield from _chosen(scene, chosen, cell)
    for name, effect in choices.items():
        if not (cell := cells.get(name)):
            continue
        if cell.sunk:
            yield Token(_ring(cell.outline, effect), cell.centre)
            for token in scene.tokens:  # the stones, and the number on the hole's edge
                if token.cell == name:
                    yield token._replace(symbol=light_up(token.symbol))
            yield Token(_letter(name, effect), cell.label or cell.centre)
        elif (man := standing.get(name)) and man.symbol.face:
            yield Token(_man(man.symbol.face, name, effect, bool(chosen)), man.at, name)
        else:
            yield Token(_place(_plate_of(cell), name, effect), cell.centre, name)


def _chosen(scene: Scene, name: str, cell: Cell) -> Iterator[Token]:
    """Frame the chosen cell, and show what stands there in full light."""
    yield Token(_frame(cell.outline, sunk=cell.sunk), scene.place(name))
    if not cell.sunk:
        for token in scene.tokens:
            if token.cell == name:
                yield token._replace(symbol=light_up(token.symbol))


def _plate_of(cell: Cell) -> tuple[Point, ...]:
    return cell.plate or offset_outline(cell.outline, -_PLATE)


@lru_cache(maxsize=256)
def _frame(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    path = offset_outline(outline, 1 if sunk else -3)
    return Symbol("chosen", tuple(framed(path, 8 if sunk else 6)), lit=True)


@lru_cache(maxsize=1024)
def _man(face: Face, name: str, effect: Effect, dashed: bool) -> Symbol:
    """Return a piece as its own button: in the button's colour, with its name and its sign."""
    own = effect is Effect.NONE
    fill = (Role.FIRST_FACE, Role.SECOND_FACE)[face.side] if own else _FILLS[effect]
    ink = Role.FIRST_NAME if own and face.side == 0 else Role.CHOICE_TEXT
    ring = (
        Role.CAPTAIN
        if face.crowned
        else Role.FIRST_NAME
        if ink is Role.FIRST_NAME
        else Role.CHOICE_EDGE
    )
    outer = face.button or offset_outline(face.outline, 2)
    shapes: list[Shape] = [Polygon(outer, fill if dashed else ring)]
    if dashed:
        shapes += _dashes(offset_outline(outer, -2))
    else:
        # An edge of the colour of a large name, which meets it, would be taken for a part of that.
        width = _FINE if face.large and not face.crowned else _RING
        shapes.append(Polygon(offset_outline(outer, -width), fill))
    signed = not own
    if signed:
        shapes += _sign(effect, face.sign, Role.CHOICE_TEXT)
    elif face.crowned:
        shapes.append(Polygon(translate(star(_STAR), *face.sign), STAR[face.side]))
    at = face.name if signed else face.plain_name
    fine = dashed or len(name) < 3 or face.large
    halo = _HALO if fine else 1  # or it would notch the rim
    sizes = LARGE_SIZES if face.large else NAME_SIZES
    shapes.append(_name(name, at, ink, fill, sizes[len(name) > 2], halo=halo))
    return Symbol(f"choice {name}", tuple(shapes), lit=True)


@lru_cache(maxsize=1024)
def _place(plate: tuple[Point, ...], name: str, effect: Effect) -> Symbol:
    """Return a place to go to: a dashed plate of the cell's shape with its name and its sign."""
    fill = _FILLS[effect]
    upper, lower = min(y for _, y in plate), max(y for _, y in plate)
    pointed, up = is_pointed(plate), lower < -upper
    tip = Point(0, 0.52 * (upper if up or not pointed else lower))
    signed = effect is not Effect.NONE
    small = signed and not pointed and lower - upper < _ROOMY
    at = Point(0, (7 if up else -8) if pointed else 11 if signed else 0)
    size = (LARGE_SIZES if pointed else NAME_SIZES)[small or len(name) > 2]
    words = _name(name, at, Role.CHOICE_TEXT, fill, size)
    edge = _dashes(offset_outline(plate, -1))
    shapes: list[Shape] = [Polygon(plate, fill), *(dash for dash in edge if not _meet(dash, words))]
    if signed:
        shapes += _sign(effect, tip, Role.CHOICE_TEXT)
    shapes.append(words)
    return Symbol(f"choice {name}", tuple(shapes), lit=True)


@lru_cache(maxsize=256)
def _ring(outline: tuple[Point, ...], effect: Effect) -> Symbol:
    """Return the ring around a hole that can be chosen."""
    path = offset_outline(outline, 1)
    signed = effect is not Effect.NONE
    shapes = [*framed(path, 12 if signed else 4, Role.CHOICE_EDGE)]
    if signed:
        shapes.append(Polygon(path, None, _FILLS[effect], 8))
    return Symbol("choice", tuple(shapes), lit=True)


@lru_cache(maxsize=256)
def _letter(name: str, effect: Effect) -> Symbol:
    """Return the button of a hole, at its letter."""
    signed = effect is not Effect.NONE
    wide = text_width(name, LETTER_SIZE) + 26 + 22 * signed
    outline = rounded_box(wide, 40, 14)
    shapes: list[Shape] = [
        Polygon(outline, Role.CHOICE_EDGE),
        Polygon(offset_outline(outline, -_RING), _FILLS[effect]),
        Text(Point(11 * signed, 0), name, LETTER_SIZE, Role.CHOICE_TEXT, _FILLS[effect]),
    ]
    if signed:
        shapes += _sign(effect, Point(-wide / 2 + 20, 0), Role.CHOICE_TEXT)
    return Symbol(f"choice {name}", tuple(shapes), lit=True)


def _name(name: str, at: Point, ink: Role, fill: Role, size: int, *, halo: float = _HALO) -> Text:
    return Text(at, name, size, ink, fill, halo=halo, narrow=True)


def _meet(dash: Polygon, words: Text) -> bool:
    """Tell whether a dash would touch a name, or only peep out between its letters."""
    half = Point(
        text_width(words.text, words.size, narrow=words.narrow) / 2, words.size * CAPITAL / 2 + 1
    )
    return any(
        abs(x - words.centre.x) < half.x and abs(y - words.centre.y) < half.y
        for x, y in dash.points
    )


def _dashes(outline: tuple[Point, ...]) -> Iterator[Polygon]:
    for part in dashes(outline, 11, 8):
        yield Polygon(part, None, Role.CHOICE_EDGE, _DASHED, closed=False)


def _sign(effect: Effect, at: Point, ink: Role) -> Iterator[Polygon]:
    """Draw a plus for a capture, a minus for a loss."""
    yield Polygon(translate(box(-_ARM, -_THICK, _ARM, _THICK), *at), ink)
    if effect is Effect.TAKES:
        yield Polygon(translate(box(-_THICK, -_ARM, _THICK, _ARM), *at), ink)

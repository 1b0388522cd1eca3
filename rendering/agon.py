"""Agon as a scene: hexagons in rings of two colours around a throne, white's rim below."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from rendering.cell_names import engraved
from rendering.colour_roles import Ink, Role, Shade
from rendering.geometry import Box, Point, Transform, box, crown, scaled
from rendering.pieces import COLOURS, emblem, icon, piece, progress
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Disc, Polygon, Shape, Symbol, Text
from rendering.wood import frame_label, grain, inside_shadow, lip, rim
from rules.agon import Agon
from rules.agon.board import BLACK, GUARDS, LETTERS, NAMES, PLACES, RING, RINGS, ROWS, THRONE, WHITE

WIDTH, HEIGHT = 1000, 1008
HALF, ROW = 39, 68
"""Half a cell's width, and the distance of two rows, in whole units: all cells look alike."""
CELL = (
    Point(0, -45),
    Point(HALF, -23),
    Point(HALF, 23),
    Point(0, 45),
    Point(-HALF, 23),
    Point(-HALF, -23),
)
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
HULL = tuple(
    Point(MIDDLE.x + x, MIDDLE.y + y)
    for x, y in ((-226, -391), (226, -391), (450, 0), (226, 391), (-226, 391), (-450, 0))
)
TO_LABEL = 28
"""The distance of a row's label from its last cell: halfway to the frame's outer edge."""
PIECE, CROWN_RADIUS = 33, 20
FLOORS: dict[Role, Ink] = {
    Role.FIELD: Shade(Role.FIELD, Role.GRAIN_LIGHT, 0.1),
    Role.FIELD_DARK: Role.FIELD_DARK,
}
"""The rings' two floors, further apart than on other boards: rings are counted."""
GRID = Shade(Role.LINE, Role.TRACK, 0.35)
"""The lines between the cells of a ring, fainter than the grooves between rings."""
LIT_EDGE = Shade(Role.FIELD, Role.GRAIN_LIGHT, 0.3)
"""The lower edge of a groove between two rings."""
CROWN = crown(21)
BAND = box(-17, 10, 17, 12.5)
"""The gap between the crown and its band."""


def scene(position: Agon) -> Scene:
    """Turn a position into a scene."""
    layout = board()
    trapped = position.trapped[0] | position.trapped[1]
    tokens = tuple(
        Token(
            _standing(letter, trapped=bool(trapped >> PLACES[cell] & 1)),
            layout.cells[cell].centre,
            cell,
        )
        for cell, letter in position.board().items()
    )
    around = [position.guards_around(side) for side in (WHITE, BLACK)]
    progress = (_around(around[WHITE]),), (_around(around[BLACK]),)
    return Scene(layout, tokens, (icon(0), icon(1)), progress)


def _around(guards: int) -> Symbol:
    """Return a small throne, and how many of a side's guards stand around it."""
    name = f"{guards} of {GUARDS} guards"
    return progress(name, f"{guards}/{GUARDS}", _throne(), HALF)


@cache
def _standing(letter: str, *, trapped: bool) -> Symbol:
    """Return a guard or a queen; a trapped one stands in a ring of the colour of what is lost."""
    side = next(side for side, letters in enumerate(LETTERS) if letter in letters)
    symbol = _queen(side) if letter.isupper() else piece(side, PIECE)
    if not trapped:
        return symbol
    rings = (
        Disc(Point(0, 0), PIECE + 4, line=Role.TARGET_EDGE, width=9),
        Disc(Point(0, 0), PIECE + 2.8, line=Role.TAKEN, width=6.2),
    )
    name = f"trapped {symbol.name}"
    return Symbol(name, (*symbol.shapes, *rings), symbol.heart, face=symbol.face)


@cache
def _queen(side: int) -> Symbol:
    plain = piece(side, PIECE)
    assert plain.face is not None
    shapes = (*plain.shapes[:3], *emblem(side, crown(CROWN_RADIUS)))
    face = replace(plain.face, plain_name=plain.face.name, emblem=crown)
    return Symbol(f"{COLOURS[side]} queen", shapes, CROWN_RADIUS, face=face)


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(place) for place, name in enumerate(NAMES)}
    tiles = [Polygon(cell.corners, FLOORS[cell.floor]) for cell in cells.values()]
    lines = [Polygon(cell.corners, None, GRID, 1.8) for cell in cells.values()]
    outline = _outline(cells)
    ground: tuple[Shape, ...] = (
        *rim(
            HULL, seed=25, seamless=[at for at in HULL if at.y == MIDDLE.y], carved=True, toned=True
        ),
        lip(outline),
        *tiles,
        *grain(HULL, ROW, seed=9),
        *lines,
        *_borders(cells),
        inside_shadow(outline),
        Polygon(outline, None, Role.SHADOW, 2),
    )
    first = Plate(Box(20, HEIGHT - 72, WIDTH - 60, HEIGHT - 14))
    return Board(
        "Agon",
        WIDTH,
        HEIGHT,
        ground,
        cells,
        (*_labels(cells), *engraved(cells)),
        (first, first.transformed(Transform(-1, WIDTH, HEIGHT))),
        fittings=(Token(_throne(), cells[NAMES[THRONE]].centre),),
    )


def _cell(place: int) -> Cell:
    row, number = ROWS.index(NAMES[place][0]), int(NAMES[place][1:])
    length = 2 * RINGS + 1 - abs(row - RINGS)
    x = MIDDLE.x + (2 * number - length - 1) * HALF
    centre = Point(x, MIDDLE.y + (RINGS - row) * ROW)
    corner = Point(centre.x - 25, centre.y - 24)
    return Cell(centre, CELL, PIECE + 4, [*FLOORS][RING[place] % 2], corner=corner)


def _borders(cells: dict[str, Cell]) -> Iterator[Polygon]:
    """Draw where one ring ends and the next begins, so that rings can be counted."""
    dark = {cell.centre for cell in cells.values() if cell.floor is not Role.FIELD}
    for cell in cells.values():
        x, y = cell.centre
        for one, other in pairwise((*cell.corners, cell.corners[0])):
            if (x, y) not in dark and (one.x + other.x - x, one.y + other.y - y) in dark:
                edge = one, other
                yield Polygon(edge, None, LIT_EDGE, 1.6, closed=False, sink=2.4)
                yield Polygon(edge, None, Role.TRACK, 3.8, closed=False)


def _outline(cells: dict[str, Cell]) -> tuple[Point, ...]:
    """Return the saw-tooth in which all cells end, clockwise."""
    edges = {edge for cell in cells.values() for edge in pairwise((*cell.corners, cell.corners[0]))}
    after = {start: end for start, end in edges if (end, start) not in edges}
    outline = [min(after)]
    while len(outline) < len(after):
        outline.append(after[outline[-1]])
    return tuple(outline)


@cache
def _throne() -> Symbol:
    """Return the throne: a dais with the crown for which the queens race, seen on a phone too."""
    edge, step, seam, cloth = (scaled(CELL, share) for share in (0.97, 0.92, 0.78, 0.74))
    jewels = [Disc(CROWN[tip], 4, Role.LIGHT) for tip in (0, 2, 4)]
    return Symbol(
        "throne",
        (
            Polygon(edge, Role.LIGHT_EDGE),
            Polygon(step, Role.DARK_INK),
            Polygon(seam, Role.LIGHT_EDGE),
            Polygon(cloth, Role.TARGET),
            Polygon(CROWN, Role.LIGHT),
            *jewels,
            Polygon(BAND, Role.TARGET),
        ),
    )


def _labels(cells: dict[str, Cell]) -> tuple[Text, ...]:
    """Write on the frame each row's letter at its left, its last cell's number at its right."""
    labels = []
    for row in ROWS:
        names = [name for name in NAMES if name[0] == row]
        for name, words, way in ((names[0], row, -1), (names[-1], names[-1][1:], 1)):
            centre = cells[name].centre
            at = Point(centre.x + way * (HALF + TO_LABEL), centre.y)
            labels.append(frame_label(at, words))
    return tuple(labels)

"""Bizingo as a scene: a triangle of triangles without its corners, apex up."""

from functools import cache

from rendering.geometry import Box, Point
from rendering.pieces import icon, piece
from rendering.roles import Role
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Polygon, Symbol, Text
from rendering.wood import RIM_WIDTH, grain, rim
from rules.bizingo import Bizingo
from rules.bizingo.board import CELLS, DARK, LETTERS, LIGHT, MOST_CAPTAINS, MOST_PIECES, STRIDE

WIDTH, HEIGHT = 1000, 900
SIDE, ROW, TOP = 82, 71, 60
PIECE, CAPTAIN = 21, 20.5
TO_CORNER = 29
"""How far from the middle a cell's name stands, towards its lone corner, clear of a piece."""
# The centres lie on whole units, so that all cells of a colour look alike to the last pixel.
UP = (Point(0, -47), Point(41, 24), Point(-41, 24))
DOWN = (Point(-41, -24), Point(41, -24), Point(0, 47))


def scene(position: Bizingo) -> Scene:
    """Turn a position into a scene."""
    layout = board()
    tokens = tuple(
        Token(_piece(letter), layout.cells[cell].centre, cell)
        for cell, letter in position.board().items()
    )
    return Scene(
        layout,
        tokens,
        (icon(LIGHT), icon(DARK)),
        trophies=(_gone(position, DARK), _gone(position, LIGHT)),
    )


def _piece(letter: str, size: float = 1) -> Symbol:
    side = "ld".index(letter.lower())
    crowned = letter.isupper()
    return piece(side, (CAPTAIN if crowned else PIECE) * size, crowned=crowned)


def _gone(position: Bizingo, side: int) -> tuple[Symbol, ...]:
    """Give the pieces that a side has lost, captains first, as they are laid beside the board."""
    captains = position.captains[side].bit_count()
    lost = MOST_PIECES - position.pieces[side].bit_count()
    fallen = MOST_CAPTAINS - captains
    letters = LETTERS[side][1] * fallen + LETTERS[side][0] * (lost - fallen)
    return tuple(_piece(letter, 0.62) for letter in letters)


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    middle, widest, bottom = WIDTH / 2, TOP + 9 * ROW, TOP + 11 * ROW
    hull = (
        Point(middle - SIDE, TOP),
        Point(middle + SIDE, TOP),
        Point(middle + 5.5 * SIDE, widest),
        Point(middle + 4.5 * SIDE, bottom),
        Point(middle - 4.5 * SIDE, bottom),
        Point(middle - 5.5 * SIDE, widest),
    )
    cells = {name: _cell(side, place) for name, (side, place) in CELLS.items()}
    tiles = [Polygon(cell.corners, cell.floor) for cell in cells.values()]
    lines = [Polygon(cell.corners, None, Role.LINE, 2) for cell in cells.values()]
    ground = (*rim(hull), *tiles, *grain(hull, ROW, seed=3), *lines)
    words, trophies = Box(18, 12, 320, 92), Box(18, 104, 240, 216)
    plates = (
        Plate(words, trophies),
        Plate(words.mirror(middle), trophies.mirror(middle)),
    )
    return Board("Bizingo", WIDTH, HEIGHT, ground, cells, _labels(), plates)


def _cell(side: int, place: int) -> Cell:
    row, column = divmod(place, STRIDE)
    top = TOP + (row - 3) * ROW
    if side == DARK:
        x = WIDTH / 2 + (column - (row + 1) / 2) * SIDE
        corner = Point(x, top + 47 - TO_CORNER)
        return Cell(Point(x, top + 47), UP, PIECE + 2, Role.FIELD_DARK, corner=corner)
    x = WIDTH / 2 + (column - row / 2) * SIDE
    corner = Point(x, top + 24 + TO_CORNER)
    return Cell(Point(x, top + 24), DOWN, PIECE + 2, Role.FIELD, corner=corner)


def _labels() -> tuple[Text, ...]:
    """Label the two end cells of every row, beside them; the others are counted between."""
    rows: dict[str, list[str]] = {}
    for name in CELLS:
        rows.setdefault(name[0], []).append(name)
    labels = []
    for number, names in enumerate(rows.values()):
        # Where a row is narrower there is more room beside it; the board reaches this far there.
        down = number + (0.35 if number < 9 else 0.65)
        reach = SIDE * (1 + down / 2 if number < 9 else 10 - down / 2) + RIM_WIDTH * 1.2
        for name, direction in ((names[0], -1), (names[-1], 1)):
            away = reach + 3 + 8 * len(name)
            at = Point(WIDTH / 2 + direction * away, TOP + down * ROW)
            labels.append(Text(at, name, 24, Role.QUIET, Role.SURROUND))
    return tuple(labels)

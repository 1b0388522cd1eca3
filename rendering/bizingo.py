"""Bizingo as a scene: a triangle of triangles without its corners, apex up."""

from functools import cache

from rendering.geometry import Point
from rendering.pieces import icon, piece
from rendering.scene import Board, Cell, Polygon, Role, Scene, Symbol, Text, Token, rim
from rules.bizingo import Bizingo
from rules.bizingo.board import CELLS, DARK, LIGHT, MOST_PIECES, STRIDE

WIDTH, HEIGHT = 1000, 900
SIDE, ROW, TOP = 80, 70, 65
PIECE, CAPTAIN = 19, 19.5
# The centres lie on whole units, so that all cells of a colour look alike to the last pixel.
UP = (Point(0, -46), Point(40, 24), Point(-40, 24))
DOWN = (Point(-40, -24), Point(40, -24), Point(0, 46))


def scene(position: Bizingo) -> Scene:
    """Turn a position into data."""
    plan = board()
    pieces = position.board()
    tokens = tuple(
        Token(_piece(letter), plan.cells[cell].centre, cell) for cell, letter in pieces.items()
    )
    left = [own.bit_count() for own in position.pieces]
    counts = [(f"{number} left, {MOST_PIECES - number} lost",) for number in left]
    return Scene(plan, tokens, (icon(LIGHT), icon(DARK)), (counts[LIGHT], counts[DARK]))


def _piece(letter: str) -> Symbol:
    side = "ld".index(letter.lower())
    return piece(side, CAPTAIN, crowned=True) if letter.isupper() else piece(side, PIECE)


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
    tiles = (Polygon(cell.corners, cell.floor, Role.LINE, 2) for cell in cells.values())
    plates = Point(150, 82), Point(WIDTH - 150, 82)
    return Board("Bizingo", WIDTH, HEIGHT, (*rim(hull), *tiles), cells, _labels(), plates)


def _cell(side: int, place: int) -> Cell:
    row, column = divmod(place, STRIDE)
    top = TOP + (row - 3) * ROW
    if side == DARK:
        x = WIDTH / 2 + (column - (row + 1) / 2) * SIDE
        return Cell(Point(x, top + 46), UP, PIECE + 3, Role.FIELD_DARK)
    x = WIDTH / 2 + (column - row / 2) * SIDE
    return Cell(Point(x, top + 24), DOWN, PIECE + 3, Role.FIELD)


def _labels() -> tuple[Text, ...]:
    """Name the two end cells of every row, beside them; the others are counted between."""
    rows: dict[str, list[str]] = {}
    for name in CELLS:
        rows.setdefault(name[0], []).append(name)
    labels = []
    for number, names in enumerate(rows.values()):
        # Halfway down a row the board reaches so far from its middle.
        reach = SIDE * (1.25 + number / 2 if number < 9 else 9.75 - number / 2)
        for name, direction in ((names[0], -1), (names[-1], 1)):
            away = reach + 25 + 8 * len(name)
            at = Point(WIDTH / 2 + direction * away, TOP + (number + 0.5) * ROW)
            labels.append(Text(at, name, 24, Role.QUIET, Role.SURROUND))
    return tuple(labels)

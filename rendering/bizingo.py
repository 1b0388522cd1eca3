"""Bizingo as a scene: a triangle of triangles without its corners, apex up."""

from dataclasses import replace
from functools import cache

from rendering.cell_names import engraved
from rendering.colour_roles import Ink, Role, Shade
from rendering.geometry import Box, Point, offset_outline, translate
from rendering.pieces import TRIANGLE_INRADIUS, beside_board, button, taken_of, triangular_piece
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Polygon, Shadow, Symbol, Text
from rendering.wood import frame_label, grain, inside_shadow, rim
from rules.bizingo import Bizingo
from rules.bizingo.board import (
    CELLS,
    DARK,
    FEWEST,
    LETTERS,
    LIGHT,
    MOST_CAPTAINS,
    MOST_PIECES,
    STRIDE,
)

WIDTH, HEIGHT = 1000, 890
SIDE, ROW, TOP = 84, 73, 52
FRAME_WIDTH = 32
FRAME_MIDDLE = FRAME_WIDTH / 2 / 0.866
"""The distance of a slanting edge from the middle of its frame."""
NUMBER_SHARE, OUTWARDS = 0.78, (0.7, 3)
"""The width of a number of two digits on that, of its usual: it fills the bar, into which a cell's
frame reaches as well; and how far outwards from its middle such a number and all else stand."""
INSIDE_SHADOW = 14
"""The reach of the frame's shadow into the board."""
STREAKS = 0.11
"""The amount of grain: less than on larger cells, which have fewer edges."""
ICON, TROPHY, RINGED = 0.85, 0.62, 0.93
"""The size of a piece beside a player's name, and of one that was captured; and how large one is
within a ring, of that."""
TO_CORNER = 40
"""The distance of a cell's name from the middle, towards its lone corner, clear of a piece."""
ROOM = TRIANGLE_INRADIUS + 3
FLOORS: dict[Role, Ink] = {
    Role.FIELD: Shade(Role.FIELD, Role.GRAIN_LIGHT, 0.08),
    Role.FIELD_DARK: Role.FIELD_DARK,
}
"""Each colour's floor, further apart than on boards of squares: a triangle has less of it."""
# The centres lie on whole units, so that all cells of a colour look alike to the last pixel.
UP = (Point(0, -49), Point(42, 24), Point(-42, 24))
DOWN = (Point(-42, -24), Point(42, -24), Point(0, 49))


def scene(position: Bizingo) -> Scene:
    """Turn a position into a scene."""
    layout = board()
    return Scene(
        layout,
        tuple(_standing(cell, letter) for cell, letter in position.board().items()),
        (_beside_board("l", ICON), _beside_board("d", ICON)),
        (_taken(position, DARK), _taken(position, LIGHT)),
        trophies=(_gone(position, DARK), _gone(position, LIGHT)),
    )


@cache
def _standing(cell: str, letter: str) -> Token:
    """Return a piece on a cell; an animation has it in a hundred frames."""
    return Token(_piece(letter), board().cells[cell].centre, cell)


@cache
def _piece(letter: str, size: float = 1) -> Symbol:
    side = "ld".index(letter.lower())
    crowned = letter.isupper()
    return triangular_piece(side, size, up=side == DARK, crowned=crowned)


def _taken(position: Bizingo, side: int) -> tuple[Symbol, ...]:
    """Give how many pieces a side has lost, of those whose loss decides."""
    lost = MOST_PIECES - position.pieces[side].bit_count()
    return (taken_of(lost, MOST_PIECES - FEWEST, _beside_board(LETTERS[side][0], 1)),)


def _gone(position: Bizingo, side: int) -> tuple[Symbol, ...]:
    """Give the pieces that a side has lost, captains first, as they are laid beside the board."""
    lost = MOST_PIECES - position.pieces[side].bit_count()
    fallen = MOST_CAPTAINS - position.captains[side].bit_count()
    return _trophies(side, lost, fallen)


@cache
def _trophies(side: int, lost: int, fallen: int) -> tuple[Symbol, ...]:
    letters = LETTERS[side][1] * fallen + LETTERS[side][0] * (lost - fallen)
    return tuple(_beside_board(letter, TROPHY) for letter in letters)


def _beside_board(letter: str, size: float) -> Symbol:
    """Return a piece as large as the other side's one is; a dark one has a ring."""
    return beside_board(_piece(letter, size * (RINGED if letter.lower() == "d" else 1)))


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
    tiles = [Polygon(cell.corners, FLOORS[cell.floor]) for cell in cells.values()]
    lines = [Polygon(cell.corners, None, Role.LINE, 1.4) for cell in cells.values()]
    foot = translate(offset_outline(hull, FRAME_WIDTH - 2), 2, 4)
    ground = (
        Shadow(foot, 8, 0.5, hole=offset_outline(hull, FRAME_WIDTH - 4)),
        *rim(hull, FRAME_WIDTH, seed=5),
        *tiles,
        *grain(hull, ROW, seed=3, streaks=STREAKS),
        *lines,
        inside_shadow(hull, INSIDE_SHADOW),
        Polygon(hull, None, Role.SHADOW, 1.8),
    )
    first = Plate(Box(22, 20, 352, 160), rows=True, narrowing=22)
    second = Plate(first.words.mirror(middle), rows=True, narrowing=22)
    return Board(
        "Bizingo", WIDTH, HEIGHT, ground, cells, (*_labels(), *engraved(cells)), (first, second)
    )


def _cell(side: int, place: int) -> Cell:
    row, column = divmod(place, STRIDE)
    top = TOP + (row - 3) * ROW
    if side == DARK:
        x = WIDTH / 2 + (column - (row + 1) / 2) * SIDE
        corner = Point(x, top + 49 - TO_CORNER)
        plate = button(up=True)
        return Cell(Point(x, top + 49), UP, ROOM, Role.FIELD_DARK, corner=corner, plate=plate)
    x = WIDTH / 2 + (column - row / 2) * SIDE
    corner = Point(x, top + 24 + TO_CORNER)
    plate = button(up=False)
    return Cell(Point(x, top + 24), DOWN, ROOM, Role.FIELD, corner=corner, plate=plate)


def _labels() -> tuple[Text, ...]:
    """Write on the frame each row's letter at its left, its last cell's number at its right."""
    rows: dict[str, list[str]] = {}
    for name in CELLS:
        rows.setdefault(name[0], []).append(name)
    labels = []
    for number, (letter, names) in enumerate(rows.items()):
        reach = SIDE * (1 + (number + 0.5) / 2 if number < 9 else 10 - (number + 0.5) / 2)
        for words, direction in ((letter, -1), (names[-1][1:], 1)):
            away = reach + FRAME_MIDDLE + OUTWARDS[len(words) < 2]
            at = Point(WIDTH / 2 + direction * away, TOP + (number + 0.5) * ROW)
            share = 1 if len(words) < 2 else NUMBER_SHARE
            labels.append(replace(frame_label(at, words), share=share))
    return tuple(labels)

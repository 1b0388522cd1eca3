"""The names of all cells, written on a diagram, or on a board for whoever wishes that."""

from collections.abc import Container, Iterator, Mapping

from rendering.colour_roles import Role
from rendering.fit_text import text_width
from rendering.geometry import Point
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Text, text

ENGRAVED = 24
"""The size of the names that are part of a board."""


def cell_names(scene: Scene, size: int, skip: Container[str] = ()) -> Iterator[Token]:
    """Write the name of every cell, except some, whose name has room in the picture.

    A name that is seen there already as a coordinate of the board is not repeated.
    """
    board = scene.board
    there = {(one.text, _rounded(one.centre)) for one in board.labels if isinstance(one, Text)}
    covered = {token.cell for token in scene.tokens}
    for name, cell in board.cells.items():
        places = name_place(cell), *([] if name in covered else [cell.centre])
        if name in skip or any((name, _rounded(at)) in there for at in places):
            continue
        role, on = _ink(cell)
        (x, y), across = name_place(cell), text_width(name, size) / 2
        if across <= x <= board.width - across and size / 2 <= y <= board.height - size / 2:
            halo = 0 if cell.sunk else size / 9
            yield Token(text(name, size, role, on, halo), Point(x, y), name)


def engraved(cells: Mapping[str, Cell]) -> Iterator[Text]:
    """Write their names on every third empty cell of each row, so that none has to be counted."""
    for name, cell in cells.items():
        if int(name[1:]) % 3 == 0:
            narrow = len(name) > 2  # or it would be seen beside a piece
            yield Text(cell.centre, name, ENGRAVED, Role.TRACK, cell.floor, narrow=narrow)


def _rounded(point: Point) -> tuple[int, int]:
    """Round a point to whole units."""
    return round(point.x), round(point.y)


def name_place(cell: Cell) -> Point:
    """Return the place of a cell's name: its own, or else above what may stand on it."""
    above = Point(cell.centre.x, cell.centre.y - cell.room)
    return cell.corner or cell.label or above


def _ink(cell: Cell) -> tuple[Role, Role]:
    """Choose a readable colour for a name; return it with the colour behind it."""
    if cell.sunk:
        return Role.WOOD_TEXT, Role.WOOD  # beside the cell, at its label
    return Role.FIELD_TEXT, Role.FIELD_HALO

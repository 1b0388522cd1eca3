"""The names of cells, each written where its cell has room for it."""

from collections.abc import Container, Iterator

from rendering.geometry import Point
from rendering.lettering import text_width
from rendering.roles import Role
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Text, text
from rules import Move

_DARK = (Role.FIELD_DARK, Role.FIELD_DEEP, Role.GOAL_SECOND)


def cell_names(
    scene: Scene, size: int, last: Move | None = None, but: Container[str] = ()
) -> Iterator[Token]:
    """Write the name of every cell, but for some, whose name has room in the picture.

    What stands there as a coordinate of the board is not written again.
    """
    board, path = scene.board, last.path if last else ()
    there = {(one.text, _rounded(one.centre)) for one in board.labels if isinstance(one, Text)}
    for name, cell in board.cells.items():
        if name in but or (name, _rounded(sign(cell))) in there:
            continue
        role, on = _ink(cell, marked=name in (*path[:1], *path[-1:]))
        (x, y), across = sign(cell), text_width(name, size) / 2
        if across <= x <= board.width - across and size / 2 <= y <= board.height - size / 2:
            yield Token(text(name, size, role, on), Point(x, y), name)


def _rounded(point: Point) -> tuple[int, int]:
    """Give the whole units next to a place."""
    return round(point.x), round(point.y)


def sign(cell: Cell) -> Point:
    """Give the place of a cell's name: its own, or else above what may stand on it."""
    above = Point(cell.centre.x, cell.centre.y - cell.room)
    return cell.corner or cell.label or above


def _ink(cell: Cell, *, marked: bool) -> tuple[Role, Role]:
    """Choose a colour in which a name can be read, and say on what."""
    if cell.sunk:
        return Role.WOOD_TEXT, Role.WOOD  # beside the cell, where it is called by its label
    if marked:
        return Role.FIELD_TEXT, Role.LAST
    if cell.floor is Role.PIT:
        return Role.PIT_TEXT, Role.PIT
    return (Role.FIELD_DARK_TEXT if cell.floor in _DARK else Role.FIELD_TEXT), cell.floor

"""The names of cells: all on a diagram or for whoever wishes that, or those that words name."""

from collections.abc import Container, Iterable, Iterator, Mapping

from rendering.choice_marks import named_piece
from rendering.colour_roles import Role
from rendering.fit_text import text_width
from rendering.geometry import Point
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Text, text

ENGRAVED, SLIM, SLIMMER = 24, 0.86, 0.74
"""The size of the names that are part of a board, how wide a long one is, of narrow text, and how
wide one is that has a tail."""
TOLD = 27
"""The size of the name of an empty cell that the words beside a picture name."""


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


def told_names(scene: Scene, told: Iterable[str], skip: Container[str]) -> Iterator[Token]:
    """Write their names on the cells that the words beside a picture name, in full light.

    On a piece it stands as on one that can be chosen. Holes have their letters beside them, and
    cells that the board does not have are skipped.
    """
    board = scene.board
    standing = {token.cell: token for token in scene.tokens if token.symbol.face}
    inlaid = {token.at for token in board.fittings}
    beside = {one.text for one in board.labels if isinstance(one, Text) and one.on is Role.PLATE}
    for name in dict.fromkeys(told):
        cell = board.cells.get(name)
        if not cell or cell.sunk or name in skip or name in beside:
            continue
        if (man := standing.get(name)) and man.symbol.face:
            yield Token(named_piece(man.symbol.face, name), man.at, name)
        elif name not in standing:
            at = name_place(cell) if cell.centre in inlaid else cell.centre
            word = text(name, TOLD, *_ink(cell), TOLD / 8)
            yield Token(word, at, name).lit()


def engraved(cells: Mapping[str, Cell]) -> Iterator[Text]:
    """Write their names on every third empty cell of each row, so that none has to be counted."""
    for name, cell in cells.items():
        if int(name[1:]) % 3 == 0:
            # So slim that nothing of it is seen beside a piece, not even the tail of a “j”.
            narrow = len(name) > 2
            share = (SLIM, SLIMMER)[name[0] in "gj"] if narrow else 1
            ink, on = Role.TRACK, cell.floor
            yield Text(cell.centre, name, ENGRAVED, ink, on, narrow=narrow, share=share)


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

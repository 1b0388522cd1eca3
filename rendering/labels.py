"""The names of cells: of all cells, or of those that can be chosen, placed where there is room."""

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache

from rendering.fit_text import text_width
from rendering.geometry import CENTRE, Box, Point, offset_outline, rounded_box
from rendering.roles import Role
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Polygon, Symbol, Text, text
from rules import Move

CHOICE_SIZE = 30
"""The size of a name: six pixels of a capital where the picture is 275 wide, as on a phone."""
_HEIGHT, _MARGIN = 36, 6
_HIDES_HEART, _HIDES_LABEL, _HIDES_PIECE, _ELSEWHERE = 100, 60, 1, 9
"""The cost of hiding a unit of a captain's star, of a label, of a piece; of each lesser place."""
_DARK = (Role.FIELD_DARK, Role.FIELD_DEEP, Role.GOAL_SECOND)


def cell_labels(
    scene: Scene, size: int, last: Move | None = None, skip: Container[str] = ()
) -> Iterator[Token]:
    """Write the name of every cell, except some, whose name has room in the picture.

    A name that stands there already as a coordinate of the board is not repeated.
    """
    board, path = scene.board, last.path if last else ()
    there = {(one.text, _rounded(one.centre)) for one in board.labels if isinstance(one, Text)}
    for name, cell in board.cells.items():
        if name in skip or (name, _rounded(label_place(cell))) in there:
            continue
        role, on = _ink(cell, marked=name in (*path[:1], *path[-1:]))
        (x, y), across = label_place(cell), text_width(name, size) / 2
        if across <= x <= board.width - across and size / 2 <= y <= board.height - size / 2:
            yield Token(text(name, size, role, on), Point(x, y), name)


def _rounded(point: Point) -> tuple[int, int]:
    """Round a point to whole units."""
    return round(point.x), round(point.y)


def label_place(cell: Cell) -> Point:
    """Return the place of a cell's name: its own, or else above what may stand on it."""
    above = Point(cell.centre.x, cell.centre.y - cell.room)
    return cell.corner or cell.label or above


def _ink(cell: Cell, *, marked: bool) -> tuple[Role, Role]:
    """Choose a readable colour for a name; return it with the colour behind it."""
    if cell.sunk:
        return Role.WOOD_TEXT, Role.WOOD  # beside the cell, at its label
    if marked:
        return Role.FIELD_TEXT, Role.LAST
    if cell.floor is Role.PIT:
        return Role.PIT_TEXT, Role.PIT
    return (Role.FIELD_DARK_TEXT if cell.floor in _DARK else Role.FIELD_TEXT), cell.floor


def choice_labels(scene: Scene, choices: Mapping[str, str]) -> Iterator[Token]:
    """Label the cells that can be chosen.

    Labels are placed so that no two overlap, no captain's star is hidden, and little of the pieces.
    Cells that the board does not have are skipped.
    """
    known = {name: label for name, label in choices.items() if name in scene.board.cells}
    if not known:
        return
    standing = {token.cell: token for token in scene.tokens}
    hearts = [_square(t.at, 0.8 * t.symbol.heart) for t in scene.tokens if t.symbol.heart]
    cells = scene.board.cells
    pieces = [_square(t.at, cells[t.cell].room * 0.8) for t in standing.values() if t.cell in cells]
    placed: list[Box] = []
    picture = Box(0, 0, scene.board.width, scene.board.height)
    # Cells with the fewest places to choose from come first.
    ordered = sorted(
        known, key=lambda name: -standing[name].symbol.heart if name in standing else 1
    )
    for name in ordered:
        cell, symbol = cells[name], _plate(known[name])
        width = text_width(known[name], CHOICE_SIZE) + 2 * _MARGIN
        best, least = cell.centre, float("inf")
        for number, place in enumerate(_places(cell, standing.get(name), width)):
            box = _around(place, width)
            if box.overlap(picture) < width * _HEIGHT:
                continue
            cost = (
                number * _ELSEWHERE
                + _HIDES_HEART * sum(box.overlap(heart) for heart in hearts)
                + _HIDES_LABEL * sum(box.overlap(other) for other in placed)
                + _HIDES_PIECE * sum(box.overlap(piece) for piece in pieces)
            )
            if cost < least:
                best, least = place, cost
        placed.append(_around(best, width))
        yield Token(symbol, Point(round(best.x), round(best.y)))


def _places(cell: Cell, token: Token | None, width: float) -> Iterator[Point]:
    """Give the places for a cell's label, the best first: below, above, beside, at the corners."""
    if cell.label:
        yield cell.label
        return
    x, y = cell.centre
    if token is None:
        yield cell.centre
        for away in (0.3, 0.6):
            for across, down in (
                (0, 1),
                (0, -1),
                (1, 0),
                (-1, 0),
                (1, 1),
                (-1, 1),
                (1, -1),
                (-1, -1),
            ):
                yield Point(x + across * away * cell.room, y + down * away * cell.room)
        return
    heart = token.symbol.heart
    near = max(heart * 0.82, cell.room * 0.42) + _HEIGHT / 2
    beside = max(heart, cell.room * 0.5) + width / 2
    yield Point(x, y + near)
    yield Point(x, y - near)
    for away in (0.3, 0.6):
        for down in (1, -1):
            for right in (1, -1):
                yield Point(x + right * away * beside, y + down * near)
    for right in (1, -1):
        yield Point(x + right * beside, y)
    for down in (1, -1):
        for right in (1, -1):
            yield Point(x + right * beside, y + down * near * 0.6)
    yield Point(x, y + near + 10)
    yield Point(x, y - near - 10)


def _square(middle: Point, reach: float) -> Box:
    return Box(middle.x - reach, middle.y - reach, middle.x + reach, middle.y + reach)


def _around(middle: Point, width: float) -> Box:
    x, y = middle
    return Box(x - width / 2, y - _HEIGHT / 2, x + width / 2, y + _HEIGHT / 2)


@lru_cache(maxsize=512)
def _plate(name: str) -> Symbol:
    outline = rounded_box(text_width(name, CHOICE_SIZE) + 2 * _MARGIN, _HEIGHT, 10)
    return Symbol(
        name,
        (
            Polygon(outline, Role.CHOICE_EDGE),
            Polygon(offset_outline(outline, -1), Role.CHOICE),
            Polygon(offset_outline(outline, -3.5), Role.LABEL),
            Text(CENTRE, name, CHOICE_SIZE, Role.LABEL_TEXT, Role.LABEL),
        ),
    )

"""What can be chosen, shown where it is: a ring around every piece, and a name beside it."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rendering.geometry import CENTRE, Box, Point, grown, rounded
from rendering.lettering import text_width
from rendering.roles import Role
from rendering.scene import Cell, Scene, Token
from rendering.shapes import Disc, Polygon, Symbol, Text

NAME = 30
"""The size of a name: six pixels of a capital where the picture is 275 wide, as on a phone."""
_HEIGHT, _MARGIN = 36, 6
_HIDES_HEART, _HIDES_NAME, _HIDES_PIECE, _AWAY = 100, 60, 1, 9
"""How bad it is to hide a unit of what matters, of another name, of a piece; to lie elsewhere."""


def mark_under(scene: Scene, chosen: str, choices: Mapping[str, str]) -> Iterator[Token]:
    """Mark under the pieces the cell that was chosen, and sunk cells that can be.

    Cells that the board does not have are passed over, here and below.
    """
    cells = scene.board.cells
    if cell := cells.get(chosen):
        yield Token(_chosen(cell.outline, sunk=cell.sunk), cell.centre)
    for name in choices:
        if (cell := cells.get(name)) and cell.sunk:
            yield Token(_frame(cell.outline), cell.centre)


def mark_choices(scene: Scene, choices: Mapping[str, str]) -> Iterator[Token]:
    """Ring the pieces that can be chosen, and write on every cell what it is called."""
    if not choices:
        return
    cells = scene.board.cells
    occupied = {token.cell for token in scene.tokens}
    known = {name: label for name, label in choices.items() if name in cells}
    for name in known:
        cell = cells[name]
        if name in occupied and not cell.sunk:
            yield Token(ring(cell.room), cell.centre)
    yield from _names(scene, known)


def _names(scene: Scene, choices: Mapping[str, str]) -> Iterator[Token]:
    """Place names so that no two meet, no captain's star is hidden, and little of the pieces."""
    stand = {token.cell: token for token in scene.tokens}
    hearts = [_square(t.at, 0.8 * t.symbol.heart) for t in scene.tokens if t.symbol.heart]
    cells = scene.board.cells
    pieces = [_square(t.at, cells[t.cell].room * 0.8) for t in stand.values() if t.cell in cells]
    placed: list[Box] = []
    picture = Box(0, 0, scene.board.width, scene.board.height)
    # What has fewest places to go comes first.
    ordered = sorted(choices, key=lambda name: -stand[name].symbol.heart if name in stand else 1)
    for name in ordered:
        cell, symbol = cells[name], _plate(choices[name])
        width = text_width(choices[name], NAME) + 2 * _MARGIN
        best, least = cell.centre, float("inf")
        for number, place in enumerate(_places(cell, stand.get(name), width)):
            box = _around(place, width)
            if box.shared(picture) < width * _HEIGHT:
                continue
            cost = (
                number * _AWAY
                + _HIDES_HEART * sum(box.shared(heart) for heart in hearts)
                + _HIDES_NAME * sum(box.shared(other) for other in placed)
                + _HIDES_PIECE * sum(box.shared(piece) for piece in pieces)
            )
            if cost < least:
                best, least = place, cost
        placed.append(_around(best, width))
        yield Token(symbol, Point(round(best.x), round(best.y)))


def _places(cell: Cell, token: Token | None, width: float) -> Iterator[Point]:
    """Give the places for a cell's name, the best first: below, above, beside, at the corners."""
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
    outline = rounded(text_width(name, NAME) + 2 * _MARGIN, _HEIGHT, 10)
    return Symbol(
        name,
        (
            Polygon(outline, Role.CHOICE_EDGE),
            Polygon(grown(outline, -1), Role.CHOICE),
            Polygon(grown(outline, -3.5), Role.LABEL),
            Text(CENTRE, name, NAME, Role.LABEL_TEXT, Role.LABEL),
        ),
    )


@lru_cache(maxsize=64)
def ring(room: float) -> Symbol:
    """Make a ring around a piece that can be chosen."""
    wide = max(4, room * 0.14)
    return Symbol(
        "choice",
        (
            Disc(CENTRE, room + wide, line=Role.CHOICE_EDGE, width=wide + 3),
            Disc(CENTRE, room + wide - 1.5, line=Role.CHOICE, width=wide),
        ),
    )


@lru_cache(maxsize=64)
def _frame(outline: tuple[Point, ...]) -> Symbol:
    return Symbol("choice", _edges(outline))


@lru_cache(maxsize=256)
def _chosen(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    if sunk:
        return Symbol("chosen", _edges(outline))
    return Symbol("chosen", (Polygon(grown(outline, -2.5), Role.CHOICE, Role.CHOICE_EDGE, 3),))


def _edges(outline: tuple[Point, ...]) -> tuple[Polygon, Polygon]:
    path = grown(outline, -2)
    return Polygon(path, None, Role.CHOICE_EDGE, 10), Polygon(path, None, Role.CHOICE, 6)

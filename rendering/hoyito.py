"""Hoyito as a scene: two rows of holes with their stones, and a tray for what each side took."""

from collections.abc import Iterator
from functools import lru_cache

from rendering.geometry import CENTRE, Point, box, rounded
from rendering.pieces import stone, text
from rendering.scene import Board, Cell, Disc, Polygon, Role, Scene, Symbol, Text, Token
from rules.hoyito import Hoyito
from rules.hoyito.board import LETTERS, NORTH, SOUTH

WIDTH, HEIGHT = 1000, 780
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
SPAN, TALL, TRAY = 900, 150, 70
"""The length of a row and of a tray, the height of a hole and of a tray."""
TO_ROW, TO_LETTERS, TO_TRAY, TO_EDGE = 84, 181, 239, 284
"""How far from the middle a side's holes, their letters, its tray and the board's edge lie."""
OUTWARDS = 1, -1
"""South's edge lies below the middle, North's above it."""
NUMBER, NUMBER_ROOM = 32, 42
"""The size of the number in a hole, and what the hole's outer end keeps free for it."""
MOST_SHOWN = 15
"""More stones in a hole than this are told by its number alone."""


def scene(position: Hoyito) -> Scene:
    """Turn a position into data."""
    holes = position.board()
    size = len(holes) // 2
    plan = board(size)
    closed = position.closed
    tokens: list[Token] = []
    for cell, stones in holes.items():
        side = NORTH if cell.isupper() else SOUTH
        centre = plan.cells[cell].centre
        if cell in closed:
            tokens.append(Token(_lid(size), centre, cell))
            continue
        outer = centre.y + OUTWARDS[side] * (TALL - NUMBER_ROOM - 4) / 2
        inner = centre.y - OUTWARDS[side] * (NUMBER_ROOM - 8) / 2
        tokens.append(Token(_number(stones), Point(centre.x, outer), cell))
        tokens += [
            Token(stone(_radius(size)), Point(centre.x + x, inner + y), cell)
            for x, y in _heap(size, min(stones, MOST_SHOWN))
        ]
    for side, stones in enumerate(position.stores):
        tokens += _tray(size, side, stones)
    return Scene(plan, tuple(tokens), (_icon("a"), _icon("A")), ((), ()))


@lru_cache(maxsize=8)
def board(size: int) -> Board:
    """Lay out a board with so many holes a side."""
    outline = rounded(_width(size), TALL, min(0.45 * _width(size), 44))
    cells, labels = {}, []
    for side, letters in ((SOUTH, LETTERS[:size]), (NORTH, LETTERS[:size].upper())):
        out = OUTWARDS[side]
        for number, letter in enumerate(letters):
            x = MIDDLE.x + out * ((number + 0.5) * SPAN / size - SPAN / 2)
            centre = Point(x, MIDDLE.y + out * TO_ROW)
            badge = Point(x + out * 16, centre.y - out * (TALL / 2 - 10))
            cells[letter] = Cell(centre, outline, 18, Role.PIT, sunk=True, badge=badge)
            at = Point(x, MIDDLE.y + out * TO_LETTERS)
            labels.append(Text(at, letter, 27, Role.WOOD_TEXT, Role.WOOD))
    hole = Symbol("hole", _pit(outline))
    tray = Symbol("tray", _pit(rounded(SPAN, TRAY, 26)))
    fittings = [Token(hole, cell.centre) for cell in cells.values()]
    fittings += [Token(tray, Point(MIDDLE.x, MIDDLE.y + out * TO_TRAY)) for out in OUTWARDS]
    wood = tuple(Point(MIDDLE.x + x, MIDDLE.y + y) for x, y in rounded(SPAN + 44, 2 * TO_EDGE, 36))
    return Board(
        f"Hoyito {size}",
        WIDTH,
        HEIGHT,
        (Polygon(wood, Role.WOOD, Role.RIM, 10),),
        cells,
        tuple(labels),
        (Point(WIDTH - 132, HEIGHT - 54), Point(132, 54)),
        tuple(fittings),
        trail=False,
    )


def _width(size: int) -> float:
    return min(SPAN / size - 10, 150)


def _pit(outline: tuple[Point, ...]) -> tuple[Polygon, ...]:
    """Hollow out a pit: a dark upper edge, a light lower one, and the floor between."""
    higher, lower = (tuple(Point(x, y + away) for x, y in outline) for away in (-3, 3))
    return (
        Polygon(lower, Role.RIM_LIGHT),
        Polygon(higher, Role.PIT_EDGE),
        Polygon(outline, Role.PIT),
    )


def _radius(size: int) -> float:
    return 13 if size <= 6 else 11 if size <= 8 else 8.5


def _heap(size: int, stones: int) -> Iterator[Point]:
    """Arrange stones in rows as even as can be, around (0, 0)."""
    pitch = 2 * _radius(size) + 2
    widest = int((_width(size) - 12) / pitch)
    rows = max(-(-stones // widest), round((stones * 0.75) ** 0.5))
    for row in range(rows):
        count = stones * (row + 1) // rows - stones * row // rows
        for number in range(count):
            yield Point((number - (count - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch)


def _number(stones: int) -> Symbol:
    return text(str(stones), NUMBER, Role.PIT_TEXT, Role.PIT)


def _tray(size: int, side: int, stones: int) -> Iterator[Token]:
    """Show what a side took: its number at one end, the stones in fours from the other."""
    y = MIDDLE.y + OUTWARDS[side] * TO_TRAY
    yield Token(_number(stones), Point(MIDDLE.x + OUTWARDS[side] * (SPAN / 2 - 48), y))
    # As large as lets the tray hold every stone of the game.
    radius, gap = (12, 8) if size <= 6 else (9.5, 8) if size <= 8 else (6.5, 4)
    pitch = 2 * radius + 2
    for number in range(stones):
        four, place = divmod(number, 4)
        along = 30 + four * (2 * pitch + gap) + place // 2 * pitch
        x = MIDDLE.x - OUTWARDS[side] * (SPAN / 2 - along)
        yield Token(stone(radius), Point(x, y + (place % 2 - 0.5) * pitch))


@lru_cache(maxsize=2)
def _icon(letter: str) -> Symbol:
    """Make a side's sign: a hole with the letter that its holes begin with."""
    return Symbol(
        f"holes from {letter}",
        (
            Disc(CENTRE, 21, Role.PIT, Role.RIM_LIGHT, 3),
            Text(CENTRE, letter, 26, Role.PIT_TEXT, Role.PIT),
        ),
    )


@lru_cache(maxsize=8)
def _lid(size: int) -> Symbol:
    """Make the lid of a closed hole: planks, and a cross nailed over them."""
    side, end = _width(size) / 2 - 4, 67
    planks = [
        Polygon(box(-side, y - 16, side, y + 16), Role.LINE, Role.PIT_EDGE, 3)
        for y in (-51, -17, 17, 51)
    ]
    braces = [
        Polygon((Point(-side, way * -end), Point(side, way * end)), None, role, width, closed=False)
        for way in (1, -1)
        for role, width in ((Role.PIT_EDGE, 14), (Role.LINE, 9))
    ]
    nails = [Disc(Point(x, y), 3.5, Role.PIT_EDGE) for x in (9 - side, side - 9) for y in (-58, 58)]
    return Symbol("closed", (*planks, *braces, *nails))

"""Hoyito as a scene: two rows of holes with their stones, and a tray for what each side took."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from rendering.geometry import CENTRE, Box, Point, Transform, box, offset_outline, rounded_box
from rendering.roles import Role
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Disc, Polygon, Shape, Symbol, Text
from rendering.stones import heap, lay_in_fours
from rendering.wood import grain, pit, rim
from rules import Move
from rules.hoyito import Hoyito
from rules.hoyito.board import FOUR, LETTERS, NORTH, SOUTH

WIDTH, HEIGHT = 1000, 740
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
SPAN, TALL, TRAY = 916, 150, 66
"""The length of a row and of a tray, the height of a hole and of a tray."""
TO_ROW, TO_NUMBER, TO_LETTERS, TO_TRAY, TO_EDGE = 82, 152, 191, 244, 288
"""The distances of a side's holes, numbers, letters, tray and the board's edge from the middle."""
OUTWARDS = 1, -1
"""South's edge lies below the middle, North's above it."""
NUMBER = 34
"""The size of the number of stones: more than six pixels of a digit on a phone."""
HEAP = 13
"""The distance of a hole's heap from the middle of the hole, away from its number."""


def scene(position: Hoyito) -> Scene:
    """Turn a position into a scene."""
    return scene_with_stones(position.board(), position.closed_cells, position.stores)


def scene_with_stones(
    holes: dict[str, int], closed: frozenset[str], stores: tuple[int, int]
) -> Scene:
    """Lay out the stones in holes and trays."""
    size = len(holes) // 2
    tokens: list[Token] = []
    for place, (cell, stones) in enumerate(holes.items()):
        tokens += _hole(size, place, cell, -1 if cell in closed else stones)
    for side, stones in enumerate(stores):
        tokens += _tray(size, side, stones)
    return Scene(board(size), tuple(tokens), (_icon("a"), _icon("A")))


def stages(position: Hoyito, move: Move) -> Iterator[tuple[Scene, Move]]:
    """Show a sowing stone by stone, and after each lap the stones that are taken up again.

    The number of stones still in the hand stands between the rows.
    """
    holes, stores = position.board(), list(position.stores)
    hand, at = 0, ""
    for number, cell in enumerate(move.path):
        if not hand:
            at = at or cell
            hand, holes[at] = holes[at], 0
            yield _stage(position, holes, stores, at, hand), Move("", (move.path[0], at))
        if number:
            hand, at = hand - 1, cell
            holes[cell] += 1
            if holes[cell] == FOUR:
                holes[cell] = 0
                stores[position.turn] += FOUR
            yield _stage(position, holes, stores, at, hand), Move("", (move.path[0], cell))


def _stage(position: Hoyito, holes: dict[str, int], stores: list[int], at: str, hand: int) -> Scene:
    scene = scene_with_stones(holes, position.closed_cells, (stores[0], stores[1]))
    if not hand:
        return scene
    above = Token(_hand(hand), Point(scene.board.cells[at].centre.x, MIDDLE.y))
    return replace(scene, tokens=(*scene.tokens, above))


@lru_cache(maxsize=8)
def board(size: int) -> Board:
    """Lay out a board with `size` holes per side."""
    outline = rounded_box(_width(size), TALL, 0.48 * _width(size))
    cells, labels = {}, []
    for side, letters in ((SOUTH, LETTERS[:size]), (NORTH, LETTERS[:size].upper())):
        out = OUTWARDS[side]
        for number, letter in enumerate(letters):
            x = round(MIDDLE.x + out * ((number + 0.5) * SPAN / size - SPAN / 2))
            centre = Point(x, MIDDLE.y + out * TO_ROW)
            badge = Point(x + out * 16, centre.y - out * (TALL / 2 - 10))
            at = Point(x, MIDDLE.y + out * TO_LETTERS)
            cells[letter] = Cell(centre, outline, 18, Role.PIT, sunk=True, badge=badge, label=at)
            labels.append(Text(at, letter, 27, Role.WOOD_TEXT, Role.WOOD))
    hole = pit("hole", outline, min(12, _width(size) / 8))
    tray = pit("tray", rounded_box(SPAN, TRAY, 26), 6)
    fittings = [Token(hole, cell.centre) for cell in cells.values()]
    fittings += [Token(tray, Point(MIDDLE.x, MIDDLE.y + out * TO_TRAY)) for out in OUTWARDS]
    edge = tuple(
        Point(MIDDLE.x + x, MIDDLE.y + y) for x, y in rounded_box(SPAN + 24, 2 * TO_EDGE, 26)
    )
    ground: tuple[Shape, ...] = (
        *rim(edge, 14),
        Polygon(edge, Role.WOOD),
        *grain(edge, TO_EDGE / 2, seed=11, streaks=0.5, planks=False),
    )
    first = Plate(Box(20, HEIGHT - 58, 900, HEIGHT - 4))
    return Board(
        f"Hoyito {size}",
        WIDTH,
        HEIGHT,
        ground,
        cells,
        tuple(labels),
        (first, first.transformed(Transform(-1, WIDTH, HEIGHT))),
        tuple(fittings),
        trail=False,
    )


def _width(size: int) -> float:
    return min(SPAN / size - 8, 146)


@lru_cache(maxsize=1024)
def _hole(size: int, place: int, cell: str, stones: int) -> tuple[Token, ...]:
    """Heap up a hole's stones, clear of its number; below 0 the hole is closed."""
    centre = board(size).cells[cell].centre
    if stones < 0:
        return (Token(_lid(size), centre, cell),)
    out = OUTWARDS[NORTH if cell.isupper() else SOUTH]
    radius = 18 if size <= 6 else 14 if size <= 8 else 10.5
    reach = Point(_width(size) / 2 - radius - 9, TALL / 2 - HEAP - radius - 6)
    middle = Point(centre.x, centre.y - out * HEAP)
    number = Token(_number(stones), Point(centre.x, MIDDLE.y + out * TO_NUMBER), cell)
    return (*heap(middle, reach, radius, stones, number=place, cell=cell), number)


@lru_cache(maxsize=64)
def _number(stones: int) -> Symbol:
    """Write a number on a plate set into the wood."""
    words = str(stones)
    outline = rounded_box(max(44, 0.7 * NUMBER * len(words) + 14), 38, 14)
    return Symbol(
        words,
        (
            Polygon(offset_outline(outline, 2.5), Role.RIM_LIGHT, glow=Role.RIM_DARK),
            Polygon(outline, Role.PIT),
            Text(CENTRE, words, NUMBER, Role.PIT_TEXT, Role.PIT),
        ),
    )


@lru_cache(maxsize=256)
def _tray(size: int, side: int, stones: int) -> tuple[Token, ...]:
    """Show what a side took: the number at one end, the stones in fours from the other."""
    y = MIDDLE.y + OUTWARDS[side] * TO_TRAY
    # The largest with which the tray holds every stone of the game.
    radius, gap = (12, 8) if size <= 6 else (9.5, 8) if size <= 8 else (6.5, 4)
    start = Point(MIDDLE.x - OUTWARDS[side] * (SPAN / 2 - 30), y)
    number = Token(_number(stones), Point(MIDDLE.x + OUTWARDS[side] * (SPAN / 2 - 44), y))
    return (number, *lay_in_fours(start, OUTWARDS[side], stones, radius, gap))


@lru_cache(maxsize=64)
def _hand(stones: int) -> Symbol:
    """Show how many stones are in the hand."""
    return Symbol(
        f"{stones} in the hand",
        (
            Disc(CENTRE, 31, Role.LAST, Role.LAST_EDGE, 4),
            Text(CENTRE, str(stones), NUMBER, Role.FIRST_EDGE, Role.LAST),
        ),
    )


@lru_cache(maxsize=2)
def _icon(letter: str) -> Symbol:
    """Return a side's icon: a hole with the letter that its holes begin with."""
    return Symbol(
        f"holes from {letter}",
        (
            Disc(CENTRE, 23, Role.PIT, Role.RIM_LIGHT, 3),
            Text(CENTRE, letter, 27, Role.PIT_TEXT, Role.PIT),
        ),
    )


@lru_cache(maxsize=8)
def _lid(size: int) -> Symbol:
    """Return the lid of a closed hole: planks, and a cross nailed over them."""
    side, end = _width(size) / 2 - 4, 67
    planks = [
        Polygon(box(-side, y - 16, side, y + 16), Role.LINE, Role.PIT_EDGE, 3)
        for y in (-51, -17, 17, 51)
    ]
    braces = [
        Polygon(
            (Point(-side, direction * -end), Point(side, direction * end)),
            None,
            role,
            width,
            closed=False,
        )
        for direction in (1, -1)
        for role, width in ((Role.PIT_EDGE, 14), (Role.LINE, 9))
    ]
    nails = [Disc(Point(x, y), 3.5, Role.PIT_EDGE) for x in (9 - side, side - 9) for y in (-58, 58)]
    return Symbol("closed", (*planks, *braces, *nails))

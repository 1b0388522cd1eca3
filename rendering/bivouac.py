"""Bivouac as a scene: two encampments, the run around them, and four goals for each side."""

from functools import cache

from rendering.geometry import Point, box
from rendering.pieces import icon, piece, sign
from rendering.scene import Board, Cell, Polygon, Role, Scene, Shape, Text, Token, rim
from rules.bits import bits
from rules.bivouac import Bivouac
from rules.bivouac.board import FILES, GOALS, IN_ENCAMPMENTS, LETTERS, NAMES, RANKS, START, STRIDE

WIDTH, HEIGHT = 1000, 1000
SIDE = 82
LEFT, TOP = WIDTH // 2 - 3 * SIDE, (HEIGHT - 11 * SIDE) // 2
STONE = 29
PIECES = piece(0, STONE), piece(1, STONE)
GOAL_FLOORS = Role.GOAL_FIRST, Role.GOAL_SECOND
SQUARE = box(-SIDE / 2, -SIDE / 2, SIDE / 2, SIDE / 2)


def scene(position: Bivouac) -> Scene:
    """Turn a position into data."""
    plan = board()
    tokens = tuple(
        Token(PIECES[LETTERS.index(letter)], plan.cells[cell].centre, cell)
        for cell, letter in position.board().items()
    )
    counts = [
        (
            f"{stones.bit_count()} left",
            f"{START[side].bit_count() - stones.bit_count()} lost",
            f"{(stones & GOALS[side]).bit_count()} of 4 goals",
        )
        for side, stones in enumerate(position.stones)
    ]
    return Scene(plan, tokens, (icon(0), icon(1)), (counts[0], counts[1]))


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(place) for place, name in NAMES.items()}
    hull = box(LEFT, TOP, LEFT + 6 * SIDE, TOP + 11 * SIDE)
    tiles = (Polygon(cell.corners, cell.floor, Role.LINE, 2) for cell in cells.values())
    emblems = (
        sign(side, STONE * 0.8, cells[NAMES[place]].centre)
        for side, goals in enumerate(GOALS)
        for place in bits(goals)
    )
    fences = (
        Polygon(
            box(LEFT + SIDE, _top(rank), LEFT + 5 * SIDE, _top(rank) + 4 * SIDE), None, Role.RIM, 5
        )
        for rank in (5, 10)
    )
    ground: tuple[Shape, ...] = (*rim(hull), *tiles, *emblems, *fences)
    plates = Point(WIDTH - 100, HEIGHT - 120), Point(100, 120)
    return Board("Bivouac", WIDTH, HEIGHT, ground, cells, _labels(), plates)


def _top(rank: int) -> float:
    return TOP + (11 - rank) * SIDE


def _cell(place: int) -> Cell:
    rank, file = divmod(place, STRIDE)
    floor = Role.FIELD if IN_ENCAMPMENTS >> place & 1 else Role.FIELD_QUIET
    for side, goals in enumerate(GOALS):
        if goals >> place & 1:
            floor = GOAL_FLOORS[side]
    centre = Point(LEFT + (file + 0.5) * SIDE, _top(rank + 1) + SIDE / 2)
    return Cell(centre, SQUARE, STONE + 4, floor)


def _labels() -> tuple[Text, ...]:
    """Write the files above and below the board, the ranks at its left and right."""
    places = [
        (letter, Point(LEFT + (file + 0.5) * SIDE, y))
        for file, letter in enumerate(FILES)
        for y in (TOP - 29, HEIGHT - TOP + 29)
    ]
    places += [
        (str(rank), Point(x, _top(rank) + SIDE / 2))
        for rank in RANKS
        for x in (LEFT - 36, WIDTH - LEFT + 36)
    ]
    return tuple(Text(at, text, 25, Role.QUIET, Role.SURROUND) for text, at in places)

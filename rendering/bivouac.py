"""Bivouac as a scene: two encampments, the run around them, and four goals for each side."""

from functools import cache

from rendering.geometry import Box, Point, Transform, box
from rendering.pieces import icon, piece, sign
from rendering.roles import Role
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Polygon, Shape, Text
from rendering.wood import grain, rim
from rules import Sentence
from rules.bivouac import Bivouac
from rules.bivouac.board import FILES, GOALS, IN_ENCAMPMENTS, LETTERS, NAMES, RANKS, START, STRIDE
from rules.move import bits

WIDTH, HEIGHT = 1000, 1326
WIDE, TALL, FRAME = 117, 102, 42
"""A cell's width and height, and the frame's, on which the letters and numbers stand."""
LEFT, TOP = WIDTH / 2 - 3 * WIDE, HEIGHT / 2 - 5.5 * TALL
STONE, SMALL = 38, 17
PIECES = piece(0, STONE), piece(1, STONE)
TAKEN = piece(1, SMALL), piece(0, SMALL)
GOAL_FLOORS = Role.GOAL_FIRST, Role.GOAL_SECOND
CELL = box(-WIDE / 2, -TALL / 2, WIDE / 2, TALL / 2)


def scene(position: Bivouac) -> Scene:
    """Turn a position into a scene."""
    layout = board()
    tokens = tuple(
        Token(PIECES[LETTERS.index(letter)], layout.cells[cell].centre, cell)
        for cell, letter in position.board().items()
    )
    reached = [
        (stones & goals).bit_count() for stones, goals in zip(position.stones, GOALS, strict=True)
    ]
    lost = [
        START[side].bit_count() - stones.bit_count() for side, stones in enumerate(position.stones)
    ]
    return Scene(
        layout,
        tokens,
        (icon(0), icon(1)),
        (_count(reached[0]), _count(reached[1])),
        (TAKEN[:1] * lost[1], TAKEN[1:] * lost[0]),
    )


def _count(reached: int) -> tuple[Sentence]:
    return (Sentence("{reached} of 4 goals", reached=reached),)


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(place) for place, name in NAMES.items()}
    hull = box(LEFT, TOP, WIDTH - LEFT, HEIGHT - TOP)
    tiles = [Polygon(cell.corners, cell.floor) for cell in cells.values()]
    lines = [Polygon(cell.corners, None, Role.LINE, 2) for cell in cells.values()]
    emblems = (
        sign(side, STONE * 0.8, cells[NAMES[place]].centre)
        for side, goals in enumerate(GOALS)
        for place in bits(goals)
    )
    fences = (
        Polygon(
            box(LEFT + WIDE, _top(rank), LEFT + 5 * WIDE, _top(rank) + 4 * TALL), None, Role.RIM, 7
        )
        for rank in (5, 10)
    )
    ground: tuple[Shape, ...] = (
        *rim(hull, FRAME),
        *tiles,
        *grain(hull, TALL, seed=5),
        *lines,
        *emblems,
        *fences,
    )
    first = Plate(Box(20, HEIGHT - 58, 900, HEIGHT - 6), Box(6, HEIGHT / 2 + 20, 109, HEIGHT - 80))
    plates = first, first.transformed(Transform(-1, WIDTH, HEIGHT))
    return Board("Bivouac", WIDTH, HEIGHT, ground, cells, _labels(), plates)


def _top(rank: int) -> float:
    return TOP + (11 - rank) * TALL


def _cell(place: int) -> Cell:
    rank, file = divmod(place, STRIDE)
    floor = Role.FIELD if IN_ENCAMPMENTS >> place & 1 else Role.FIELD_QUIET
    for side, goals in enumerate(GOALS):
        if goals >> place & 1:
            floor = GOAL_FLOORS[side]
    centre = Point(LEFT + (file + 0.5) * WIDE, _top(rank + 1) + TALL / 2)
    corner = Point(centre.x - 38, centre.y - 41)
    return Cell(centre, CELL, STONE + 4, floor, corner=corner)


def _labels() -> tuple[Text, ...]:
    """Label the files above and below the board, the ranks at its left and right."""
    places = [
        (letter, Point(LEFT + (file + 0.5) * WIDE, y))
        for file, letter in enumerate(FILES)
        for y in (TOP - FRAME / 2, HEIGHT - TOP + FRAME / 2)
    ]
    places += [
        (str(rank), Point(x, _top(rank) + TALL / 2))
        for rank in RANKS
        for x in (LEFT - FRAME / 2, WIDTH - LEFT + FRAME / 2)
    ]
    return tuple(Text(at, text, 24, Role.RIM_TEXT, Role.RIM) for text, at in places)

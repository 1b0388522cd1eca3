"""Bivouac as a scene: two encampments, the run around them, and four goals for each side.

The board lies on its side: ranks run from left to right, files from the top to the bottom.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from rendering.colour_roles import Role, Shade
from rendering.geometry import Box, Point, Transform, box, offset_outline, rounded_box, translate
from rendering.pieces import BODY, SIDES, beside_board, icon, piece
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Polygon, Shape, Symbol, Text
from rendering.wood import grain, inside_shadow, rim
from rules.bivouac import Bivouac
from rules.bivouac.board import (
    ENCAMPMENTS,
    FILES,
    GOALS,
    IN_ENCAMPMENTS,
    LETTERS,
    NAMES,
    RANKS,
    START,
    STRIDE,
)
from rules.move import bits

WIDTH, HEIGHT = 1000, 732
SIDE, LEFT, TOP = 84, 38, 114
STONE, SMALL = 34, 19
PIECES = piece(0, STONE), piece(1, STONE)
TAKEN = beside_board(piece(1, SMALL)), piece(0, SMALL)
GOAL_FLOORS = Role.GOAL_FIRST, Role.GOAL_SECOND
COUNTER = Role.TRACK, Role.SECOND_INK
"""The line that sets a goal's ring and flag off the wood, dark around white, light around black."""
_STEP, _HALF, _POLE = 40, 18, 5
"""How far apart the flags beside a player's name stand, half their height, and their poles."""
RIM, _LABEL = 36, 30
"""The width of the frame, and the size of the coordinates: six pixels of a capital on a phone."""
GRID = Shade(Role.LINE, Role.TRACK, 0.4)
FENCE = Shade(Role.TRACK, Role.SHADOW, 0.6)
_POST = 19
"""How wide a post of a fence is."""
CELL = box(-SIDE / 2, -SIDE / 2, SIDE / 2, SIDE / 2)


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
        (_flags(0, reached[0]), _flags(1, reached[1])),
        (TAKEN[:1] * lost[1], TAKEN[1:] * lost[0]),
    )


def _flags(side: int, reached: int) -> tuple[Symbol, ...]:
    """Return a small goal with a flag for each goal of a side; those reached are filled."""
    return (_row_of_flags(side, reached),)


@lru_cache(maxsize=10)
def _row_of_flags(side: int, reached: int) -> Symbol:
    """Return the flags as they stand in a player's line, on a piece of the board's wood."""
    shapes: list[Polygon] = [
        Polygon(rounded_box(4 * _STEP + 12, 50, 10), FENCE),
        Polygon(rounded_box(4 * _STEP + 7, 45, 8), GOAL_FLOORS[side]),
    ]
    for number in range(4):
        there = number < reached
        flag = _flag(_HALF, _POLE if there else 3)
        pole, cloth = (translate(part, _STEP * (number - 1.5), 0) for part in flag)
        if there:
            shapes += _flown(pole, cloth, side)
        else:
            line = offset_outline(cloth, -1.2)
            shapes += Polygon(pole, empty(side)), Polygon(line, None, empty(side), 2.4)
    return Symbol(f"{reached} of 4 goals", tuple(shapes))


def empty(side: int) -> Shade:
    """Return the colour of a side's flag whose goal is not yet reached."""
    return Shade(GOAL_FLOORS[side], BODY[side], 0.5)


def _flown(pole: tuple[Point, ...], cloth: tuple[Point, ...], side: int) -> Iterator[Polygon]:
    """Draw a flag in its owner's colour, with a line around it."""
    for part in (cloth, pole):
        yield Polygon(offset_outline(part, 2), COUNTER[side])
    for part in (cloth, pole):
        yield Polygon(part, BODY[side])


def _flag(half: float, pole: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the pole and the cloth of a flag that is twice `half` high."""
    left = -half * 0.62
    staff = box(left, -half, left + pole, half)
    cloth = (
        Point(left, -half),
        Point(half * 0.9, -half * 0.42),
        Point(left, half * 0.16),
    )
    return staff, cloth


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(place) for place, name in NAMES.items()}
    hull = box(LEFT, TOP, WIDTH - LEFT, TOP + 6 * SIDE)
    tiles = [
        Polygon(cell.corners, Role.FIELD if cell.floor in GOAL_FLOORS else cell.floor)
        for cell in cells.values()
    ]
    lines = [Polygon(cell.corners, None, GRID, 1.9) for cell in cells.values()]
    goals = tuple(
        Token(_goal(side), cells[NAMES[place]].centre)
        for side, places in enumerate(GOALS)
        for place in bits(places)
    )
    ground: tuple[Shape, ...] = (
        *_veined(rim(hull, RIM, seed=22)),
        *tiles,
        *grain(hull, 1.5 * SIDE, seed=5, streaks=0.24, planks=False),
        *lines,
        *(shape for encampment in ENCAMPMENTS for shape in _fence(encampment, cells)),
        inside_shadow(hull),
    )
    first = Plate(Box(20, HEIGHT - 70, WIDTH - 24, HEIGHT - 14))
    plates = first, first.transformed(Transform(-1, WIDTH, HEIGHT))
    return Board("Bivouac", WIDTH, HEIGHT, ground, cells, _labels(), plates, goals)


def _veined(frame: tuple[Shape, ...]) -> Iterator[Shape]:
    """Make all the grain of a frame light: dark grain would not be seen on so dark a wood."""
    for shape in frame:
        if isinstance(shape, Polygon) and shape.fill is Role.GRAIN:
            yield replace(shape, fill=Role.GRAIN_LIGHT, opacity=0.06)
        else:
            yield shape


def _fence(encampment: int, cells: dict[str, Cell]) -> tuple[Shape, ...]:
    """Draw a fence around an encampment, with a post at each of its corners."""
    corners = [point for place in bits(encampment) for point in cells[NAMES[place]].corners]
    xs, ys = zip(*corners, strict=True)
    outline = box(min(xs), min(ys), max(xs), max(ys))
    posts = [translate(rounded_box(_POST, _POST, 5), *corner) for corner in outline]
    return (
        inside_shadow(outline, 14),
        Polygon(outline, None, FENCE, 9.5),
        *(Polygon(post, FENCE) for post in posts),
        Polygon(outline, None, Role.SECOND_INK, 2.5),
        *(Polygon(offset_outline(post, -3.5), Role.SECOND_INK) for post in posts),
        *(Polygon(offset_outline(post, -6), FENCE) for post in posts),
    )


@cache
def _goal(side: int) -> Symbol:
    """Return a goal's inlay: a ring in its owner's colour, and the owner's flag."""
    outline, line, inner, floor = (
        rounded_box(SIDE - less, SIDE - less, radius)
        for less, radius in ((2, 11), (6, 9), (17, 6), (20, 5))
    )
    return Symbol(
        f"{SIDES[side]} side's goal",
        (
            Polygon(outline, COUNTER[side]),
            Polygon(line, BODY[side]),
            Polygon(inner, COUNTER[side]),
            Polygon(floor, GOAL_FLOORS[side]),
            *_flown(*_flag(22, 6), side),
        ),
    )


def _cell(place: int) -> Cell:
    rank, file = divmod(place, STRIDE)
    floor = Role.FIELD if IN_ENCAMPMENTS >> place & 1 else Role.FIELD_DARK
    for side, goals in enumerate(GOALS):
        if goals >> place & 1:
            floor = GOAL_FLOORS[side]
    centre = Point(LEFT + (rank + 0.5) * SIDE, TOP + (file + 0.5) * SIDE)
    corner = Point(centre.x - 24, centre.y - 32)
    return Cell(centre, CELL, STONE + 3, floor, corner=corner)


def _labels() -> tuple[Text, ...]:
    """Write the ranks above and below the board, the files at its left and right."""
    middle = RIM / 2
    places = [
        (letter, Point(x, TOP + (file + 0.5) * SIDE))
        for file, letter in enumerate(FILES)
        for x in (LEFT - middle - 2, WIDTH - LEFT + middle + 2)
    ]
    places += [
        (str(rank), Point(LEFT + (rank - 0.5) * SIDE, y))
        for rank in RANKS
        for y in (TOP - middle - 1, TOP + 6 * SIDE + middle + 1)
    ]
    return tuple(Text(at, text, _LABEL, Role.RIM_TEXT, Role.RIM) for text, at in places)

"""Bivouac as a scene: two encampments, the run around them, and four goals for each side.

The board lies on its side: ranks run from left to right, files from the top to the bottom.
"""

from functools import cache, lru_cache

from rendering.colour_roles import Role, Shade
from rendering.geometry import Box, Point, Transform, box, offset_outline, rounded_box, translate
from rendering.pieces import BODY, EDGE, INK, SIDES, beside_board, icon, piece
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Polygon, Shape, Symbol, Text
from rendering.wood import RIM_WIDTH, grain, inside_shadow, rim
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
EMPTY = Shade(Role.SURROUND, Role.QUIET, 0.67)
"""The outline and the flag of a goal that is not yet reached."""
_TILE = rounded_box(36, 36, 6)
"""A small goal, beside a player's name."""
GRID = Shade(Role.LINE, Role.TRACK, 0.4)
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
    """Return the small goals as they stand in a player's line."""
    ink = EDGE[0] if side == 0 else INK[1]
    shapes: list[Polygon] = []
    for number in range(4):
        tile, *flag = (translate(part, 46 * number - 69, 0) for part in (_TILE, *_flag(12, 3.4)))
        if number < reached:
            shapes += Polygon(offset_outline(tile, 3), ink), Polygon(tile, BODY[side])
            shapes += (Polygon(part, ink) for part in flag)
        else:
            shapes.append(Polygon(offset_outline(tile, -1), None, EMPTY, 2.5))
            shapes += (Polygon(part, EMPTY) for part in flag)
    return Symbol(f"{reached} of 4 goals", tuple(shapes))


def _flag(half: float, pole: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the pole and the cloth of a flag that is twice `half` high."""
    left = -half * 0.72
    staff = box(left, -half, left + pole, half)
    cloth = (
        Point(left, -half),
        Point(half * 0.85, -half * 0.44),
        Point(left, half * 0.06),
    )
    return staff, cloth


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(place) for place, name in NAMES.items()}
    hull = box(LEFT, TOP, WIDTH - LEFT, TOP + 6 * SIDE)
    tiles = [Polygon(cell.corners, cell.floor) for cell in cells.values()]
    lines = [Polygon(cell.corners, None, GRID, 1.9) for cell in cells.values()]
    goals = tuple(
        Token(_goal(side), cells[NAMES[place]].centre)
        for side, places in enumerate(GOALS)
        for place in bits(places)
    )
    ground: tuple[Shape, ...] = (
        *rim(hull, seed=22, toned=True),
        *tiles,
        *grain(hull, SIDE, seed=5),
        *lines,
        *(shape for encampment in ENCAMPMENTS for shape in _fence(encampment, cells)),
        inside_shadow(hull),
    )
    first = Plate(Box(20, HEIGHT - 70, WIDTH - 24, HEIGHT - 14))
    plates = first, first.transformed(Transform(-1, WIDTH, HEIGHT))
    return Board("Bivouac", WIDTH, HEIGHT, ground, cells, _labels(), plates, goals)


def _fence(encampment: int, cells: dict[str, Cell]) -> tuple[Polygon, ...]:
    """Draw a fence around an encampment."""
    corners = [point for place in bits(encampment) for point in cells[NAMES[place]].corners]
    xs, ys = zip(*corners, strict=True)
    outline = box(min(xs), min(ys), max(xs), max(ys))
    return (
        Polygon(outline, None, Role.TRACK, 8),
        Polygon(outline, None, Shade(Role.TRACK, Role.SECOND_INK, 0.5), 2),
    )


@cache
def _goal(side: int) -> Symbol:
    """Return a goal's inlay: a ring in its owner's colour, and the owner's flag."""
    outline, line, floor = (
        rounded_box(SIDE - 5 - less, SIDE - 5 - less, radius)
        for less, radius in ((0, 9), (1, 8), (8, 5))
    )
    pole, cloth = _flag(19, 4.4)
    own = BODY[side]
    return Symbol(
        f"{SIDES[side]} side's goal",
        (
            Polygon(outline, Shade(GOAL_FLOORS[side], Role.TRACK, 0.5)),
            Polygon(line, own),
            Polygon(floor, GOAL_FLOORS[side]),
            Polygon(cloth, own),
            Polygon(pole, own),
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
    middle = RIM_WIDTH / 2
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
    return tuple(Text(at, text, 25, Role.RIM_TEXT, Role.RIM) for text, at in places)

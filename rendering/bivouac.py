"""Bivouac as a scene: two encampments, the run around them, and four goals for each side.

The board lies on its side: ranks run from left to right, files from the top to the bottom.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from rendering.colour_roles import Ink, Role, Shade
from rendering.geometry import Box, Point, Transform, box, offset_outline, rounded_box, translate
from rendering.pieces import COLOURS, beside_board, icon, piece, progress
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Polygon, Shadow, Shape, Symbol, Text
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


def _low(symbol: Symbol) -> Symbol:
    """Return a piece whose shadow hardly reaches beyond it."""
    under, *body = symbol.shapes
    assert isinstance(under, Shadow)
    outline = translate(offset_outline(under.outline, -1.5), -1, -2.5)
    return replace(symbol, shapes=(replace(under, outline=outline, reach=2.5), *body))


WIDTH, HEIGHT = 1000, 732
SIDE, LEFT, TOP = 84, 38, 114
STONE, SMALL = 34, 19
PIECES = piece(0, STONE), piece(1, STONE)
ON_GOALS = _low(PIECES[0]), _low(PIECES[1])
TAKEN = beside_board(piece(1, SMALL)), beside_board(piece(0, SMALL))
RUN = Shade(Role.FIELD_DARK, Role.NEUTRAL, 0.3)
CAMP = Shade(Role.FIELD, Role.GRAIN_LIGHT, 0.09)
"""The woods of the run and of the camps."""
GOAL_FLOORS = Role.GOAL_FIRST, Role.GOAL_SECOND
COUNTER = Role.TRACK, Role.DARK_INK
"""The line that sets a goal's ring and flag off the wood, dark around white, light around black."""
RIM, _LABEL = 36, 30
"""The width of the frame, and the size of the coordinates: six pixels of a capital on a phone."""
GRID = Shade(Role.LINE, Role.TRACK, 0.4)
FENCE = Shade(Role.TRACK, Role.SHADOW, 0.6)
INLAY, _INLAID = Shade(Role.DARK_INK, Role.FIELD_DARK, 0.25), 2
"""A fence, the line inlaid in it, which is quieter than a mark of the last move, and how wide that
is."""
CELL = box(-SIDE / 2, -SIDE / 2, SIDE / 2, SIDE / 2)
PLATE = rounded_box(70, 70, 14)
"""The button of a place where a piece may go: hardly larger than a piece, so a row is calm."""
GOAL_INKS: tuple[Ink, Ink] = Shade(Role.LIGHT, Role.GOAL_FIRST, 0.2), Role.DARK
"""The colours of the sides' goals: a white one that is quieter than a piece is as loud as a black.
"""
_TILE, _TILE_ROUND, _FRAME, _LINE = 78, 7, 4.5, 1.5
"""The side of a goal, how round its corners are, and the widths of its frame and of the lines on
both sides of that. It shows around any piece that stands on the goal."""


def scene(position: Bivouac) -> Scene:
    """Turn a position into a scene."""
    layout = board()
    tokens = tuple(_token(letter, cell) for cell, letter in position.board().items())
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
        ((_goals_reached(0, reached[0]),), (_goals_reached(1, reached[1]),)),
        (TAKEN[:1] * lost[1], TAKEN[1:] * lost[0]),
    )


@cache
def _token(letter: str, name: str) -> Token:
    """Place a side's piece; on a goal its shadow leaves the ring around it clear."""
    cell = board().cells[name]
    kinds = ON_GOALS if cell.floor in GOAL_FLOORS else PIECES
    return Token(kinds[LETTERS.index(letter)], cell.centre, name)


def _goals_reached(side: int, reached: int) -> Symbol:
    """Return one of a side's goals, small, and the number of those that it has reached."""
    return progress(f"{reached} of 4 goals", f"{reached}/4", _goal(side), SIDE / 2)


def _flown(pole: tuple[Point, ...], cloth: tuple[Point, ...], side: int) -> Iterator[Polygon]:
    """Draw a flag in its owner's colour; a dark line sets a white one off its floor."""
    for part in (cloth, pole) if side == 0 else ():
        yield Polygon(offset_outline(part, 2.5), COUNTER[side])
    for part in (cloth, pole):
        yield Polygon(part, GOAL_INKS[side])


def _flag(half: float, pole: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the pole and the cloth of a flag that is twice `half` high."""
    left = -half * 0.62
    staff = box(left, -half, left + pole, half)
    cloth = (Point(left, -half), Point(half * 0.95, -half * 0.4), Point(left, half * 0.2))
    return staff, cloth


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(place) for place, name in NAMES.items()}
    hull = box(LEFT, TOP, WIDTH - LEFT, TOP + 6 * SIDE)
    tiles = [
        Polygon(cell.corners, RUN if cell.floor is Role.FIELD_DARK else CAMP)
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
        *grain(hull, 1.5 * SIDE, seed=5, streaks=0.24),
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
    """Draw a fence around an encampment."""
    corners = [point for place in bits(encampment) for point in cells[NAMES[place]].corners]
    xs, ys = zip(*corners, strict=True)
    outline = box(min(xs), min(ys), max(xs), max(ys))
    return (
        inside_shadow(outline, 14),
        Polygon(outline, None, FENCE, 7),
        Polygon(outline, None, INLAY, _INLAID),
    )


@cache
def _goal(side: int) -> Symbol:
    """Return a goal: a slim frame in its owner's colour, and on its floor the owner's flag."""
    tile = rounded_box(_TILE, _TILE, _TILE_ROUND)
    floor = offset_outline(tile, -_FRAME)
    return Symbol(
        f"{COLOURS[side]} goal",
        (
            Polygon(offset_outline(tile, _LINE), COUNTER[side]),
            Polygon(tile, GOAL_INKS[side]),
            Polygon(floor, COUNTER[side]),
            Polygon(offset_outline(floor, -_LINE), GOAL_FLOORS[side]),
            *_flown(*_flag(25, 8), side),
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
    return Cell(centre, CELL, STONE + 3, floor, corner=corner, plate=PLATE)


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

"""The drawing of Dash: a line of cells with two runners."""

from functools import lru_cache

from rendering.colour_roles import Role
from rendering.geometry import Box, Point, box
from rendering.pieces import icon, piece
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Polygon, Text
from rendering.wood import grain, rim
from rules.dash import Dash

WIDTH, HEIGHT = 1000, 400
SPAN, TALL = 900, 90
"""The length of the line and the height of a cell, in board units."""


def scene(position: Dash) -> Scene:
    """Return the scene of a position."""
    plan = board(position.length)
    runner = 0.4 * SPAN / position.length
    tokens = [
        Token(piece(side, runner), plan.cells[f"a{cell}"].centre, f"a{cell}")
        for side, cell in enumerate(position.at)
    ]
    return Scene(plan, tuple(tokens), (icon(0), icon(1)))


@lru_cache(maxsize=4)
def board(length: int) -> Board:
    """Lay out a line of cells."""
    left, top = (WIDTH - SPAN) / 2, (HEIGHT - TALL) / 2
    half = SPAN / length / 2
    outline = box(-half, -TALL / 2, half, TALL / 2)
    cells = {
        f"a{number + 1}": Cell(
            Point(left + half * (2 * number + 1), HEIGHT / 2), outline, 0.4 * SPAN / length, floor
        )
        for number in range(length)
        for floor in [(Role.FIELD, Role.FIELD_DARK)[number % 2]]
    }
    line = box(left, top, left + SPAN, top + TALL)
    labels = tuple(
        Text(Point(cell.centre.x, top - 34), name[1:], 27, Role.QUIET, Role.SURROUND)
        for name, cell in cells.items()
    )
    floors = (Polygon(cell.corners, cell.floor) for cell in cells.values())
    return Board(
        f"Dash {length}",
        WIDTH,
        HEIGHT,
        (*rim(line), *floors, *grain(line, TALL, seed=1)),
        cells,
        labels,
        (Plate(Box(20, HEIGHT - 58, 700, HEIGHT - 6)), Plate(Box(300, 6, WIDTH - 20, 58))),
    )

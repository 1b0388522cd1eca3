"""Ringo as a scene: six rings in eight sectors around the fortress, the neutral zone on top."""

import math
from functools import cache

from rendering.geometry import Point, arc, around
from rendering.pieces import icon, piece
from rendering.scene import Board, Cell, Disc, Polygon, Role, Scene, Shape, Text, Token
from rules.ringo import Ringo
from rules.ringo.board import (
    FORTRESS_NAME,
    LETTERS,
    PLACES,
    RINGS,
    SECTORS,
    START_ATTACKERS,
    START_DEFENDERS,
)

WIDTH, HEIGHT = 1000, 960
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
FORTRESS, RING = 76, 54
OUTSIDE = FORTRESS + RINGS * RING
SECTOR = 360 / SECTORS
COUNTER, MARK = 23, 88
COUNTERS = piece(0, COUNTER), piece(1, COUNTER)


def scene(position: Ringo) -> Scene:
    """Turn a position into data."""
    plan = board()
    pieces = position.board()
    inside = position.fortress
    tokens = [
        Token(COUNTERS[LETTERS.index(letter)], plan.cells[cell].centre, cell)
        for cell, letter in pieces.items()
    ]
    tokens += [
        Token(COUNTERS[0], Point(MIDDLE.x + away, MIDDLE.y), FORTRESS_NAME)
        for away in ((), (0,), (-26, 26))[inside]
    ]
    attackers = position.attackers.bit_count() + inside
    defenders = position.defenders.bit_count()
    began = START_ATTACKERS[position.chosen.attackers].bit_count()
    counts = (
        (f"{attackers} left, {began - attackers} lost",),
        (f"{defenders} left, {START_DEFENDERS.bit_count() - defenders} lost",),
    )
    return Scene(plan, tuple(tokens), (icon(0), icon(1)), counts)


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(*divmod(place, SECTORS)) for name, place in PLACES.items()}
    wall = tuple(arc(FORTRESS, 0, 360)[:-1])
    cells[FORTRESS_NAME] = Cell(MIDDLE, wall, 26, Role.PIT)
    ground: list[Shape] = [
        Disc(MIDDLE, OUTSIDE + 15, Role.RIM, Role.RIM_LIGHT, 2),
        *(
            Polygon(
                _sector(place // SECTORS, place % SECTORS * SECTOR), cells[name].floor, Role.LINE, 2
            )
            for name, place in PLACES.items()
        ),
        Disc(MIDDLE, OUTSIDE + 2, line=Role.RIM_LIGHT, width=3),
        Disc(MIDDLE, FORTRESS + 5, Role.PIT, Role.RIM, 9),
    ]
    # The neutral zone is fenced; on its border with sector a the rings are numbered.
    for border in (-SECTOR / 2, SECTOR / 2):
        fence = around(FORTRESS + 4, border, MIDDLE), around(OUTSIDE, border, MIDDLE)
        ground.append(Polygon(fence, None, Role.RIM, 5, closed=False))
    return Board(
        "Ringo",
        WIDTH,
        HEIGHT,
        tuple(ground),
        cells,
        tuple(_labels()),
        (Point(126, HEIGHT - 78), Point(WIDTH - 126, 78)),
    )


def _cell(ring: int, sector: int) -> Cell:
    """Lay out the cell in a ring (from the innermost, 0) and a sector (0 is the neutral zone)."""
    turn = sector * SECTOR
    centre = around(FORTRESS + (ring + 0.5) * RING, turn, MIDDLE)
    # Marks keep to the middle of a long cell: the whole of it would be louder than the pieces.
    half = min(SECTOR / 2, math.degrees(MARK / 2 / (FORTRESS + (ring + 0.5) * RING)))
    outline = tuple(Point(x - centre.x, y - centre.y) for x, y in _sector(ring, turn, half))
    floor = Role.FIELD_DARK if sector == 0 else (Role.FIELD, Role.FIELD_QUIET)[ring % 2]
    return Cell(centre, outline, COUNTER + 3, floor)


def _sector(ring: int, turn: float, half: float = SECTOR / 2) -> tuple[Point, ...]:
    """Give the outline of a part of a ring around its middle direction."""
    inner = FORTRESS + ring * RING
    return (
        *arc(inner + RING, turn - half, turn + half, MIDDLE),
        *reversed(arc(inner, turn - half, turn + half, MIDDLE)),
    )


def _labels() -> list[Shape]:
    """Letter the sectors around the board, number the rings on the neutral zone's border."""
    letters = "habcdefg"
    labels: list[Shape] = [
        Text(around(OUTSIDE + 38, sector * SECTOR, MIDDLE), letter, 27, Role.QUIET, Role.SURROUND)
        for sector, letter in enumerate(letters)
    ]
    for ring in range(RINGS):
        # The innermost number sits on the fortress's wall, clear of the pieces beside it.
        away = FORTRESS + (ring + 0.5) * RING if ring else FORTRESS - 10
        at = around(away, SECTOR / 2, MIDDLE)
        labels.append(Disc(at, 17, Role.RIM, Role.RIM_LIGHT, 2))
        labels.append(Text(at, str(RINGS - ring), 24, Role.RIM_TEXT, Role.RIM))
    labels.append(Text(Point(MIDDLE.x, MIDDLE.y + 47), FORTRESS_NAME, 24, Role.PIT_TEXT, Role.PIT))
    return labels

"""Ringo as a scene: six rings in eight sectors around the fortress, the neutral zone on top."""

import math
from collections.abc import Iterator
from functools import cache

from rendering.geometry import Box, Point, Transform, arc, polar_point
from rendering.pieces import icon, piece
from rendering.roles import Role, Shade
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Disc, Polygon, Shape, Text
from rendering.wood import grain, rim
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

WIDTH, HEIGHT = 1000, 1060
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
FORTRESS, RING, FRAME = 84, 61, 34
"""The fortress's radius, a ring's width, and the frame's, on which the letters stand."""
OUTSIDE = FORTRESS + RINGS * RING
SECTOR = 360 / SECTORS
COUNTER, SMALL, MARK, NUMBER = 27, 13, 96, 15
TO_CORNER = 36
"""The distance of a cell's name along its ring from the middle in a diagram, clear of a piece."""
FORTRESS_SIGN = Point(MIDDLE.x, MIDDLE.y + 52)
FLOORS, NEUTRAL_FLOORS = (
    (Role.FIELD, Role.FIELD_QUIET),
    (Role.FIELD_DARK, Role.FIELD_DEEP),
)
COUNTERS = piece(0, COUNTER), piece(1, COUNTER)
TAKEN = piece(1, SMALL), piece(0, SMALL)


def scene(position: Ringo) -> Scene:
    """Turn a position into a scene."""
    layout = board()
    pieces = position.board()
    inside = position.fortress
    tokens = [
        Token(COUNTERS[LETTERS.index(letter)], layout.cells[cell].centre, cell)
        for cell, letter in pieces.items()
    ]
    tokens += [
        Token(COUNTERS[0], Point(MIDDLE.x + away, MIDDLE.y), FORTRESS_NAME)
        for away in ((), (0,), (-30, 30))[inside]
    ]
    attackers = position.attackers.bit_count() + inside
    defenders = position.defenders.bit_count()
    began = START_ATTACKERS[position.chosen.attackers].bit_count()
    lost = began - attackers, START_DEFENDERS.bit_count() - defenders
    return Scene(
        layout,
        tuple(tokens),
        (icon(0), icon(1)),
        trophies=(TAKEN[:1] * lost[1], TAKEN[1:] * lost[0]),
    )


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(*divmod(place, SECTORS)) for name, place in PLACES.items()}
    sectors = {
        name: _sector(place // SECTORS, place % SECTORS * SECTOR) for name, place in PLACES.items()
    }
    wall, hull = (tuple(arc(radius, 0, 360, MIDDLE)[:-1]) for radius in (FORTRESS, OUTSIDE))
    ground: list[Shape] = [
        *rim(hull, FRAME),
        *(Polygon(outline, cells[name].floor) for name, outline in sectors.items()),
        *grain(hull, 2 * RING, seed=7, planks=False),
        *_borders(),
    ]
    # The neutral zone is fenced; on its border with sector a the rings are numbered.
    for border in (-SECTOR / 2, SECTOR / 2):
        fence = polar_point(FORTRESS + 4, border, MIDDLE), polar_point(OUTSIDE, border, MIDDLE)
        ground.append(Polygon(fence, None, Role.RIM, 6, closed=False))
    ground += [
        Disc(MIDDLE, FORTRESS + 5, Role.RIM),
        Polygon(wall, Role.PIT_LIGHT, glow=Role.PIT_EDGE),
        Disc(MIDDLE, FORTRESS - 9, Role.PIT, glow=Shade(Role.PIT, Role.PIT_EDGE, 0.6)),
    ]
    outline = tuple(Point(x - MIDDLE.x, y - MIDDLE.y) for x, y in wall)
    cells[FORTRESS_NAME] = Cell(MIDDLE, outline, COUNTER + 3, Role.PIT, corner=FORTRESS_SIGN)
    first = Plate(Box(16, HEIGHT - 92, 284, HEIGHT - 12), Box(16, HEIGHT - 176, 152, HEIGHT - 100))
    return Board(
        "Ringo",
        WIDTH,
        HEIGHT,
        tuple(ground),
        cells,
        tuple(_labels()),
        (first, first.transformed(Transform(-1, WIDTH, HEIGHT))),
        pivot=MIDDLE,
    )


def _borders() -> Iterator[Polygon]:
    """Draw the borders of the sectors; rings differ in their floors."""
    for sector in range(SECTORS):
        angle = (sector + 0.5) * SECTOR
        ends = polar_point(FORTRESS, angle, MIDDLE), polar_point(OUTSIDE, angle, MIDDLE)
        yield Polygon(ends, None, Role.LINE, 2, closed=False)


def _cell(ring: int, sector: int) -> Cell:
    """Lay out the cell in a ring (from the innermost, 0) and a sector (0 is the neutral zone)."""
    angle = sector * SECTOR
    centre = polar_point(FORTRESS + (ring + 0.5) * RING, angle, MIDDLE)
    # Marks keep to the middle of a long cell: the whole of it would be louder than the pieces.
    # In the shortest cell they leave the number on its border free.
    radius = FORTRESS + (ring + 0.5) * RING
    half = min(SECTOR / 2 - math.degrees(NUMBER / radius), math.degrees(MARK / 2 / radius))
    outline = tuple(Point(x - centre.x, y - centre.y) for x, y in _sector(ring, angle, half))
    floor = (NEUTRAL_FLOORS if sector == 0 else FLOORS)[ring % 2]
    corner = polar_point(radius, angle - math.degrees(TO_CORNER / radius), MIDDLE)
    return Cell(centre, outline, COUNTER + 3, floor, corner=corner)


def _sector(ring: int, angle: float, half: float = SECTOR / 2) -> tuple[Point, ...]:
    """Return the outline of a part of a ring around its middle direction."""
    inner = FORTRESS + ring * RING
    return (
        *arc(inner + RING, angle - half, angle + half, MIDDLE),
        *reversed(arc(inner, angle - half, angle + half, MIDDLE)),
    )


def _labels() -> list[Shape]:
    """Letter the sectors on the frame, number the rings on the neutral zone's border."""
    labels: list[Shape] = [
        Text(
            polar_point(OUTSIDE + FRAME / 2, sector * SECTOR, MIDDLE),
            letter,
            25,
            Role.RIM_TEXT,
            Role.RIM,
        )
        for sector, letter in enumerate("habcdefg")
    ]
    for ring in range(RINGS):
        at = polar_point(FORTRESS + (ring + 0.5) * RING, SECTOR / 2, MIDDLE)
        labels.append(Disc(at, NUMBER, Role.RIM))
        labels.append(Text(at, str(RINGS - ring), 24, Role.RIM_TEXT, Role.RIM))
    labels.append(Text(FORTRESS_SIGN, FORTRESS_NAME, 25, Role.PIT_TEXT, Role.PIT))
    return labels

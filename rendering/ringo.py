"""Ringo as a scene: six rings and eight spokes around the fortress, the neutral zone on top."""

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from rendering.colour_roles import Role, Shade
from rendering.geometry import (
    CENTRE,
    Box,
    Point,
    Transform,
    arc,
    box,
    polar_point,
    rounded_box,
    scaled,
    translate,
)
from rendering.pieces import (
    DARK,
    LIGHT,
    beside_board,
    circle,
    crisp,
    icon,
    inlaid,
    piece,
    progress,
    taken_of,
)
from rendering.scene import Board, Cell, Plate, Scene, Token
from rendering.shapes import Bevel, Disc, Polygon, Shadow, Shape, Symbol, Text
from rendering.wood import rim, wedge_grain
from rules.ringo import Ringo
from rules.ringo.board import (
    ATTACKER,
    FEWEST,
    FORTRESS_HOLDS,
    FORTRESS_NAME,
    LETTERS,
    PLACES,
    RINGS,
    SECTORS,
    START_ATTACKERS,
    START_DEFENDERS,
)

WIDTH, HEIGHT = 1000, 1036
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
INNERMOST, RING, FRAME = 111, 63, 33
"""The radius of the innermost ring, the distance of two rings, and the frame's width."""
OUTSIDE, CORNERS = 461, 120
"""The floor's radius, and the corners of the frame's outline: so many look round."""
WALL, YARD = 66, 57
"""The fortress's radius outside and inside its wall."""
SOCKET, SOCKETS = 25, (28.5, -28.5)
SECTOR = 360 / SECTORS
HANGS = 5
"""The lift of a letter that hangs on the frame: its tail would lie on an edge."""
COUNTER, SEAT, SMALL = 28.5, 14, 19
NUMBER_SIZE = 31
BEYOND, BEYOND_INNERMOST = 22, 26
"""The distance of a number outside its ring, clear of any arrow along that; that of the innermost
ring is also clear of the frame around a piece beside it."""
NUMBERED = -SECTOR / 2, 180 - SECTOR / 2
"""The directions in which the numbers stand: a border of the neutral zone, and the one opposite."""
GAP, BORDER_WIDTH = 19, 6
"""The distance before a number where the neutral zone's border ends, and the width of that."""
LEFT_OF = 38
"""The distance of a cell's name along its ring from the middle in a diagram, clear of a piece."""
STONES = 16
_SLOPE = math.tan(math.radians(SECTOR / 2 - 0.5))
"""How far the neutral zone reaches to each side, of its distance from the middle."""
STREAKS = 7
"""The streaks of the grain in each sector but the neutral zone, which is hatched."""
FLOORS = Shade(Role.FIELD, Role.FIELD_DARK, 0.7), Shade(Role.FIELD, Role.FIELD_DARK, 0.25)
"""The sectors differ less than the cells of other boards: they are no cells."""
HOLLOW = Shade(Role.FIELD_DARK, Role.TRACK, 0.5)
"""The floor of an empty seat: no darker than that, or it would pass for a black piece."""
BORDER = Shade(Role.FIELD_DARK, Role.TRACK, 0.25)
FLAGS = tuple(Shade(Role.WALL_DARK, Role.SHADOW, share) for share in (0.22, 0.36, 0.29))
LIT_FLAG = Shade(Role.WALL_DARK, Role.SHADOW, 0.06)
"""The flagstones of the yard, and their edges towards the light."""
FORTRESS_SIGN, SIGN_SIZE, PLAQUE = Point(MIDDLE.x, MIDDLE.y + 54), 26, 18
COUNTERS = crisp(inlaid(COUNTER)), crisp(piece(LIGHT, COUNTER))
"""The attackers are black, the defenders white, as in the sources."""
TAKEN = piece(LIGHT, SMALL), beside_board(inlaid(SMALL))
CELL, PLATE = circle(COUNTER + 2), rounded_box(54, 54, 14)
FORTRESS_PLATE = circle(YARD - 3)
"""It covers the yard and the fortress's name, which it bears itself."""


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
        Token(COUNTERS[ATTACKER], Point(MIDDLE.x + away, MIDDLE.y), FORTRESS_NAME)
        for away in SOCKETS[:inside]
    ]
    attackers = position.attackers.bit_count() + inside
    defenders = position.defenders.bit_count()
    began = START_ATTACKERS[position.chosen.attackers].bit_count()
    lost = began - attackers, START_DEFENDERS.bit_count() - defenders
    return Scene(
        layout,
        tuple(tokens),
        (icon(DARK, inlaid), icon(LIGHT)),
        ((_entered(inside),), (taken_of(lost[0], began - FEWEST, TAKEN[1]),)),
        trophies=(TAKEN[:1] * lost[1], TAKEN[1:] * lost[0]),
    )


def _entered(inside: int) -> Symbol:
    """Return a small fortress, and how many attackers are in it."""
    name = f"{inside} of {FORTRESS_HOLDS} in the fortress"
    return progress(name, f"{inside}/{FORTRESS_HOLDS}", _small_fortress(), WALL / 2)


@cache
def _small_fortress() -> Symbol:
    """Return the fortress with its two sockets, half as large as on the board."""
    return Symbol(
        "fortress",
        (
            Disc(CENTRE, WALL / 2 + 2, Role.DARK_INK),
            Disc(CENTRE, WALL / 2, Role.WALL),
            Disc(CENTRE, WALL / 2 - 7, Role.TRACK),
            *(Disc(Point(away / 2.3, 0), 9, Role.WALL_LIGHT) for away in SOCKETS),
        ),
    )


@cache
def board() -> Board:
    """Lay out the board, which is the same in every game."""
    cells = {name: _cell(*divmod(place, SECTORS)) for name, place in PLACES.items()}
    hull = tuple(polar_point(OUTSIDE, corner * 360 / CORNERS, MIDDLE) for corner in range(CORNERS))
    ground: list[Shape] = [
        *rim(hull, FRAME, turned=True),
        Disc(MIDDLE, OUTSIDE + 1.5, Role.RIM_DARK),
        *_sectors(),
        *_tracks(),
        *_seats(cells),
        *_fortress(),
    ]
    cells[FORTRESS_NAME] = Cell(
        MIDDLE, CELL, COUNTER + 3, Role.WALL_DARK, corner=FORTRESS_SIGN, plate=FORTRESS_PLATE
    )
    first = Plate(Box(12, HEIGHT - 176, 316, HEIGHT - 8), rows=True, narrowing=98)
    return Board(
        "Ringo",
        WIDTH,
        HEIGHT,
        tuple(ground),
        cells,
        tuple(_labels()),
        (first, first.transformed(Transform(-1, WIDTH, HEIGHT))),
        pivot=MIDDLE,
        sparing=True,
    )


def _sectors() -> Iterator[Shape]:
    """Draw the wedges of the floor, inlaid; the neutral zone is hatched and fenced."""
    for sector in range(SECTORS):
        angle = sector * SECTOR
        wedge = (MIDDLE, *arc(OUTSIDE, angle - SECTOR / 2, angle + SECTOR / 2, MIDDLE))
        yield Polygon(wedge, FLOORS[sector % 2] if sector else Role.NEUTRAL)
    reach = WALL + 8, OUTSIDE - 4
    half = SECTOR / 2 - 0.5
    for sector in range(1, SECTORS):
        angle = sector * SECTOR
        yield from wedge_grain(MIDDLE, angle, half, reach, seed=sector + 3, streaks=STREAKS)
    for sector in range(1, SECTORS - 1):
        border = (sector + 0.5) * SECTOR
        ends = polar_point(WALL, border, MIDDLE), polar_point(OUTSIDE, border, MIDDLE)
        yield Polygon(ends, None, BORDER, 1.4, closed=False)
    for number in range(-4, 22):
        if len(line := _hatch(number * 36)) == 2:
            yield Polygon(line, None, Shade(Role.NEUTRAL, Role.TRACK, 0.2), 2, closed=False)
    for border in (-SECTOR / 2, SECTOR / 2):
        ends = polar_point(WALL, border, MIDDLE), polar_point(OUTSIDE, border, MIDDLE)
        yield Polygon(ends, None, Role.RIM_DARK, BORDER_WIDTH, closed=False)
        yield Polygon(ends, None, Role.DARK_INK, 2, closed=False)


def _gap(away: float) -> Iterator[Polygon]:
    """Draw the floors over the border of the neutral zone, where a number stands."""
    ends = [polar_point(min(away + gap, OUTSIDE), NUMBERED[0], MIDDLE) for gap in (-GAP, GAP)]
    for side, floor in ((-1, FLOORS[1]), (1, Role.NEUTRAL)):
        across = polar_point(side * (BORDER_WIDTH / 2 + 1), NUMBERED[0] + 90)
        yield Polygon((*ends, *translate((ends[1], ends[0]), *across)), floor)


def _is_neutral(at: Point) -> bool:
    """Tell whether a point lies in the neutral zone, inside the frame."""
    x, y = at.x - MIDDLE.x, MIDDLE.y - at.y
    return abs(x) < y * _SLOPE and WALL + 4 < math.hypot(x, y) < OUTSIDE - 4


def _hatch(across: float) -> tuple[Point, ...]:
    """Return a slanting line through the neutral zone, if it meets it."""
    begin = MIDDLE.x - 420 + across
    points = [Point(begin + step * 0.5, MIDDLE.y - 70 - step) for step in range(0, 400, 2)]
    inside = [point for point in points if _is_neutral(point)]
    return (inside[0], inside[-1]) if len(inside) > 4 else ()


def _tracks() -> Iterator[Shape]:
    """Draw the rings and the spokes, these with a light edge below."""
    light = Shade(Role.FIELD, Role.GRAIN_LIGHT, 0.3)
    for sector in range(SECTORS):
        ends = (
            polar_point(WALL, sector * SECTOR, MIDDLE),
            polar_point(_ring(5), sector * SECTOR, MIDDLE),
        )
        yield Polygon(ends, None, light, 1.4, closed=False, sink=2.4)
        yield Polygon(ends, None, Role.TRACK, 3.6, closed=False)
    for ring in range(RINGS):
        yield Disc(MIDDLE, _ring(ring) + 1.8, line=Role.TRACK, width=3.6)


def _seats(cells: dict[str, Cell]) -> Iterator[Shape]:
    """Draw the seats as holes: upper edges cast a shadow, lower ones catch the light."""
    for cell in cells.values():
        lip, edge = (_round(cell.centre, SEAT + far) for far in (2.2, 0))
        yield Bevel(
            lip, edge, Role.FIELD, Role.GRAIN_LIGHT, Role.TRACK, False, tapered=True, strength=0.55
        )
        yield from _bored(cell.centre, SEAT)


def _bored(at: Point, radius: float) -> Iterator[Shape]:
    """Draw a hole."""
    wall, floor = (_round(at, radius + far) for far in (-0.6, -radius / 2))
    yield Disc(at, radius, Role.TRACK)
    yield Disc(at, radius - 1, HOLLOW)
    yield Bevel(wall, floor, Role.TRACK, Role.TRACK, Role.FIELD_DARK, tapered=True, strength=0.6)


def _round(at: Point, radius: float) -> tuple[Point, ...]:
    return translate(_rim(radius), *at)


@cache
def _rim(radius: float) -> tuple[Point, ...]:
    return tuple(polar_point(radius, number * 15) for number in range(24))


def _fortress() -> Iterator[Shape]:
    """Draw the wall of stones, lit from the upper left, the yard and its two sockets."""
    yield Disc(MIDDLE, WALL + 4, Role.SHADOW, opacity=0.3, sink=4)
    yield Disc(MIDDLE, WALL + 2, Role.TRACK)
    outer, inner = (
        tuple(
            polar_point(radius, (number + 0.5) * 360 / STONES, MIDDLE) for number in range(STONES)
        )
        for radius in (WALL + 1, YARD)
    )
    yield Bevel(outer, inner, Role.WALL, Role.WALL_LIGHT, Role.WALL_DARK)
    for joint in zip(outer, inner, strict=True):
        yield Polygon(joint, None, Role.TRACK, 2.4, closed=False)
    yield Disc(MIDDLE, YARD - 1, Role.TRACK)
    yield Disc(MIDDLE, YARD - 2.5, Shade(Role.WALL_DARK, Role.RIM_DARK, 0.55))
    for row in range(-3, 3):
        for column in range(-2, 3):
            x, y = column * 34 - 17 * (row % 2), row * 24
            for less, tone in ((1, LIT_FLAG), (2.4, FLAGS[(column - row) % len(FLAGS)])):
                yield Polygon(_flag(x + less, y + less, x + 33, y + 23), tone)
    yield Shadow(tuple(arc(YARD - 2, 0, 360, MIDDLE)[:-1]), 10, 0.45, inner=True)
    for away in SOCKETS:
        at = Point(MIDDLE.x + away, MIDDLE.y)
        yield Disc(at, SOCKET + 1.5, Role.TRACK)
        yield Disc(at, SOCKET, Role.WALL)
        yield from _bored(at, SOCKET - 3)


def _flag(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Return a flagstone of the yard, as far as it lies inside the wall."""
    corners = box(left, top, right, bottom)
    points = [
        Point(one.x + (other.x - one.x) * step / 6, one.y + (other.y - one.y) * step / 6)
        for one, other in pairwise((*corners, corners[0]))
        for step in range(6)
    ]
    kept = (scaled((at,), min(1, (YARD - 3) / (math.hypot(*at) or 1)))[0] for at in points)
    return translate(tuple(kept), *MIDDLE)


def _ring(ring: int) -> float:
    """Return the radius of a ring, the innermost being 0."""
    return INNERMOST + ring * RING


def _cell(ring: int, sector: int) -> Cell:
    """Lay out the cell on a ring (from the innermost, 0) and a spoke (0 is the neutral zone)."""
    angle, radius = sector * SECTOR, _ring(ring)
    centre = polar_point(radius, angle, MIDDLE)
    corner = polar_point(radius, angle - math.degrees(LEFT_OF / radius), MIDDLE)
    corner = Point(corner.x, corner.y + (14 if ring == 0 else 0))
    floor = Role.NEUTRAL if sector == 0 else (Role.FIELD_DARK, Role.FIELD)[sector % 2]
    return Cell(centre, CELL, COUNTER + 3, floor, corner=corner, plate=PLATE)


def _labels() -> list[Shape]:
    """Letter the spokes on the frame, number the rings on the neutral zone's border."""
    labels: list[Shape] = [
        Text(
            polar_point(OUTSIDE + FRAME / 2, sector * SECTOR, MIDDLE),
            letter,
            32,
            Role.RIM_TEXT,
            Role.RIM,
            sink=-HANGS if letter == "g" else 0,
        )
        for sector, letter in enumerate("habcdefg")
    ]
    for ring in range(RINGS):
        away = _ring(ring) + (BEYOND if ring else BEYOND_INNERMOST)
        labels += _gap(away)
        labels += (
            Text(at, str(RINGS - ring), NUMBER_SIZE, Role.PIT_TEXT, Role.PLATE, halo=3)
            for at in (polar_point(away, angle, MIDDLE) for angle in NUMBERED)
        )
    labels.append(Disc(FORTRESS_SIGN, PLAQUE, Role.PLATE, Role.PLATE_EDGE, 2))
    labels.append(Text(FORTRESS_SIGN, FORTRESS_NAME, SIGN_SIZE, Role.PIT_TEXT, Role.PLATE))
    return labels

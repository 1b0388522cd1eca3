"""The places of stones: in random heaps, or laid out in tens."""

import math
from collections.abc import Iterator
from functools import lru_cache

from rendering.geometry import Point, polar_point
from rendering.pieces import PEBBLES, stone
from rendering.scene import Token

MOST_HEAPED = 15
"""The most stones that a heap shows."""
GOLDEN_ANGLE = math.radians(137.508)
_BETWEEN_TENS = 18
"""The gap after ten stones that are laid out."""
_FEW = (((0, 0.2),), ((-1, 0.2), (1, 0.2)), ((-0.95, 0.56), (0.95, 0.56), (0, -1.06)))
"""Over a stone's radius: how up to three lie around the middle, the second coordinate outwards."""
_FIRST = ((-0.46, 0.22), (1.42, 0.26), (0.5, -1.38), (-1.36, -1.4))
"""Over a stone's radius: where the first of more lie; every other heap is mirrored."""
_TURN = 7
"""The most degrees by which those of a heap are turned."""
_TO_PLATE = 41
"""The farthest reach of stones from their heap's middle."""
_FINE, _NEAR, _ABOVE = 0.18, 1.84, 0.5
"""Over a stone's radius: the density of the spots tried, and the least distances of two stones in
one layer and in different layers.
"""


def heap(
    middle: Point, reach: Point, radius: float, stones: int, *, out: int, number: int, cell: str
) -> Iterator[Token]:
    """Heap up stones: a few around the middle, more as they fall.

    From the fourth on, stones that lie never move when others are added.

    `reach` is how far from the middle they may lie across and down, and `out` the direction (1:
    downwards) of the hole's number, which they keep clear of; `number` turns each heap differently.
    """
    few = 0 < stones <= len(_FEW)
    spots = _few(stones, radius, number, out) if few else _spots(reach, radius, number, out)
    for index, (x, y) in enumerate(spots[:stones]):
        at = Point(middle.x + x, middle.y + y)
        yield Token(stone(radius, (index + 2 * number) % PEBBLES), at, cell)


@lru_cache(maxsize=64)
def _spots(reach: Point, radius: float, number: int, out: int) -> tuple[Point, ...]:
    """Find where stones come to lie: near the middle while there is room, then on each other."""
    turn = _turn(number)
    way = -1 if number % 2 else 1
    spots = [_first((x * way, y), radius, turn, out) for x, y in _FIRST]
    while len(spots) < MOST_HEAPED:
        lying: list[Point] = []
        for spot in _spiral(reach, radius, number * 2.1 + len(spots)):
            if spot.y * out > _TO_PLATE - radius:
                continue
            beside = all(math.dist(spot, other) >= _NEAR * radius for other in lying)
            if beside and all(math.dist(spot, other) >= _ABOVE * radius for other in spots):
                lying.append(spot)
                spots.append(spot)
    return tuple(spots[:MOST_HEAPED])


@lru_cache(maxsize=256)
def _few(stones: int, radius: float, number: int, out: int) -> tuple[Point, ...]:
    """Lay up to three stones around the middle."""
    return tuple(_first(spot, radius, _turn(number), out) for spot in _FEW[stones - 1])


def _turn(number: int) -> int:
    return (number * 5 % (2 * _TURN + 1)) - _TURN


def _first(spot: tuple[float, float], radius: float, turn: float, out: int) -> Point:
    x, y = spot
    angle = math.degrees(math.atan2(x, -y * out)) + turn
    at = polar_point(radius * math.hypot(x, y), angle)
    return Point(round(at.x), round(at.y))


def _spiral(reach: Point, radius: float, rotation: float) -> Iterator[Point]:
    """Try all spots within reach, from the middle outwards."""
    apart, begin = _FINE * radius, round((0.4 / _FINE) ** 2)
    for index in range(begin, int(reach.x * reach.y / apart**2)):
        away, angle = apart * math.sqrt(index), rotation + (index - begin) * GOLDEN_ANGLE
        x, y = away * math.cos(angle), away * math.sin(angle)
        stretch = math.sqrt(reach.x / reach.y)
        yield Point(round(x * stretch), round(y / stretch))


def lay_in_tens(start: Point, direction: int, stones: int, radius: float) -> Iterator[Token]:
    """Lay stones out two by two, to the right (1) or to the left (-1), with gaps between tens."""
    for number in range(stones):
        along = _along(number, radius)
        down = (number % 2 - 0.5) * (2 * radius + 2)
        at = Point(round(start.x + direction * along), round(start.y + down))
        yield Token(stone(radius, number % PEBBLES), at)


def row_length(stones: int, radius: float) -> float:
    """Return how long a row of stones is that are laid in tens."""
    return _along(max(stones - 1, 0), radius) + 2 * radius


def _along(number: int, radius: float) -> float:
    ten, place = divmod(number, 10)
    return ten * (10 * radius + _BETWEEN_TENS) + place // 2 * 2 * radius

"""How stones lie: heaped up as they fall, or laid out in fours."""

import math
from collections.abc import Iterator

from rendering.geometry import Point
from rendering.pieces import PEBBLES, stone
from rendering.scene import Token

GOLDEN_ANGLE = math.radians(137.508)


def heap(
    middle: Point, reach: Point, radius: float, stones: int, *, number: int, cell: str
) -> Iterator[Token]:
    """Heap stones up in a spiral that leaves no gaps, closer where there are many.

    `reach` is how far from the middle they may lie across and down; by its `number` one heap is
    turned otherwise than the next.
    """
    # So far apart no two touch; more stones than that has room for lie partly on each other.
    apart = min(1.2 * radius, math.sqrt(reach.x * reach.y / max(stones - 0.5, 1)))
    stretch = math.sqrt(min(reach.x / reach.y, 1))
    for each in range(stones):
        turn = each * GOLDEN_ANGLE + number * 2.1
        away = apart * math.sqrt(each + 0.5) if stones > 1 else 0.4 * radius
        at = Point(
            round(middle.x + away * stretch * math.cos(turn)),
            round(middle.y + away / stretch * math.sin(turn)),
        )
        yield Token(stone(radius, (each + 2 * number) % PEBBLES), at, cell)


def in_fours(start: Point, way: int, stones: int, radius: float, gap: float) -> Iterator[Token]:
    """Lay stones out two by two, to the right (1) or to the left (-1), with gaps between fours."""
    pitch = 2 * radius + 2
    for number in range(stones):
        four, place = divmod(number, 4)
        along = four * (2 * pitch + gap) + place // 2 * pitch
        at = Point(start.x + way * along, start.y + (place % 2 - 0.5) * pitch)
        yield Token(stone(radius, number % PEBBLES), at)

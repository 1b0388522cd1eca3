"""The endgame table of Hoyito with six holes a side: results of all placements of few stones.

A placement is written from the view of the side to move, its own holes first.
`tools.research.hoyito_solver` writes the file.
"""

import lzma
from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path
from typing import TypeAlias

Holes: TypeAlias = tuple[int, ...]

FILE = Path(__file__).with_name("hoyito.endings")
HOLES = 12
LAYERS = 8, 12
"""The numbers of stones that are solved; the last four are always taken at once."""
FEW_STONES = max(LAYERS)
OPEN = -128
"""The gain where neither side can force one: the game then ends by repetition."""


def placements(stones: int, holes: int = HOLES) -> Iterator[Holes]:
    """Give all placements of stones in holes, in order."""
    if holes == 1:
        yield (stones,)
        return
    for first in range(stones + 1):
        for others in placements(stones - first, holes - 1):
            yield (first, *others)


def count(stones: int, holes: int = HOLES) -> int:
    """Count the placements of stones in holes."""
    return comb(stones + holes - 1, stones) if holes else int(not stones)


BEFORE = tuple(
    tuple(
        tuple(
            sum(count(left - fewer, HOLES - 1 - place) for fewer in range(held))
            for held in range(left + 1)
        )
        for left in range(FEW_STONES + 1)
    )
    for place in range(HOLES)
)
"""The number of placements that come before, by hole, by the stones left for it and later holes,
and by its own stones.
"""


def number_of(holes: Holes, stones: int) -> int:
    """Return the index of a placement among all placements of as many stones."""
    number, left = 0, stones
    for before, held in zip(BEFORE, holes, strict=True):
        number += before[left][held]
        left -= held
    return number


class Layer:
    """The results of every placement of one number of stones, by index.

    The gain is how many more of these stones the mover takes than the other side under best play;
    the plies are how long the side that gains needs at most, until the last stone is taken.
    """

    def __init__(self, gains: bytes, plies: bytes) -> None:
        self.gains = memoryview(gains).cast("b")
        self.plies = plies

    def result(self, number: int) -> tuple[int, int] | None:
        """Return the gain and the plies; `None` where neither side can force anything."""
        gain = self.gains[number]
        return None if gain == OPEN else (gain, self.plies[number])


@cache
def layers() -> dict[int, Layer]:
    """Read the table: a layer for each number of stones."""
    content = lzma.decompress(FILE.read_bytes())
    read, start = {}, 0
    for stones in LAYERS:
        size = count(stones)
        middle, end = start + size, start + 2 * size
        read[stones] = Layer(content[start:middle], content[middle:end])
        start = end
    return read


def result(holes: Holes, stones: int) -> tuple[int, int] | None:
    """Return the mover's gain and the plies until the end; `None` where they are unknown."""
    if stones not in LAYERS:
        return None
    return layers()[stones].result(number_of(holes, stones))

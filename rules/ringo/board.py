"""The board of Ringo, the counters at the start, and tables of all possible moves.

A set of cells is an integer: the cell in a ring (0 is the innermost) and a sector (0 is the neutral
zone) is bit 8·ring + sector. The fortress is in no set; only the attackers in it are counted.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from rules.move import PASS, Move

ATTACKER, DEFENDER = 0, 1
LETTERS = "ad"
"""The letter of each side's counters."""
RINGS, SECTORS = 6, 8
FORTRESS_NAME = "F"
FORTRESS_HOLDS = 2
"""The number of attackers in the fortress that wins."""
FEWEST = 1
"""The attackers lose with this many left, those in the fortress included."""

BOARD = (1 << RINGS * SECTORS) - 1
INNERMOST = 0xFF
NEUTRAL = 0x010101010101
LAST_SECTOR = NEUTRAL << 7

NAMES = tuple(f"{'habcdefg'[s]}{RINGS - r}" for r in range(RINGS) for s in range(SECTORS))
PLACES = {name: place for place, name in enumerate(NAMES)}
IN_ORDER = tuple(f"{sector}{ring}" for ring in range(1, 7) for sector in "abcdefgh")
CELLS = {name: 1 << place for name, place in PLACES.items()} | {FORTRESS_NAME: 0}
"""The set of a single cell, by its name; empty for the fortress."""
TYPED_CELL = re.compile(r"[a-z][0-9]{1,2}|f")
"""Matches a typed cell in lower case; the fortress is `f`."""


def _set_of(names: str) -> int:
    return sum(CELLS[name] for name in names.split())


# Which counters are left out with fewer attackers is our choice; the rest is Bell's.
START_ATTACKERS = {
    "7": _set_of("a1 b1 c1 d1 e1 f1 g1"),
    "6": _set_of("a1 b1 c1 e1 f1 g1"),
    "5": _set_of("b1 c1 d1 e1 f1"),
}
START_DEFENDERS = _set_of("a6 c6 e6 g6")


STEP, CAPTURE, HOP = "-:^"
"""The mark between the two cells of a move."""
Moves: TypeAlias = Mapping[int, Move]
"""Moves by the place where they end, or by the sector from which they enter the fortress."""


class Direction(NamedTuple):
    """One of the four directions, with all possible moves in it."""

    follow: Callable[[int], int]
    """Shifts a set of cells by one in this direction; cells beyond the rings are dropped."""
    sideways: bool
    steps: Moves
    jumps: Moves
    hops: Moves
    replacements: Moves


def _move(mark: str, start: int, end: str, taken: tuple[str, ...] = ()) -> Move:
    path = (NAMES[start], end)
    return Move(mark.join(path), path, taken)


def _direction(follow: Callable[[int], int], *, sideways: bool = False) -> Direction:
    steps, jumps, hops, replacements = {}, {}, {}, {}
    for start in range(RINGS * SECTORS):
        if near := follow(1 << start):
            place = near.bit_length() - 1
            name = NAMES[place]
            steps[place] = _move(STEP, start, name)
            replacements[place] = _move(CAPTURE, start, name, (name,))
            if far := follow(near):
                beyond = far.bit_length() - 1
                jumps[beyond] = _move(CAPTURE, start, NAMES[beyond], (name,))
                hops[beyond] = _move(HOP, start, NAMES[beyond])
    return Direction(follow, sideways, steps, jumps, hops, replacements)


INWARD = _direction(lambda cells: cells >> SECTORS)
OUTWARD = _direction(lambda cells: cells << SECTORS & BOARD)
CLOCKWISE = _direction(
    lambda cells: (cells & ~LAST_SECTOR) << 1 | (cells & LAST_SECTOR) >> 7, sideways=True
)
ANTICLOCKWISE = _direction(
    lambda cells: (cells & ~NEUTRAL) >> 1 | (cells & NEUTRAL) << 7, sideways=True
)
SIDEWAYS = (CLOCKWISE, ANTICLOCKWISE)
DIRECTIONS = ((INWARD, *SIDEWAYS), (INWARD, OUTWARD, *SIDEWAYS))
"""The directions of an attacker's moves and captures, and of a defender's."""

STEPS_IN = {s: _move(STEP, s, FORTRESS_NAME) for s in range(SECTORS)}
JUMPS_IN = {s: _move(CAPTURE, SECTORS + s, FORTRESS_NAME, (NAMES[s],)) for s in range(SECTORS)}
HOPS_IN = {s: _move(HOP, SECTORS + s, FORTRESS_NAME) for s in range(SECTORS)}
JUMPS_ACROSS = {
    end: _move(CAPTURE, start, NAMES[end], (FORTRESS_NAME,))
    for start in range(SECTORS)
    for end in [(start + SECTORS // 2) % SECTORS]
}
PASSES = {0: Move(PASS, ())}
"""The pass, as a table like the others."""

CAPTURES = {
    move.path: move
    for moves in (
        *(moves for way in DIRECTIONS[DEFENDER] for moves in (way.jumps, way.replacements)),
        *(JUMPS_IN, JUMPS_ACROSS),
    )
    for move in moves.values()
}
"""The capture from one cell to another, whether or not the options allow it, by its path."""
REVERSIBLE = tuple(
    {
        move.text: move
        for moves in (*(moves for way in ways for moves in (way.steps, way.hops)), passes)
        for move in moves.values()
    }
    for ways, passes in ((SIDEWAYS, {}), (DIRECTIONS[DEFENDER], PASSES))
)
"""The moves of each side, by text, after which an earlier position can recur.

Captures and the attackers' moves inward cannot be reversed.
"""

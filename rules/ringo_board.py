"""Ringo's board, and every move there can be on it, in tables built once."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rules.move import Move
from rules.position import PASS

ATTACKER, DEFENDER = 0, 1
RINGS, SECTORS = 6, 8

# A set of cells is an integer: cell (ring, sector), rings counted from the innermost as 0, is bit
# 8·ring + sector, sector 0 being the neutral zone. The bits above the board count the attackers in
# the fortress, so that entering it adds FORTRESS and being captured there takes it away.
BOARD = (1 << RINGS * SECTORS) - 1
FORTRESS = BOARD + 1
INNERMOST = 0xFF
NEUTRAL = 0x010101010101
LAST_SECTOR = NEUTRAL << 7
FORTRESS_NAME = "F"

NAMES = tuple(f"{'habcdefg'[s]}{RINGS - r}" for r in range(RINGS) for s in range(SECTORS))
PLACES = {name: place for place, name in enumerate(NAMES)}
IN_ORDER = tuple(f"{sector}{ring}" for ring in range(1, 7) for sector in "abcdefgh")


def inward(cells: int) -> int:
    """Move a set of cells one ring inward; what leaves the innermost ring is gone."""
    return cells >> SECTORS


def _outward(cells: int) -> int:
    return cells << SECTORS & BOARD


def _clockwise(cells: int) -> int:
    return (cells & ~LAST_SECTOR) << 1 | (cells & LAST_SECTOR) >> 7


def _counterclockwise(cells: int) -> int:
    return (cells & ~NEUTRAL) >> 1 | (cells & NEUTRAL) << 7


class Deed(NamedTuple):
    """A move with what it does to the sets: the mover's cell left and gained, the enemy's lost."""

    move: Move
    leaves: int
    lands: int
    takes: int = 0


Deeds = Mapping[int, Deed]  # by the place where the move ends, the sector for the fortress


class Way(NamedTuple):
    """One of the four directions, with every move there is along it."""

    follow: Callable[[int], int]
    sideways: bool
    steps: Deeds
    jumps: Deeds
    hops: Deeds
    replacements: Deeds


def _name(cells: int) -> str:
    return FORTRESS_NAME if cells == FORTRESS else NAMES[cells.bit_length() - 1]


def _deed(mark: str, leaves: int, lands: int, takes: int = 0) -> Deed:
    path = (_name(leaves), _name(lands))
    return Deed(Move(mark.join(path), path, (_name(takes),) if takes else ()), leaves, lands, takes)


def _way(follow: Callable[[int], int], *, sideways: bool = False) -> Way:
    steps, jumps, hops, replacements = {}, {}, {}, {}
    for start in (1 << place for place in range(RINGS * SECTORS)):
        if near := follow(start):
            steps[near.bit_length() - 1] = _deed("-", start, near)
            replacements[near.bit_length() - 1] = _deed(":", start, near, near)
        if beyond := follow(near):
            jumps[beyond.bit_length() - 1] = _deed(":", start, beyond, near)
            hops[beyond.bit_length() - 1] = _deed("^", start, beyond)
    return Way(follow, sideways, steps, jumps, hops, replacements)


INWARD, OUTWARD = _way(inward), _way(_outward)
AROUND = (_way(_clockwise, sideways=True), _way(_counterclockwise, sideways=True))
WAYS = ((INWARD, *AROUND), (INWARD, OUTWARD, *AROUND))  # an attacker's, a defender's
# Into and over the fortress, by sector: from the innermost ring, from the second over a defender,
# and a defender's jump to the opposite cell.
ENTRIES = {s: _deed("-", 1 << s, FORTRESS) for s in range(SECTORS)}
JUMPS_IN = {s: _deed(":", 1 << SECTORS + s, FORTRESS, 1 << s) for s in range(SECTORS)}
HOPS_IN = {s: _deed("^", 1 << SECTORS + s, FORTRESS) for s in range(SECTORS)}
ACROSS = {(s + 4) % 8: _deed(":", 1 << s, 1 << (s + 4) % 8, FORTRESS) for s in range(SECTORS)}
PASSES = {0: Deed(Move(PASS, ()), 0, 0)}
DEEDS = {
    deed.move.text: deed
    for deeds in (
        *(deeds for way in WAYS[DEFENDER] for deeds in way[2:]),
        *(ENTRIES, JUMPS_IN, HOPS_IN, ACROSS, PASSES),
    )
    for deed in deeds.values()
}


def set_of(names: str) -> int:
    """Give the set of the cells that are named."""
    return sum(1 << PLACES[name] for name in names.split())

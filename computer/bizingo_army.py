"""Bizingo's armies: what each can reach, close and threaten, and its pressure on the other.

The armies never share a cell, so this is computed once for each set of pieces and cached.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from computer.search_game import SearchMove
from rules.bizingo.board import AROUND, BOARD, DARK, EDGE, LIGHT, NEAR, SIDES, STEP, STEPS, STRIDE
from rules.move import bits

StepKey: TypeAlias = tuple[int, int]
"""A step's two places."""

AHEAD = 3
"""The value of a row towards the enemy's starting rows."""
AHEAD_AT_START = 3, 5
"""The average advance of light's and dark's pieces at the start, which counts as 0."""
CLOSED, CLOSING = 1, 1
"""The values of a cell where an enemy would be captured on entering, and of one nearly so."""
CONTROLLED = 2
"""The value of each such cell that an enemy can step to."""
THREATENED = 3
"""A piece on a cell that can be closed around it."""
FARTHEST = 8
"""Distances in steps are counted up to this."""
A_BYTE = 8
"""The number of bits for how near an army is to a cell: at most 18 times the farthest."""

PLACES = STRIDE * 14

REMEMBERED = 10_000
"""This many armies of both sides are kept: about 9 MB."""

QUIET = tuple({step: (0, step) for step in STEP[side]} for side in (LIGHT, DARK))
"""Every possible step, as a search move."""
ROWS_AHEAD = (
    {place: 12 - place // STRIDE for place in NEAR[LIGHT]},
    {place: place // STRIDE - 5 for place in NEAR[DARK]},
)
"""Rows ahead of the rearmost at the start, of light's and dark's pieces, by place."""


def held(own: int, offset: int) -> int:
    """Give the enemy's cells whose side at an offset is one of some cells."""
    return own >> offset if offset > 0 else own << -offset


def beside(cells: int) -> int:
    """Give the cells one step from some cells, including places beyond the board."""
    near = cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE
    return near | cells << STRIDE + 1 | cells >> STRIDE + 1


OFFSETS = SIDES[DARK], SIDES[LIGHT]
"""From an enemy's cell to the cells around it where this side's pieces stand."""
THERE = tuple(
    tuple(held(BOARD[side], offset) for offset in OFFSETS[side]) for side in (LIGHT, DARK)
)
"""The enemy's cells that have a side at each of these offsets."""
CLOSERS = tuple(
    tuple(
        tuple(gap + step for step in STEPS if gap + step not in OFFSETS[side])
        for gap in OFFSETS[side]
    )
    for side in (LIGHT, DARK)
)
"""From an enemy's cell to the cells from which a piece can step to each of its sides."""


def _nearness(side: int, place: int) -> int:
    near = 0
    for target, around in AROUND[1 - side].items():
        zone = around
        for _ in range(FARTHEST):
            near += (zone >> place & 1) << A_BYTE * target
            zone |= beside(zone) & BOARD[side]
    return near


NEARNESS = tuple({place: _nearness(side, place) for place in NEAR[side]} for side in (LIGHT, DARK))
"""The nearness of a place to each of the enemy's cells, from 0 up, one byte each.

The nearness of a whole army is thus one sum.
"""


class Army(NamedTuple):
    """A set of one side's pieces, whatever the enemy: the armies never share a cell."""

    reach: int
    """The cells that it can step to."""
    closed: int
    """The enemy's cells with three sides, all of them held."""
    closing: int
    """The enemy's cells of which one more step would hold every side."""
    standing: int
    """The value of its formation, besides its pieces."""
    nearness: bytes
    """The total nearness of its pieces to each of the enemy's cells, by place."""
    places: tuple[int, ...]
    """The places of its pieces."""


@lru_cache(maxsize=REMEMBERED)
def army(side: int, own: int) -> Army:
    """Compute what an army can do."""
    enemy = BOARD[1 - side]
    first, second, third = (
        there & ~held(own, offset) for there, offset in zip(THERE[side], OFFSETS[side], strict=True)
    )
    closed = enemy & ~EDGE[1 - side] & ~(first | second | third)
    gaps = first & ~second & ~third, second & ~first & ~third, third & ~first & ~second
    closing = 0
    for gap, (a, b, c, d) in zip(gaps, CLOSERS[side], strict=True):
        closing |= gap & (held(own, a) | held(own, b) | held(own, c) | held(own, d))
    closing &= enemy
    standing = CLOSED * closed.bit_count() + CLOSING * closing.bit_count()
    places = tuple(bits(own))
    standing += AHEAD * sum(map(ROWS_AHEAD[side].__getitem__, places))
    standing -= AHEAD_AT_START[side] * len(places)
    reach = beside(own) & BOARD[side] & ~own
    return Army(reach, closed, closing, standing, nearness(side, places), places)


def nearness(side: int, places: Iterable[int]) -> bytes:
    """Give the total nearness of some pieces to each of the enemy's cells, by place."""
    return sum(map(NEARNESS[side].__getitem__, places)).to_bytes(PLACES, "little")


@lru_cache(maxsize=REMEMBERED // 10)
def steps(side: int, own: int) -> tuple[SearchMove[StepKey], ...]:
    """Give every step of an army."""
    near, quiet = NEAR[side], QUIET[side]
    return tuple(
        quiet[origin, target] for origin in bits(own) for target in bits(near[origin] & ~own)
    )


def pressure(ours: Army, theirs: Army, enemy: int) -> int:
    """Evaluate an army's pressure on the enemy's, and on his pieces."""
    controlled = (ours.closed | ours.closing) & theirs.reach
    return (
        ours.standing
        + CONTROLLED * controlled.bit_count()
        + THREATENED * (ours.closing & enemy).bit_count()
    )

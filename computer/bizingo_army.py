"""Bizingo's armies: what each can reach, close and threaten, and its pressure on the other.

The armies never share a cell, so this is computed once for each set of pieces and cached.
"""

import sys
from array import array
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
A_RANK, A_PLACE = 16, 8
"""The bits for how near an army is to a cell, at most 20 times the farthest, with the place below.

A larger number is then nearer or, where equally near, the lower place.
"""

PLACES = STRIDE * 14
AT_PLACES = sum(PLACES - place << A_RANK * place for place in range(PLACES))

REMEMBERED = 10_000
"""This many armies of both sides are kept: about 11 MB."""

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
            near += (zone >> place & 1) << A_RANK * target + A_PLACE
            zone |= beside(zone) & BOARD[side]
    return near


NEARNESS = tuple({place: _nearness(side, place) for place in NEAR[side]} for side in (LIGHT, DARK))
"""The nearness of a place to each of the enemy's cells, from 0 up, in one number.

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
    ranks: "array[int]"
    """How near its pieces are in all to each of the enemy's cells, with the place, by place."""


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
    return Army(reach, closed, closing, standing, ranks(side, places, AT_PLACES))


def ranks(side: int, places: Iterable[int], at_places: int = 0) -> "array[int]":
    """Give how near some pieces are in all to each of the enemy's cells, by place."""
    near = sum(map(NEARNESS[side].__getitem__, places), at_places)
    return array("H", near.to_bytes(A_RANK // 8 * PLACES, sys.byteorder))


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

"""What Bizingo's armies can do, and how one stands against the other.

The armies never share a cell, so what one set of pieces can do is worked out once and remembered.
"""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from opponent.form import Step
from rules.bits import bits
from rules.bizingo.board import (
    AROUND,
    BOARD,
    DARK,
    EDGE,
    LIGHT,
    MOST_PIECES,
    NEAR,
    SIDES,
    STEP,
    STRIDE,
)

Name: TypeAlias = tuple[int, int]
"""A step's two places."""

AHEAD = 12
"""A row further towards where the enemy began."""
BEGINNING = 13, 21
"""How far ahead light's and dark's pieces are at the start, on average: it counts as nothing."""
CLOSED, CLOSING = 3, 2
"""A cell where an enemy would walk into its own loss; one that can be closed around it."""
CONTROLLED = 6
"""Each of these to which an enemy can step."""
THREATENED = 10
"""A piece on a cell that can be closed around it."""

LEAD = 3
"""A side with so many pieces more hunts: it need no longer keep its army together."""
QUARRY = 150
"""Each piece that the hunted have lost: those who took it have a long way to the next."""
NEARER = 2
"""A step nearer to the hunted, for each piece."""
SHUT_OUT = 8
"""A cell less that the hunted can come to in time: walls are built around them."""
ROOM = 6
"""A cell less to which the hunted can step in safety."""
CORNERED = (40, 20, 8)
"""A hunted piece with so few safe cells left, from none up: the net around it is closing."""
MOST_ROOM = 6
"""A piece has no more cells than this to step to."""
FARTHEST = 12
"""A piece that is farther from the hunted than so many steps does not come nearer by one."""

REMEMBERED = 20_000
"""So many armies of both sides are kept: about 20 MB."""

QUIET = tuple({step: (0, step) for step in STEP[side]} for side in (LIGHT, DARK))
"""Every step there can be, as the search knows it."""
ROWS = {row: sum(1 << STRIDE * row + column for column in range(STRIDE)) for row in range(3, 14)}
ROWS_AHEAD = (
    [(12 - row, cells) for row, cells in ROWS.items()],
    [(row - 5, cells) for row, cells in ROWS.items()],
)
"""How many rows ahead of their rearmost at the start light's and dark's pieces are."""


def _held(own: int, offset: int) -> int:
    """Give the enemy's cells of which the side at an offset is among some cells."""
    return own >> offset if offset > 0 else own << -offset


OFFSETS = SIDES[DARK], SIDES[LIGHT]
"""From an enemy's cell to the cells around it where this side's pieces stand."""
THERE = tuple(
    tuple(_held(BOARD[side], offset) for offset in OFFSETS[side]) for side in (LIGHT, DARK)
)
"""The enemy's cells that have a side at each of these offsets."""


class Army(NamedTuple):
    """What a set of one side's pieces can do, whatever the enemy: the armies never share a cell."""

    steps: tuple[Step[Name], ...]
    reach: int
    """Where it can step to."""
    closed: int
    """The enemy's cells with three sides, all of them held."""
    closing: int
    """The enemy's cells of which one more step would hold every side."""
    standing: int
    """What it is worth as it stands, besides its pieces."""


@lru_cache(maxsize=REMEMBERED)
def army(side: int, own: int) -> Army:
    """Work out what an army can do."""
    near, quiet, enemy = NEAR[side], QUIET[side], BOARD[1 - side]
    steps = tuple(
        quiet[origin, target] for origin in bits(own) for target in bits(near[origin] & ~own)
    )
    reach = sum(1 << place for place in {target for _, (_, target) in steps})
    first, second, third = (
        there & ~_held(own, offset)
        for there, offset in zip(THERE[side], OFFSETS[side], strict=True)
    )
    closed = enemy & ~EDGE[1 - side] & ~(first | second | third)
    open_once = enemy & (
        (first & ~second & ~third) | (second & ~first & ~third) | (third & ~first & ~second)
    )
    closing = 0
    for place in bits(open_once):
        around = AROUND[1 - side][place]
        gap = (around & ~own).bit_length() - 1
        if near[gap] & own & ~around:
            closing |= 1 << place
    standing = CLOSED * closed.bit_count() + CLOSING * closing.bit_count()
    standing += AHEAD * sum((own & cells).bit_count() * rows for rows, cells in ROWS_AHEAD[side])
    standing -= BEGINNING[side] * own.bit_count()
    return Army(steps, reach, closed, closing, standing)


@lru_cache(maxsize=REMEMBERED // 10)
def _zones(side: int, hunted: int) -> tuple[int, ...]:
    """Give a side's cells around the hunted, then with those a step further, and so on."""
    zone = 0
    for place in bits(hunted):
        zone |= AROUND[1 - side][place]
    zones = [zone]
    while len(zones) < FARTHEST:
        zone |= _beside(zone)
        zones.append(zone)
    return tuple(zones)


def pressure(side: int, own: int, enemy: int) -> int:
    """Judge how an army stands against the enemy's."""
    ours, theirs = army(side, own), army(1 - side, enemy)
    controlled = (ours.closed | ours.closing) & theirs.reach
    return (
        ours.standing
        + CONTROLLED * controlled.bit_count()
        + THREATENED * (ours.closing & enemy).bit_count()
    )


def hunt(side: int, own: int, hunted: int) -> int:
    """Judge how near an army is to catching the few that the enemy has left.

    Every term is a gain, so that nobody shies at a lead.
    """
    ours, theirs = army(side, own), army(1 - side, hunted)
    left, control = hunted.bit_count(), ours.closed | ours.closing
    near = sum((own & zone).bit_count() for zone in _zones(side, hunted))
    land, free = BOARD[1 - side], BOARD[1 - side] & ~control
    value = QUARRY * (MOST_PIECES - left) + NEARER * near
    value += SHUT_OUT * (land.bit_count() - _reached(hunted, free).bit_count())
    value += ROOM * (MOST_ROOM * left - (theirs.reach & free).bit_count())
    value += THREATENED * (ours.closing & hunted).bit_count()
    # Who is not beside a cell that an enemy controls has room, or has shut itself in.
    for place in bits(hunted & _beside(control)):
        safe = (NEAR[1 - side][place] & free & ~hunted).bit_count()
        if safe < len(CORNERED):
            value += CORNERED[safe]
    return value


def _beside(cells: int) -> int:
    """Give the cells to which there is one step from some, and others beyond the board."""
    near = cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE
    return near | cells << STRIDE + 1 | cells >> STRIDE + 1


def _reached(cells: int, free: int) -> int:
    """Give some cells and all to which one comes from them over free ones."""
    before = 0
    while cells != before:
        before = cells
        cells |= _beside(cells) & free
    return cells

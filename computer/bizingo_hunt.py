"""The conversion of a lead in Bizingo: the enemy's pieces are hunted down, one after the other.

Walls around all of them leave gaps and catch nothing. A side that picks one piece, approaches
it with every piece and takes away its escape cells soon catches it.
"""

from array import array
from collections.abc import Callable
from functools import lru_cache
from operator import add, floordiv
from typing import NamedTuple

from computer.bizingo_army import (
    A_PLACE,
    FARTHEST,
    OFFSETS,
    PLACES,
    StepKey,
    army,
    beside,
    held,
    ranks,
)
from rules.bizingo.board import AROUND, BOARD, DARK, EDGE, LIGHT, MOST_PIECES, NEAR
from rules.move import bits

QUARRY = 150
"""The extra value of each piece of a lead, as after a capture the next piece is far away."""
NEARER = 3
"""The value of a step nearer to the hunted piece; a captain's counts twice where one is needed."""
ROOM, STEPS_OF_ROOM = 6, 3
"""The value of each safe cell less within reach of the hunted piece, and how many steps count."""
TARGETS = 4
"""The number of nearest pieces that are considered."""
SHARES = 1, 4, 8
"""The values of the best targets are divided by these."""
CLEAR = 5
"""With this lead the nearest hunters alone count, and only likely answers are looked at."""
EACH = 12, 12, 12, 8, 6, 4, 2, 2
"""The value of a step nearer to a hunted piece, of the nearest hunter and each after it."""
CAPTAIN_NEARER = 8
"""The value of a step nearer of the nearest captain, where one is needed."""
STUCK = 50, 20
"""The values of a hunted piece that has no safe step, and of one that has a single one."""
CHASED = 500
"""Added to the value of a chase, so that a lead is never avoided."""
AWAY, ESCAPED = 10, 100
"""The values of a step away from the nearest hunter and of an escape, in cells free beside it."""
MISSING = tuple(sum(EACH[there:]) for there in range(MOST_PIECES + 1))
"""What a number of hunters within some steps lacks, of the values of a step."""


def _rings(side: int, place: int) -> tuple[int, ...]:
    """Give the cells of a side that are within 0, 1, 2 and more steps of touching an enemy's."""
    rings = [AROUND[1 - side][place]]
    for _ in range(FARTHEST - 1):
        rings.append((rings[-1] | beside(rings[-1])) & BOARD[side])
    return tuple(rings)


RINGS = tuple({place: _rings(side, place) for place in NEAR[1 - side]} for side in (LIGHT, DARK))
"""For each of the enemy's cells, the cells of light and of dark within 0, 1, 2 and more steps."""


class Hunters(NamedTuple):
    """What an army with its captains can catch, whoever stands there."""

    taking: int
    """The enemy's cells where it captures a piece with its next move."""
    taking_captains: int
    """The enemy's cells where it captures a captain with its next move."""
    safe: int
    """The enemy's other cells where it doesn't capture a piece that enters, either."""
    safe_for_captains: int
    """The same of a captain."""
    near: Callable[[int], int]
    """Gives its rank for an enemy's cell."""
    captains_near: Callable[[int], int]
    """Gives what its captains add to that where one of them is needed."""

    def threatened(self, enemy: int, captains: int) -> int:
        """Give the enemy's pieces that it captures with its next move."""
        return enemy & self.taking & ~captains | captains & self.taking_captains


@lru_cache(maxsize=8_000)
def hunters(side: int, own: int, captains: int) -> Hunters:
    """Compute what an army with its captains can catch."""
    ours, touched = army(side, own), _touched(side, captains)
    taking, taking_captains = ours.closing & (touched | ~EDGE[1 - side]), ours.closing & touched
    free = BOARD[1 - side] & ~ours.closed
    return Hunters(
        taking,
        taking_captains,
        free & ~taking,
        free & ~taking_captains,
        ours.ranks.__getitem__,
        _captains_ranks(side, captains).__getitem__,
    )


class Target(NamedTuple):
    """An enemy piece that a side may hunt."""

    near: int
    """The side's nearness to it."""
    room: int
    """The number of cells it stands on or can soon reach without being captured."""


def doomed(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> bool:
    """Tell whether the side to move loses a piece unless it captures one itself.

    This is so when two pieces are threatened, or one that cannot escape.
    """
    own, enemy = pieces[side], pieces[1 - side]
    if not army(1 - side, enemy).closing & own:
        return False
    theirs = hunters(1 - side, enemy, captains[1 - side])
    threatened = theirs.threatened(own, captains[side])
    if threatened & threatened - 1:
        return True
    safe = theirs.safe_for_captains if threatened & captains[side] else theirs.safe
    return bool(threatened) and not beside(threatened) & safe & ~own


def hunt(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> int:
    """Evaluate how near a side is to catching the enemy's remaining pieces.

    Every term is positive, so that a lead is never avoided.
    """
    lead = pieces[side].bit_count() - pieces[1 - side].bit_count()
    near = snare if lead < CLEAR else chase
    return QUARRY * lead + near(side, pieces, captains)


def chase(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> int:
    """Evaluate how near the nearest hunters are to each target, and how little room that has left.

    Each target counts half as much as the one before.
    """
    own, enemy = pieces[side], pieces[1 - side]
    ours, own_captains = hunters(side, own, captains[side]), captains[side]
    values = []
    for place, _, _ in _nearest(side, pieces, captains):
        is_captain, rings = captains[1 - side] >> place & 1, RINGS[side][place]
        value = -sum([MISSING[(ring & own).bit_count()] for ring in rings])
        if is_captain or EDGE[1 - side] >> place & 1:
            value -= CAPTAIN_NEARER * sum([not ring & own_captains for ring in rings])
        safe = ours.safe_for_captains if is_captain else ours.safe
        value -= ROOM * (_reached(place, safe) & ~enemy).bit_count()
        ways = (NEAR[1 - side][place] & safe & ~enemy).bit_count()
        values.append(value + STUCK[ways] if ways < len(STUCK) else value)
    total = 0
    for value in sorted(values):
        total = total // 2 + value
    return CHASED + total


@lru_cache(maxsize=8_000)
def likely_answer(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> StepKey | None:
    """Give the safe step by which a hunted side most likely flees, if there is one.

    The only threatened piece goes first; then whoever gets away from the nearest hunter, and has
    more free cells beside it there.
    """
    own, enemy = pieces[side], pieces[1 - side]
    theirs = hunters(1 - side, enemy, captains[1 - side])
    threatened = theirs.threatened(own, captains[side])
    best, answer = 0, None
    nearer, within, others = 0, enemy, own
    while others:
        for origin in bits(others & within):
            near = NEAR[side][origin] & ~own
            safe = theirs.safe_for_captains if captains[side] >> origin & 1 else theirs.safe
            urgent = ESCAPED if threatened == 1 << origin else ESCAPED // 2
            for target in bits(near & safe):
                gain = urgent + (NEAR[side][target] & ~own).bit_count() - near.bit_count()
                gain -= AWAY * ((within >> target & 1) + (nearer >> target & 1))
                if gain > best:
                    best, answer = gain, (origin, target)
        others &= ~within
        nearer, within = within, within | beside(within)
    return answer


def snare(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> int:
    """Evaluate how near a side is to its best targets, and how little room those have left."""
    snares = [NEARER * near - ROOM * room for _, near, room in _nearest(side, pieces, captains)]
    snares.sort(reverse=True)
    return sum(map(floordiv, snares, SHARES))


def targets(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> dict[int, Target]:
    """Give the enemy's pieces that a side is nearest to, the nearest first, by their places."""
    found = _nearest(side, pieces, captains)
    return {place: Target(near, room) for place, near, room in found}


def _nearest(
    side: int, pieces: tuple[int, int], captains: tuple[int, int]
) -> list[tuple[int, int, int]]:
    """Give the place of each target, how near the side is to it, and the target's room.

    Captains count twice where one is needed. This is most of what an evaluation costs, so each
    distance and its place are one number while they are sorted.
    """
    ours = hunters(side, pieces[side], captains[side])
    near, enemy_captains = ours.near, captains[1 - side]
    of_any, of_captains = _hunted(side, pieces[1 - side], enemy_captains)
    ranked = [*map(near, of_any)]
    ranked += map(add, map(near, of_captains), map(ours.captains_near, of_captains))
    ranked.sort(reverse=True)
    found = []
    for rank in ranked[:TARGETS]:
        place = PLACES - (rank & 255)
        safe = ours.safe_for_captains if enemy_captains >> place & 1 else ours.safe
        found.append((place, rank >> A_PLACE, _reached(place, safe).bit_count()))
    return found


@lru_cache(maxsize=8_000)
def _hunted(side: int, enemy: int, captains: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the places of the pieces that a side hunts: those any piece takes; those a captain."""
    need_captain = enemy & (captains | EDGE[1 - side])
    return tuple(bits(enemy & ~need_captain)), tuple(bits(need_captain))


@lru_cache(maxsize=8_000)
def _reached(place: int, free: int) -> int:
    """Give the cells within a few steps of a place over free cells, including the place itself."""
    room = 1 << place
    for _ in range(STEPS_OF_ROOM):
        room |= beside(room) & free
    return room


@lru_cache(maxsize=1_000)
def _captains_ranks(side: int, captains: int) -> "array[int]":
    return ranks(side, bits(captains))


@lru_cache(maxsize=1_000)
def _touched(side: int, captains: int) -> int:
    """Give the enemy's cells a side of which captains hold, or can hold with one step."""
    near = captains | beside(captains) & BOARD[side]
    first, second, third = (held(near, offset) for offset in OFFSETS[side])
    return first | second | third

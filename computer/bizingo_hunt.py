"""The conversion of a lead in Bizingo: the enemy's pieces are hunted down, one after the other.

Walls around all of them leave gaps and catch nothing. A side that picks one piece, approaches
it with every piece and takes away its escape cells soon catches it.
"""

from array import array
from collections.abc import Callable
from functools import lru_cache
from operator import add, floordiv
from typing import NamedTuple

from computer.bizingo_army import A_PLACE, OFFSETS, PLACES, army, beside, held, ranks
from rules.bizingo.board import BOARD, EDGE
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
    threatened = own & theirs.taking & ~captains[side] | captains[side] & theirs.taking_captains
    if threatened & threatened - 1:
        return True
    safe = theirs.safe_for_captains if threatened & captains[side] else theirs.safe
    return bool(threatened) and not beside(threatened) & safe & ~own


def hunt(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> int:
    """Evaluate how near a side is to catching the enemy's remaining pieces.

    Every term is positive, so that a lead is never avoided.
    """
    lead = pieces[side].bit_count() - pieces[1 - side].bit_count()
    return QUARRY * lead + snare(side, pieces, captains)


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
        found.append((place, rank >> A_PLACE, _room(place, safe)))
    return found


@lru_cache(maxsize=8_000)
def _hunted(side: int, enemy: int, captains: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the places of the pieces that a side hunts: those any piece takes; those a captain."""
    need_captain = enemy & (captains | EDGE[1 - side])
    return tuple(bits(enemy & ~need_captain)), tuple(bits(need_captain))


@lru_cache(maxsize=8_000)
def _room(place: int, free: int) -> int:
    """Count the cells within a few steps of a place over free cells, including the place itself."""
    room = 1 << place
    for _ in range(STEPS_OF_ROOM):
        room |= beside(room) & free
    return room.bit_count()


@lru_cache(maxsize=1_000)
def _captains_ranks(side: int, captains: int) -> "array[int]":
    return ranks(side, bits(captains))


@lru_cache(maxsize=1_000)
def _touched(side: int, captains: int) -> int:
    """Give the enemy's cells a side of which captains hold, or can hold with one step."""
    near = captains | beside(captains) & BOARD[side]
    first, second, third = (held(near, offset) for offset in OFFSETS[side])
    return first | second | third

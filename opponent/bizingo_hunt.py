"""How Bizingo is won: one piece of the enemy after the other is hunted down.

Walls around all of them leave gaps, and nobody is ever caught. Who picks out one piece, comes near
to it with all that is there and takes away where it can go, catches it soon.
"""

from functools import lru_cache
from typing import NamedTuple

from opponent.bizingo_army import OFFSETS, army, beside, held, nearness
from rules.bits import bits
from rules.bizingo.board import BOARD, EDGE

QUARRY = 150
"""Each piece of the lead, beyond what it is worth: who took it has a long way to the next."""
NEARER = 3
"""A step nearer to the hunted piece; a captain's counts twice where one is needed."""
ROOM, STEPS_OF_ROOM = 6, 3
"""A cell less to which the hunted piece comes in so many steps that are safe."""
TARGETS = 4
"""For so many of the nearest pieces it is worked out where they can go."""
SHARES = 1, 4, 8
"""The best target counts whole, the next ones these parts."""


class Grip(NamedTuple):
    """Which of the enemy's cells an army with its captains holds, whoever stands there."""

    taking: int
    """Where it takes a piece with its next move."""
    taking_captains: int
    """Where it takes a captain so."""
    closed: int
    """Where who steps there is lost at once."""

    @property
    def on_pieces(self) -> int:
        """Where no piece is safe."""
        return self.closed | self.taking

    @property
    def on_captains(self) -> int:
        """Where no captain is safe."""
        return self.closed | self.taking_captains


@lru_cache(maxsize=8_000)
def grip(side: int, own: int, captains: int) -> Grip:
    """Work out which of the enemy's cells an army holds."""
    ours, touched = army(side, own), _touched(side, captains)
    return Grip(ours.closing & (touched | ~EDGE[1 - side]), ours.closing & touched, ours.closed)


class Target(NamedTuple):
    """One of the enemy's pieces that a side may hunt."""

    near: int
    """How near the side is to it."""
    room: int
    """So many cells it is on or comes to soon without being taken."""


def doomed(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> bool:
    """Tell whether a side that is to move loses a piece, unless it takes one itself.

    Either two are threatened, or one that has nowhere to go.
    """
    own, enemy = pieces[side], pieces[1 - side]
    if not army(1 - side, enemy).closing & own:
        return False
    theirs = grip(1 - side, enemy, captains[1 - side])
    threatened = own & theirs.taking & ~captains[side] | captains[side] & theirs.taking_captains
    if threatened & threatened - 1:
        return True
    held_by_them = theirs.on_captains if threatened & captains[side] else theirs.on_pieces
    return bool(threatened) and not beside(threatened) & BOARD[side] & ~own & ~held_by_them


def hunt(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> int:
    """Judge how near a side is to catching those that the enemy has left.

    Every term is a gain, so that nobody shies at a lead.
    """
    lead = pieces[side].bit_count() - pieces[1 - side].bit_count()
    return QUARRY * lead + snare(side, pieces, captains)


def snare(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> int:
    """Judge how near a side is to its best targets, and how little room these have left."""
    found = targets(side, pieces, captains).values()
    snares = sorted((NEARER * near - ROOM * room for near, room in found), reverse=True)
    return sum(value // share for value, share in zip(snares, SHARES, strict=False))


def targets(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> dict[int, Target]:
    """Give the enemy's pieces that a side is nearest to, the nearest first, by their places."""
    near = _nearness(side, pieces, captains)
    ours, board = grip(side, pieces[side], captains[side]), BOARD[1 - side]
    free, free_captains = board & ~ours.on_pieces, board & ~ours.on_captains
    found = {}
    for place in sorted(near, key=near.__getitem__, reverse=True)[:TARGETS]:
        room = _room(place, free_captains if captains[1 - side] >> place & 1 else free)
        found[place] = Target(near[place], room)
    return found


def _nearness(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> dict[int, int]:
    """Give how near a side is to the place of each of the enemy's pieces.

    Captains count twice where one is needed.
    """
    places = army(1 - side, pieces[1 - side]).places
    near = dict(
        zip(places, map(army(side, pieces[side]).nearness.__getitem__, places), strict=True)
    )
    of_captains = _captains_nearness(side, captains[side])
    for place in bits(pieces[1 - side] & (captains[1 - side] | EDGE[1 - side])):
        near[place] += of_captains[place]
    return near


@lru_cache(maxsize=8_000)
def _room(place: int, free: int) -> int:
    """Count the cells that one is on or comes to from a place in a few steps over free ones."""
    room = 1 << place
    for _ in range(STEPS_OF_ROOM):
        room |= beside(room) & free
    return room.bit_count()


@lru_cache(maxsize=1_000)
def _captains_nearness(side: int, captains: int) -> bytes:
    return nearness(side, bits(captains))


@lru_cache(maxsize=1_000)
def _touched(side: int, captains: int) -> int:
    """Give the enemy's cells of which captains hold a side, or can with one step."""
    near = captains | beside(captains) & BOARD[side]
    first, second, third = (held(near, offset) for offset in OFFSETS[side])
    return first | second | third

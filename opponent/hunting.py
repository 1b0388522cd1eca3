"""How Bizingo is won: one piece of the enemy after the other is hunted down.

Walls around all of them leave gaps, and nobody is ever caught. Who picks out one piece, comes near
to it with all that is there and takes away where it can go, catches it soon.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from opponent.armies import OFFSETS, army, beside, held, nearness
from rules.bits import bits
from rules.bizingo.board import BOARD, EDGE

QUARRY = 150
"""Each piece of the lead, beyond what it is worth: who took it has a long way to the next."""
NEARER, CAPTAIN_NEARER = 3, 3
"""A step nearer to the hunted piece; what a captain's counts besides, where one is needed."""
APPROACH = 2
"""Before there is a lead it is worth only a part of that to come nearer."""
ROOM, STEPS_OF_ROOM = 6, 3
"""A cell less to which the hunted piece comes in so many steps that are safe."""
TARGETS = 4
"""For so many of the nearest pieces it is worked out where they can go."""
SHARES = 1, 4, 8
"""The best target counts whole, the next ones these parts."""


def hunt(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> int:
    """Judge how near a side is to catching those that the enemy has left.

    Every term is a gain, so that nobody shies at a lead.
    """
    lead = pieces[side].bit_count() - pieces[1 - side].bit_count()
    near = sorted(_near(side, pieces, captains), reverse=True)[:TARGETS]
    ours = army(side, pieces[side])
    control = ours.closed | ours.closing
    touched = _touched(side, captains[side])
    safe_from_captains = BOARD[1 - side] & ~(control & touched)
    safe = BOARD[1 - side] & ~(control & (touched | ~EDGE[1 - side]))
    snares = []
    for how_near, place in near:
        free = safe_from_captains if captains[1 - side] >> place & 1 else safe
        room = 1 << place
        for _ in range(STEPS_OF_ROOM):
            room |= beside(room) & free
        snares.append(how_near - ROOM * room.bit_count())
    return QUARRY * lead + _shared(snares)


def approach(side: int, pieces: tuple[int, int]) -> int:
    """Judge how near a side is to the pieces that it could hunt."""
    ours, theirs = army(side, pieces[side]), army(1 - side, pieces[1 - side])
    return NEARER * _shared(map(ours.nearness.__getitem__, theirs.places)) // APPROACH


def _near(
    side: int, pieces: tuple[int, int], captains: tuple[int, int]
) -> Iterator[tuple[int, int]]:
    """Give how near a side is to each of the enemy's pieces, and that piece's place."""
    ours, theirs = army(side, pieces[side]), army(1 - side, pieces[1 - side])
    of_captains = _captains_nearness(side, captains[side])
    needs_captain = captains[1 - side] | EDGE[1 - side]
    for place in theirs.places:
        near = NEARER * ours.nearness[place]
        if needs_captain >> place & 1:
            near += CAPTAIN_NEARER * of_captains[place]
        yield near, place


def _shared(values: Iterable[int]) -> int:
    best = sorted(values, reverse=True)
    return sum(value // share for value, share in zip(best, SHARES, strict=False))


@lru_cache(maxsize=1_000)
def _captains_nearness(side: int, captains: int) -> bytes:
    return nearness(side, bits(captains))


@lru_cache(maxsize=1_000)
def _touched(side: int, captains: int) -> int:
    """Give the enemy's cells of which captains hold a side, or can with one step."""
    near = captains | beside(captains) & BOARD[side]
    first, second, third = (held(near, offset) for offset in OFFSETS[side])
    return first | second | third

"""The conversion of a lead in Bizingo: the enemy's pieces are hunted down, one after the other.

Walls around all of them leave gaps and catch nothing. A side that picks one piece, approaches
it with every piece and takes away its escape cells soon catches it.
"""

from functools import lru_cache
from operator import floordiv
from typing import NamedTuple

from computer.bizingo_army import OFFSETS, PLACES, army, beside, held, nearness
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


class ControlledCells(NamedTuple):
    """The enemy's cells that an army with its captains controls, whoever stands there."""

    taking: int
    """The cells where it captures a piece with its next move."""
    taking_captains: int
    """The cells where it captures a captain with its next move."""
    closed: int
    """The cells where a piece that enters is lost at once."""

    @property
    def on_pieces(self) -> int:
        """The cells where no piece is safe."""
        return self.closed | self.taking

    @property
    def on_captains(self) -> int:
        """The cells where no captain is safe."""
        return self.closed | self.taking_captains


@lru_cache(maxsize=8_000)
def controlled_cells(side: int, own: int, captains: int) -> ControlledCells:
    """Compute which of the enemy's cells an army controls."""
    ours, touched = army(side, own), _touched(side, captains)
    return ControlledCells(
        ours.closing & (touched | ~EDGE[1 - side]), ours.closing & touched, ours.closed
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
    theirs = controlled_cells(1 - side, enemy, captains[1 - side])
    threatened = own & theirs.taking & ~captains[side] | captains[side] & theirs.taking_captains
    if threatened & threatened - 1:
        return True
    held_by_them = theirs.on_captains if threatened & captains[side] else theirs.on_pieces
    return bool(threatened) and not beside(threatened) & BOARD[side] & ~own & ~held_by_them


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
    enemy, enemy_captains = pieces[1 - side], captains[1 - side]
    ours = army(side, pieces[side])
    near, places = ours.nearness, army(1 - side, enemy).places
    needs_captain = enemy & (enemy_captains | EDGE[1 - side])
    if needs_captain:
        of_captains = _captains_nearness(side, captains[side])
        ranked = [
            (near[place] + of_captains[place] if needs_captain >> place & 1 else near[place]) << 8
            | PLACES - place
            for place in places
        ]
    else:
        ranked = [near[place] << 8 | PLACES - place for place in places]
    ranked.sort(reverse=True)
    controlled = controlled_cells(side, pieces[side], captains[side])
    board = BOARD[1 - side]
    free, free_captains = board & ~controlled.on_pieces, board & ~controlled.on_captains
    found = []
    for rank in ranked[:TARGETS]:
        place = PLACES - (rank & 255)
        room = _room(place, free_captains if enemy_captains >> place & 1 else free)
        found.append((place, rank >> 8, room))
    return found


@lru_cache(maxsize=8_000)
def _room(place: int, free: int) -> int:
    """Count the cells within a few steps of a place over free cells, including the place itself."""
    room = 1 << place
    for _ in range(STEPS_OF_ROOM):
        room |= beside(room) & free
    return room.bit_count()


@lru_cache(maxsize=1_000)
def _captains_nearness(side: int, captains: int) -> bytes:
    return nearness(side, bits(captains))


@lru_cache(maxsize=1_000)
def _touched(side: int, captains: int) -> int:
    """Give the enemy's cells a side of which captains hold, or can hold with one step."""
    near = captains | beside(captains) & BOARD[side]
    first, second, third = (held(near, offset) for offset in OFFSETS[side])
    return first | second | third

"""Whether a position has stood before."""

from collections.abc import Sequence

LIMIT = 3
"""A position standing for this many times, the same side to move, ends the game."""


def times_stood(changes: Sequence[int]) -> int:
    """Count how often the present position has stood with the same side to move, now included.

    `changes` holds, oldest first, one bit set for every ply since the last move that cannot be
    undone: the symmetric difference that it made to the mover's set of (piece, cell) pairs. The
    sides take turns, so the position of two, four, six … plies ago was the present one just when
    each side's differences since then cancel out.
    """
    times = 1
    sides = [0, 0]
    for age, change in enumerate(reversed(changes), start=1):
        sides[age % 2] ^= change
        if age % 2 == 0 and sides == [0, 0]:
            times += 1
    return times

"""Sowing in laps, as Hoyito does it: what one turn leaves, takes and touches."""

from functools import lru_cache
from itertools import cycle, islice

TAKEN_AT = 4
"""A hole that comes to hold so many stones while sowing is taken; so many fill a hole at first."""
LONG_TURN = 32
"""After so many laps a turn of sowing may be endless."""

# A hole is its place in the ring a b c … A B C …, South's holes first, each from its owner's left.
# To sow counter-clockwise is to go up in the ring.
Laps = tuple[tuple[int, ...], ...]
Sowing = tuple[tuple[int, ...], int, list[tuple[int, ...]], list[int]]
"""What a turn leaves in the holes, how many stones it takes, its laps, the places it empties."""


@lru_cache(maxsize=256)
def laps_from(size: int, shut: frozenset[int], sense: int) -> Laps:
    """Give, for every place, the open holes that follow it, one for every stone there can be."""
    open_holes = [place for place in range(size)[::sense] if place not in shut]
    laps = []
    for place in range(size):
        passed = sum(hole * sense <= place * sense for hole in open_holes)
        following = cycle(open_holes[passed:] + open_holes[:passed])
        laps.append(tuple(islice(following, TAKEN_AT * size)))
    return tuple(laps)


def sow(holes: tuple[int, ...], start: int, laps: Laps, *, watching: bool = False) -> Sowing:
    """Sow a hole's stones, lap after lap, until the turn ends.

    Sowing can be endless: when a lap ends with the same board and in the same hole as an earlier
    lap of the turn, the turn ends there. That is rare and costly to watch for, so a turn that
    grows long is sown once more, `watching`.
    """
    board = list(holes)
    untaken = sum(board)
    almost = TAKEN_AT - 1
    sown: list[tuple[int, ...]] = []
    taken: list[int] = []
    ends: set[tuple[int, ...]] = set()
    at = start
    while True:
        lap = laps[at][: board[at]]
        board[at] = 0
        for at in lap:
            if (stones := board[at]) != almost:
                board[at] = stones + 1
                continue
            board[at] = 0
            taken.append(at)
            untaken -= TAKEN_AT
            if untaken == TAKEN_AT:
                in_hand = untaken - sum(board)
                sown.append(lap[: len(lap) - in_hand])
                taken += [place for place, left in enumerate(board) if left]
                return (0,) * len(board), sum(holes), sown, taken
        sown.append(lap)
        # No stone in the last hole: it was taken; one: the hole was empty before.
        if board[at] <= 1:
            break
        if watching:
            if (end := (at, *board)) in ends:
                break
            ends.add(end)
        elif len(sown) == LONG_TURN:
            return sow(holes, start, laps, watching=True)
    return tuple(board), TAKEN_AT * len(taken), sown, taken

"""Sowing in laps: what one turn of Hoyito leaves, captures and touches."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import cycle, islice, repeat
from typing import TypeAlias

from rules.hoyito.board import CELLS, FOUR, MOST_HOLES

FEW_LAPS = range(32)
"""The laps after which a turn is checked for being endless."""
ONE_MORE = tuple(0 if stones + 1 == FOUR else stones + 1 for stones in range(2 * FOUR * MOST_HOLES))
"""The stones in a hole after one more is dropped into it; a hole of four is captured at once."""

Lap: TypeAlias = tuple[tuple[int, ...], tuple[str, ...]]
"""The holes that receive the stones of a lap, in order: their indices and their cells."""
Sowing: TypeAlias = tuple[tuple[int, ...], int, tuple[str, ...], tuple[str, ...]]
"""The holes after a turn, the number of captured stones, and the cells touched and emptied."""


class Laps(dict[int, Lap]):
    """The laps from one hole by their number of stones, created on demand."""

    def __init__(self, following: list[int], cells: tuple[str, ...]) -> None:
        self._following, self._cells = following, cells

    def __missing__(self, stones: int) -> Lap:
        places = tuple(islice(cycle(self._following), stones))
        lap = self[stones] = places, tuple(self._cells[place] for place in places)
        return lap


class Ring:
    """The open holes of a board in one direction."""

    def __init__(self, size: int, closed: frozenset[int], direction: int) -> None:
        self._cells = CELLS[size]
        self._laps = []
        places = range(size)[::direction]
        for place in range(size):
            behind = places.index(place) + 1
            following = (*places[behind:], *places[:behind])
            self._laps.append(Laps([hole for hole in following if hole not in closed], self._cells))

    def sow(
        self,
        holes: tuple[int, ...],
        start: int,
        untaken: int,
        ends: set[tuple[int, ...]] | None = None,
    ) -> Sowing:
        """Sow a hole lap after lap until the turn ends; `untaken` counts the stones on the board.

        Sowing can be endless: when a lap ends with the same board and in the same hole as an
        earlier lap of the turn, the turn ends there. As this is rare and checking is slow, a long
        turn is sown a second time, and only then are the `ends` of its laps recorded.
        """
        board = list(holes)
        cells, laps, one_more = self._cells, self._laps, ONE_MORE
        path: tuple[str, ...] = (cells[start],)
        emptied: tuple[str, ...] = ()
        at, stones, left = start, holes[start], untaken
        for _ in FEW_LAPS if ends is None else repeat(None):
            lap, touched = laps[at][stones]
            path += touched
            board[at] = 0
            for at in lap:
                board[at] = stones = one_more[board[at]]
                if not stones:
                    emptied = *emptied, cells[at]
                    left -= FOUR
                    if left == FOUR:
                        in_hand = left - sum(board)
                        path = path[: len(path) - in_hand]
                        emptied += tuple(cells[place] for place, rest in enumerate(board) if rest)
                        return (0,) * len(board), untaken, path, emptied
            # No stone in the last hole: it was captured. One stone: the hole was empty before.
            if stones <= 1:
                break
            if ends is not None:
                if (end := (at, *board)) in ends:
                    break
                ends.add(end)
        else:
            return self.sow(holes, start, untaken, set())
        return tuple(board), untaken - left, path, emptied


def laps(board: Mapping[str, int], path: tuple[str, ...]) -> int:
    """Count the laps of a turn from the cells that it touches."""
    holes = dict(board)
    number = hand = 0
    at, *touched = path
    for cell in touched:
        if not hand:
            number += 1
            hand, holes[at] = holes[at], 0
        hand, at = hand - 1, cell
        holes[cell] = ONE_MORE[holes[cell]]
    return number


@lru_cache(maxsize=256)
def ring_of(size: int, closed: frozenset[int], direction: int) -> Ring:
    """Return the ring of a board in one direction, without the closed holes."""
    return Ring(size, closed, direction)

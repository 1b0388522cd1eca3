"""The transposition table: the search's results by state, whatever moves led to it."""

from enum import IntEnum
from typing import Generic, NamedTuple

from computer.search_game import MoveKey, SearchMove, State

MAX_ENTRIES = 25_000
"""This many entries are kept, and as many older ones: about 30 MB."""
COMPLETE = 1_000
"""The depth of an entry whose every line was searched to the end of the game."""


class Bound(IntEnum):
    """The relation of a stored value to the true one."""

    EXACT = 0
    LOWER = 1
    """The true value is at least as large: the search failed high."""
    UPPER = 2
    """The true value is at most as large: the search failed low."""


class Entry(NamedTuple, Generic[MoveKey]):
    """The result of searching a state to a depth, with the best move."""

    depth: int
    value: int
    bound: Bound
    move: SearchMove[MoveKey]

    def cuts_off(self, value: int, alpha: int, beta: int) -> bool:
        """Tell whether the value, adjusted to the present ply, answers this window."""
        if self.bound is Bound.LOWER:
            return value >= beta
        return self.bound is Bound.EXACT or value <= alpha


class TranspositionTable(Generic[State, MoveKey]):
    """Entries by state, in two generations: once full, the older is dropped."""

    def __init__(self, max_entries: int = MAX_ENTRIES) -> None:
        self._max_entries = max_entries
        self._recent: dict[State, Entry[MoveKey]] = {}
        self._older: dict[State, Entry[MoveKey]] = {}

    def __len__(self) -> int:
        return len(self._recent) + len(self._older)

    def get(self, state: State) -> Entry[MoveKey] | None:
        """Give the entry of a state, if there is one."""
        return self._recent.get(state) or self._older.get(state)

    def keep(self, state: State, entry: Entry[MoveKey]) -> None:
        """Store an entry, in place of an earlier one of the same state."""
        if len(self._recent) >= self._max_entries:
            self._recent, self._older = {}, self._recent
        self._recent[state] = entry

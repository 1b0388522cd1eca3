"""What the search remembers of states that it has seen, by whatever way they were reached."""

from enum import IntEnum
from typing import Generic, NamedTuple

from opponent.form import Name, State, Step

MOST_ENTRIES = 25_000
"""So many are kept, and the same number of older ones: about 30 MB."""
TO_THE_END = 1_000
"""The depth of a search that has seen every game that follows to its end."""


class Bound(IntEnum):
    """What a remembered value says of the true one."""

    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2


class Entry(NamedTuple, Generic[Name]):
    """What was found out of a state: how deep it was searched, and which move was best."""

    depth: int
    value: int
    bound: Bound
    step: Step[Name]

    def settles(self, value: int, alpha: int, beta: int) -> bool:
        """Tell whether the value, as the search counts it, is all that this window asks for."""
        if self.bound is Bound.AT_LEAST:
            return value >= beta
        return self.bound is Bound.EXACT or value <= alpha


class Table(Generic[State, Name]):
    """Entries by their state. When they become too many, those not seen since are forgotten."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._most = most
        self._recent: dict[State, Entry[Name]] = {}
        self._older: dict[State, Entry[Name]] = {}

    def __len__(self) -> int:
        return len(self._recent) + len(self._older)

    def get(self, state: State) -> Entry[Name] | None:
        """Give what is known of a state."""
        return self._recent.get(state) or self._older.get(state)

    def keep(self, state: State, entry: Entry[Name]) -> None:
        """Remember an entry, in place of what was known of its state."""
        if len(self._recent) >= self._most:
            self._recent, self._older = {}, self._recent
        self._recent[state] = entry

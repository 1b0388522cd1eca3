"""Work that may take seconds, such as playing a whole match: run in a thread, and cached."""

from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, Protocol, TypeVar

MOST_MOVES = 60_000
"""The most moves that are kept in all; a thousand take some 250 kB."""
LEAST = 100
"""The least number of moves that an entry counts as."""
Result = TypeVar("Result")
Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")


class RunsLong(Protocol):
    """Runs a function that may take seconds off the event loop; nobody holds a lock meanwhile."""

    def __call__(self, work: Callable[[], Result], /) -> Awaitable[Result]:
        """Return what the function returns."""


class RecentCache(Generic[Key, Entry]):
    """A cache of what has moves, from which the least recently used entry is removed first."""

    def __init__(self, run_long: RunsLong, moves_in: Callable[[Entry], int]) -> None:
        """Keep entries of at most `MOST_MOVES` in all; `moves_in` counts those of an entry."""
        self._run_long, self._moves_in = run_long, moves_in
        self._kept: dict[Key, Entry] = {}
        self._moves = 0

    def get(self, key: Key) -> Entry | None:
        """Return the entry of a key, if there is one."""
        if (found := self._kept.pop(key, None)) is not None:
            self._kept[key] = found
        return found

    async def keep(self, key: Key, make: Callable[[], Entry]) -> Entry:
        """Make an entry in a thread, because it takes a while, and keep it."""
        entry = await self._run_long(make)
        if (old := self._kept.pop(key, None)) is not None:  # made twice at the same time
            self._moves -= self._weight(old)
        self._kept[key] = entry
        self._moves += self._weight(entry)
        while self._moves > MOST_MOVES and len(self._kept) > 1:
            self._moves -= self._weight(self._kept.pop(next(iter(self._kept))))
        return entry

    def _weight(self, entry: Entry) -> int:
        return max(self._moves_in(entry), LEAST)

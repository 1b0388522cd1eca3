"""A cache of the move sequences of recently viewed matches."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from data import tables
from data.database import Database
from data.matches import moves_that_stand
from data.save_match import events_of
from data.values import StoredMatch
from rules import GAMES
from rules.move_line import Line

MOST = 60
"""How many entries are kept; a match of a thousand moves takes some 250 kB."""
Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")


class RecentCache(Generic[Key, Entry]):
    """A cache from which the least recently used entry is removed first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: dict[Key, Entry] = {}

    def get(self, key: Key) -> Entry | None:
        """Return the entry of a key, if there is one."""
        if (found := self._kept.pop(key, None)) is not None:
            self._kept[key] = found
        return found

    async def keep(self, key: Key, make: Callable[[], Entry]) -> Entry:
        """Make an entry in a thread, because it takes a while, and keep it."""
        entry = self._kept[key] = await asyncio.to_thread(make)
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return entry


class _NumberedLine(NamedTuple):
    """The moves of a match with their positions, and the number of the event of each move."""

    line: Line
    events: tuple[int, ...]


class MoveLines:
    """The moves of matches that were not taken back, and every position between them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lately = RecentCache[tuple[int, int], _NumberedLine]()

    async def of(self, match: StoredMatch) -> Line:
        """Return the moves of a match up to the state in which it was loaded."""
        return (await self._replayed(match)).line

    async def remarks(self, match: StoredMatch) -> dict[int, str]:
        """Return the remarks on the moves of a match, by the number of the move, from 1 on.

        They are not cached, because remarks may be deleted.
        """
        if match.silent:
            return {}
        async with self._database.reading() as connection:
            rows = await tables.events.remarks(connection, match.number)
        if not rows:
            return {}
        by_event = {row["number"]: row["remark"] for row in rows}
        moves = enumerate((await self._replayed(match)).events, start=1)
        return {number: by_event[event] for number, event in moves if event in by_event}

    async def _replayed(self, match: StoredMatch) -> _NumberedLine:
        """Replay a match once, and then take it from the cache: events never change.

        Only remarks may be deleted later; they are not kept here.
        """
        key = match.number, match.count
        if (found := self._lately.get(key)) is not None:
            return found
        async with self._database.reading() as connection:
            events = await events_of(connection, *key)
        start = GAMES[match.game].start(match.options)

        def play() -> _NumberedLine:
            moves = moves_that_stand(events)
            line = Line.of(start, [move.text for move in moves])
            return _NumberedLine(line, tuple(move.number for move in moves))

        return await self._lately.keep(key, play)

"""The lines of matches that were looked at lately, kept ready."""

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
"""So many lines are kept; one of a thousand moves takes some 250 kB."""
Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class RecentCache(Generic[Key, Kept]):
    """What was looked at lately; what was not for longest goes first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: dict[Key, Kept] = {}

    def get(self, key: Key) -> Kept | None:
        """Give what is kept under a key, if it still is."""
        if (found := self._kept.pop(key, None)) is not None:
            self._kept[key] = found
        return found

    async def keep(self, key: Key, make: Callable[[], Kept]) -> Kept:
        """Make something in a thread, for it takes a while, and keep it."""
        made = self._kept[key] = await asyncio.to_thread(make)
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return made


class _Told(NamedTuple):
    """A line, and in the how-manyeth event each of its moves was made."""

    line: Line
    events: tuple[int, ...]


class MoveLines:
    """The moves that stand in matches, and every position on their way."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lately = RecentCache[tuple[int, int], _Told]()

    async def of(self, match: StoredMatch) -> Line:
        """Give the line of a match as it stood when it was loaded."""
        return (await self._told(match)).line

    async def remarks(self, match: StoredMatch) -> dict[int, str]:
        """Give what was said with the moves of a match that stand, by their numbers from 1 on.

        It is read anew each time: words may be deleted.
        """
        if match.silent:
            return {}
        async with self._database.reading() as connection:
            rows = await tables.events.remarks(connection, match.number)
        if not rows:
            return {}
        said = {row["number"]: row["remark"] for row in rows}
        moves = enumerate((await self._told(match)).events, start=1)
        return {number: said[event] for number, event in moves if event in said}

    async def _told(self, match: StoredMatch) -> _Told:
        """Read and play a match once, however often it is asked: what has happened never changes.

        Only what was said may be deleted later, and is not kept here.
        """
        key = match.number, match.count
        if (found := self._lately.get(key)) is not None:
            return found
        async with self._database.reading() as connection:
            events = await events_of(connection, *key)
        start = GAMES[match.game].start(match.options)

        def play() -> _Told:
            moves = moves_that_stand(events)
            line = Line.of(start, [move.text for move in moves])
            return _Told(line, tuple(move.number for move in moves))

        return await self._lately.keep(key, play)

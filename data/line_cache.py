"""A cache of the move sequences of recently viewed matches."""

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from data.database import Database
from data.events import event_from, events_of, moves_that_stand
from data.long_work import RunsLong, run_in_any_thread
from data.values import StoredMatch
from rules import GAMES
from rules.move_line import Line

MOST_MOVES = 60_000
"""How many moves are kept in all; a thousand take some 250 kB."""
LEAST = 100
"""How many moves an entry counts as, however short it is."""
Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")


class RecentCache(Generic[Key, Entry]):
    """A cache of what has moves, from which the least recently used entry is removed first."""

    def __init__(
        self,
        run_long: RunsLong,
        moves_in: Callable[[Entry], int],
        most_moves: int = MOST_MOVES,
    ) -> None:
        """Keep entries of at most `most_moves` in all; `moves_in` counts those of an entry."""
        self._run_long, self._moves_in, self._most_moves = run_long, moves_in, most_moves
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
        while self._moves > self._most_moves and len(self._kept) > 1:
            self._moves -= self._weight(self._kept.pop(next(iter(self._kept))))
        return entry

    def _weight(self, entry: Entry) -> int:
        return max(self._moves_in(entry), LEAST)


class _NumberedLine(NamedTuple):
    """The moves of a match with their positions, and the number of the event of each move."""

    line: Line
    events: tuple[int, ...]


class MoveLines:
    """The moves of matches that were not taken back, and every position between them."""

    def __init__(self, database: Database, run_long: RunsLong = run_in_any_thread) -> None:
        self._database = database
        self._lately = RecentCache[tuple[int, int], _NumberedLine](
            run_long, lambda entry: len(entry.line)
        )

    async def of(self, match: StoredMatch) -> Line:
        """Return the moves of a match up to the state in which it was loaded."""
        return (await self._replayed(match)).line

    async def remarks(self, match: StoredMatch) -> dict[int, str]:
        """Return the remarks on the moves of a match, by the number of the move, from 1 on.

        They are not cached, because remarks may be deleted.
        """
        if match.silent:
            return {}
        rows = await self._database.rows(
            "SELECT number, remark FROM events WHERE match = :match AND remark <> ''",
            match=match.number,
        )
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
            rows = await events_of(connection, *key)
        start = GAMES[match.game].start(match.options)

        def play() -> _NumberedLine:
            moves = moves_that_stand([event_from(row) for row in rows])
            line = Line.of(start, [move.text for move in moves])
            return _NumberedLine(line, tuple(move.number for move in moves))

        return await self._lately.keep(key, play)

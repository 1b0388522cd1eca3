"""The moves of matches and the positions between them, kept for those that were viewed lately."""

from typing import NamedTuple

from data.database import Database, Subject
from data.events import event_from, load_event_rows, moves_that_stand
from data.long_work import RecentCache, RunsLong
from data.values import StoredMatch
from rules import GAMES
from rules.move_line import Line


class _NumberedLine(NamedTuple):
    """The moves of a match with their positions, and the number of the event of each move."""

    line: Line
    events: tuple[int, ...]


class MatchMoves(Subject):
    """The moves of matches that were not taken back, and every position between them."""

    def __init__(self, database: Database, run_long: RunsLong) -> None:
        super().__init__(database)
        self._lately = RecentCache[tuple[int, int], _NumberedLine](
            run_long, lambda entry: len(entry.line)
        )

    async def find(self, match: StoredMatch) -> Line:
        """Return the moves of a match up to the state in which it was loaded."""
        return (await self._replayed(match)).line

    async def events(self, match: StoredMatch) -> tuple[int, ...]:
        """Return the number of the event of each of these moves."""
        return (await self._replayed(match)).events

    async def remarks(self, match: StoredMatch) -> dict[int, str]:
        """Return the remarks on the moves of a match, by the number of the move, from 1 on.

        They are not cached, because remarks may be deleted.
        """
        if match.silent:
            return {}
        by_event = await self._reader.pairs(
            "SELECT number, remark FROM events WHERE match = :match AND remark <> ''",
            match=match.number,
        )
        if not by_event:
            return {}
        moves = enumerate((await self._replayed(match)).events, start=1)
        return {number: by_event[event] for number, event in moves if event in by_event}

    async def _replayed(self, match: StoredMatch) -> _NumberedLine:
        """Replay a match once, and then take it from the cache: events never change.

        Only remarks may be deleted later; they are not kept here.
        """
        key = match.number, match.count
        if (found := self._lately.get(key)) is not None:
            return found
        rows = await load_event_rows(self._reader, *key)
        start = GAMES[match.game].start(match.options)

        def play() -> _NumberedLine:
            moves = moves_that_stand([event_from(row) for row in rows])
            line = Line.of(start, [move.text for move in moves])
            return _NumberedLine(line, tuple(move.number for move in moves))

        return await self._lately.keep(key, play)

"""Look at matches: one, a list of them, the moves of one, or all of it as text."""

import asyncio
from datetime import timedelta

from data import tables
from data.database import Database
from data.keeping import history, load
from data.rows import listed_from, match_from
from data.values import KeptMatch, ListedMatch, ListedMove
from rules import GAMES
from rules.event import Event, Kind
from rules.record import Record, read, write

SOME = 25


class Looking:
    """What there is to see of matches; nothing changes by looking."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, number: int) -> KeptMatch:
        """Find a match as it stands. Raises `Refusal` where there is none."""
        async with self._database.reading() as connection:
            return await load(connection, number)

    async def of(self, person: int, channel: int | None = None) -> list[ListedMatch]:
        """List somebody's live matches, theirs to move first, then by the time left."""
        async with self._database.reading() as connection:
            rows = await tables.live_matches_of(connection, person, channel)
        return [listed_from(row) for row in rows]

    async def to_move(self, person: int, channel: int) -> list[KeptMatch]:
        """Find the matches of a channel in which somebody is to move, least time left first."""
        async with self._database.reading() as connection:
            rows = await tables.live_positions_of(connection, person, channel)
        return [match_from(row) for row in rows if row["game"] in GAMES]

    async def in_channel(self, channel: int) -> list[ListedMatch]:
        """List the live matches of a channel."""
        async with self._database.reading() as connection:
            return [listed_from(row) for row in await tables.live_matches_in(connection, channel)]

    async def live(self) -> list[ListedMatch]:
        """List every live match."""
        async with self._database.reading() as connection:
            return [listed_from(row) for row in await tables.live_matches(connection)]

    async def finished(self, person: int, most: int = SOME) -> list[ListedMatch]:
        """List somebody's finished matches, the last first."""
        async with self._database.reading() as connection:
            rows = await tables.finished_matches_of(connection, person, most)
        return [listed_from(row) for row in rows]

    async def rematch_of(self, number: int) -> int | None:
        """Give the number of the rematch that came of a match."""
        async with self._database.reading() as connection:
            return await tables.rematch_of(connection, number)

    async def events(self, number: int) -> list[Event]:
        """Give everything that happened in a match, in order."""
        async with self._database.reading() as connection:
            return await history(connection, number)

    async def moves(self, number: int) -> list[ListedMove]:
        """List the moves of a match that stand, with their times."""
        return standing(await self.events(number))

    async def record(self, number: int) -> str:
        """Write a match as text."""
        async with self._database.reading() as connection:
            match = await load(connection, number)
            events = await history(connection, number)
        # Something may have happened between the two.
        return write(record_of(match, events[: match.count]))

    async def read(self, text: str) -> Record:
        """Read a match from text, play it through and check it; nothing is kept of it.

        Raises `Refusal` that says what does not fit.
        """
        return await asyncio.to_thread(read, text, GAMES)


def standing(events: list[Event]) -> list[ListedMove]:
    """Find the moves that were not taken back."""
    moves: list[ListedMove] = []
    for event in events:
        if event.kind in (Kind.MOVE, Kind.PASS):
            assert event.side is not None
            moves.append(ListedMove(event.side, event.text, event.at, event.kind is Kind.PASS))
        elif event.kind is Kind.GRANT_TAKE_BACK:
            while moves.pop().forced:
                pass
    return moves


def record_of(match: KeptMatch, events: list[Event]) -> Record:
    """Put a match and its events down as a record."""
    result = match.result
    return Record(
        rules=GAMES[match.game],
        names=match.names,
        moves=tuple(move.text for move in standing(events)),
        options=match.options,
        number=match.number,
        started=match.started - timedelta(microseconds=match.started.microsecond),
        pace=match.pace,
        rated=match.rated,
        how=None if result is None else result.how,
        winner=None if result is None else result.winner,
    )

"""Puzzles: which somebody has solved, and where one is posted every day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from data import tables
from data.connection import Row
from data.database import Database
from data.tables.columns import moment, stamp

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Daily:
    """A puzzle every day in a channel: of a game or any, by whose wish, after so many before it.

    `due` is when the next one is; `tried` tells that it may be there already.
    """

    server: int
    channel: int
    game: str | None
    person: int | None
    due: datetime
    posted: int
    tried: bool


class SolvedPuzzles:
    """What people and servers do with puzzles, of which only game and number are known here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def solve(self, person: int, game: str, puzzle: int, now: datetime) -> bool:
        """Count a puzzle as solved, and say whether it counts: once, and not if it was shown."""
        async with self._database.transaction() as connection:
            return await tables.puzzles.add_done(
                connection, person, game, puzzle, stamp(now), solved=True
            )

    async def show(self, person: int, game: str, puzzle: int, now: datetime) -> None:
        """Note that somebody is shown a solution."""
        async with self._database.transaction() as connection:
            await tables.puzzles.add_done(
                connection, person, game, puzzle, stamp(now), solved=False
            )

    async def done(self, person: int, game: str) -> set[int]:
        """Give the puzzles of a game that somebody has solved or was shown."""
        async with self._database.reading() as connection:
            return {*await tables.puzzles.done(connection, person, game)}

    async def solved(self, person: int) -> dict[str, int]:
        """Count for each game the puzzles that somebody has solved."""
        async with self._database.reading() as connection:
            rows = await tables.puzzles.count_solved(connection, person)
        return {row["game"]: row["solved"] for row in rows}

    # A puzzle every day.

    async def set_daily(
        self, server: int, channel: int, game: str | None, person: int, now: datetime
    ) -> Daily:
        """Have a puzzle every day from now on; where there is one already, only change how."""
        async with self._database.transaction() as connection:
            columns = {"server": server, "channel": channel, "game": game, "person": person}
            await tables.puzzles.set_daily(connection, {**columns, "due": stamp(now)})
            row = await tables.puzzles.daily_of(connection, server)
            assert row is not None, "it was just kept"
            return _daily(row)

    async def stop_daily(self, server: int) -> bool:
        """Have none any more, and say whether there was one."""
        async with self._database.transaction() as connection:
            return await tables.puzzles.remove_daily(connection, server)

    async def daily_due(self, now: datetime) -> list[Daily]:
        """List where the next puzzle is due."""
        async with self._database.reading() as connection:
            return [_daily(row) for row in await tables.puzzles.daily_due(connection, stamp(now))]

    async def daily(self, server: int) -> Daily | None:
        """Find the one of a server, if it has one."""
        async with self._database.reading() as connection:
            row = await tables.puzzles.daily_of(connection, server)
            return None if row is None else _daily(row)

    async def try_daily(self, daily: Daily) -> None:
        """Note that from now on the next puzzle may be there already."""
        async with self._database.transaction() as connection:
            await tables.puzzles.try_daily(connection, daily.server, daily.posted)

    async def post_daily(self, daily: Daily, now: datetime) -> None:
        """Note that the next puzzle is posted; another one is due a day later at the same time."""
        due = daily.due + DAY * max(1, -(-(now - daily.due) // DAY))
        async with self._database.transaction() as connection:
            await tables.puzzles.post_daily(connection, daily.server, daily.posted, stamp(due))


def _daily(row: Row) -> Daily:
    return Daily(
        row["server"],
        row["channel"],
        row["game"],
        row["person"],
        moment(row["due"]),
        row["posted"],
        bool(row["tried"]),
    )

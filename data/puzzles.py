"""Puzzles: which ones a person has solved, and the daily puzzles of servers."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from data import tables
from data.connection import Row
from data.database import Database
from data.tables.columns import moment, stamp

DAY = timedelta(days=1)


@dataclass(frozen=True)
class DailyPuzzle:
    """A daily puzzle in a channel: of which `game` (`None`: any), and which person set it up.

    `posted` is the number of puzzles so far, and `due` the time of the next one; `tried` means that
    it may have been posted already.
    """

    server: int
    channel: int
    game: str | None
    person: int | None
    due: datetime
    posted: int
    tried: bool


class SolvedPuzzles:
    """Solved puzzles and daily puzzles; of a puzzle only its game and number are known here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def solve(self, person: int, game: str, puzzle: int, now: datetime) -> bool:
        """Record a puzzle as solved; return whether it counts: once, and not after it was shown."""
        async with self._database.transaction() as connection:
            return await tables.puzzles.add_done(
                connection, person, game, puzzle, stamp(now), solved=True
            )

    async def show(self, person: int, game: str, puzzle: int, now: datetime) -> None:
        """Record that a person was shown a solution."""
        async with self._database.transaction() as connection:
            await tables.puzzles.add_done(
                connection, person, game, puzzle, stamp(now), solved=False
            )

    async def done(self, person: int, game: str) -> set[int]:
        """Return the puzzles of a game that a person has solved or was shown."""
        async with self._database.reading() as connection:
            return {*await tables.puzzles.done(connection, person, game)}

    async def solved(self, person: int) -> dict[str, int]:
        """Return for each game how many puzzles a person has solved."""
        async with self._database.reading() as connection:
            rows = await tables.puzzles.count_solved(connection, person)
        return {row["game"]: row["solved"] for row in rows}

    # Daily puzzles.

    async def set_daily(
        self, server: int, channel: int, game: str | None, person: int, now: datetime
    ) -> DailyPuzzle:
        """Set up a daily puzzle from now on; an existing one only changes its place and game."""
        async with self._database.transaction() as connection:
            columns = {"server": server, "channel": channel, "game": game, "person": person}
            await tables.puzzles.set_daily(connection, {**columns, "due": stamp(now)})
            row = await tables.puzzles.daily_of(connection, server)
            assert row is not None, "it was just kept"
            return _daily(row)

    async def stop_daily(self, server: int) -> bool:
        """Stop a server's daily puzzle; return whether there was one."""
        async with self._database.transaction() as connection:
            return await tables.puzzles.remove_daily(connection, server)

    async def daily_due(self, now: datetime) -> list[DailyPuzzle]:
        """List the daily puzzles that are due."""
        async with self._database.reading() as connection:
            return [_daily(row) for row in await tables.puzzles.daily_due(connection, stamp(now))]

    async def daily(self, server: int) -> DailyPuzzle | None:
        """Find a server's daily puzzle, if there is one."""
        async with self._database.reading() as connection:
            row = await tables.puzzles.daily_of(connection, server)
            return None if row is None else _daily(row)

    async def try_daily(self, daily: DailyPuzzle) -> None:
        """Record that the next puzzle is about to be posted, and may exist from now on."""
        async with self._database.transaction() as connection:
            await tables.puzzles.try_daily(connection, daily.server, daily.posted)

    async def post_daily(self, daily: DailyPuzzle, now: datetime) -> None:
        """Record that the puzzle was posted; the next is due a day later at the same time."""
        due = daily.due + DAY * max(1, -(-(now - daily.due) // DAY))
        async with self._database.transaction() as connection:
            await tables.puzzles.post_daily(connection, daily.server, daily.posted, stamp(due))


def _daily(row: Row) -> DailyPuzzle:
    return DailyPuzzle(
        row["server"],
        row["channel"],
        row["game"],
        row["person"],
        moment(row["due"]),
        row["posted"],
        bool(row["tried"]),
    )

"""Ratings: how a match changes them, the leaderboards, and how two people have fared."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import aiosqlite

from data import tables
from data.database import Database
from data.rows import stamp
from data.standing import (
    Change,
    Standing,
    after_match,
    change_from,
    change_values,
    rating_values,
    recomputed,
    standing_from,
)
from data.tables import DAY
from data.values import KeptMatch
from rules.rating import CENTRE, PERIODS_A_DAY, SCALE, SETTLED, Rating

MONTH = timedelta(days=30)


@dataclass(frozen=True)
class Ranked:
    """One line of a leaderboard; `change` is over 30 days."""

    rank: int
    person: int
    name: str
    rating: Rating
    change: float
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class HeadToHead:
    """How the finished matches between two people ended, seen from the first."""

    wins: int
    draws: int
    losses: int


class Ratings:
    """What there is to ask about ratings; they change by themselves when a match ends."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(
        self,
        game: str,
        now: datetime,
        server: int | None = None,
        most: int = 20,
        after: int = 0,
    ) -> list[Ranked]:
        """List the best of a game, everywhere or of those whose rated match began on a server.

        Settled ratings come first. `after` leaves out so many from the top.
        """
        async with self._database.reading() as connection:
            rows = await tables.leaderboard(
                connection,
                game,
                server,
                stamp(now),
                stamp(now - MONTH),
                SETTLED**2,
                PERIODS_A_DAY * SCALE**2 / DAY,
                CENTRE,
                most,
                after,
            )
        return [
            Ranked(
                rank,
                row["person"],
                row["name"],
                standing.as_of(now),
                row["change"],
                standing.wins,
                standing.draws,
                standing.losses,
            )
            for rank, row in enumerate(rows, start=after + 1)
            for standing in [standing_from(row)]
        ]

    async def of(self, person: int) -> dict[str, Standing]:
        """Give somebody's standing in every game in which they have a rated match."""
        async with self._database.reading() as connection:
            rows = await tables.ratings_of(connection, person)
        return {row["game"]: standing_from(row) for row in rows}

    async def history(self, person: int, game: str | None = None) -> list[Change]:
        """Give the changes of somebody's ratings, oldest first."""
        async with self._database.reading() as connection:
            rows = await tables.rating_changes_of(connection, person, game)
        return [change_from(row) for row in rows]

    async def changes(self, match: int) -> tuple[Change, ...]:
        """Give what a match did to the ratings of its two sides, or nothing."""
        async with self._database.reading() as connection:
            return tuple(
                change_from(row) for row in await tables.rating_changes_by(connection, match)
            )

    async def head_to_head(self, one: int, other: int, game: str | None = None) -> HeadToHead:
        """Count the finished matches of two people, aborted ones left out."""
        async with self._database.reading() as connection:
            rows = await tables.results_between(connection, one, other, game)
        number = {row["result"]: int(row["number"]) for row in rows}
        return HeadToHead(number.get(1, 0), number.get(0, 0), number.get(-1, 0))

    async def recompute(self) -> None:
        """Work out every rating anew from the matches; the numbers come out the same."""
        async with self._database.transaction() as connection:
            standings, changes = recomputed(await tables.matches_that_count(connection))
            await tables.remove_ratings(connection)
            for change in changes:
                await tables.add_rating_change(connection, change)
            for (game, person), standing in sorted(standings.items()):
                await tables.set_rating(connection, rating_values(game, person, standing))


async def keep_result(connection: aiosqlite.Connection, match: KeptMatch) -> None:
    """Change both ratings by a rated match that has just ended, in its transaction."""
    assert match.result is not None
    assert match.ended is not None
    before = []
    for person in match.seats:
        row = await tables.rating(connection, match.game, person)
        before.append(standing_from(row) if row else Standing())
    pair = before[0], before[1]
    after = after_match(pair, match.result.winner, match.ended)
    for change in change_values(match.number, match.game, match.seats, match.ended, pair, after):
        await tables.add_rating_change(connection, change)
    for person, standing in zip(match.seats, after, strict=True):
        await tables.set_rating(connection, rating_values(match.game, person, standing))

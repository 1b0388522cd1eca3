"""Ratings: updates after a match, their history, and leaderboards."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from data import leaderboards
from data.columns import MICROSECOND, insert_into, moment, stamp, stamp_or_none
from data.connection import Columns, Connection, Row, Value
from data.database import Database
from data.people import lock_people
from data.player_rating import Change, RatedResult, Standing, after_match
from data.values import StoredMatch
from match.rating import CENTRE, PERIODS_A_DAY, SCALE, SETTLED, Rating, game_of, pool_of

DAY, MONTH = timedelta(days=1), timedelta(days=30)


Course = tuple[tuple[float, float], ...]
"""The course of a rating: shares of the time passed, 0 to 1, each with the rating from then on."""


@dataclass(frozen=True)
class Ranked:
    """A row of a leaderboard; `lately` is the course of the rating in the last 30 days."""

    rank: int
    person: int
    name: str
    rating: Rating
    wins: int
    draws: int
    losses: int
    lately: Course

    @property
    def change(self) -> float:
        """How much the rating has changed in the last 30 days."""
        return self.rating.rating - self.lately[0][1]


class Ratings:
    """Queries about ratings, which are updated automatically when a match ends."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(
        self,
        pool: str,
        now: datetime,
        server: int | None = None,
        most: int = 20,
        after: int = 0,
        *,
        since: datetime | None = None,
        asker: int = 0,
    ) -> list[Ranked]:
        """List the best players of a pool, everywhere or in a server, of all time or `since` one.

        For a server these are the people who have finished a rated match there, with their results
        from there; the rating is the person's own, from everywhere. It is the same with `since`.
        Settled ratings come first. The first `after` are left out, but never the `asker`.
        """
        async with self._database.reading_long() as connection:
            rows = await leaderboards.leaderboard(
                connection,
                pool=pool,
                server=server,
                since=stamp_or_none(since),
                now=stamp(now),
                settled=SETTLED**2,
                growth=PERIODS_A_DAY * SCALE**2 / (DAY // MICROSECOND),
                most=most,
                after=after,
                asker=asker,
            )
            people = [row["person"] for row in rows]
            lately = await self._recent_courses(connection, pool, people, now)
        return [
            Ranked(
                row["rank"],
                row["person"],
                row["name"],
                standing.as_of(now),
                standing.wins,
                standing.draws,
                standing.losses,
                lately[row["person"]],
            )
            for row in rows
            for standing in [standing_from(row)]
        ]

    async def most_rated(self, server: int | None) -> str | None:
        """Return the game with the most finished rated matches in a server, or else anywhere."""
        async with self._database.reading_long() as connection:
            pool = await leaderboards.most_rated(connection, server)
        return None if pool is None else game_of(pool)[0]

    async def _recent_courses(
        self, connection: Connection, pool: str, people: list[int], now: datetime
    ) -> dict[int, Course]:
        """Return the courses of ratings in the last 30 days, in steps of a day."""
        since = stamp(now - MONTH)
        rows = await leaderboards.courses(
            connection, pool, json.dumps(people), since=since, step=DAY // MICROSECOND
        )
        courses: dict[int, list[tuple[float, float]]] = {person: [] for person in people}
        for row in rows:
            share = (row["at"] - since) / (MONTH // MICROSECOND)
            rating = CENTRE if row["rating"] is None else row["rating"]
            courses[row["person"]].append((min(share, 1.0), rating))
        return {person: tuple(course) for person, course in courses.items()}

    async def of(self, person: int) -> dict[str, Standing]:
        """Return a person's standing in every pool in which they have a rated match."""
        rows = await self._database.rows(
            "SELECT * FROM ratings WHERE person = :person ORDER BY game", person=person
        )
        return {row["game"]: standing_from(row) for row in rows}

    async def history(self, person: int, pool: str | None = None, most: int = 100) -> list[Change]:
        """Return the last changes of a person's ratings, of one pool or all, oldest first."""
        rows = await self._database.rows(
            "SELECT * FROM rating_changes WHERE person = :person AND game = COALESCE(:pool, game) "
            "ORDER BY at DESC, id DESC LIMIT :most",
            person=person,
            pool=pool,
            most=most,
        )
        return [change_from(row) for row in reversed(rows)]

    async def changes(self, match: int) -> tuple[Change, ...]:
        """Return how a match changed the ratings of its two sides; empty if it did not."""
        rows = await self._database.rows(
            "SELECT * FROM rating_changes WHERE match = :match ORDER BY side", match=match
        )
        return tuple(change_from(row) for row in rows)


async def save_ratings(connection: Connection, match: StoredMatch) -> None:
    """Update both ratings after a rated match, in the transaction that ends it."""
    assert match.result is not None
    assert match.ended is not None
    result = RatedResult(
        match=match.number,
        pool=match.pool,
        seats=match.seats,
        advantage=match.advantage,
        winner=match.result.winner,
        ended=match.ended,
    )
    await lock_people(connection, *match.seats)
    first, second = await find_standings(connection, match.pool, match.seats)
    after, changes = after_match(result, (first, second))
    await add_changes(connection, map(change_columns, changes))
    await set_standings(
        connection,
        [
            standing_columns(match.pool, person, standing)
            for person, standing in zip(match.seats, after, strict=True)
        ],
    )


async def find_standings(
    connection: Connection, pool: str, people: Sequence[int]
) -> list[Standing]:
    """Return the standings of people in a pool, each that of a newcomer if there is none."""
    rows = await connection.rows(
        "SELECT * FROM ratings WHERE game = :pool "
        "AND person IN (SELECT value FROM json_each(:people))",
        pool=pool,
        people=json.dumps(people),
    )
    found = {row["person"]: standing_from(row) for row in rows}
    return [found.get(person, Standing()) for person in people]


async def set_standings(connection: Connection, each: Iterable[Columns]) -> None:
    """Insert or update standings of people in pools."""
    await connection.change_many(
        "INSERT OR REPLACE INTO ratings "
        "(game, person, rating, deviation, volatility, at, wins, draws, losses) VALUES "
        "(:game, :person, :rating, :deviation, :volatility, :at, :wins, :draws, :losses)",
        each,
    )


async def add_changes(connection: Connection, each: Iterable[Columns]) -> None:
    """Insert how matches changed ratings, a row for each side."""
    columns = [*each]
    if columns:
        await connection.change_many(insert_into("rating_changes", columns[0]), columns)


def standing_from(row: Row) -> Standing:
    """Read a standing."""
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Standing(rating, moment(row["at"]), row["wins"], row["draws"], row["losses"])


def standing_columns(pool: str, person: int, standing: Standing) -> dict[str, Value]:
    """Write a person's standing in a pool."""
    rating = standing.rating
    return {
        "game": pool,
        "person": person,
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "at": stamp_or_none(standing.at),
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
    }


def change_from(row: Row) -> Change:
    """Read a change."""
    before = Rating(row["rating_before"], row["deviation_before"])
    after = Rating(row["rating"], row["deviation"], row["volatility"])
    at = moment(row["at"])
    return Change(row["match"], row["game"], row["side"], row["person"], at, before, after)


def change_columns(change: Change) -> dict[str, Value]:
    """Write a change."""
    return {
        "match": change.match,
        "side": change.side,
        "person": change.person,
        "game": change.pool,
        "at": stamp(change.at),
        "rating_before": change.before.rating,
        "deviation_before": change.before.deviation,
        "rating": change.after.rating,
        "deviation": change.after.deviation,
        "volatility": change.after.volatility,
    }


def result_from(row: Row) -> RatedResult:
    """Read the data of a match that its ratings depend on."""
    return RatedResult(
        match=row["id"],
        pool=pool_of(row["game"], live=bool(row["live"])),
        seats=(row["first"], row["second"]),
        advantage=row["advantage"],
        winner=row["winner"],
        ended=moment(row["ended"]),
    )

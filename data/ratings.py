"""Ratings: what a match changes, the leaderboards, and how two people have fared."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import aiosqlite

from data import tables
from data.database import Database
from data.rows import moment, stamp
from data.tables import DAY, Row, Value
from data.values import KeptMatch
from rules.rating import CENTRE, PERIODS_A_DAY, SCALE, SETTLED, Rating, rate_match

MONTH = timedelta(days=30)


@dataclass(frozen=True)
class Standing:
    """How somebody stands in one game: the rating as last changed, and the rated results."""

    rating: Rating = field(default_factory=Rating)
    at: datetime | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def as_of(self, now: datetime) -> Rating:
        """Give the rating as it is now, less sure after an absence."""
        return self.rating.absent(self.days(now))

    def days(self, now: datetime) -> float:
        """Count the days since the rating was last changed."""
        return 0.0 if self.at is None else max(0.0, (now - self.at) / timedelta(days=1))


@dataclass(frozen=True)
class Change:
    """What one match did to one rating."""

    match: int
    game: str
    side: int
    at: datetime
    before: Rating
    after: Rating


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
            for standing in [_standing(row)]
        ]

    async def of(self, person: int) -> dict[str, Standing]:
        """Give somebody's standing in every game in which they have a rated match."""
        async with self._database.reading() as connection:
            rows = await tables.ratings_of(connection, person)
        return {row["game"]: _standing(row) for row in rows}

    async def history(self, person: int, game: str | None = None) -> list[Change]:
        """Give the changes of somebody's ratings, oldest first."""
        async with self._database.reading() as connection:
            return [
                _change(row) for row in await tables.rating_changes_of(connection, person, game)
            ]

    async def changes(self, match: int) -> tuple[Change, ...]:
        """Give what a match did to the ratings of its two sides, or nothing."""
        async with self._database.reading() as connection:
            return tuple(_change(row) for row in await tables.rating_changes_by(connection, match))

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
        before.append(_standing(row) if row else Standing())
    pair = before[0], before[1]
    after = after_match(pair, match.result.winner, match.ended)
    for change in _changes(match.number, match.game, match.seats, match.ended, pair, after):
        await tables.add_rating_change(connection, change)
    for person, standing in zip(match.seats, after, strict=True):
        await tables.set_rating(connection, rating_values(match.game, person, standing))


def after_match(
    players: tuple[Standing, Standing], winner: int | None, now: datetime
) -> tuple[Standing, Standing]:
    """Give how both stand after a rated match."""
    first, second = players
    ratings = rate_match((first.rating, second.rating), (first.days(now), second.days(now)), winner)
    after = [
        replace(
            player,
            rating=rating,
            at=now,
            wins=player.wins + (winner == side),
            draws=player.draws + (winner is None),
            losses=player.losses + (winner == 1 - side),
        )
        for side, (player, rating) in enumerate(zip(players, ratings, strict=True))
    ]
    return after[0], after[1]


def recomputed(
    matches: Iterable[Row],
) -> tuple[dict[tuple[str, int], Standing], list[tuple[Value, ...]]]:
    """Work out every standing and every change from the rated matches in their order."""
    standings: dict[tuple[str, int], Standing] = {}
    changes: list[tuple[Value, ...]] = []
    for row in matches:
        game, seats, ended = row["game"], (row["first"], row["second"]), moment(row["ended"])
        first, second = (standings.get((game, person), Standing()) for person in seats)
        after = after_match((first, second), row["winner"], ended)
        changes += _changes(row["id"], game, seats, ended, (first, second), after)
        standings.update(zip([(game, person) for person in seats], after, strict=True))
    return standings, changes


def _changes(
    match: int,
    game: str,
    seats: tuple[int, int],
    at: datetime,
    before: tuple[Standing, Standing],
    after: tuple[Standing, Standing],
) -> list[tuple[Value, ...]]:
    """Write what a match did, in the order that `tables.add_rating_change` keeps it."""
    return [
        (
            match,
            side,
            seats[side],
            game,
            stamp(at),
            before[side].rating.rating,
            before[side].as_of(at).deviation,
            after[side].rating.rating,
            after[side].rating.deviation,
            after[side].rating.volatility,
        )
        for side in (0, 1)
    ]


def rating_values(game: str, person: int, standing: Standing) -> tuple[Value, ...]:
    """Write a standing, in the order that `tables.set_rating` keeps it."""
    rating = standing.rating
    return (
        game,
        person,
        rating.rating,
        rating.deviation,
        rating.volatility,
        None if standing.at is None else stamp(standing.at),
        standing.wins,
        standing.draws,
        standing.losses,
    )


def _standing(row: Row) -> Standing:
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Standing(rating, moment(row["at"]), row["wins"], row["draws"], row["losses"])


def _change(row: Row) -> Change:
    before = Rating(row["rating_before"], row["deviation_before"])
    after = Rating(row["rating"], row["deviation"], row["volatility"])
    return Change(row["match"], row["game"], row["side"], moment(row["at"]), before, after)

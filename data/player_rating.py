"""Standings: a player's rating and results in a pool, how a match changes them, their rows.

The column `game` of both tables is a pool: see `match.rating`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from data.columns import moment, stamp, stamp_or_none
from data.connection import Columns, Connection, Row, Value, overwriting
from data.people import lock_people
from data.values import StoredMatch
from match.rating import DatedRating, Rating, rate_match


@dataclass(frozen=True)
class Standing(DatedRating):
    """A player's rating in one game as of its last change, and their rated results."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass(frozen=True)
class Change:
    """The change of one rating, that of a `pool`, by one match."""

    match: int
    pool: str
    side: int
    person: int
    at: datetime
    before: Rating
    after: Rating


@dataclass(frozen=True)
class RatedResult:
    """The data of a finished rated match that its ratings, those of a `pool`, depend on.

    `advantage` is what the first side was worth in rating points.
    """

    match: int
    pool: str
    seats: tuple[int, int]
    advantage: int
    winner: int | None
    ended: datetime


Pair = tuple[Standing, Standing]
"""The standings of the players of both sides."""


def after_match(result: RatedResult, before: Pair) -> tuple[Pair, list[Change]]:
    """Return both standings after a rated match, and the changes of their ratings."""
    now, winner = result.ended, result.winner
    days = before[0].days(now), before[1].days(now)
    players = before[0].rating, before[1].rating
    ratings = rate_match(players, days, winner, result.advantage)
    first, second = (
        replace(
            player,
            rating=ratings[side],
            at=now,
            wins=player.wins + (winner == side),
            draws=player.draws + (winner is None),
            losses=player.losses + (winner == 1 - side),
        )
        for side, player in enumerate(before)
    )
    changes = [
        Change(result.match, result.pool, side, person, now, player.as_of(now), ratings[side])
        for side, (person, player) in enumerate(zip(result.seats, before, strict=True))
    ]
    return (first, second), changes


def recompute(
    results: Iterable[RatedResult],
) -> tuple[dict[tuple[str, int], Standing], list[Change]]:
    """Recompute every standing, by pool and person, and every change from results in order."""
    standings: dict[tuple[str, int], Standing] = {}
    changes: list[Change] = []
    for result in results:
        first, second = ((result.pool, person) for person in result.seats)
        pair = standings.get(first, Standing()), standings.get(second, Standing())
        (standings[first], standings[second]), made = after_match(result, pair)
        changes += made
    return standings, changes


# In the database.


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


async def strengths(
    connection: Connection, game: str, people: Sequence[int], now: datetime
) -> dict[int, tuple[bool, float]]:
    """Return by what people are sorted, the strongest first and those without a rating last."""
    standings = await find_standings(connection, game, people)
    ratings = [standing.as_of(now) for standing in standings]
    return {
        person: (not rating.settled, -rating.rating)
        for person, rating in zip(people, ratings, strict=True)
    }


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
    await connection.insert_many("rating_changes", [*map(change_columns, changes)])
    await save_standings(
        connection,
        [
            standing_columns(match.pool, person, standing)
            for person, standing in zip(match.seats, after, strict=True)
        ],
    )


async def save_standings(connection: Connection, standings: Sequence[Columns]) -> None:
    """Insert or update standings of people in pools."""
    if standings:
        await connection.insert_many(
            "ratings", standings, overwriting("game, person", standings[0])
        )


def standing_from(row: Row) -> Standing:
    """Read a standing; where none was found to join, that of a newcomer."""
    if row["rating"] is None:
        return Standing()
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

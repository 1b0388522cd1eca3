"""The tables of ratings and of their changes, whose column `game` is a pool: see `match.rating`."""

from collections.abc import AsyncIterator, Iterable

from data.columns import insert_into, moment, stamp, stamp_or_none
from data.connection import Columns, Connection, Row, Value
from data.player_rating import Change, RatedResult, Standing
from match.rating import Rating, pool_of


async def find(connection: Connection, pool: str, person: int) -> Row | None:
    """Find a person's standing in a pool."""
    return await connection.row(
        "SELECT * FROM ratings WHERE game = :pool AND person = :person", pool=pool, person=person
    )


async def find_both(connection: Connection, pool: str, seats: tuple[int, int]) -> list[Row]:
    """Find the standings of two people in a pool, as far as they have one."""
    first, second = seats
    return await connection.rows(
        "SELECT * FROM ratings WHERE game = :pool AND person IN (:first, :second)",
        pool=pool,
        first=first,
        second=second,
    )


async def standings(connection: Connection) -> list[Row]:
    """List every standing."""
    return await connection.rows("SELECT * FROM ratings ORDER BY game, person")


async def standings_of(connection: Connection, person: int) -> list[Row]:
    """List a person's standings."""
    return await connection.rows(
        "SELECT * FROM ratings WHERE person = :person ORDER BY game", person=person
    )


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


async def changes(connection: Connection) -> list[Row]:
    """List every change of a rating, in order."""
    return await connection.rows("SELECT * FROM rating_changes ORDER BY id")


async def changes_by(connection: Connection, match: int) -> list[Row]:
    """List how a match changed both ratings."""
    return await connection.rows(
        "SELECT * FROM rating_changes WHERE match = :match ORDER BY side", match=match
    )


async def changes_of(connection: Connection, person: int, pool: str | None, most: int) -> list[Row]:
    """List the last changes of a person's ratings, of one pool or all, the latest first."""
    there = "" if pool is None else "AND game = :pool"
    return await connection.rows(
        f"SELECT * FROM rating_changes WHERE person = :person {there} "  # noqa: S608 (a constant)
        "ORDER BY at DESC, id DESC LIMIT :most",
        person=person,
        pool=pool,
        most=most,
    )


def each_change_of(connection: Connection, person: int) -> AsyncIterator[Row]:
    """Yield the changes of a person's ratings in order."""
    return connection.stream(
        "SELECT * FROM rating_changes WHERE person = :person ORDER BY id", person=person
    )


async def matches_that_count(connection: Connection) -> list[Row]:
    """List the rated matches in the order in which they changed the ratings.

    A match whose change is lost comes after those whose changes exist, by its end.
    """
    return await connection.rows(
        "SELECT m.id, m.game, m.live, m.first, m.second, m.advantage, m.winner, m.ended "
        "FROM matches m "
        "LEFT JOIN rating_changes c ON c.match = m.id AND c.side = 0 "
        "WHERE m.counts = 1 ORDER BY c.id IS NULL, c.id, m.ended, m.id"
    )


async def remove_all(connection: Connection) -> None:
    """Remove every rating and every change."""
    await connection.change("DELETE FROM rating_changes")
    await connection.change("DELETE FROM ratings")


# Rows.


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

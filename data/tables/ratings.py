"""The tables of ratings and of their changes."""

from collections.abc import AsyncIterator

from data.connection import Columns, Connection, Row
from data.tables.statements import insert_into


async def find(connection: Connection, game: str, person: int) -> Row | None:
    """Find somebody's standing in a game."""
    return await connection.row(
        "SELECT * FROM ratings WHERE game = :game AND person = :person", game=game, person=person
    )


async def standings(connection: Connection) -> list[Row]:
    """List every standing."""
    return await connection.rows("SELECT * FROM ratings ORDER BY game, person")


async def standings_of(connection: Connection, person: int) -> list[Row]:
    """List somebody's standings."""
    return await connection.rows(
        "SELECT * FROM ratings WHERE person = :person ORDER BY game", person=person
    )


async def set_standing(connection: Connection, columns: Columns) -> None:
    """Keep how somebody stands in a game, new or changed."""
    await connection.change(
        "INSERT OR REPLACE INTO ratings "
        "(game, person, rating, deviation, volatility, at, wins, draws, losses) VALUES "
        "(:game, :person, :rating, :deviation, :volatility, :at, :wins, :draws, :losses)",
        **columns,
    )


async def add_change(connection: Connection, columns: Columns) -> None:
    """Keep what a match did to one side."""
    await connection.insert(insert_into("rating_changes", columns), **columns)


async def changes(connection: Connection) -> list[Row]:
    """List every change of a rating, in order."""
    return await connection.rows("SELECT * FROM rating_changes ORDER BY id")


async def changes_by(connection: Connection, match: int) -> list[Row]:
    """List what a match did to both ratings."""
    return await connection.rows(
        "SELECT * FROM rating_changes WHERE match = :match ORDER BY side", match=match
    )


async def changes_of(connection: Connection, person: int, game: str | None, most: int) -> list[Row]:
    """List the last changes of somebody's ratings, of one game or all, the last first."""
    there = "" if game is None else "AND game = :game"
    return await connection.rows(
        f"SELECT * FROM rating_changes WHERE person = :person {there} "  # noqa: S608 (a constant)
        "ORDER BY at DESC, id DESC LIMIT :most",
        person=person,
        game=game,
        most=most,
    )


def each_change_of(connection: Connection, person: int) -> AsyncIterator[Row]:
    """Find the changes of somebody's ratings in order, one after the other."""
    return connection.stream(
        "SELECT * FROM rating_changes WHERE person = :person ORDER BY id", person=person
    )


async def matches_that_count(connection: Connection) -> list[Row]:
    """Give the rated matches in the order in which they changed the ratings.

    Where a change is lost, the match comes after those whose changes are there, by its end.
    """
    return await connection.rows(
        "SELECT m.id, m.game, m.first, m.second, m.advantage, m.winner, m.ended FROM matches m "
        "LEFT JOIN rating_changes c ON c.match = m.id AND c.side = 0 "
        "WHERE m.counts = 1 ORDER BY c.id IS NULL, c.id, m.ended, m.id"
    )


async def remove_all(connection: Connection) -> None:
    """Remove every rating and every change."""
    await connection.change("DELETE FROM rating_changes")
    await connection.change("DELETE FROM ratings")

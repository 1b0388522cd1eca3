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
        "SELECT m.id, m.game, m.first, m.second, m.winner, m.ended FROM matches m "
        "LEFT JOIN rating_changes c ON c.match = m.id AND c.side = 0 "
        "WHERE m.counts = 1 ORDER BY c.id IS NULL, c.id, m.ended, m.id"
    )


async def remove_all(connection: Connection) -> None:
    """Remove every rating and every change."""
    await connection.change("DELETE FROM rating_changes")
    await connection.change("DELETE FROM ratings")


_EVERYWHERE = (
    "SELECT game, person, rating, deviation, volatility, at, wins, draws, losses FROM ratings"
)
_THERE = (
    "SELECT o.game, o.person, o.rating, o.deviation, o.volatility, o.at, t.wins, t.draws, t.losses "
    "FROM (SELECT person, SUM(won) AS wins, SUM(drawn) AS draws, SUM(lost) AS losses FROM ("
    "SELECT first AS person, winner IS 0 AS won, winner IS NULL AS drawn, winner IS 1 AS lost "
    "FROM matches WHERE counts = 1 AND server = :server AND game = :game "
    "UNION ALL SELECT second, winner IS 1, winner IS NULL, winner IS 0 "
    "FROM matches WHERE counts = 1 AND server = :server AND game = :game"
    ") GROUP BY person) t JOIN ratings o ON o.game = :game AND o.person = t.person"
)


async def leaderboard(
    connection: Connection,
    *,
    game: str,
    server: int | None,
    now: int,
    month_ago: int,
    settled: float,
    growth: float,
    start: float,
    most: int,
    after: int,
) -> list[Row]:
    """List the best of a game: settled ratings first, then the others, each by rating.

    Of a server there is who has a rated match there, with the results from there.
    A rating is settled while its squared deviation, which has grown by `growth` times the squared
    volatility a microsecond, is at most `settled`. `start` is what a rating was before the first.
    """
    standings = _EVERYWHERE if server is None else _THERE
    return await connection.rows(
        "SELECT r.*, p.name, r.rating - COALESCE((SELECT c.rating FROM rating_changes c "  # noqa: S608 (put together from constants)
        "WHERE c.person = r.person AND c.game = r.game AND c.at <= :month_ago "
        "ORDER BY c.at DESC, c.id DESC LIMIT 1), :start) AS change FROM ("
        "SELECT r.*, r.deviation * r.deviation + r.volatility * r.volatility * :growth "
        f"* MAX(0, :now - r.at) > :settled AS unsure FROM ({standings}) r "
        "WHERE r.game = :game AND r.person > 0 "
        "ORDER BY unsure, r.rating DESC, r.person LIMIT :most OFFSET :after"
        ") r JOIN people p ON p.id = r.person ORDER BY r.unsure, r.rating DESC, r.person",
        game=game,
        server=server,
        now=now,
        month_ago=month_ago,
        settled=settled,
        growth=growth,
        start=start,
        most=most,
        after=after,
    )

"""Statements for leaderboards and for the courses of ratings."""

# ruff: noqa: S608 (the statements are put together from our own words only)

from data.connection import Connection, Row

_EVERYWHERE = (
    "SELECT person, rating, deviation, volatility, at, wins, draws, losses FROM ratings "
    "WHERE game = :game"
)


async def leaderboard(
    connection: Connection,
    *,
    game: str,
    server: int | None,
    since: int | None,
    now: int,
    settled: float,
    growth: float,
    most: int,
    after: int,
    asker: int,
) -> list[Row]:
    """List the best players of a game: settled ratings first, then the others, each by rating.

    For a server, or since a time, these are the people who have finished a rated match there and
    then, with those results. A rating is settled while its squared deviation, which has grown by
    `growth` times the squared volatility per microsecond, is at most `settled`. The asker is in the
    list at any rank.
    """
    everywhere = server is None and since is None
    standings = _EVERYWHERE if everywhere else _results(server, since)
    # The standings everywhere are a table, which is read as fast as a copy of it would be.
    materialized = "NOT MATERIALIZED" if everywhere else "MATERIALIZED"
    return await connection.rows(
        f"WITH standings AS {materialized} ("
        "SELECT *, deviation * deviation + volatility * volatility * :growth "
        f"* MAX(0, :now - at) > :settled AS unsure FROM ({standings}) WHERE person > 0), "
        "page AS MATERIALIZED ("
        "SELECT * FROM standings ORDER BY unsure, rating DESC, person LIMIT :most OFFSET :after), "
        "ranked AS (SELECT *, :after + ROW_NUMBER() OVER (ORDER BY unsure, rating DESC, person) "
        "AS rank FROM page UNION ALL SELECT *, 1 + (SELECT COUNT(*) FROM standings s "
        "WHERE (s.unsure, -s.rating, s.person) < (me.unsure, -me.rating, me.person)) "
        "FROM standings me WHERE person = :asker AND person NOT IN (SELECT person FROM page)) "
        "SELECT r.*, p.name FROM ranked r JOIN people p ON p.id = r.person ORDER BY r.rank",
        game=game,
        server=server,
        since=since,
        now=now,
        settled=settled,
        growth=growth,
        most=most,
        after=after,
        asker=asker,
    )


def _results(server: int | None, since: int | None) -> str:
    """Return the query for everybody's results in some time and place, with their ratings."""
    there = "" if server is None else " AND server = :server"
    then = "" if since is None else " AND ended >= :since"
    counting = f"FROM matches WHERE counts = 1 AND game = :game{there}{then}"
    return (
        "SELECT o.person, o.rating, o.deviation, o.volatility, o.at, t.wins, t.draws, t.losses "
        "FROM (SELECT person, SUM(won) AS wins, SUM(drawn) AS draws, SUM(lost) AS losses FROM ("
        "SELECT first AS person, winner IS 0 AS won, winner IS NULL AS drawn, winner IS 1 AS lost "
        f"{counting} UNION ALL SELECT second, winner IS 1, winner IS NULL, winner IS 0 {counting}"
        ") GROUP BY person) t JOIN ratings o ON o.game = :game AND o.person = t.person"
    )


async def most_rated(connection: Connection, server: int | None) -> str | None:
    """Return the game with the most finished rated matches in a server, or else anywhere."""
    for there in (("WHERE counts = 1 AND server = :server", "matches"), ("", "ratings")):
        where, table = there
        row = await connection.row(
            f"SELECT game FROM {table} {where} GROUP BY game ORDER BY COUNT(*) DESC, game LIMIT 1",
            server=server,
        )
        if row is not None:
            return str(row["game"])
    return None


async def courses(
    connection: Connection, game: str, people: str, *, since: int, step: int
) -> list[Row]:
    """List the courses of ratings since a time, in order: the last change in each step of time.

    `people` is a JSON list of numbers. The rating from before comes first, at `since`.
    """
    return await connection.rows(
        "SELECT w.value AS person, :since AS at, (SELECT rating FROM rating_changes "
        "WHERE person = w.value AND game = :game AND at <= :since "
        "ORDER BY at DESC, id DESC LIMIT 1) AS rating, 0 AS number FROM json_each(:people) w "
        "UNION ALL SELECT person, at, rating, MAX(id) FROM rating_changes "
        "WHERE person IN (SELECT value FROM json_each(:people)) AND game = :game AND at > :since "
        "GROUP BY person, (at - :since) / :step ORDER BY person, at, number",
        game=game,
        people=people,
        since=since,
        step=step,
    )


async def first_change(connection: Connection, person: int, game: str) -> int | None:
    """Return when a person's rating in a game first changed."""
    row = await connection.row(
        "SELECT MIN(at) AS at FROM rating_changes WHERE person = :person AND game = :game",
        person=person,
        game=game,
    )
    return None if row is None or row["at"] is None else int(row["at"])


async def course(
    connection: Connection, person: int, game: str, *, since: int, step: int
) -> list[Row]:
    """List the course of a person's rating since a time: the last change in each step of time."""
    return await connection.rows(
        "SELECT at, rating, deviation, MAX(id) FROM rating_changes "
        "WHERE person = :person AND game = :game AND at >= :since "
        "GROUP BY (at - :since) / :step ORDER BY at",
        person=person,
        game=game,
        since=since,
        step=step,
    )

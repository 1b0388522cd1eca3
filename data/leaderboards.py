"""Leaderboards of a pool, and the courses of ratings over time."""

# ruff: noqa: S608 (the statements are put together from our own words only)

from collections.abc import Mapping
from operator import itemgetter

from data.connection import Connection, Row, Value
from match.rating import game_of

_UNSURE = "deviation * deviation + volatility * volatility * :growth * MAX(0, :now - at) > :settled"
"""A rating is unsure if its squared deviation is above `settled`.

It has grown by `growth` times the squared volatility per microsecond.
"""
_EVERYBODY = "FROM ratings WHERE game = :pool AND +person > 0"
"""The `+` keeps SQLite from walking the ratings by person: by rating, it may stop early."""


async def leaderboard(
    connection: Connection,
    *,
    pool: str,
    server: int | None,
    since: int | None,
    now: int,
    settled: float,
    growth: float,
    most: int,
    after: int,
    asker: int,
) -> list[Row]:
    """List the best players of a pool: settled ratings first, then the others, each by rating.

    For a server, or since a time, these are the people who have finished a rated match there and
    then, with those results. The asker is in the list at any rank.
    """
    shared: dict[str, Value] = {"pool": pool, "now": now, "settled": settled, "growth": growth}
    if server is None and since is None:
        return await _everywhere(connection, shared, most, after, asker)
    game, live = game_of(pool)
    return await connection.rows(
        "WITH standings AS MATERIALIZED ("
        f"SELECT *, {_UNSURE} AS unsure FROM ({_results(server, since)}) WHERE person > 0), "
        "ranked AS (SELECT *, ROW_NUMBER() OVER (ORDER BY unsure, rating DESC, person) AS rank "
        "FROM standings) "
        "SELECT r.*, p.name FROM ranked r JOIN people p ON p.id = r.person "
        "WHERE r.rank > :after AND r.rank <= :after + :most OR r.person = :asker ORDER BY r.rank",
        **shared,
        game=game,
        live=live,
        server=server,
        since=since,
        most=most,
        after=after,
        asker=asker,
    )


async def _everywhere(
    connection: Connection, shared: Mapping[str, Value], most: int, after: int, asker: int
) -> list[Row]:
    """List the best players of all; only as many ratings are read as the page and a rank need."""

    async def page(unsure: int, first: int, most: int) -> list[Row]:
        return await connection.rows(
            "SELECT r.*, p.name, :first + :skipped + ROW_NUMBER() OVER "
            "(ORDER BY r.rating DESC, r.person) AS rank "
            f"FROM (SELECT person {_EVERYBODY} AND ({_UNSURE}) = :unsure "
            "ORDER BY rating DESC, person LIMIT :most OFFSET :first) listed "
            "JOIN ratings r ON r.game = :pool AND r.person = listed.person "
            "JOIN people p ON p.id = r.person ORDER BY rank",
            **shared,
            unsure=unsure,
            first=first,
            most=most,
            skipped=number if unsure else 0,
        )

    number = 0
    rows = await page(0, after, most)
    if len(rows) < most:
        number = await _count_settled(connection, shared)
        rows += await page(1, max(0, after - number), most - len(rows))
    if asker not in {row["person"] for row in rows}:
        rows += await _at_rank(connection, shared, asker)
    return sorted(rows, key=itemgetter("rank"))


async def _at_rank(connection: Connection, shared: Mapping[str, Value], person: int) -> list[Row]:
    """Return a person's line with their rank, if they are rated."""
    me = await connection.row(
        f"SELECT rating, {_UNSURE} AS unsure {_EVERYBODY} AND person = :person",
        **shared,
        person=person,
    )
    if me is None:
        return []
    above = await _count_settled(connection, shared) if me["unsure"] else 0
    return await connection.rows(
        "SELECT r.*, p.name, (SELECT COUNT(*) + 1 + :above FROM ratings WHERE game = :pool "
        f"AND +person > 0 AND ({_UNSURE}) = :unsure AND rating >= :rating "
        "AND (rating > :rating OR person < :person)) AS rank "
        "FROM ratings r JOIN people p ON p.id = r.person "
        "WHERE r.game = :pool AND r.person = :person",
        **shared,
        person=person,
        rating=me["rating"],
        unsure=me["unsure"],
        above=above,
    )


async def _count_settled(connection: Connection, shared: Mapping[str, Value]) -> int:
    """Count the people whose rating in a pool is settled."""
    return await connection.number(f"SELECT COUNT(*) {_EVERYBODY} AND NOT ({_UNSURE})", **shared)


def _results(server: int | None, since: int | None) -> str:
    """Return the query for everybody's results in some time and place, with their ratings."""
    there = "" if server is None else " AND server = :server"
    then = "" if since is None else " AND ended >= :since"
    counting = f"FROM matches WHERE counts = 1 AND game = :game AND live = :live{there}{then}"
    return (
        "SELECT o.person, o.rating, o.deviation, o.volatility, o.at, t.wins, t.draws, t.losses "
        "FROM (SELECT person, SUM(won) AS wins, SUM(drawn) AS draws, SUM(lost) AS losses FROM ("
        "SELECT first AS person, winner IS 0 AS won, winner IS NULL AS drawn, winner IS 1 AS lost "
        f"{counting} UNION ALL SELECT second, winner IS 1, winner IS NULL, winner IS 0 {counting}"
        ") GROUP BY person) t JOIN ratings o ON o.game = :pool AND o.person = t.person"
    )


async def most_rated(connection: Connection, server: int | None) -> str | None:
    """Return the game with the most rated matches in a server, or else the pool of most players."""
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
    connection: Connection, pool: str, people: str, *, since: int, step: int
) -> list[Row]:
    """List the courses of ratings since a time, in order: the last change in each step of time.

    `people` is a JSON list of numbers. The rating from before comes first, at `since`.
    """
    return await connection.rows(
        "SELECT w.value AS person, :since AS at, (SELECT rating FROM rating_changes "
        "WHERE person = w.value AND game = :pool AND at <= :since "
        "ORDER BY at DESC, id DESC LIMIT 1) AS rating, 0 AS number FROM json_each(:people) w "
        "UNION ALL SELECT person, at, rating, MAX(id) FROM rating_changes "
        "WHERE person IN (SELECT value FROM json_each(:people)) AND game = :pool AND at > :since "
        "GROUP BY person, (at - :since) / :step ORDER BY person, at, number",
        pool=pool,
        people=people,
        since=since,
        step=step,
    )

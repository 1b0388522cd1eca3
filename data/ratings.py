"""Ratings: their history, and leaderboards."""

# ruff: noqa: S608 (the statements are put together from our own words only)

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter

from data.columns import MICROSECOND, name_columns, names_in, stamp, stamp_or_none
from data.connection import Connection, Row, Value
from data.database import Subject
from data.player_rating import Change, Standing, change_from, standing_from
from match.rating import CENTRE, PERIODS_A_DAY, SCALE, SETTLED, Rating, game_of
from rules import GAMES

NAMED = name_columns("p", "person")
DAY, MONTH = timedelta(days=1), timedelta(days=30)
UNSURE = "deviation * deviation + volatility * volatility * :growth * MAX(0, :now - at) > :settled"
"""A rating is unsure if its squared deviation is above `settled`.

It has grown by `growth` times the squared volatility per microsecond.
"""
EVERYBODY = "FROM ratings WHERE game = :pool AND +person > 0"
"""The `+` keeps SQLite from walking the ratings by person: by rating, it may stop early."""
_HERE = "FROM matches WHERE server = :server"
MOST_PLAYED = tuple(
    f"SELECT game, COUNT(*) AS number {played} GROUP BY game"
    for played in (
        f"{_HERE} AND counts = 1",
        (
            f"FROM (SELECT game {_HERE} AND ended IS NULL AND second_moves > 0 UNION ALL "
            f"SELECT game {_HERE} AND ended IS NOT NULL AND second_moves > 0) p"
        ),
        "FROM ratings",
    )
)
"""How often games were played: rated in a server, at all there, and rated anywhere."""

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
        """The change of the rating in the last 30 days."""
        return self.rating.rating - self.lately[0][1]


class Ratings(Subject):
    """Queries about ratings, which are updated automatically when a match ends."""

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
        shared: dict[str, Value] = {
            "pool": pool,
            "now": stamp(now),
            "settled": SETTLED**2,
            "growth": PERIODS_A_DAY * SCALE**2 / (DAY // MICROSECOND),
        }
        page = {"most": most, "after": after, "asker": asker}
        async with self._database.reading_long() as connection:
            if server is None and since is None:
                rows = await _best_of_all(connection, shared, **page)
            else:
                rows = await _best_there(connection, shared, server, stamp_or_none(since), **page)
            people = [row["person"] for row in rows]
            lately = await _recent_courses(connection, pool, people, now)
        names = names_in(rows, "person")
        return [
            Ranked(
                row["rank"],
                row["person"],
                names[row["person"]],
                standing.as_of(now),
                standing.wins,
                standing.draws,
                standing.losses,
                lately[row["person"]],
            )
            for row in rows
            for standing in [standing_from(row)]
        ]

    async def most_played(self, server: int | None) -> str:
        """Return the game most played in a server: rated, or else at all; or else anywhere."""
        async with self._database.reading_long() as connection:
            for sql in MOST_PLAYED:
                played = Counter[str]()
                for row in await connection.rows(sql, server=server):
                    played[game_of(row["game"])[0]] += row["number"]
                if here := [key for key in GAMES if played[key]]:
                    return max(here, key=played.__getitem__)
        return next(iter(GAMES))

    async def find(self, person: int) -> dict[str, Standing]:
        """Return a person's standing in every pool in which they have a rated match."""
        rows = await self._reader.rows(
            "SELECT * FROM ratings WHERE person = :person ORDER BY game", person=person
        )
        return {row["game"]: standing_from(row) for row in rows}

    async def changes(self, match: int) -> tuple[Change, ...]:
        """Return how a match changed the ratings of its two sides; empty if it did not."""
        rows = await self._reader.rows(
            "SELECT * FROM rating_changes WHERE match = :match ORDER BY side", match=match
        )
        return tuple(change_from(row) for row in rows)


async def _best_there(
    connection: Connection,
    shared: Mapping[str, Value],
    server: int | None,
    since: int | None,
    *,
    most: int,
    after: int,
    asker: int,
) -> list[Row]:
    """List the best players of a pool by their results in a server, or since a time."""
    game, live = game_of(str(shared["pool"]))
    return await connection.rows(
        "WITH standings AS MATERIALIZED ("
        f"SELECT *, {UNSURE} AS unsure FROM ({_results(server, since)}) r WHERE person > 0), "
        "ranked AS (SELECT *, ROW_NUMBER() OVER (ORDER BY unsure, rating DESC, person) AS rank "
        "FROM standings) "
        f"SELECT r.*, {NAMED} FROM ranked r JOIN people p ON p.id = r.person "
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


async def _best_of_all(
    connection: Connection, shared: Mapping[str, Value], *, most: int, after: int, asker: int
) -> list[Row]:
    """List the best players of all; only as many ratings are read as the page and a rank need."""

    async def page(unsure: int, first: int, most: int) -> list[Row]:
        return await connection.rows(
            f"SELECT r.*, {NAMED}, :first + :skipped + ROW_NUMBER() OVER "
            "(ORDER BY r.rating DESC, r.person) AS rank "
            f"FROM (SELECT person {EVERYBODY} AND ({UNSURE}) = (:unsure = 1) "
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
        f"SELECT rating, {UNSURE} AS unsure {EVERYBODY} AND person = :person",
        **shared,
        person=person,
    )
    if me is None:
        return []
    above = await _count_settled(connection, shared) if me["unsure"] else 0
    return await connection.rows(
        f"SELECT r.*, {NAMED}, (SELECT COUNT(*) + 1 + :above FROM ratings WHERE game = :pool "
        f"AND +person > 0 AND ({UNSURE}) = (:unsure = 1) AND rating >= :rating "
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
    return await connection.number(f"SELECT COUNT(*) {EVERYBODY} AND NOT ({UNSURE})", **shared)


def _results(server: int | None, since: int | None) -> str:
    """Return the query for everybody's results in some time and place, with their ratings."""
    there = "" if server is None else " AND server = :server"
    then = "" if since is None else " AND ended >= :since"
    counting = f"FROM matches WHERE counts = 1 AND game = :game AND live = :live{there}{then}"
    return (
        "SELECT o.person, o.rating, o.deviation, o.volatility, o.at, t.wins, t.draws, t.losses "
        "FROM (SELECT person, COUNT(*) FILTER (WHERE winner = side) AS wins, "
        "COUNT(*) FILTER (WHERE winner IS NULL) AS draws, "
        "COUNT(*) FILTER (WHERE winner <> side) AS losses FROM ("
        "SELECT first AS person, 0 AS side, winner "
        f"{counting} UNION ALL SELECT second, 1, winner {counting}"
        ") r GROUP BY person) t JOIN ratings o ON o.game = :pool AND o.person = t.person"
    )


async def _recent_courses(
    connection: Connection, pool: str, people: list[int], now: datetime
) -> dict[int, Course]:
    """Return the courses of ratings in the last 30 days, in steps of a day.

    The rating from before comes first.
    """
    since = stamp(now - MONTH)
    rows = await connection.rows(
        "SELECT w.value AS person, :since AS at, (SELECT rating FROM rating_changes "
        "WHERE person = w.value AND game = :pool AND at <= :since "
        "ORDER BY at DESC, id DESC LIMIT 1) AS rating, 0 AS number FROM json_each(:people) w "
        "UNION ALL SELECT person, at, rating, id FROM rating_changes WHERE id IN "
        "(SELECT MAX(id) FROM rating_changes WHERE person IN "
        "(SELECT value FROM json_each(:people)) AND game = :pool AND at > :since "
        "GROUP BY person, (at - :since) / :step) ORDER BY person, at, number",
        pool=pool,
        people=json.dumps(people),
        since=since,
        step=DAY // MICROSECOND,
    )
    courses: dict[int, list[tuple[float, float]]] = {person: [] for person in people}
    for row in rows:
        share = (row["at"] - since) / (MONTH // MICROSECOND)
        rating = CENTRE if row["rating"] is None else row["rating"]
        courses[row["person"]].append((min(share, 1.0), rating))
    return {person: tuple(course) for person, course in courses.items()}

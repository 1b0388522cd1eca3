"""Results of daily puzzles: of a day and of a week, and streaks."""

from collections.abc import Iterator, Sequence

from data.columns import name_columns, players_in
from data.connection import Connection, Row
from data.daily_puzzles import DailyPost
from data.database import Subject
from data.puzzle_days import WEEK, DayResults, WeekResults, WeekTotal, streak, week_table

# ruff: noqa: S608 (the statements are made of our own words only)

IS_NAMED = (
    "EXISTS (SELECT 1 FROM settings s WHERE s.person = d.person "
    "AND s.setting = 'puzzle_name' AND s.value = 'yes')"
)
"""The condition that a person may be named in results."""
NAMED = name_columns("n", "person")


class DailyResults(Subject):
    """What came of the daily puzzles of servers."""

    async def of_day(self, post: DailyPost, most: int) -> DayResults:
        """Return the results of a day, with up to `most` names of those who allow it.

        Named are those who solved it at first try, the earliest first.
        """
        (counts,) = await self._reader.rows(
            "SELECT COUNT(*) AS tried, COALESCE(SUM(solved), 0) AS solved, "
            "COALESCE(SUM(at_first), 0) AS at_first FROM daily_players "
            "WHERE server = :server AND day = :day AND tried = 1",
            server=post.server,
            day=post.day,
        )
        named = await self._reader.rows(
            f"SELECT d.person, {NAMED} FROM daily_players d JOIN people n ON n.id = d.person "
            f"WHERE d.server = :server AND d.day = :day AND d.at_first = 1 AND {IS_NAMED} "
            "ORDER BY d.at, d.person LIMIT :most",
            server=post.server,
            day=post.day,
            most=most,
        )
        called = players_in(named, "person")
        names = tuple(called[row["person"]] for row in named)
        return DayResults(counts["tried"], counts["solved"], counts["at_first"], names)

    async def of_week(self, post: DailyPost, most: int) -> WeekResults:
        """Return the table of the seven days before a post, with up to `most` people by name."""
        since = post.day - WEEK
        async with self._database.reading_long() as connection:
            rows = await connection.rows(
                "SELECT d.person, SUM(d.solved) AS solved, "
                f"SUM(d.at_first) AS at_first, {IS_NAMED} AS named, {NAMED} FROM daily_players d "
                "LEFT JOIN people n ON n.id = d.person WHERE d.server = :server "
                "AND d.day >= :since AND d.day < :until AND d.tried = 1 "
                "GROUP BY d.person, n.id",
                server=post.server,
                since=since,
                until=post.day,
            )
            table = week_table(_totals(rows))
            named = [row for row in table if row.total.name is not None][:most]
            days = await _days_of(connection, post.server) if named else []
            streaks = [await _streak(connection, row.total.person, days, post.day) for row in named]
        return WeekResults(tuple(zip(named, streaks, strict=True)), len(table) - len(named))

    async def streak(self, person: int, server: int, day: int) -> int:
        """Return a person's streak on a day, by the days on which a server had a puzzle."""
        days = await _days_of(self._reader, server)
        return await _streak(self._reader, person, days, day)


async def retell_results(connection: Connection, person: int, since: int = 0) -> None:
    """Have the posts written again that name a person: of the days tried, and a week after.

    `since` is the time since when they were last written.
    """
    await connection.change(
        "UPDATE daily_posts SET results = results + 1 WHERE edited >= :since AND EXISTS "
        "(SELECT 1 FROM daily_players d WHERE d.person = :person AND d.server = daily_posts.server "
        "AND d.tried = 1 AND d.day BETWEEN daily_posts.day - :days AND daily_posts.day)",
        person=person,
        days=WEEK,
        since=since,
    )


async def _days_of(connection: Connection, server: int) -> list[int]:
    """List the days on which a server had a puzzle, in order."""
    return await connection.numbers(
        "SELECT day FROM daily_posts WHERE server = :server ORDER BY day", server=server
    )


async def _streak(connection: Connection, person: int, days: list[int], until: int) -> int:
    """Return a person's streak until a day; they may try the puzzles of any server."""
    rows = await connection.rows(
        "SELECT day, MAX(tried) AS tried FROM daily_players "
        "WHERE person = :person AND day <= :until GROUP BY day",
        person=person,
        until=until,
    )
    tried = {row["day"] for row in rows if row["tried"]}
    away = {row["day"] for row in rows if not row["tried"]}
    return streak([day for day in days if day <= until], tried, away)


def _totals(rows: Sequence[Row]) -> Iterator[WeekTotal]:
    """Read what people did in a week; named are those who allow it."""
    called = players_in([row for row in rows if row["named"]], "person")
    for row in rows:
        person = row["person"]
        yield WeekTotal(person, row["solved"], row["at_first"], called.get(person))

"""The tables of daily puzzles: where they are posted, those posted, and who tried them."""

from data.connection import Columns, Connection, Row

IS_NAMED = (
    "EXISTS (SELECT 1 FROM settings s WHERE s.person = d.person "
    "AND s.setting = 'puzzle_name' AND s.value = 'yes')"
)
"""The condition that a person may be named in results."""

# ruff: noqa: S608 (the statements are made of our own words only)


async def set_daily(connection: Connection, columns: Columns) -> None:
    """Set up the daily puzzle of a server; the number of puzzles so far is kept."""
    await connection.change(
        "INSERT INTO daily_puzzles (server, channel, game, person, due) "
        "VALUES (:server, :channel, :game, :person, :due) ON CONFLICT (server) DO UPDATE SET "
        "channel = excluded.channel, game = excluded.game, person = excluded.person",
        **columns,
    )


async def remove_daily(connection: Connection, server: int) -> bool:
    """Remove a daily puzzle; return whether there was one."""
    return bool(
        await connection.change("DELETE FROM daily_puzzles WHERE server = :server", server=server)
    )


async def daily_of(connection: Connection, server: int) -> Row | None:
    """Find the daily puzzle of a server."""
    return await connection.row("SELECT * FROM daily_puzzles WHERE server = :server", server=server)


async def daily_by(connection: Connection, person: int) -> list[Row]:
    """List the daily puzzles that a person set up."""
    return await connection.rows(
        "SELECT * FROM daily_puzzles WHERE person = :person ORDER BY server", person=person
    )


async def daily_due(connection: Connection, now: int) -> list[Row]:
    """List the daily puzzles that are due, the longest due first."""
    return await connection.rows(
        "SELECT * FROM daily_puzzles WHERE due <= :now ORDER BY due, server", now=now
    )


async def try_daily(connection: Connection, server: int, posted: int) -> None:
    """Record that the next puzzle is about to be posted, and may exist from now on."""
    await connection.change(
        "UPDATE daily_puzzles SET tried = 1 WHERE server = :server AND posted = :posted",
        server=server,
        posted=posted,
    )


async def post_daily(connection: Connection, server: int, posted: int, due: int) -> None:
    """Record that the puzzle after the first `posted` was posted, and when the next one is due."""
    await connection.change(
        "UPDATE daily_puzzles SET posted = posted + 1, due = :due, tried = 0 "
        "WHERE server = :server AND posted = :posted",
        server=server,
        posted=posted,
        due=due,
    )


# The puzzles of days, which all servers share.


async def find_of_day(connection: Connection, day: int, chosen: str) -> Row | None:
    """Find the puzzle that a day has, of a chosen game or of all ('')."""
    return await connection.row(
        "SELECT game, puzzle FROM puzzles_of_days WHERE day = :day AND chosen = :chosen",
        day=day,
        chosen=chosen,
    )


async def used_on_days(connection: Connection, chosen: str) -> list[Row]:
    """List all puzzles that a day has had, with the last one on which each was used."""
    return await connection.rows(
        "SELECT game, puzzle, MAX(day) AS day FROM puzzles_of_days WHERE chosen = :chosen "
        "GROUP BY game, puzzle",
        chosen=chosen,
    )


async def keep_of_day(connection: Connection, columns: Columns) -> None:
    """Insert or replace the puzzle of a day."""
    await connection.change(
        "INSERT OR REPLACE INTO puzzles_of_days (day, chosen, game, puzzle) "
        "VALUES (:day, :chosen, :game, :puzzle)",
        **columns,
    )


# Posts.


async def begin(connection: Connection, columns: Columns) -> None:
    """Record which puzzle a server gets on a day, before it is posted there."""
    await connection.change(
        "INSERT INTO daily_posts (server, day, game, puzzle, channel, edited) "
        "VALUES (:server, :day, :game, :puzzle, :channel, :edited) "
        "ON CONFLICT (server, day) DO UPDATE SET game = excluded.game, puzzle = excluded.puzzle, "
        "channel = excluded.channel, message = NULL, edited = excluded.edited",
        **columns,
    )


async def set_results_aside(connection: Connection, server: int, day: int) -> None:
    """Forget what came of a day's puzzle that gives way to another one; no streak ends by that."""
    await connection.change(
        "UPDATE daily_players SET tried = 0, solved = 0, at_first = 0 "
        "WHERE server = :server AND day = :day",
        server=server,
        day=day,
    )


async def keep_vacations(
    connection: Connection, server: int, day: int, since: int, at: int
) -> None:
    """Note who of the people since a day is on vacation now, so that their streaks do not end.

    If they missed the puzzle before, it was for that, too.
    """
    await connection.change(
        "INSERT OR IGNORE INTO daily_players (person, server, day, tried, at) "
        "SELECT DISTINCT d.person, d.server, p.day, 0, :at FROM daily_players d "
        "JOIN vacations v ON v.person = d.person AND v.ends IS NOT NULL "
        "JOIN (SELECT day FROM daily_posts WHERE server = :server AND day <= :day "
        "ORDER BY day DESC LIMIT 2) p "
        "WHERE d.server = :server AND d.day >= :since AND d.day <= p.day",
        server=server,
        day=day,
        since=since,
        at=at,
    )


async def note_message(connection: Connection, columns: Columns) -> None:
    """Record which message shows the puzzle of a day; NULL where there is none any more."""
    await connection.change(
        "UPDATE daily_posts SET message = :message WHERE server = :server AND day = :day",
        **columns,
    )


async def find(connection: Connection, server: int, day: int) -> Row | None:
    """Find the puzzle of a day in a server."""
    return await connection.row(
        "SELECT * FROM daily_posts WHERE server = :server AND day = :day", server=server, day=day
    )


async def before(connection: Connection, server: int, day: int) -> Row | None:
    """Find the last puzzle of a server before a day."""
    return await connection.row(
        "SELECT * FROM daily_posts WHERE server = :server AND day < :day ORDER BY day DESC LIMIT 1",
        server=server,
        day=day,
    )


async def latest(connection: Connection, server: int) -> Row | None:
    """Find the last puzzle of a server."""
    return await connection.row(
        "SELECT * FROM daily_posts WHERE server = :server ORDER BY day DESC LIMIT 1",
        server=server,
    )


async def days(connection: Connection, server: int) -> list[int]:
    """List the days on which a server had a puzzle, in order."""
    rows = await connection.rows(
        "SELECT day FROM daily_posts WHERE server = :server ORDER BY day", server=server
    )
    return [int(row["day"]) for row in rows]


async def to_edit(connection: Connection, before: int) -> list[Row]:
    """List the posts that have something to tell and were last written before a time."""
    return await connection.rows(
        "SELECT * FROM daily_posts WHERE results > shown AND message IS NOT NULL "
        "AND edited <= :before ORDER BY edited, server",
        before=before,
    )


async def begin_edit(connection: Connection, server: int, day: int, now: int) -> None:
    """Record that a post is about to be written again."""
    await connection.change(
        "UPDATE daily_posts SET edited = :now WHERE server = :server AND day = :day",
        server=server,
        day=day,
        now=now,
    )


async def end_edit(connection: Connection, server: int, day: int, shown: int) -> None:
    """Record how much of the results a post tells."""
    await connection.change(
        "UPDATE daily_posts SET shown = MAX(shown, :shown) WHERE server = :server AND day = :day",
        server=server,
        day=day,
        shown=shown,
    )


async def add_try(connection: Connection, person: int, server: int, day: int, now: int) -> None:
    """Record that a person tried the puzzle of a day in a server."""
    await connection.change(
        "INSERT INTO daily_players (person, server, day, tried, at) "
        "VALUES (:person, :server, :day, 1, :at) "
        "ON CONFLICT (person, day, server) DO UPDATE SET tried = 1",
        person=person,
        server=server,
        day=day,
        at=now,
    )


async def note_result(
    connection: Connection, key: Columns, *, solved: bool, at_first: bool
) -> None:
    """Record a person's result in each server whose present puzzle it is and where they tried it.

    The posts are to tell it.
    """
    theirs = (
        "(server, day) IN (SELECT p.server, p.day FROM daily_players d "
        "JOIN daily_posts p ON p.server = d.server AND p.day = d.day "
        "WHERE d.person = :person AND d.tried = 1 AND p.game = :game AND p.puzzle = :puzzle "
        "AND p.day = (SELECT MAX(o.day) FROM daily_posts o WHERE o.server = p.server))"
    )
    await connection.change(
        "UPDATE daily_players SET solved = MAX(solved, :solved), "
        f"at_first = MAX(at_first, :at_first) WHERE person = :person AND {theirs}",
        solved=solved,
        at_first=at_first,
        **key,
    )
    await connection.change(f"UPDATE daily_posts SET results = results + 1 WHERE {theirs}", **key)


async def retell(connection: Connection, person: int, days: int, since: int = 0) -> None:
    """Have the posts written again that name a person: of the days tried, and some `days` after.

    `since` is the time since when they were last written.
    """
    await connection.change(
        "UPDATE daily_posts SET results = results + 1 WHERE edited >= :since AND EXISTS "
        "(SELECT 1 FROM daily_players d WHERE d.person = :person AND d.server = daily_posts.server "
        "AND d.tried = 1 AND d.day BETWEEN daily_posts.day - :days AND daily_posts.day)",
        person=person,
        days=days,
        since=since,
    )


async def count_results(connection: Connection, server: int, day: int) -> Row:
    """Count who tried, who solved, and who did so at first try."""
    (row,) = await connection.rows(
        "SELECT COUNT(*) AS tried, COALESCE(SUM(solved), 0) AS solved, "
        "COALESCE(SUM(at_first), 0) AS at_first FROM daily_players "
        "WHERE server = :server AND day = :day AND tried = 1",
        server=server,
        day=day,
    )
    return row


async def first_named(connection: Connection, server: int, day: int, most: int) -> list[Row]:
    """List who solved the puzzle of a day at first try and may be named, the earliest first."""
    return await connection.rows(
        "SELECT d.person, n.name FROM daily_players d JOIN people n ON n.id = d.person "
        f"WHERE d.server = :server AND d.day = :day AND d.at_first = 1 AND {IS_NAMED} "
        "ORDER BY d.at, d.person LIMIT :most",
        server=server,
        day=day,
        most=most,
    )


async def totals(connection: Connection, server: int, since: int, until: int) -> list[Row]:
    """Add up what everybody did in a server from one day until before another."""
    return await connection.rows(
        "SELECT d.person, COUNT(*) AS tried, SUM(d.solved) AS solved, "
        f"SUM(d.at_first) AS at_first, {IS_NAMED} AS named, n.name "
        "FROM daily_players d LEFT JOIN people n ON n.id = d.person WHERE d.server = :server "
        "AND d.day >= :since AND d.day < :until AND d.tried = 1 GROUP BY d.person",
        server=server,
        since=since,
        until=until,
    )


async def days_of(connection: Connection, person: int, until: int) -> list[Row]:
    """List the days until one on which a person tried a puzzle anywhere, or was on vacation."""
    return await connection.rows(
        "SELECT day, MAX(tried) AS tried FROM daily_players "
        "WHERE person = :person AND day <= :until GROUP BY day",
        person=person,
        until=until,
    )


async def of(connection: Connection, person: int) -> list[Row]:
    """List everything about a person."""
    return await connection.rows(
        "SELECT server, tried, solved, at_first, at FROM daily_players "
        "WHERE person = :person ORDER BY day, server",
        person=person,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove everything about a person."""
    await connection.change("DELETE FROM daily_players WHERE person = :person", person=person)


async def remove_server(connection: Connection, server: int) -> None:
    """Remove the posts of a server, and who tried them there."""
    await connection.change("DELETE FROM daily_posts WHERE server = :server", server=server)
    await connection.change("DELETE FROM daily_players WHERE server = :server", server=server)

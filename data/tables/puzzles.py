"""The tables of solved puzzles and of daily puzzles."""

from data.connection import Columns, Connection, Row


async def add_done(connection: Connection, now: int, key: Columns, *, solved: bool) -> bool:
    """Record how a puzzle ended for a person; return `False` if it was recorded before."""
    return bool(
        await connection.change(
            "INSERT OR IGNORE INTO puzzles_done (person, game, puzzle, solved, at) "
            "VALUES (:person, :game, :puzzle, :solved, :at)",
            solved=solved,
            at=now,
            **key,
        )
    )


async def find_done(connection: Connection, key: Columns) -> Row | None:
    """Find how a puzzle ended for a person."""
    return await connection.row(
        "SELECT solved, at FROM puzzles_done "
        "WHERE person = :person AND game = :game AND puzzle = :puzzle",
        **key,
    )


async def done(connection: Connection, person: int, game: str) -> list[int]:
    """List the puzzles of a game that a person has solved or was shown."""
    rows = await connection.rows(
        "SELECT puzzle FROM puzzles_done WHERE person = :person AND game = :game",
        person=person,
        game=game,
    )
    return [int(row["puzzle"]) for row in rows]


async def count_solved(connection: Connection, person: int) -> list[Row]:
    """Count for each game the puzzles that a person has solved."""
    return await connection.rows(
        "SELECT game, COUNT(*) AS solved FROM puzzles_done WHERE person = :person AND solved = 1 "
        "GROUP BY game ORDER BY game",
        person=person,
    )


async def done_by(connection: Connection, person: int) -> list[Row]:
    """List all puzzles that a person has solved or was shown."""
    return await connection.rows(
        "SELECT game, puzzle, solved, at FROM puzzles_done WHERE person = :person "
        "ORDER BY at, game, puzzle",
        person=person,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove a person's puzzles, and forget which daily puzzles the person set up."""
    await connection.change("DELETE FROM puzzles_done WHERE person = :person", person=person)
    await connection.change(
        "UPDATE daily_puzzles SET person = NULL WHERE person = :person", person=person
    )


# Daily puzzles.


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

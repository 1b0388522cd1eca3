"""The tables of puzzles: which somebody has done, and where one is posted every day."""

from data.connection import Columns, Connection, Row


async def add_done(
    connection: Connection, person: int, game: str, puzzle: int, now: int, *, solved: bool
) -> bool:
    """Keep how a puzzle ended for somebody, and say so; how it first ended stays."""
    return bool(
        await connection.change(
            "INSERT OR IGNORE INTO puzzles_done (person, game, puzzle, solved, at) "
            "VALUES (:person, :game, :puzzle, :solved, :at)",
            person=person,
            game=game,
            puzzle=puzzle,
            solved=solved,
            at=now,
        )
    )


async def done(connection: Connection, person: int, game: str) -> list[int]:
    """List the puzzles of a game that somebody has done."""
    rows = await connection.rows(
        "SELECT puzzle FROM puzzles_done WHERE person = :person AND game = :game",
        person=person,
        game=game,
    )
    return [int(row["puzzle"]) for row in rows]


async def count_solved(connection: Connection, person: int) -> list[Row]:
    """Count for each game the puzzles that somebody has solved."""
    return await connection.rows(
        "SELECT game, COUNT(*) AS solved FROM puzzles_done WHERE person = :person AND solved = 1 "
        "GROUP BY game ORDER BY game",
        person=person,
    )


async def done_by(connection: Connection, person: int) -> list[Row]:
    """List all that somebody has done."""
    return await connection.rows(
        "SELECT game, puzzle, solved, at FROM puzzles_done WHERE person = :person "
        "ORDER BY at, game, puzzle",
        person=person,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove what somebody has done, and forget by whose wish there is a puzzle every day."""
    await connection.change("DELETE FROM puzzles_done WHERE person = :person", person=person)
    await connection.change(
        "UPDATE daily_puzzles SET person = NULL WHERE person = :person", person=person
    )


# A puzzle every day.


async def set_daily(connection: Connection, columns: Columns) -> None:
    """Keep where a server has its puzzle every day; how many there were stays."""
    await connection.change(
        "INSERT INTO daily_puzzles (server, channel, game, person, due) "
        "VALUES (:server, :channel, :game, :person, :due) ON CONFLICT (server) DO UPDATE SET "
        "channel = excluded.channel, game = excluded.game, person = excluded.person",
        **columns,
    )


async def remove_daily(connection: Connection, server: int) -> bool:
    """Remove it; say whether it was there."""
    return bool(
        await connection.change("DELETE FROM daily_puzzles WHERE server = :server", server=server)
    )


async def daily_of(connection: Connection, server: int) -> Row | None:
    """Find where a server has its puzzle every day."""
    return await connection.row("SELECT * FROM daily_puzzles WHERE server = :server", server=server)


async def daily_by(connection: Connection, person: int) -> list[Row]:
    """List where there is a puzzle every day by somebody's wish."""
    return await connection.rows(
        "SELECT * FROM daily_puzzles WHERE person = :person ORDER BY server", person=person
    )


async def daily_due(connection: Connection, now: int) -> list[Row]:
    """List where the next puzzle is due, the longest due first."""
    return await connection.rows(
        "SELECT * FROM daily_puzzles WHERE due <= :now ORDER BY due, server", now=now
    )


async def try_daily(connection: Connection, server: int, posted: int) -> None:
    """Keep that from now on the next puzzle may be there already."""
    await connection.change(
        "UPDATE daily_puzzles SET tried = 1 WHERE server = :server AND posted = :posted",
        server=server,
        posted=posted,
    )


async def post_daily(connection: Connection, server: int, posted: int, due: int) -> None:
    """Keep that the puzzle after so many is posted, and when the next one is due."""
    await connection.change(
        "UPDATE daily_puzzles SET posted = posted + 1, due = :due, tried = 0 "
        "WHERE server = :server AND posted = :posted",
        server=server,
        posted=posted,
        due=due,
    )

"""The tables of first answers to puzzles, and of puzzles that were solved or shown."""

from data.columns import insert_into
from data.connection import Columns, Connection, Row


async def find_try(connection: Connection, key: Columns) -> Row | None:
    """Find a person's first answer to a puzzle."""
    return await connection.row(
        "SELECT was_right, at FROM puzzle_tries "
        "WHERE person = :person AND game = :game AND puzzle = :puzzle",
        **key,
    )


async def add_try(connection: Connection, columns: Columns) -> None:
    """Insert a person's first answer to a puzzle; an existing one is kept."""
    statement = insert_into("puzzle_tries", columns).replace("INSERT", "INSERT OR IGNORE", 1)
    await connection.change(statement, **columns)


async def tries_of(connection: Connection, person: int) -> list[Row]:
    """List a person's first answers."""
    return await connection.rows(
        "SELECT game, puzzle, was_right, at FROM puzzle_tries WHERE person = :person "
        "ORDER BY at, game, puzzle",
        person=person,
    )


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

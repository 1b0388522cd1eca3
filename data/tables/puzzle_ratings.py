"""The tables of first answers to puzzles, and of the ratings that follow from them."""

from data.connection import Columns, Connection, Row
from data.tables.columns import insert_into


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


async def find_solver(connection: Connection, person: int) -> Row | None:
    """Find a person's puzzle rating."""
    return await connection.row(
        "SELECT rating, deviation, volatility, tries, at FROM puzzle_solvers "
        "WHERE person = :person",
        person=person,
    )


async def keep_solver(connection: Connection, columns: Columns) -> None:
    """Insert or update a person's puzzle rating."""
    await connection.change(
        "INSERT OR REPLACE INTO puzzle_solvers (person, rating, deviation, volatility, tries, at) "
        "VALUES (:person, :rating, :deviation, :volatility, :tries, :at)",
        **columns,
    )


async def find_puzzle(connection: Connection, game: str, puzzle: int) -> Row | None:
    """Find the rating of a puzzle."""
    return await connection.row(
        "SELECT rating, deviation, volatility, tries FROM puzzle_ratings "
        "WHERE game = :game AND puzzle = :puzzle",
        game=game,
        puzzle=puzzle,
    )


async def of_game(connection: Connection, game: str, settled: float) -> list[Row]:
    """List the ratings of a game's puzzles with at most the deviation `settled`."""
    return await connection.rows(
        "SELECT puzzle, rating, deviation, volatility FROM puzzle_ratings "
        "WHERE game = :game AND deviation <= :settled",
        game=game,
        settled=settled,
    )


async def keep_puzzle(connection: Connection, columns: Columns) -> None:
    """Insert or update the rating of a puzzle."""
    await connection.change(
        "INSERT OR REPLACE INTO puzzle_ratings "
        "(game, puzzle, rating, deviation, volatility, tries) "
        "VALUES (:game, :puzzle, :rating, :deviation, :volatility, :tries)",
        **columns,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove a person's answers and rating; the puzzles keep theirs."""
    await connection.change("DELETE FROM puzzle_tries WHERE person = :person", person=person)
    await connection.change("DELETE FROM puzzle_solvers WHERE person = :person", person=person)

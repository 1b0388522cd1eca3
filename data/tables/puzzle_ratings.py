"""The tables of puzzle ratings: those of people, and those of the puzzles themselves.

Both follow from first answers (`puzzles.add_try`); `remove_of` removes a person's answers too.
"""

from data.connection import Columns, Connection, Row


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

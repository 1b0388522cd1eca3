"""The tables of rushes through puzzles, and of the most that people have solved in one."""

from data.connection import Columns, Connection, Row
from data.tables.daily_puzzles import IS_NAMED


async def find(connection: Connection, person: int) -> Row | None:
    """Find a person's present or last rush."""
    return await connection.row("SELECT * FROM puzzle_rushes WHERE person = :person", person=person)


async def keep(connection: Connection, columns: Columns) -> None:
    """Insert or replace a person's rush."""
    await connection.change(
        "INSERT OR REPLACE INTO puzzle_rushes "
        "(person, run, server, game, puzzles, solved, mistakes, over) "
        "VALUES (:person, :run, :server, :game, :puzzles, :solved, :mistakes, :over)",
        **columns,
    )


async def keep_best(connection: Connection, columns: Columns) -> None:
    """Record a result if it is better than the person's best in that server."""
    await connection.change(
        "INSERT INTO rush_bests (person, server, game, solved, at) "
        "VALUES (:person, :server, :game, :solved, :at) "
        "ON CONFLICT (person, server, game) DO UPDATE SET solved = excluded.solved, "
        "at = excluded.at WHERE excluded.solved > rush_bests.solved",
        **columns,
    )


async def best_of(connection: Connection, person: int, game: str) -> int:
    """Return a person's best result anywhere, or 0."""
    return await connection.number(
        "SELECT MAX(solved) FROM rush_bests WHERE person = :person AND game = :game",
        person=person,
        game=game,
    )


async def best_in(connection: Connection, server: int, game: str) -> Row | None:
    """Find the best result in a server, the earliest of equal ones."""
    return await connection.row(
        f"SELECT d.person, d.solved, n.name, {IS_NAMED} AS named "  # noqa: S608 (our own names)
        "FROM rush_bests d LEFT JOIN people n ON n.id = d.person "
        "WHERE d.server = :server AND d.game = :game "
        "ORDER BY d.solved DESC, d.at, d.person LIMIT 1",
        server=server,
        game=game,
    )


async def of(connection: Connection, person: int) -> list[Row]:
    """List a person's best results."""
    return await connection.rows(
        "SELECT server, game, solved, at FROM rush_bests WHERE person = :person "
        "ORDER BY server, game",
        person=person,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove a person's rush and best results."""
    await connection.change("DELETE FROM puzzle_rushes WHERE person = :person", person=person)
    await connection.change("DELETE FROM rush_bests WHERE person = :person", person=person)


async def remove_server(connection: Connection, server: int) -> None:
    """Remove the best results in a server; a rush begun there counts elsewhere."""
    await connection.change(
        "UPDATE puzzle_rushes SET server = NULL WHERE server = :server", server=server
    )
    await connection.change("DELETE FROM rush_bests WHERE server = :server", server=server)

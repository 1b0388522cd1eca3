"""The table of those who take no direct messages."""

from data.connection import Connection, Row


async def find(connection: Connection, person: int) -> Row | None:
    """Find since when somebody takes none, if it is so."""
    return await connection.row(
        "SELECT since FROM closed_letters WHERE person = :person", person=person
    )


async def everybody(connection: Connection) -> list[int]:
    """List who takes none."""
    rows = await connection.rows("SELECT person FROM closed_letters")
    return [int(row["person"]) for row in rows]


async def close(connection: Connection, person: int, since: int) -> None:
    """Keep that somebody takes none."""
    await connection.change(
        "INSERT OR IGNORE INTO closed_letters (person, since) VALUES (:person, :since)",
        person=person,
        since=since,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove that somebody takes none."""
    await connection.change("DELETE FROM closed_letters WHERE person = :person", person=person)

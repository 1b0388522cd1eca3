"""The table of mutes: who is not called in which match."""

from data.connection import Connection, Row


async def add(connection: Connection, match: int, person: int, since: int) -> None:
    """Keep that somebody is not called in a match."""
    await connection.change(
        "INSERT OR IGNORE INTO mutes (match, person, since) VALUES (:match, :person, :since)",
        match=match,
        person=person,
        since=since,
    )


async def remove(connection: Connection, match: int, person: int) -> None:
    """Remove that somebody is not called in a match."""
    await connection.change(
        "DELETE FROM mutes WHERE match = :match AND person = :person", match=match, person=person
    )


async def in_match(connection: Connection, match: int) -> list[int]:
    """List who is not called in a match."""
    rows = await connection.rows("SELECT person FROM mutes WHERE match = :match", match=match)
    return [int(row["person"]) for row in rows]


async def by(connection: Connection, person: int) -> list[Row]:
    """List in which matches somebody is not called."""
    return await connection.rows(
        "SELECT match, since FROM mutes WHERE person = :person ORDER BY match", person=person
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove all matches in which somebody is not called."""
    await connection.change("DELETE FROM mutes WHERE person = :person", person=person)

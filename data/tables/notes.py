"""The table of notes: what people note about a match, each for themselves alone."""

import json
from collections.abc import Iterable

from data.connection import Connection, Row


async def of(connection: Connection, person: int, matches: Iterable[int]) -> list[Row]:
    """Find what somebody has noted about some matches."""
    return await connection.rows(
        "SELECT match, text FROM notes WHERE person = :person "
        "AND match IN (SELECT value FROM json_each(:matches))",
        person=person,
        matches=json.dumps([*matches]),
    )


async def of_all(connection: Connection, person: int) -> list[Row]:
    """Find all that somebody has noted."""
    return await connection.rows(
        "SELECT match, text FROM notes WHERE person = :person ORDER BY match", person=person
    )


async def write(connection: Connection, person: int, match: int, text: str) -> None:
    """Keep a note in place of the one before."""
    await connection.change(
        "INSERT INTO notes (person, match, text) VALUES (:person, :match, :text) "
        "ON CONFLICT (person, match) DO UPDATE SET text = excluded.text",
        person=person,
        match=match,
        text=text,
    )


async def remove(connection: Connection, person: int, match: int) -> bool:
    """Remove a note; say whether it was there."""
    return bool(
        await connection.change(
            "DELETE FROM notes WHERE person = :person AND match = :match",
            person=person,
            match=match,
        )
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove all that somebody has noted."""
    await connection.change("DELETE FROM notes WHERE person = :person", person=person)

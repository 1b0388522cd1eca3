"""Players' notes on matches, and the matches that they have muted."""

import json
from collections.abc import Iterable

from data.connection import Connection, Row


async def add_mute(connection: Connection, match: int, person: int, since: int) -> None:
    """Mute a match for a person."""
    await connection.change(
        "INSERT OR IGNORE INTO mutes (match, person, since) VALUES (:match, :person, :since)",
        match=match,
        person=person,
        since=since,
    )


async def remove_mute(connection: Connection, match: int, person: int) -> None:
    """Unmute a match for a person."""
    await connection.change(
        "DELETE FROM mutes WHERE match = :match AND person = :person", match=match, person=person
    )


async def mutes_in_match(connection: Connection, match: int) -> list[int]:
    """List who has muted a match."""
    rows = await connection.rows("SELECT person FROM mutes WHERE match = :match", match=match)
    return [int(row["person"]) for row in rows]


async def muted_by(connection: Connection, person: int) -> list[Row]:
    """List which matches a person has muted."""
    return await connection.rows(
        "SELECT match, since FROM mutes WHERE person = :person ORDER BY match", person=person
    )


async def remove_mutes_of(connection: Connection, person: int) -> None:
    """Remove all mutes of a person."""
    await connection.change("DELETE FROM mutes WHERE person = :person", person=person)


async def notes_of(connection: Connection, person: int, matches: Iterable[int]) -> list[Row]:
    """List a person's notes on some matches."""
    return await connection.rows(
        "SELECT match, text FROM notes WHERE person = :person "
        "AND match IN (SELECT value FROM json_each(:matches))",
        person=person,
        matches=json.dumps([*matches]),
    )


async def all_notes_of(connection: Connection, person: int) -> list[Row]:
    """List all notes of a person."""
    return await connection.rows(
        "SELECT match, text FROM notes WHERE person = :person ORDER BY match", person=person
    )


async def write_note(connection: Connection, person: int, match: int, text: str) -> None:
    """Store a note, which replaces an earlier one."""
    await connection.change(
        "INSERT INTO notes (person, match, text) VALUES (:person, :match, :text) "
        "ON CONFLICT (person, match) DO UPDATE SET text = excluded.text",
        person=person,
        match=match,
        text=text,
    )


async def remove_note(connection: Connection, person: int, match: int) -> bool:
    """Remove a note; return whether there was one."""
    return bool(
        await connection.change(
            "DELETE FROM notes WHERE person = :person AND match = :match",
            person=person,
            match=match,
        )
    )


async def remove_notes_of(connection: Connection, person: int) -> None:
    """Remove all notes of a person."""
    await connection.change("DELETE FROM notes WHERE person = :person", person=person)

"""People: their names, blocks, notes, muted matches, and whether they take direct messages."""

import json
from collections.abc import Iterable

from data.connection import Connection, Row


async def add_block(connection: Connection, blocker: int, blocked: int, since: int) -> None:
    """Insert a block, unless it exists already."""
    await connection.change(
        "INSERT OR IGNORE INTO blocks (blocker, blocked, since) "
        "VALUES (:blocker, :blocked, :since)",
        blocker=blocker,
        blocked=blocked,
        since=since,
    )


async def remove_block(connection: Connection, blocker: int, blocked: int) -> bool:
    """Remove a block; return whether there was one."""
    return bool(
        await connection.change(
            "DELETE FROM blocks WHERE blocker = :blocker AND blocked = :blocked",
            blocker=blocker,
            blocked=blocked,
        )
    )


async def blocked_by(connection: Connection, blocker: int) -> list[Row]:
    """List whom a person has blocked, the earliest first."""
    return await connection.rows(
        "SELECT blocked, since FROM blocks WHERE blocker = :blocker ORDER BY since, blocked",
        blocker=blocker,
    )


async def has_block_between(connection: Connection, one: int, other: int) -> bool:
    """Tell whether one of two people has blocked the other, in either direction."""
    return bool(
        await connection.number(
            "SELECT COUNT(*) FROM blocks WHERE (blocker = :one AND blocked = :other) "
            "OR (blocker = :other AND blocked = :one)",
            one=one,
            other=other,
        )
    )


async def blocks_around(connection: Connection, person: int) -> list[int]:
    """List those who have blocked a person, and those whom the person has blocked."""
    rows = await connection.rows(
        "SELECT blocked AS other FROM blocks WHERE blocker = :person "
        "UNION SELECT blocker FROM blocks WHERE blocked = :person",
        person=person,
    )
    return [int(row["other"]) for row in rows]


async def remove_blocks_of(connection: Connection, person: int) -> None:
    """Remove every block by or of a person."""
    await connection.change(
        "DELETE FROM blocks WHERE blocker = :person OR blocked = :person", person=person
    )


async def closed_direct_messages(connection: Connection, person: int) -> Row | None:
    """Find since when a person takes no direct messages, if so."""
    return await connection.row(
        "SELECT since FROM closed_letters WHERE person = :person", person=person
    )


async def all_closed_direct_messages(connection: Connection) -> list[int]:
    """List who takes no direct messages."""
    rows = await connection.rows("SELECT person FROM closed_letters")
    return [int(row["person"]) for row in rows]


async def close_direct_messages(connection: Connection, person: int, since: int) -> None:
    """Record that a person takes no direct messages."""
    await connection.change(
        "INSERT OR IGNORE INTO closed_letters (person, since) VALUES (:person, :since)",
        person=person,
        since=since,
    )


async def remove_direct_message_status(connection: Connection, person: int) -> None:
    """Remove the record that a person takes no direct messages."""
    await connection.change("DELETE FROM closed_letters WHERE person = :person", person=person)


async def find(connection: Connection, person: int) -> Row | None:
    """Find a person."""
    return await connection.row(
        "SELECT id, name, locale FROM people WHERE id = :person", person=person
    )


async def add(connection: Connection, person: int, name: str) -> None:
    """Insert a person, or update the name."""
    await connection.change(
        "INSERT INTO people (id, name) VALUES (:person, :name) ON CONFLICT (id) "
        "DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
        person=person,
        name=name,
    )


async def rename(connection: Connection, person: int, name: str) -> None:
    """Update the name of a known person."""
    await connection.change(
        "UPDATE people SET name = :name WHERE id = :person AND name <> :name",
        person=person,
        name=name,
    )


async def note_locale(connection: Connection, person: int, locale: str) -> None:
    """Update the Discord language of a known person."""
    await connection.change(
        "UPDATE people SET locale = :locale WHERE id = :person", person=person, locale=locale
    )


async def lock(connection: Connection, *people: int) -> None:
    """Lock these people's rows until the transaction ends, always in the same order.

    So nobody else changes what depends on them between a query and the write based on it, also in a
    database with several writers.
    """
    await connection.change_many(
        "UPDATE people SET name = name WHERE id = :person",
        [{"person": person} for person in sorted(people)],
    )


async def count_former(connection: Connection) -> int:
    """Count the people who have left."""
    return -await connection.number("SELECT MIN(0, MIN(id)) FROM people")


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

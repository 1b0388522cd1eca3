"""The table of people."""

from data.connection import Connection, Row


async def find(connection: Connection, person: int) -> Row | None:
    """Find a person."""
    return await connection.row(
        "SELECT id, name, locale FROM people WHERE id = :person", person=person
    )


async def add(connection: Connection, person: int, name: str) -> None:
    """Keep a person's name, new or changed."""
    await connection.change(
        "INSERT INTO people (id, name) VALUES (:person, :name) ON CONFLICT (id) "
        "DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
        person=person,
        name=name,
    )


async def rename(connection: Connection, person: int, name: str) -> None:
    """Keep a known person's new name."""
    await connection.change(
        "UPDATE people SET name = :name WHERE id = :person AND name <> :name",
        person=person,
        name=name,
    )


async def note_locale(connection: Connection, person: int, locale: str) -> None:
    """Keep the language of a known person's Discord."""
    await connection.change(
        "UPDATE people SET locale = :locale WHERE id = :person", person=person, locale=locale
    )


async def hold(connection: Connection, *people: int) -> None:
    """Lock these people's rows until the transaction ends, always in the same order.

    So nobody else changes what hangs on them between a look and what is written after it, also in
    a database with several writers.
    """
    for person in sorted(people):
        await connection.change("UPDATE people SET name = name WHERE id = :person", person=person)


async def count_former(connection: Connection) -> int:
    """Count the people who have left."""
    return -await connection.number("SELECT MIN(0, MIN(id)) FROM people")

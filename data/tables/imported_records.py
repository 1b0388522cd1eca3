"""The table of imported records."""

from data.connection import Connection, Row


async def add(connection: Connection, number: int, person: int, record: str, made: int) -> None:
    """Insert a record, unless the same request brought it before."""
    await connection.change(
        "INSERT OR IGNORE INTO imports (id, person, record, made) "
        "VALUES (:id, :person, :record, :made)",
        id=number,
        person=person,
        record=record,
        made=made,
    )


async def find(connection: Connection, number: int, person: int) -> str | None:
    """Find one of a person's own records."""
    row = await connection.row(
        "SELECT record FROM imports WHERE id = :id AND person = :person", id=number, person=person
    )
    return None if row is None else str(row["record"])


async def of(connection: Connection, person: int) -> list[Row]:
    """List a person's imported records, the earliest first."""
    return await connection.rows(
        "SELECT id, record, made FROM imports WHERE person = :person ORDER BY id", person=person
    )


async def keep_last(connection: Connection, person: int, most: int) -> None:
    """Remove all but a person's latest records."""
    await connection.change(
        "DELETE FROM imports WHERE person = :person AND id NOT IN "
        "(SELECT id FROM imports WHERE person = :person ORDER BY id DESC LIMIT :most)",
        person=person,
        most=most,
    )


async def remove_before(connection: Connection, made: int, most: int) -> None:
    """Remove some records imported before a time."""
    await connection.change(
        "DELETE FROM imports WHERE id IN (SELECT id FROM imports WHERE made < :made LIMIT :most)",
        made=made,
        most=most,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove all of a person's records."""
    await connection.change("DELETE FROM imports WHERE person = :person", person=person)

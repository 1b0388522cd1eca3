"""The table of imports: records that somebody brought along."""

from data.connection import Connection, Row


async def add(connection: Connection, number: int, person: int, record: str, made: int) -> None:
    """Keep a record; one that has come by the same request stays as it is."""
    await connection.change(
        "INSERT OR IGNORE INTO imports (id, person, record, made) "
        "VALUES (:id, :person, :record, :made)",
        id=number,
        person=person,
        record=record,
        made=made,
    )


async def find(connection: Connection, number: int, person: int) -> str | None:
    """Find one of somebody's own."""
    row = await connection.row(
        "SELECT record FROM imports WHERE id = :id AND person = :person", id=number, person=person
    )
    return None if row is None else str(row["record"])


async def of(connection: Connection, person: int) -> list[Row]:
    """List what somebody has imported, the first first."""
    return await connection.rows(
        "SELECT id, record, made FROM imports WHERE person = :person ORDER BY id", person=person
    )


async def keep_last(connection: Connection, person: int, most: int) -> None:
    """Remove all but somebody's last few."""
    await connection.change(
        "DELETE FROM imports WHERE person = :person AND id NOT IN "
        "(SELECT id FROM imports WHERE person = :person ORDER BY id DESC LIMIT :most)",
        person=person,
        most=most,
    )


async def remove_before(connection: Connection, made: int, most: int) -> None:
    """Remove some that came before a time."""
    await connection.change(
        "DELETE FROM imports WHERE id IN (SELECT id FROM imports WHERE made < :made LIMIT :most)",
        made=made,
        most=most,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove all of somebody's."""
    await connection.change("DELETE FROM imports WHERE person = :person", person=person)

"""The table of events."""

from collections.abc import AsyncIterator, Iterable

from data.connection import Columns, Connection, Row


async def add(connection: Connection, events: Iterable[Columns]) -> None:
    """Keep events."""
    await connection.change_many(
        "INSERT INTO events (match, number, kind, side, at, text) "
        "VALUES (:match, :number, :kind, :side, :at, :text)",
        events,
    )


async def of(connection: Connection, match: int, most: int | None = None) -> list[Row]:
    """Find the events of a match in order, all or the first so many."""
    return await connection.rows(
        "SELECT number, kind, side, at, text FROM events "
        "WHERE match = :match AND (:most IS NULL OR number <= :most) ORDER BY number",
        match=match,
        most=most,
    )


def each_of(connection: Connection, match: int) -> AsyncIterator[Row]:
    """Find the events of a match in order, one after the other."""
    return connection.stream(
        "SELECT number, kind, side, at, text FROM events WHERE match = :match ORDER BY number",
        match=match,
    )

"""The table of blocks: who does not want to be challenged by whom."""

from data.connection import Connection, Row


async def add(connection: Connection, blocker: int, blocked: int, since: int) -> None:
    """Keep a block; one that stands already stays as it is."""
    await connection.change(
        "INSERT OR IGNORE INTO blocks (blocker, blocked, since) "
        "VALUES (:blocker, :blocked, :since)",
        blocker=blocker,
        blocked=blocked,
        since=since,
    )


async def remove(connection: Connection, blocker: int, blocked: int) -> bool:
    """Remove a block; say whether there was one."""
    return bool(
        await connection.change(
            "DELETE FROM blocks WHERE blocker = :blocker AND blocked = :blocked",
            blocker=blocker,
            blocked=blocked,
        )
    )


async def by(connection: Connection, blocker: int) -> list[Row]:
    """List whom somebody has blocked, the first first."""
    return await connection.rows(
        "SELECT blocked, since FROM blocks WHERE blocker = :blocker ORDER BY since, blocked",
        blocker=blocker,
    )


async def are_between(connection: Connection, one: int, other: int) -> bool:
    """Tell whether one of two people has blocked the other, whoever that was."""
    return bool(
        await connection.number(
            "SELECT COUNT(*) FROM blocks WHERE (blocker = :one AND blocked = :other) "
            "OR (blocker = :other AND blocked = :one)",
            one=one,
            other=other,
        )
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove every block by or of somebody."""
    await connection.change(
        "DELETE FROM blocks WHERE blocker = :person OR blocked = :person", person=person
    )

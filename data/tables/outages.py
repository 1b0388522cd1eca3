"""The table of outages: when the bot was away for longer than a start takes."""

from data.connection import Connection


async def add(connection: Connection, began: int, ended: int) -> None:
    """Keep that the bot was away."""
    await connection.change(
        "INSERT OR REPLACE INTO outages (began, ended) VALUES (:began, :ended)",
        began=began,
        ended=ended,
    )


async def forget(connection: Connection, before: int) -> None:
    """Forget those that were over before."""
    await connection.change("DELETE FROM outages WHERE ended < :before", before=before)


async def was_any(connection: Connection, since: int, until: int) -> bool:
    """Tell whether the bot was away at any time between two."""
    return bool(
        await connection.number(
            "SELECT EXISTS (SELECT 1 FROM outages WHERE began < :until AND ended > :since)",
            since=since,
            until=until,
        )
    )

"""Statements on which players can no longer see the channels of their matches."""

from data.connection import Connection, Row


async def mark_channel(connection: Connection, channel: int, now: int) -> None:
    """Mark the live matches of a channel, and of the threads made for them."""
    for column in ("channel", "home_channel"):
        await connection.change(
            f"UPDATE matches SET access_check = :now WHERE {column} = :channel "  # noqa: S608 (our own names)
            f"AND ended IS NULL AND {column} IS NOT NULL",
            channel=channel,
            now=now,
        )


async def mark_server(connection: Connection, server: int, now: int) -> None:
    """Mark the live matches of a server."""
    await connection.change(
        "UPDATE matches SET access_check = :now WHERE server = :server AND ended IS NULL",
        server=server,
        now=now,
    )


async def mark_match(connection: Connection, match: int, now: int) -> None:
    """Mark a match."""
    await connection.change(
        "UPDATE matches SET access_check = :now WHERE id = :match",
        match=match,
        now=now,
    )


async def due(connection: Connection, most: int) -> list[Row]:
    """List some marked matches, the longest waiting first."""
    return await connection.rows(
        "SELECT id, access_check, unseen FROM matches WHERE access_check IS NOT NULL "
        "ORDER BY access_check, id LIMIT :most",
        most=most,
    )


async def tell(connection: Connection, match: int, unseen: str) -> None:
    """Record the sides that were told that they do not see the channel."""
    await connection.change(
        "UPDATE matches SET unseen = :unseen WHERE id = :match", match=match, unseen=unseen
    )


async def unmark(connection: Connection, match: int, since: int) -> None:
    """Remove the mark that was made at a time."""
    await connection.change(
        "UPDATE matches SET access_check = NULL WHERE id = :match AND access_check = :since",
        match=match,
        since=since,
    )

"""The table of reviews of finished matches."""

from data.connection import Connection


async def add(connection: Connection, match: int, text: str, made: int) -> None:
    """Insert the review of a match; an existing one is kept."""
    await connection.change(
        "INSERT OR IGNORE INTO reviews (match, text, made) VALUES (:match, :text, :made)",
        match=match,
        text=text,
        made=made,
    )


async def find(connection: Connection, match: int) -> str | None:
    """Find the review of a match."""
    row = await connection.row("SELECT text FROM reviews WHERE match = :match", match=match)
    return None if row is None else str(row["text"])

"""Cards: past ones and messages that ask for an answer, while they have a match's buttons."""

from data.connection import Columns, Connection, Row


async def forget_cards(connection: Connection) -> None:
    """Forget every message that shows or showed a match, and every thread."""
    await connection.change(
        "UPDATE matches SET card_channel = NULL, card_message = NULL, card_count = NULL, "
        "call_channel = NULL, call_message = NULL WHERE card_message IS NOT NULL"
    )
    await connection.change(
        "UPDATE matches SET channel = home_channel, home_channel = NULL, home_message = NULL "
        "WHERE home_message IS NOT NULL"
    )
    await connection.change("DELETE FROM past_cards")
    await connection.change("DELETE FROM request_messages")


async def add_past(connection: Connection, match: int, columns: Columns) -> None:
    """Add a past message, which must lose its buttons.

    Until then the match counts as unannounced, since about now: the time at which the bot was last
    alive.
    """
    await connection.change(
        "INSERT INTO past_cards (match, channel, message, count, is_call, is_request) "
        "VALUES (:match, :card_channel, :card_message, :card_count, :is_call, :is_request) "
        "ON CONFLICT (message) DO NOTHING",
        match=match,
        **columns,
    )
    await connection.change(
        "UPDATE matches SET untold_since = COALESCE(untold_since, (SELECT at FROM pulse)) "
        "WHERE id = :match",
        match=match,
    )


async def past_of(connection: Connection, match: int) -> list[Row]:
    """List the past messages that still carry a match's buttons."""
    return await connection.rows(
        "SELECT channel AS card_channel, message AS card_message, count AS card_count, is_call, "
        "is_request FROM past_cards WHERE match = :match ORDER BY message",
        match=match,
    )


async def remove_past(connection: Connection, message: int) -> None:
    """Remove a past message."""
    await connection.change("DELETE FROM past_cards WHERE message = :message", message=message)


async def add_request(connection: Connection, match: int, columns: Columns) -> None:
    """Add a message with the buttons that answer a request."""
    await connection.change(
        "INSERT INTO request_messages (match, channel, message, kind, number) "
        "VALUES (:match, :card_channel, :card_message, :kind, :number) "
        "ON CONFLICT (message) DO NOTHING",
        match=match,
        **columns,
    )


async def close_requests(connection: Connection, match: int, kind: str) -> None:
    """Make the messages of a kind of request past, now that no such request is open."""
    await connection.change(
        "INSERT INTO past_cards (match, channel, message, count, is_request) "
        "SELECT match, channel, message, number, 1 FROM request_messages "
        "WHERE match = :match AND kind = :kind ON CONFLICT (message) DO NOTHING",
        match=match,
        kind=kind,
    )
    await connection.change(
        "DELETE FROM request_messages WHERE match = :match AND kind = :kind", match=match, kind=kind
    )

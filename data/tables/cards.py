"""Which messages show matches, which are past, and what of a match its players were told."""

from data.connection import Columns, Connection, Row


async def hold(connection: Connection, match: int) -> Row:
    """Lock a match's row until the transaction ends, also in a database with several writers.

    Give which messages show the match, after how many events, and how many there are now.
    """
    (row,) = await connection.rows(
        "UPDATE matches SET count = count WHERE id = :match RETURNING card_channel, card_message, "
        "card_count, count, home_message, call_channel, call_message",
        match=match,
    )
    return row


async def forget(connection: Connection) -> None:
    """Forget every message that shows a match or showed one, and every thread."""
    await connection.change(
        "UPDATE matches SET card_channel = NULL, card_message = NULL, card_count = NULL, "
        "call_channel = NULL, call_message = NULL WHERE card_message IS NOT NULL"
    )
    await connection.change(
        "UPDATE matches SET channel = home_channel, home_channel = NULL, home_message = NULL "
        "WHERE home_message IS NOT NULL"
    )
    await connection.change("DELETE FROM past_cards")


async def add_past(connection: Connection, match: int, columns: Columns) -> None:
    """Keep that a message is past, and must lose its buttons.

    Until then not all is as it should be, since about when the bot was last alive: it is now.
    """
    await connection.change(
        "INSERT INTO past_cards (match, channel, message, count, is_call) "
        "VALUES (:match, :card_channel, :card_message, :card_count, :is_call) "
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
    """List the messages that are past and still carry a match's buttons."""
    return await connection.rows(
        "SELECT channel AS card_channel, message AS card_message, count AS card_count, is_call "
        "FROM past_cards WHERE match = :match ORDER BY message",
        match=match,
    )


async def remove_past(connection: Connection, message: int) -> None:
    """Forget a message that is past."""
    await connection.change("DELETE FROM past_cards WHERE message = :message", message=message)


async def tell(connection: Connection, match: int, count: int) -> None:
    """Keep that the players were told of so many events."""
    await connection.change(
        "UPDATE matches SET told = MAX(told, :count) WHERE id = :match", match=match, count=count
    )


async def settle(connection: Connection, match: int) -> bool:
    """Keep that all of a match is in Discord as it should be, if it is, and say whether it is."""
    changed = await connection.change(
        "UPDATE matches SET untold_since = NULL WHERE id = :match AND told = count "
        "AND (card_message IS NULL OR card_count = count) "
        "AND NOT EXISTS (SELECT 1 FROM past_cards WHERE match = :match)",
        match=match,
    )
    return bool(changed)


async def untold(connection: Connection) -> list[Row]:
    """List the matches of which not all is in Discord as it should be, the longest so first."""
    return await connection.rows(
        "SELECT id, untold_since FROM matches WHERE untold_since IS NOT NULL "
        "ORDER BY untold_since, id"
    )

"""The rows of matches: the state of each, its card, and whether something of it is untold."""

from collections.abc import AsyncIterator

from data.connection import Connection, Row


async def last_number(connection: Connection) -> int:
    """Return the largest number of a match, or 0."""
    return await connection.number("SELECT MAX(id) FROM matches")


async def live_numbers_of(connection: Connection, person: int) -> list[int]:
    """List the numbers of a person's live matches."""
    rows = await connection.rows(
        "SELECT id FROM matches WHERE ended IS NULL AND (first = :person OR second = :person) "
        "ORDER BY id",
        person=person,
    )
    return [int(row["id"]) for row in rows]


def of(connection: Connection, person: int) -> AsyncIterator[Row]:
    """Yield every match of a person, without names."""
    return connection.stream(
        "SELECT * FROM matches WHERE first = :person OR second = :person ORDER BY id",
        person=person,
    )


async def lock_card(connection: Connection, match: int) -> Row:
    """Lock a match's row until the transaction ends, also in a database with several writers.

    Returns which messages show the match, after how many events, and the present number of events.
    """
    (row,) = await connection.rows(
        "UPDATE matches SET count = count WHERE id = :match RETURNING card_channel, card_message, "
        "card_count, count, home_message, call_channel, call_message",
        match=match,
    )
    return row


async def expect(connection: Connection, match: int, now: int) -> None:
    """Record that a message is about to be posted, which may stand unrecorded from now on."""
    await connection.change(
        "UPDATE matches SET unrecorded_since = COALESCE(unrecorded_since, :now), "
        "untold_since = COALESCE(untold_since, :now) WHERE id = :match",
        match=match,
        now=now,
    )


async def tell(connection: Connection, match: int, count: int) -> None:
    """Record that the first `count` events were announced to the players."""
    await connection.change(
        "UPDATE matches SET told = MAX(told, :count) WHERE id = :match", match=match, count=count
    )


async def settle(connection: Connection, match: int) -> bool:
    """Clear the mark of an unannounced match if nothing is left to do; return whether it was."""
    changed = await connection.change(
        "UPDATE matches SET untold_since = NULL, unrecorded_since = NULL "
        "WHERE id = :match AND told = count "
        "AND (card_message IS NULL OR card_count = count) "
        "AND NOT EXISTS (SELECT 1 FROM past_cards WHERE match = :match)",
        match=match,
    )
    return bool(changed)


async def untold(connection: Connection) -> list[Row]:
    """List the matches with something left to do in Discord, the longest waiting first.

    With each whether everything is told, so that only cards are left to tidy up.
    """
    return await connection.rows(
        "SELECT id, untold_since, told = count AS tidies FROM matches "
        "WHERE untold_since IS NOT NULL "
        "ORDER BY untold_since, id"
    )


async def begun_by(connection: Connection, request: int) -> bool:
    """Tell whether a request began a match."""
    return bool(
        await connection.number(
            "SELECT EXISTS (SELECT 1 FROM matches WHERE request = :request)", request=request
        )
    )

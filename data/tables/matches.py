"""Matches, their events, and the messages that show them."""

from collections.abc import AsyncIterator, Iterable

from data.connection import Columns, Connection, Row, Value
from data.tables.columns import (
    MICROSECOND,
    assignments,
    has_blocked,
    insert_into,
    is_away,
    moment,
    stamp,
)
from data.tables.match_columns import UNCHANGED
from data.values import StoredMatch
from match.event import Event, Kind

SEATS = ("first", "second")
WITH_NAMES = (
    "SELECT m.*, a.name AS first_name, b.name AS second_name, "  # noqa: S608 (our own names)
    f"{is_away('m.first')} AS first_away, {is_away('m.second')} AS second_away, "
    f"{has_blocked('m.first', 'm.second')} OR {has_blocked('m.second', 'm.first')} AS silent, "
    "(SELECT e.side || ' ' || e.remark FROM events e WHERE e.match = m.id "
    "AND e.number = m.remark_in) AS remark FROM matches m "
    "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
)

_SAME = "id = :id AND " + " AND ".join(
    (
        *(f"{column} IS :loaded_{column}" for column in UNCHANGED),
        *(f"{is_away(seat)} = :{seat}_away" for seat in SEATS),
    )
)
"""The condition that a row has not changed since it was loaded."""


async def add(connection: Connection, columns: Columns) -> int:
    """Insert a match and return its number."""
    return await connection.insert(insert_into("matches", columns), **columns)


async def find(connection: Connection, number: int) -> Row | None:
    """Find a match with the names of both players."""
    return await connection.row(f"{WITH_NAMES} WHERE m.id = :id", id=number)


async def update(connection: Connection, loaded: StoredMatch, columns: Columns) -> bool:
    """Store a new state of a match; return whether its row was still as it was `loaded`.

    If it was not, another action was faster, and nothing changes.
    """
    same = {f"loaded_{column}": write(loaded) for column, write in UNCHANGED.items()}
    same |= {f"{seat}_away": away for seat, away in zip(SEATS, loaded.clock.away, strict=True)}
    sql = f"UPDATE matches SET {assignments(columns)} WHERE {_SAME}"  # noqa: S608 (our own names)
    return bool(await connection.change(sql, id=loaded.number, **columns, **same))


async def touch(connection: Connection, number: int, count: int) -> None:
    """Record that a person has looked at a match after so many events."""
    await connection.change(
        "UPDATE matches SET touched = 1 WHERE id = :id AND count = :count", id=number, count=count
    )


async def rewrite(connection: Connection, number: int, columns: Columns) -> None:
    """Overwrite some columns of a match, whatever their values are."""
    sql = f"UPDATE matches SET {assignments(columns)} WHERE id = :id"  # noqa: S608 (our own names)
    await connection.change(sql, **columns, id=number)


async def pair(connection: Connection, one: int, other: int) -> None:
    """Record that two matches began together."""
    await connection.change(
        "UPDATE matches SET twin = CASE id WHEN :one THEN :other ELSE :one END "
        "WHERE id IN (:one, :other)",
        one=one,
        other=other,
    )


async def rematch_of(connection: Connection, number: int) -> int | None:
    """Find the rematch of a match."""
    row = await connection.row("SELECT id FROM matches WHERE rematch_of = :id", id=number)
    return None if row is None else int(row["id"])


async def lengths(connection: Connection) -> list[tuple[int, int]]:
    """List the number of every match with how many events it has."""
    rows = await connection.rows("SELECT id, count FROM matches ORDER BY id")
    return [(int(row["id"]), int(row["count"])) for row in rows]


async def numbers(connection: Connection) -> list[int]:
    """List the number of every match."""
    rows = await connection.rows("SELECT id FROM matches ORDER BY id")
    return [int(row["id"]) for row in rows]


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


async def lock(connection: Connection, number: int) -> None:
    """Lock a match's row until the transaction ends, also in a database with several writers."""
    await connection.change("UPDATE matches SET count = count WHERE id = :id", id=number)


async def add_events(connection: Connection, events: Iterable[Columns]) -> int:
    """Insert events and return how many: none if their request was handled before."""
    return await connection.change_many(
        "INSERT INTO events "
        "(match, number, kind, side, at, text, given, conditional, remark, request) "
        "VALUES (:match, :number, :kind, :side, :at, :text, :given, :conditional, :remark, "
        ":request) "
        "ON CONFLICT (request) WHERE request IS NOT NULL DO NOTHING",
        events,
    )


async def events_of(
    connection: Connection, match: int, most: int | None = None, after: int = 0
) -> list[Row]:
    """List the events of a match in order: all, up to `most`, or only those after `after`."""
    return await connection.rows(
        "SELECT number, kind, side, at, text, given, conditional, remark FROM events "
        "WHERE match = :match AND number > :after AND (:most IS NULL OR number <= :most) "
        "ORDER BY number",
        match=match,
        most=most,
        after=after,
    )


async def remarks(connection: Connection, match: int) -> list[Row]:
    """List the remarks of a match, with the numbers of their events."""
    return await connection.rows(
        "SELECT number, remark FROM events WHERE match = :match AND remark <> ''", match=match
    )


async def is_done(connection: Connection, request: int) -> bool:
    """Tell whether a request made an event."""
    return bool(
        await connection.number(
            "SELECT EXISTS (SELECT 1 FROM events WHERE request = :request)", request=request
        )
    )


async def forget_requests(connection: Connection, before: int) -> None:
    """Forget which requests below a number made events."""
    await connection.change(
        "UPDATE events SET request = NULL WHERE request < :before", before=before
    )


def each_event_of(connection: Connection, match: int) -> AsyncIterator[Row]:
    """Yield the events of a match in order."""
    return connection.stream(
        "SELECT number, kind, side, at, text, given, conditional, remark FROM events "
        "WHERE match = :match ORDER BY number",
        match=match,
    )


def event_from(row: Row) -> Event:
    """Read an event."""
    return Event(
        row["number"],
        Kind(row["kind"]),
        row["side"],
        moment(row["at"]),
        row["text"],
        row["given"] * MICROSECOND,
        bool(row["conditional"]),
        row["remark"],
    )


def event_columns(match: int, event: Event, request: int | None = None) -> dict[str, Value]:
    """Write an event, with the request that made it."""
    return {
        "match": match,
        "number": event.number,
        "kind": event.kind,
        "side": event.side,
        "at": stamp(event.at),
        "text": event.text,
        "given": event.given // MICROSECOND,
        "conditional": event.conditional,
        "remark": event.remark,
        "request": request,
    }


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


async def add_past(connection: Connection, match: int, columns: Columns) -> None:
    """Add a past message, which must lose its buttons.

    Until then the match counts as unannounced, since about now: the time at which the bot was last
    alive.
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
    """List the past messages that still carry a match's buttons."""
    return await connection.rows(
        "SELECT channel AS card_channel, message AS card_message, count AS card_count, is_call "
        "FROM past_cards WHERE match = :match ORDER BY message",
        match=match,
    )


async def remove_past(connection: Connection, message: int) -> None:
    """Remove a past message."""
    await connection.change("DELETE FROM past_cards WHERE message = :message", message=message)


async def tell(connection: Connection, match: int, count: int) -> None:
    """Record that the first `count` events were announced to the players."""
    await connection.change(
        "UPDATE matches SET told = MAX(told, :count) WHERE id = :match", match=match, count=count
    )


async def settle(connection: Connection, match: int) -> bool:
    """Clear the mark of an unannounced match if nothing is left to do; return whether it was."""
    changed = await connection.change(
        "UPDATE matches SET untold_since = NULL WHERE id = :match AND told = count "
        "AND (card_message IS NULL OR card_count = count) "
        "AND NOT EXISTS (SELECT 1 FROM past_cards WHERE match = :match)",
        match=match,
    )
    return bool(changed)


async def untold(connection: Connection) -> list[Row]:
    """List the matches with something left to do in Discord, the longest waiting first."""
    return await connection.rows(
        "SELECT id, untold_since FROM matches WHERE untold_since IS NOT NULL "
        "ORDER BY untold_since, id"
    )

"""The rows of matches: the state of each, its card, and whether something of it is untold."""

import json
from collections.abc import AsyncIterator

from data.columns import assignments, has_blocked, insert_into, is_away
from data.connection import Columns, Connection, Row
from data.values import StoredMatch

WITH_NAMES = (
    "SELECT m.*, a.name AS first_name, b.name AS second_name, "  # noqa: S608 (our own names)
    f"{is_away('m.first', 'm.contest')} AS first_away, "
    f"{is_away('m.second', 'm.contest')} AS second_away, "
    f"{has_blocked('m.first', 'm.second')} OR {has_blocked('m.second', 'm.first')} AS silent, "
    "(SELECT e.side || ' ' || e.remark FROM events e WHERE e.match = m.id "
    "AND e.number = m.remark_in) AS remark, "
    "c.number AS contest_number, c.season AS contest_season, c.form AS contest_form, "
    "c.name AS contest_name FROM matches m LEFT JOIN contests c ON c.id = m.contest "
    "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
)

ON_TIME = "('time', 'time_again')"


async def add(connection: Connection, columns: Columns) -> int:
    """Insert a match and return its number."""
    return await connection.insert(insert_into("matches", columns), **columns)


async def find(connection: Connection, number: int) -> Row | None:
    """Find a match with the names of both players."""
    return await connection.row(f"{WITH_NAMES} WHERE m.id = :id", id=number)


async def update(connection: Connection, loaded: StoredMatch, columns: Columns) -> bool:
    """Store the next version of a match; return whether it was still as it was `loaded`.

    If it was not, another action was faster, and nothing changes. What is untold is posted soon, so
    there may be an unrecorded message from then on.
    """
    changes = f"version = version + 1, {assignments(columns)}"
    if "untold_since" in columns:
        changes += ", unrecorded_since = COALESCE(unrecorded_since, :untold_since)"
    sql = f"UPDATE matches SET {changes} WHERE id = :id AND version = :loaded"  # noqa: S608 (our own names)
    changed = await connection.change(sql, id=loaded.number, loaded=loaded.version, **columns)
    return bool(changed)


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


async def in_live_match(connection: Connection, *people: int) -> str | None:
    """Return the name of one of these people who plays a live match, if one does.

    A match that an administrator has locked does not count: it may stay so for long.
    """
    row = await connection.row(
        "SELECT p.name FROM matches m JOIN people p ON p.id IN (m.first, m.second) "
        "WHERE m.live = 1 AND m.ended IS NULL AND m.locked = 0 "
        "AND p.id IN (SELECT value FROM json_each(:people)) LIMIT 1",
        people=json.dumps(people),
    )
    return None if row is None else str(row["name"])


async def lengths(connection: Connection) -> list[tuple[int, int]]:
    """List the number of every match with how many events it has."""
    rows = await connection.rows("SELECT id, count FROM matches ORDER BY id")
    return [(int(row["id"]), int(row["count"])) for row in rows]


async def last_number(connection: Connection) -> int:
    """Return the largest number of a match, or 0."""
    return await connection.number("SELECT MAX(id) FROM matches")


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


async def forget_requests(connection: Connection, before: int) -> None:
    """Forget which requests below a number began matches."""
    await connection.change(
        "UPDATE matches SET request = NULL WHERE request < :before", before=before
    )


async def last_rated_time_out(connection: Connection, person: int, after: int) -> Row | None:
    """Find the last rated match that a person has lost on time since a time."""
    first, second = (
        f"SELECT * FROM (SELECT since, ended FROM matches WHERE {seat} = :person "  # noqa: S608 (our own names)
        f"AND ended > :after AND rated AND how IN {ON_TIME} AND winner = {winner} "
        "ORDER BY ended DESC LIMIT 1)"
        for seat, winner in (("first", 1), ("second", 0))
    )
    return await connection.row(
        f"SELECT since, ended FROM ({first} UNION ALL {second}) ORDER BY ended DESC LIMIT 1",  # noqa: S608 (our own names)
        person=person,
        after=after,
    )

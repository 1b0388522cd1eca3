"""Statements on what is due now: time-outs and reminders, also ahead of quiet hours."""

from data.connection import Connection, Row
from match.match import FREE_MOVES


async def alarms(connection: Connection, now: int, last_call: int) -> list[Row]:
    """List the matches in progress whose alarm is due, the longest due first, but for live ones.

    With each whether its time is over, whether the player still has to be reminded, whether it is
    the last call for a vacation that may begin automatically, and the player's quiet hours. No
    vacation begins for a match that would only be aborted.
    """
    return await connection.rows(
        "SELECT m.id, m.alarm, m.deadline <= :now AS over, m.reminded < 2 AS unreminded, "
        "m.deadline <= :now + :last_call AND COALESCE(v.by_itself, 1) "
        "AND (m.contest IS NOT NULL OR MIN(m.first_moves, m.second_moves) >= :settled) "
        "AS last_call, "
        "q.begins <= :now AND q.ends > :now AS quiet, "
        "MAX(q.ended, CASE WHEN q.ends <= :now THEN q.ends ELSE 0 END) AS awake_since "
        "FROM matches m "
        "LEFT JOIN vacations v ON v.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END "
        "LEFT JOIN quiet_hours q ON q.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END "
        "WHERE m.alarm <= :now AND m.live = 0 ORDER BY m.alarm, m.id",
        now=now,
        last_call=last_call,
        settled=FREE_MOVES,
    )


async def live_alarms(connection: Connection, now: int) -> list[Row]:
    """List the live matches whose alarm is due, with each whether its time is over."""
    return await connection.rows(
        "SELECT id, deadline <= :now AS over FROM matches "
        "WHERE live = 1 AND ended IS NULL AND alarm <= :now ORDER BY alarm, id",
        now=now,
    )


async def before_quiet(
    connection: Connection, now: int, *, early: int, late: int, last: int
) -> list[Row]:
    """List matches whose time runs out in quiet hours that begin soon, or up to `late` after them.

    Only those are listed whose last reminder, when the `last` part of the time is left, falls into
    the quiet hours.
    """
    some = " UNION ALL ".join(
        "SELECT m.id, q.begins - :early AS since FROM quiet_hours q CROSS JOIN matches m "  # noqa: S608 (our own names)
        f"ON m.{seat} = q.person AND m.turn = {turn} WHERE m.ended IS NULL "
        "AND q.begins > :now AND q.begins <= :now + :early AND m.reminded < 2 AND m.live = 0 "
        "AND m.deadline > q.begins AND m.deadline <= q.ends + :late "
        f"AND m.deadline - m.{seat}_bank / :last >= q.begins"
        for seat, turn in (("first", 0), ("second", 1))
    )
    return await connection.rows(some, now=now, early=early, late=late, last=last)


async def running_low(connection: Connection, soon: int) -> list[int]:
    """List the matches whose alarm comes soon, and all live ones."""
    rows = await connection.rows(
        "SELECT id FROM matches WHERE alarm <= :soon "
        "UNION SELECT id FROM matches WHERE live = 1 AND ended IS NULL",
        soon=soon,
    )
    return [int(row["id"]) for row in rows]

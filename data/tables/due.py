"""Statements on what is due now, and on outages of the bot, whose time is given back."""

import json
from collections.abc import Iterable

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


async def pulse(connection: Connection) -> int | None:
    """Return when the bot was last alive."""
    row = await connection.row("SELECT at FROM pulse")
    return None if row is None else int(row["at"])


async def set_pulse(connection: Connection, now: int) -> None:
    """Record when the bot was last alive."""
    await connection.change(
        "INSERT INTO pulse (id, at) VALUES (1, :now) "
        "ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        now=now,
    )


_RUNS = "ended IS NULL AND (alarm IS NOT NULL OR pace IS NULL)"
"""Matches whose time goes on: that of the clock, or until they may be claimed."""


async def move_pulse(connection: Connection, by: int) -> None:
    """Move the time at which the bot was last alive, as the clock was moved."""
    await connection.change("UPDATE pulse SET at = at + :by", by=by)


_AWAY = "MAX(0, :back - MAX(:left, since))"
_GIVE_BACK = (
    f"UPDATE matches SET given = given + {_AWAY}, alarm = alarm + {_AWAY}, "  # noqa: S608 (a constant)
    f"deadline = deadline + {_AWAY} WHERE {_RUNS}"
)
"""Move alarms and deadlines by the time away, or the part of it within the turn.

So is the time from which a match without a clock may be claimed.
"""


async def running_low(connection: Connection, soon: int) -> list[int]:
    """List the matches whose alarm comes soon, and all live ones."""
    rows = await connection.rows(
        "SELECT id FROM matches WHERE alarm <= :soon "
        "UNION SELECT id FROM matches WHERE live = 1 AND ended IS NULL",
        soon=soon,
    )
    return [int(row["id"]) for row in rows]


async def give_time_back(
    connection: Connection, left: int, back: int, only: Iterable[int] | None = None
) -> None:
    """Give back the time away in all matches, or `only` in some."""
    if only is None:
        await connection.change(_GIVE_BACK, left=left, back=back)
        return
    await connection.change(
        f"{_GIVE_BACK} AND id IN (SELECT value FROM json_each(:only))",  # noqa: S608 (our own names)
        left=left,
        back=back,
        only=json.dumps([*only]),
    )


async def give_some_back(
    connection: Connection, left: int, back: int, numbers: range, *, but: Iterable[int]
) -> None:
    """Give back the time away in the matches of some numbers in a row, but for some of them."""
    await connection.change(
        f"{_GIVE_BACK} AND id BETWEEN :first AND :last "  # noqa: S608 (our own names)
        "AND id NOT IN (SELECT value FROM json_each(:but))",
        left=left,
        back=back,
        first=numbers[0],
        last=numbers[-1],
        but=json.dumps([one for one in but if one in numbers]),
    )


async def move(connection: Connection, by: int, but: int, to: int) -> None:
    """Move every alarm and deadline, except for turns that began between two times."""
    await connection.change(
        "UPDATE matches SET given = given + :by, alarm = alarm + :by, deadline = deadline + :by "  # noqa: S608 (a constant)
        f"WHERE {_RUNS} AND since NOT BETWEEN :but AND :to",
        by=by,
        but=but,
        to=to,
    )


async def add_outage(connection: Connection, began: int, ended: int) -> None:
    """Add an outage."""
    await connection.change(
        "INSERT OR REPLACE INTO outages (began, ended) VALUES (:began, :ended)",
        began=began,
        ended=ended,
    )


async def forget_outages(connection: Connection, before: int) -> None:
    """Remove the outages that ended before a time."""
    await connection.change("DELETE FROM outages WHERE ended < :before", before=before)


async def was_outage(connection: Connection, since: int, until: int) -> bool:
    """Tell whether there was an outage at any time between two."""
    return bool(
        await connection.number(
            "SELECT EXISTS (SELECT 1 FROM outages WHERE began < :until AND ended > :since)",
            since=since,
            until=until,
        )
    )

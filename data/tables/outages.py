"""Outages of the bot: when it was last alive, and the time that is given back in matches."""

import json
from collections.abc import Iterable

from data.connection import Connection


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
    f"deadline = deadline + {_AWAY}, version = version + 1 WHERE {_RUNS}"
)
"""Move alarms and deadlines by the time away, or the part of it within the turn.

So is the time from which a match without a clock may be claimed.
"""


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
        "UPDATE matches SET given = given + :by, alarm = alarm + :by, deadline = deadline + :by, "  # noqa: S608 (a constant)
        f"version = version + 1 WHERE {_RUNS} AND since NOT BETWEEN :but AND :to",
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

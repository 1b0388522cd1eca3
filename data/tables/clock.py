"""What the clock asks and notes."""

from data.connection import Connection, Row


async def alarms(connection: Connection, now: int, last_call: int) -> list[Row]:
    """Find the live matches in which the clock has something to do, the longest due first.

    With each whether its time is over, whether the player is still to be reminded, and whether it
    is the last call for a vacation that may begin by itself.
    """
    return await connection.rows(
        "SELECT m.id, m.alarm, m.deadline <= :now AS over, NOT m.reminded AS unreminded, "
        "m.deadline <= :now + :last_call AND COALESCE(v.by_itself, 1) AS last_call FROM matches m "
        "LEFT JOIN vacations v ON v.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END "
        "WHERE m.alarm <= :now ORDER BY m.alarm, m.id",
        now=now,
        last_call=last_call,
    )


async def pulse(connection: Connection) -> int | None:
    """Tell when the bot was last alive."""
    row = await connection.row("SELECT at FROM pulse")
    return None if row is None else int(row["at"])


async def set_pulse(connection: Connection, now: int) -> None:
    """Keep when the bot was last alive."""
    await connection.change(
        "INSERT INTO pulse (id, at) VALUES (1, :now) "
        "ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        now=now,
    )


async def give_time_back(connection: Connection, left: int, back: int) -> None:
    """Move every alarm and deadline by the time away, or by what of it fell into the turn."""
    away = "MAX(0, :back - MAX(:left, since))"
    await connection.change(
        f"UPDATE matches SET given = given + {away}, alarm = alarm + {away}, "  # noqa: S608 (a constant)
        f"deadline = deadline + {away} WHERE alarm IS NOT NULL",
        left=left,
        back=back,
    )


async def move(connection: Connection, by: int, but: int, to: int) -> None:
    """Move every alarm and deadline, but those of turns that began between two times."""
    await connection.change(
        "UPDATE matches SET given = given + :by, alarm = alarm + :by, deadline = deadline + :by "
        "WHERE alarm IS NOT NULL AND since NOT BETWEEN :but AND :to",
        by=by,
        but=but,
        to=to,
    )

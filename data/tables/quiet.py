"""The table of quiet hours: when those are in which somebody is now, or their next ones."""

from data.connection import Columns, Connection, Row

FARTHEST = 50 * 3_600_000_000
"""Nobody's next quiet hours are farther away than this, unless the clock was set back."""


async def keep(connection: Connection, person: int, now: int, columns: Columns) -> None:
    """Keep somebody's quiet hours; those that were kept before are over by now."""
    await connection.change(
        "INSERT INTO quiet_hours (person, begins, ends, ended) VALUES (:person, :begins, :ends, 0) "
        "ON CONFLICT (person) DO UPDATE SET begins = excluded.begins, ends = excluded.ends, "
        "ended = MIN(ends, :now)",
        person=person,
        now=now,
        **columns,
    )


async def end(connection: Connection, person: int, now: int) -> None:
    """Let somebody's quiet hours be over, if there are any."""
    await connection.change(
        "UPDATE quiet_hours SET begins = :now, ends = :now, ended = :now WHERE person = :person",
        person=person,
        now=now,
    )


async def past(connection: Connection, now: int, most: int) -> list[int]:
    """List some of those whose quiet hours are over."""
    rows = await connection.rows(
        "SELECT person FROM quiet_hours WHERE ends <= :now "
        "UNION ALL SELECT person FROM quiet_hours WHERE begins > :now + :farthest LIMIT :most",
        now=now,
        most=most,
        farthest=FARTHEST,
    )
    return [int(row["person"]) for row in rows]


async def of(connection: Connection, person: int) -> Row | None:
    """Find somebody's quiet hours."""
    return await connection.row(
        "SELECT begins, ends, ended FROM quiet_hours WHERE person = :person", person=person
    )


async def remove(connection: Connection, person: int, before: int) -> None:
    """Remove somebody's quiet hours where they were over before a time."""
    await connection.change(
        "DELETE FROM quiet_hours WHERE person = :person AND ends < :before",
        person=person,
        before=before,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove somebody's quiet hours."""
    await connection.change("DELETE FROM quiet_hours WHERE person = :person", person=person)

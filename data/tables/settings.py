"""People's settings and quiet hours, and settings of servers."""

from data.connection import Columns, Connection, Row


async def settings_of(connection: Connection, person: int) -> list[Row]:
    """List a person's settings."""
    return await connection.rows(
        "SELECT setting, value FROM settings WHERE person = :person ORDER BY setting",
        person=person,
    )


async def languages(connection: Connection) -> dict[int, str]:
    """Return the language of everybody who has chosen one."""
    rows = await connection.rows(
        "SELECT person, value FROM settings WHERE setting = 'language' AND value <> ''"
    )
    return {int(row["person"]): str(row["value"]) for row in rows}


async def choose_settings(connection: Connection, person: int, setting: str, value: str) -> None:
    """Store a person's setting."""
    await connection.change(
        "INSERT INTO settings (person, setting, value) VALUES (:person, :setting, :value) "
        "ON CONFLICT (person, setting) DO UPDATE SET value = excluded.value",
        person=person,
        setting=setting,
        value=value,
    )


async def remove_settings_of(connection: Connection, person: int) -> None:
    """Remove all settings of a person."""
    await connection.change("DELETE FROM settings WHERE person = :person", person=person)


FARTHEST = 50 * 3_600_000_000
"""Nobody's next quiet hours are farther away than this, unless the clock was set back."""


async def keep_night(connection: Connection, person: int, now: int, columns: Columns) -> None:
    """Store a person's next quiet hours; those stored before are over by now."""
    await connection.change(
        "INSERT INTO quiet_hours (person, begins, ends, ended) VALUES (:person, :begins, :ends, 0) "
        "ON CONFLICT (person) DO UPDATE SET begins = excluded.begins, ends = excluded.ends, "
        "ended = MIN(ends, :now)",
        person=person,
        now=now,
        **columns,
    )


async def end_night(connection: Connection, person: int, now: int) -> None:
    """End a person's quiet hours, if there are any."""
    await connection.change(
        "UPDATE quiet_hours SET begins = :now, ends = :now, ended = :now WHERE person = :person",
        person=person,
        now=now,
    )


async def past_nights(connection: Connection, now: int, most: int) -> list[int]:
    """List some people whose quiet hours are over."""
    rows = await connection.rows(
        "SELECT person FROM quiet_hours WHERE ends <= :now "
        "UNION ALL SELECT person FROM quiet_hours WHERE begins > :now + :farthest LIMIT :most",
        now=now,
        most=most,
        farthest=FARTHEST,
    )
    return [int(row["person"]) for row in rows]


async def night_of(connection: Connection, person: int) -> Row | None:
    """Find a person's quiet hours."""
    return await connection.row(
        "SELECT begins, ends, ended FROM quiet_hours WHERE person = :person", person=person
    )


async def remove_night(connection: Connection, person: int, before: int) -> None:
    """Remove a person's quiet hours if they were over before a time."""
    await connection.change(
        "DELETE FROM quiet_hours WHERE person = :person AND ends < :before",
        person=person,
        before=before,
    )


async def remove_nights_of(connection: Connection, person: int) -> None:
    """Remove a person's quiet hours."""
    await connection.change("DELETE FROM quiet_hours WHERE person = :person", person=person)


async def of_server(connection: Connection, server: int) -> list[Row]:
    """List a server's settings."""
    return await connection.rows(
        "SELECT setting, value FROM server_settings WHERE server = :server ORDER BY setting",
        server=server,
    )


async def servers(connection: Connection) -> list[int]:
    """List the servers that have settings, or in which people solve puzzles."""
    rows = await connection.rows(
        "SELECT server FROM server_settings UNION SELECT server FROM daily_puzzles "
        "UNION SELECT server FROM daily_posts UNION SELECT server FROM rush_bests "
        "WHERE server > 0 ORDER BY server"
    )
    return [int(row["server"]) for row in rows]


async def choose_for_server(connection: Connection, server: int, setting: str, value: str) -> None:
    """Store a server's setting."""
    await connection.change(
        "INSERT INTO server_settings (server, setting, value) VALUES (:server, :setting, :value) "
        "ON CONFLICT (server, setting) DO UPDATE SET value = excluded.value",
        server=server,
        setting=setting,
        value=value,
    )


async def remove_server(connection: Connection, server: int) -> None:
    """Remove all settings of a server."""
    await connection.change("DELETE FROM server_settings WHERE server = :server", server=server)

"""The table of what people have chosen for themselves."""

from data.connection import Connection, Row


async def of(connection: Connection, person: int) -> list[Row]:
    """List what somebody has chosen."""
    return await connection.rows(
        "SELECT setting, value FROM settings WHERE person = :person ORDER BY setting",
        person=person,
    )


async def languages(connection: Connection) -> dict[int, str]:
    """Give the language of everybody who has chosen one."""
    rows = await connection.rows(
        "SELECT person, value FROM settings WHERE setting = 'language' AND value <> ''"
    )
    return {int(row["person"]): str(row["value"]) for row in rows}


async def choose(connection: Connection, person: int, setting: str, value: str) -> None:
    """Keep what somebody has chosen."""
    await connection.change(
        "INSERT INTO settings (person, setting, value) VALUES (:person, :setting, :value) "
        "ON CONFLICT (person, setting) DO UPDATE SET value = excluded.value",
        person=person,
        setting=setting,
        value=value,
    )


async def remove_of(connection: Connection, person: int) -> None:
    """Remove all that somebody has chosen."""
    await connection.change("DELETE FROM settings WHERE person = :person", person=person)

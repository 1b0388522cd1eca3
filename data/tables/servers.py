"""The table of what servers have chosen."""

from data.connection import Connection, Row


async def of(connection: Connection, server: int) -> list[Row]:
    """List what a server has chosen."""
    return await connection.rows(
        "SELECT setting, value FROM server_settings WHERE server = :server ORDER BY setting",
        server=server,
    )


async def numbers(connection: Connection) -> list[int]:
    """List the servers that have chosen something."""
    rows = await connection.rows("SELECT DISTINCT server FROM server_settings ORDER BY server")
    return [int(row["server"]) for row in rows]


async def choose(connection: Connection, server: int, setting: str, value: str) -> None:
    """Keep what a server has chosen."""
    await connection.change(
        "INSERT INTO server_settings (server, setting, value) VALUES (:server, :setting, :value) "
        "ON CONFLICT (server, setting) DO UPDATE SET value = excluded.value",
        server=server,
        setting=setting,
        value=value,
    )


async def remove(connection: Connection, server: int) -> None:
    """Remove all that a server has chosen."""
    await connection.change("DELETE FROM server_settings WHERE server = :server", server=server)

"""The table of weekly digests, and the matches that they tell of."""

from data.connection import Connection, Row


async def due(connection: Connection, week: int) -> list[Row]:
    """List the servers with a channel for digests that were not told of a week."""
    return await connection.rows(
        "SELECT s.server, s.value AS channel, "
        "COALESCE(d.tried AND d.week = :week - 1, 0) AS tried FROM server_settings s "
        "LEFT JOIN digests d ON d.server = s.server WHERE s.setting = 'digest' AND s.value <> '0' "
        "AND COALESCE(d.week, :week - 1) < :week ORDER BY s.server",
        week=week,
    )


async def begin(connection: Connection, server: int, told: int) -> None:
    """Record that the message after the week `told` may stand there from now on."""
    await connection.change(
        "INSERT INTO digests (server, week, tried) VALUES (:server, :told, 1) "
        "ON CONFLICT (server) DO UPDATE SET week = excluded.week, tried = 1",
        server=server,
        told=told,
    )


async def tell(connection: Connection, server: int, week: int) -> None:
    """Record that a server was told of a week."""
    await connection.change(
        "INSERT INTO digests (server, week, tried) VALUES (:server, :week, 0) "
        "ON CONFLICT (server) DO UPDATE SET week = excluded.week, tried = 0",
        server=server,
        week=week,
    )


async def played(connection: Connection, server: int, since: int, until: int) -> list[Row]:
    """List the matches of a server that ended with a result within some time, or go on.

    Of the latter those whose present turn began since.
    """
    return await connection.rows(
        "SELECT m.id, m.game, m.server, m.channel, m.home_channel, m.first, m.second, m.level, "
        "m.computer, a.name AS first_name, b.name AS second_name, m.first_moves, m.second_moves, "
        "m.ended, m.card_channel, m.card_message, r.text AS review FROM matches m "
        "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
        "LEFT JOIN reviews r ON r.match = m.id WHERE m.server = :server AND "
        "((m.ended >= :since AND m.ended < :until AND m.how NOT IN ('abort', 'stopped')) "
        "OR (m.ended IS NULL AND m.since >= :since AND m.first_moves + m.second_moves > 0)) "
        "ORDER BY m.ended IS NULL, m.ended, m.id",
        server=server,
        since=since,
        until=until,
    )


async def remove_server(connection: Connection, server: int) -> None:
    """Forget what a server was told."""
    await connection.change("DELETE FROM digests WHERE server = :server", server=server)

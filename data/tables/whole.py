"""The file as a whole: whether it is sound, and how much there is in it."""

from data.connection import Connection, Row


async def unsound(connection: Connection) -> list[str]:
    """Ask SQLite itself what is wrong with the file, references included."""
    found = [str(row[0]) for row in await connection.rows("PRAGMA integrity_check")]
    faults = [] if found == ["ok"] else found
    faults += [
        f"row {row[1]} of {row[0]} refers to nothing in {row[2]}"
        for row in await connection.rows("PRAGMA foreign_key_check")
    ]
    return faults


async def totals(connection: Connection) -> Row:
    """Count what there is."""
    (row,) = await connection.rows(
        "SELECT (SELECT COUNT(*) FROM people WHERE id > 0) AS people, "
        "(SELECT COUNT(*) FROM challenges WHERE state = 'pending') AS pending_challenges, "
        "(SELECT COUNT(*) FROM matches WHERE ended IS NULL) AS live_matches, "
        "(SELECT COUNT(*) FROM matches WHERE ended IS NOT NULL) AS finished_matches, "
        "(SELECT COUNT(*) FROM matches WHERE counts = 1) AS rated_results, "
        "(SELECT COUNT(*) FROM events) AS events, "
        "(SELECT at FROM pulse) AS last_alive"
    )
    return row


async def totals_by_game(connection: Connection) -> list[Row]:
    """Count the matches of each game."""
    return await connection.rows(
        "SELECT game, SUM(ended IS NULL) AS live, SUM(ended IS NOT NULL) AS finished "
        "FROM matches GROUP BY game ORDER BY game"
    )

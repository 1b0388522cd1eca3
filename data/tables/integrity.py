"""Statements on the file as a whole: whether it is consistent, and what it contains."""

from data.connection import Connection, Row
from data.tables.challenges import GOING


async def unsound(connection: Connection, *, quick: bool = False) -> list[str]:
    """List what SQLite itself finds wrong with the file, references included.

    A quick check does not compare the indexes with their tables.
    """
    check = "PRAGMA quick_check" if quick else "PRAGMA integrity_check"
    found = [str(row[0]) for row in await connection.rows(check)]
    faults = [] if found == ["ok"] else found
    faults += [
        f"row {row[1]} of {row[0]} refers to nothing in {row[2]}"
        for row in await connection.rows("PRAGMA foreign_key_check")
    ]
    return faults


async def miscounted(connection: Connection) -> list[str]:
    """Compare the numbers of rows with what they should be."""
    events = await connection.rows(
        "SELECT m.id, m.count, COUNT(e.number) AS kept, COALESCE(MAX(e.number), 0) AS latest "
        "FROM matches m LEFT JOIN events e ON e.match = m.id "
        "GROUP BY m.id HAVING kept <> m.count OR latest <> m.count"
    )
    faults = [
        f"match {row['id']}: it has {row['kept']} events, the last of number {row['latest']}, and "
        f"its row counts {row['count']}"
        for row in events
    ]
    changes = await connection.rows(
        "SELECT m.id, COUNT(c.id) AS kept FROM matches m "
        "LEFT JOIN rating_changes c ON c.match = m.id GROUP BY m.id HAVING kept <> 2 * m.counts"
    )
    faults += [f"match {row['id']}: it has {row['kept']} changes of ratings" for row in changes]
    return faults


async def computer_contradictions(connection: Connection) -> list[str]:
    """List matches whose computer side, level and rating contradict each other.

    SQLite does not check constraints in a file that is only read.
    """
    rows = await connection.rows(
        "SELECT id FROM matches WHERE (level IS NULL) <> (computer IS NULL) "
        "OR level NOT BETWEEN 1 AND 5 OR computer NOT IN (0, 1) "
        "OR (level IS NOT NULL AND rated <> 0)"
    )
    return [
        f"match {row['id']}: it is against the computer, and its side, its level or its being "
        "rated is not as it can be there"
        for row in rows
    ]


async def twin_contradictions(connection: Connection) -> list[str]:
    """List matches that contradict the match that began together with them."""
    found = await connection.rows(
        "SELECT m.id, m.twin FROM matches m LEFT JOIN matches t ON t.id = m.twin "
        "WHERE m.twin IS NOT NULL AND (t.twin IS NOT m.id OR t.game <> m.game "
        "OR t.options <> m.options OR t.pace IS NOT m.pace OR t.rated <> m.rated "
        "OR t.started <> m.started) ORDER BY m.id"
    )
    return [
        f"match {row['id']}: it did not begin together with match {row['twin']}" for row in found
    ]


async def wrongly_resting(connection: Connection) -> list[str]:
    """List standing challenges that rest although fewer of their matches than allowed are live."""
    rows = await connection.rows(
        f"SELECT id FROM challenges c WHERE state = 'resting' AND at_once > ({GOING} c.anew_of)"  # noqa: S608 (our own names)
    )
    return [f"challenge {row['id']}: it rests, and too few of its matches go on" for row in rows]


async def totals(connection: Connection) -> Row:
    """Count everything."""
    (row,) = await connection.rows(
        "SELECT (SELECT COUNT(*) FROM people WHERE id > 0) AS people, "
        "(SELECT COUNT(*) FROM challenges WHERE state = 'pending') AS pending_challenges, "
        "(SELECT COUNT(*) FROM matches WHERE ended IS NULL) AS live_matches, "
        "(SELECT COUNT(*) FROM matches WHERE ended IS NOT NULL) AS finished_matches, "
        "(SELECT COUNT(*) FROM matches WHERE counts = 1) AS rated_results, "
        "(SELECT COUNT(*) FROM events) AS events, "
        "(SELECT COUNT(DISTINCT server) FROM server_settings) AS choosing_servers, "
        "(SELECT at FROM pulse) AS last_alive"
    )
    return row


async def totals_by_game(connection: Connection) -> list[Row]:
    """Count the matches of each game."""
    return await connection.rows(
        "SELECT game, SUM(ended IS NULL) AS live, SUM(ended IS NOT NULL) AS finished "
        "FROM matches GROUP BY game ORDER BY game"
    )

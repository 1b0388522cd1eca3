"""Statements on the file as a whole: whether it is consistent, and what it contains."""

from collections.abc import Iterable

from data.challenge_rows import GOING
from data.connection import Connection, Row


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


async def contest_contradictions(connection: Connection) -> list[str]:
    """List leagues and cups whose state, dates, games or entrants contradict each other.

    While somebody is being forgotten, matches and entrants may name them differently.
    """
    return await _described(connection, CONTEST_FAULTS)


CONTEST_FAULTS = (
    (
        (
            "SELECT id, state, CASE WHEN state NOT IN ('open', 'running', 'over', 'cancelled', "
            "'undecided') THEN 'its state is none' "
            "WHEN state = 'open' AND started IS NOT NULL THEN 'it has begun' "
            "WHEN state = 'running' AND (started IS NULL OR ends IS NULL) THEN 'it has no dates' "
            "WHEN due IS NULL AND (state = 'running' OR state = 'open' AND begins IS NOT NULL) "
            "THEN 'nothing is due' "
            "WHEN ended IS NULL AND state NOT IN ('open', 'running') THEN 'it has no end' "
            "WHEN shown > version THEN 'its card shows more than there is' "
            "END AS fault FROM contests WHERE fault IS NOT NULL ORDER BY id"
        ),
        "contest {id}, {state}: {fault}",
    ),
    (
        (
            "SELECT g.contest AS id, g.match FROM contest_games g JOIN matches m ON m.id = g.match "
            "WHERE m.contest IS NOT g.contest ORDER BY g.contest, g.match"
        ),
        "contest {id}: match {match} is one of its games, and belongs to none or another",
    ),
    (
        (
            "SELECT m.contest AS id, m.id AS match FROM matches m WHERE m.contest IS NOT NULL "
            "AND NOT EXISTS (SELECT 1 FROM contest_games g WHERE g.match = m.id "
            "AND g.contest = m.contest) ORDER BY m.contest, m.id"
        ),
        "contest {id}: match {match} belongs to it, and is none of its games",
    ),
    (
        (
            "SELECT g.contest AS id, g.match FROM contest_games g JOIN matches m ON m.id = g.match "
            "LEFT JOIN contest_entrants a ON a.contest = g.contest AND a.number = g.first "
            "LEFT JOIN contest_entrants b ON b.contest = g.contest AND b.number = g.second "
            "WHERE (a.person IS NOT m.first OR b.person IS NOT m.second) "
            "AND NOT EXISTS (SELECT 1 FROM leaving) ORDER BY g.contest, g.match"
        ),
        "contest {id}: match {match} is not between the entrants of its game",
    ),
    (
        (
            "SELECT c.id FROM contests c JOIN contest_entrants e ON e.contest = c.id "
            "WHERE c.started IS NOT NULL AND e.declined = 0 GROUP BY c.id "
            "HAVING MIN(e.number) <> 0 OR MAX(e.number) <> COUNT(*) - 1 "
            "OR COUNT(DISTINCT e.number) <> COUNT(*)"
        ),
        "contest {id}: its entrants are not numbered one by one",
    ),
)
"""Statements that find leagues and cups that cannot be, each with what is said of them."""


async def unwatched(connection: Connection) -> list[str]:
    """List matches that somebody follows or guesses in, and whose rows don't say so."""
    found = (
        "SELECT id FROM matches WHERE watched = 0 AND (id IN (SELECT match FROM follows) "
        "OR id IN (SELECT match FROM guesses)) ORDER BY id"
    )
    told = "match {id}: somebody follows it or guesses in it, and would be told nothing"
    return await _described(connection, [(found, told)])


async def pace_contradictions(connection: Connection) -> list[str]:
    """List matches that count as live, or not, against their pace."""
    found = "SELECT id, pace, live FROM matches WHERE live <> (COALESCE(pace, '') LIKE '%m+%')"
    told = "match {id}: its pace is {pace!r}, and its live is {live}"
    return await _described(connection, [(found, told)])


async def daily_contradictions(connection: Connection) -> list[str]:
    """List results of daily puzzles that cannot be."""
    found = (
        "SELECT person, day FROM daily_players WHERE solved > tried OR at_first > solved "
        "ORDER BY person, day"
    )
    told = "person {person}: the puzzle of day {day} is solved at first, but not solved or tried"
    return await _described(connection, [(found, told)])


async def _described(connection: Connection, faults: Iterable[tuple[str, str]]) -> list[str]:
    """Return a line for each row of some statements, worded with the row's values."""
    return [
        words.format(**{key: row[key] for key in row.keys()})  # noqa: SIM118 (a row iterates over its values)
        for statement, words in faults
        for row in await connection.rows(statement)
    ]


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

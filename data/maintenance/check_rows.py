"""Check the file without replaying anything: SQLite's own check, counts, contradictions."""

from itertools import groupby
from operator import itemgetter

from data.challenge_rows import GOING
from data.checksums import OF_MATCH
from data.connection import Connection
from match.match import LONGEST_NAME

PLACES = (
    "SELECT channel, server FROM matches WHERE server IS NOT NULL "
    "UNION SELECT channel, server FROM challenges WHERE server IS NOT NULL "
    "UNION SELECT channel, server FROM contests UNION SELECT channel, server FROM daily_puzzles "
    "UNION SELECT channel, server FROM clubs WHERE server <> 0 "
    "UNION SELECT mirror_channel, mirror_server FROM club_games WHERE mirror_channel IS NOT NULL "
    "UNION SELECT CAST(value AS BIGINT), server FROM server_settings "
    "WHERE setting IN ('digest', 'season_channel') AND CAST(value AS BIGINT) > 0"
)
"""The channels in which something is posted, each with its server."""
CONTRADICTIONS = {
    "person {id}: the name has {length} characters": (
        f"SELECT id, LENGTH(name) AS length FROM people WHERE LENGTH(name) > {LONGEST_NAME}"  # noqa: S608 (a number)
    ),
    "server {server}: the daily puzzle's time is {time_of_day!r}": (
        "SELECT server, time_of_day FROM daily_puzzles "
        "WHERE time_of_day NOT BETWEEN '00:00' AND '24:00' "
        "OR SUBSTR(time_of_day, 4, 2) NOT BETWEEN '00' AND '59'"
    ),
    "contest {id}: the name has {length} characters": (
        f"SELECT id, LENGTH(name) AS length FROM contests WHERE LENGTH(name) > {LONGEST_NAME}"  # noqa: S608 (a number)
    ),
    "match {id}: it is against the computer, and its side, its level or its being rated is "
    "not as it can be there": (
        # SQLite does not check constraints in a file that is only read.
        "SELECT id FROM matches WHERE (level IS NULL) <> (computer IS NULL) "
        "OR level < 1 OR computer NOT IN (0, 1) "
        "OR (level IS NOT NULL AND rated <> 0)"
    ),
    "match {id}: it did not begin together with match {twin}": (
        "SELECT m.id, m.twin FROM matches m LEFT JOIN matches t ON t.id = m.twin "
        "WHERE m.twin IS NOT NULL AND (t.twin IS NOT m.id OR t.game <> m.game "
        "OR t.options <> m.options OR t.pace IS NOT m.pace OR t.rated <> m.rated "
        "OR t.started <> m.started) ORDER BY m.id"
    ),
    "challenge {id}: it rests, and too few of its matches go on": (
        f"SELECT id FROM challenges c WHERE state = 'resting' AND at_once > ({GOING} c.anew_of)"  # noqa: S608 (our own names)
    ),
    # While somebody is being forgotten, matches and entrants may name them differently.
    "contest {id}, {state}: {fault}": (
        "SELECT * FROM (SELECT id, state, CASE WHEN state NOT IN "
        "('open', 'running', 'over', 'cancelled', 'undecided') THEN 'its state is none' "
        "WHEN state = 'open' AND started IS NOT NULL THEN 'it has begun' "
        "WHEN state = 'running' AND (started IS NULL OR ends IS NULL) THEN 'it has no dates' "
        "WHEN due IS NULL AND (state = 'running' OR state = 'open' AND begins IS NOT NULL) "
        "THEN 'nothing is due' "
        "WHEN ended IS NULL AND state NOT IN ('open', 'running') THEN 'it has no end' "
        "WHEN shown > version THEN 'its card shows more than there is' "
        "END AS fault FROM contests) c WHERE fault IS NOT NULL ORDER BY id"
    ),
    "contest {id}: match {match} is one of its games, and belongs to none or another": (
        "SELECT g.contest AS id, g.match FROM contest_games g JOIN matches m ON m.id = g.match "
        "WHERE m.contest IS NOT g.contest ORDER BY g.contest, g.match"
    ),
    "contest {id}: match {match} belongs to it, and is none of its games": (
        "SELECT m.contest AS id, m.id AS match FROM matches m WHERE m.contest IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM contest_games g WHERE g.match = m.id "
        "AND g.contest = m.contest) ORDER BY m.contest, m.id"
    ),
    "contest {id}: match {match} is not between the entrants of its game": (
        "SELECT g.contest AS id, g.match FROM contest_games g JOIN matches m ON m.id = g.match "
        "LEFT JOIN contest_entrants a ON a.contest = g.contest AND a.number = g.first "
        "LEFT JOIN contest_entrants b ON b.contest = g.contest AND b.number = g.second "
        "WHERE (a.person IS NOT m.first OR b.person IS NOT m.second) "
        "AND NOT EXISTS (SELECT 1 FROM leaving) ORDER BY g.contest, g.match"
    ),
    "contest {id}: its entrants are not numbered one by one": (
        "SELECT c.id FROM contests c JOIN contest_entrants e ON e.contest = c.id "
        "WHERE c.started IS NOT NULL AND e.declined = 0 GROUP BY c.id "
        "HAVING MIN(e.number) <> 0 OR MAX(e.number) <> COUNT(*) - 1 "
        "OR COUNT(DISTINCT e.number) <> COUNT(*)"
    ),
    "club match {id}, {state}: {fault}": (
        "SELECT * FROM (SELECT id, state, CASE "
        "WHEN state NOT IN ('asked', 'open', 'running', 'over', 'cancelled') "
        "THEN 'its state is none' "
        "WHEN (code IS NULL) = (state = 'asked') THEN 'its code is not as it can be' "
        "WHEN (due IS NULL) = (state IN ('asked', 'open', 'running')) THEN 'nothing is due' "
        "WHEN state = 'running' AND ends IS NULL THEN 'it has no end' "
        "WHEN EXISTS (SELECT 1 FROM club_players WHERE club_match = m.id AND board IS NOT NULL "
        "GROUP BY board HAVING COUNT(*) <> 2 OR COUNT(DISTINCT club) <> 2) "
        "THEN 'a board is not between both' "
        "END AS fault FROM club_matches m) m WHERE fault IS NOT NULL ORDER BY id"
    ),
    "match {id}: an event, or how it began, is not as it was written": (
        f"SELECT id FROM matches WHERE checksum <> {OF_MATCH} ORDER BY id"  # noqa: S608 (our own names)
    ),
    "match {id}: its pace is {pace!r}, and its live is {live}": (
        "SELECT id, pace, live FROM matches WHERE (live = 1) <> (COALESCE(pace, '') LIKE '%m+%')"
    ),
    "match {id}: somebody follows it or guesses in it, and would be told nothing": (
        "SELECT id FROM matches WHERE watched = 0 AND (id IN (SELECT match FROM follows) "
        "OR id IN (SELECT match FROM guesses)) ORDER BY id"
    ),
    "person {person}: the puzzle of day {day} is solved at first, but not solved or tried": (
        "SELECT person, day FROM daily_players WHERE solved > tried OR at_first > solved "
        "ORDER BY person, day"
    ),
}
"""By the line that reports them, statements that find rows that contradict others."""


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
        "GROUP BY m.id "
        "HAVING COUNT(e.number) <> m.count OR COALESCE(MAX(e.number), 0) <> m.count"
    )
    faults = [
        f"match {row['id']}: it has {row['kept']} events, the last of number {row['latest']}, and "
        f"its row counts {row['count']}"
        for row in events
    ]
    changes = await connection.rows(
        "SELECT m.id, COUNT(c.id) AS kept FROM matches m "
        "LEFT JOIN rating_changes c ON c.match = m.id GROUP BY m.id "
        "HAVING COUNT(c.id) <> 2 * m.counts"
    )
    faults += [f"match {row['id']}: it has {row['kept']} changes of ratings" for row in changes]
    return faults


async def faults_of_channels(connection: Connection) -> list[str]:
    """List channels that are in several servers by what is stored."""
    rows = await connection.rows(
        f"WITH places AS ({PLACES}) SELECT * FROM places WHERE channel IN "  # noqa: S608 (our own words)
        "(SELECT channel FROM places GROUP BY channel HAVING COUNT(*) > 1) ORDER BY channel, server"
    )
    return [
        f"channel {channel}: it can't be in all of the servers "
        f"{', '.join(str(row['server']) for row in here)}"
        for channel, here in groupby(rows, itemgetter("channel"))
    ]


async def contradictions(connection: Connection) -> list[str]:
    """List rows that contradict others, or themselves."""
    return [
        line.format(**{key: row[key] for key in row.keys()})  # noqa: SIM118 (a row iterates over its values)
        for line, statement in CONTRADICTIONS.items()
        for row in await connection.rows(statement)
    ]

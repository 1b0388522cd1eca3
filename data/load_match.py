"""Load matches: from the copies of their states in their rows, or by a replay of their events."""

from collections.abc import Callable

from data.columns import SHOWN_NUMBER, away_until, has_blocked, name_columns
from data.connection import LARGEST, Connection, Row
from data.events import event_from, load_event_rows
from data.match_columns import beginning, match_from
from data.values import NoMatch, StoredMatch
from match.fold import replay_match

# ruff: noqa: S608 (the statements are made of our own words only)

SELECT_MATCHES = (
    f"SELECT m.*, {name_columns('a', 'first')}, {name_columns('b', 'second')}, "
    f"{away_until('m.first', 'm.contest')} AS first_away, "
    f"{away_until('m.second', 'm.contest')} AS second_away, "
    f"{has_blocked('m.first', 'm.second')} OR {has_blocked('m.second', 'm.first')} "
    "OR k.match IS NOT NULL AS silent, k.club_match, k.first_club, k.mirror_server, "
    "k.mirror_channel, k.mirror_message, k.mirror_count, k.mirror_called, "
    "(SELECT e.side || ' ' || e.remark FROM events e WHERE e.match = m.id "
    "AND e.number = m.remark_in) AS remark, "
    f"{SHOWN_NUMBER} AS contest_number, c.season AS contest_season, c.form AS contest_form, "
    "c.name AS contest_name, CASE WHEN g.leg > 0 THEN g.first > g.second END AS better_seed "
    "FROM matches m LEFT JOIN contests c ON c.id = m.contest "
    "LEFT JOIN contest_games g ON g.match = m.id LEFT JOIN club_games k ON k.match = m.id "
    "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
)


async def match_row(connection: Connection, number: int) -> Row:
    """Find the row of a match, with the names of both players. Raises `NoMatch` without one."""
    row = await connection.row(f"{SELECT_MATCHES} WHERE m.id = :id", id=min(number, LARGEST))
    if row is None:
        raise NoMatch(number)
    return row


async def load_match(connection: Connection, number: int) -> StoredMatch:
    """Load a match in its present state, without its history. Raises `NoMatch` without one."""
    return match_from(await match_row(connection, number))


async def lock_match(connection: Connection, number: int) -> StoredMatch:
    """Load a match, and keep everybody else from changing it until the transaction ends."""
    # A statement that writes locks the row also in a database with several writers.
    await connection.change("UPDATE matches SET count = count WHERE id = :id", id=number)
    return await load_match(connection, number)


async def load_replay(
    connection: Connection, number: int, most: int | None = None
) -> Callable[[], StoredMatch]:
    """Load what a replay of all events or the first `most` needs, and return the replay itself.

    It takes a while, since a Hoyito match may have thousands of moves: call it in a thread. What
    the clock changed during a turn is not an event, and is not included.
    """
    row = await match_row(connection, number)
    rows = await load_event_rows(connection, number, most)
    return lambda: replay_match(beginning(row), [event_from(each) for each in rows])

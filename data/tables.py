"""Every SQL statement: one small function each, on the connection that it is given."""

import sqlite3
from collections.abc import Iterable, Sequence

import aiosqlite

Row = sqlite3.Row
Value = str | int | float | None
DAY = 86_400_000_000
"""Microseconds in a day."""


async def _all(connection: aiosqlite.Connection, sql: str, *values: Value) -> list[Row]:
    return list(await connection.execute_fetchall(sql, values))


async def _one(connection: aiosqlite.Connection, sql: str, *values: Value) -> Row | None:
    rows = await _all(connection, sql, *values)
    return rows[0] if rows else None


async def _number(connection: aiosqlite.Connection, sql: str, *values: Value) -> int:
    (row,) = await _all(connection, sql, *values)
    return int(row[0] or 0)


async def _insert(connection: aiosqlite.Connection, sql: str, *values: Value) -> int:
    """Insert a row and give its number."""
    row = await connection.execute_insert(sql, values)
    assert row is not None
    return int(row[0])


async def _change(connection: aiosqlite.Connection, sql: str, *values: Value) -> None:
    await connection.execute_fetchall(sql, values)


# People.


async def name_person(connection: aiosqlite.Connection, person: int, name: str) -> None:
    """Keep a person's name, new or changed."""
    await _change(
        connection,
        "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) "
        "DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
        person,
        name,
    )


async def rename_person(connection: aiosqlite.Connection, person: int, name: str) -> None:
    """Keep a known person's new name."""
    await _change(
        connection,
        "UPDATE people SET name = ? WHERE id = ? AND name <> ?",
        name,
        person,
        name,
    )


async def person(connection: aiosqlite.Connection, number: int) -> Row | None:
    """Find a person."""
    return await _one(connection, "SELECT id, name FROM people WHERE id = ?", number)


async def former_players(connection: aiosqlite.Connection) -> int:
    """Count the people who have left."""
    return -await _number(connection, "SELECT MIN(0, MIN(id)) FROM people")


async def renumber_person(
    connection: aiosqlite.Connection, person: int, number: int, name: str
) -> None:
    """Give somebody another number everywhere: every reference to it is updated along."""
    await _change(
        connection, "UPDATE people SET id = ?, name = ? WHERE id = ?", number, name, person
    )


async def has_match(connection: aiosqlite.Connection, person: int) -> bool:
    """Tell whether somebody has ever been in a match."""
    return bool(
        await _number(
            connection,
            "SELECT EXISTS (SELECT 1 FROM matches WHERE first = ?) "
            "OR EXISTS (SELECT 1 FROM matches WHERE second = ?)",
            person,
            person,
        )
    )


# Challenges.

_CHALLENGE = (
    "SELECT c.*, a.name AS challenger_name, b.name AS opponent_name FROM challenges c "
    "JOIN people a ON a.id = c.challenger LEFT JOIN people b ON b.id = c.opponent "
)


async def add_challenge(
    connection: aiosqlite.Connection,
    challenger: int,
    opponent: int | None,
    terms: Sequence[Value],
    place: Sequence[Value],
    made: int,
    expires: int,
) -> int:
    """Keep a challenge; `terms` are game, options, seat, pace, rated; `place` server, channel."""
    return await _insert(
        connection,
        "INSERT INTO challenges (challenger, opponent, game, options, seat, pace, rated, "
        "server, channel, made, expires, state) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')",
        challenger,
        opponent,
        *terms,
        *place,
        made,
        expires,
    )


async def challenge(connection: aiosqlite.Connection, number: int) -> Row | None:
    """Find a challenge with the names of both people."""
    return await _one(connection, f"{_CHALLENGE} WHERE c.id = ?", number)


async def identical_challenge(
    connection: aiosqlite.Connection,
    challenger: int,
    opponent: int | None,
    terms: Sequence[Value],
    channel: int,
    now: int,
) -> int:
    """Count pending challenges to the same person, or open ones in the same channel."""
    return await _number(
        connection,
        "SELECT COUNT(*) FROM challenges WHERE challenger = ? AND state = 'pending' "
        "AND opponent IS ? AND game = ? AND options = ? AND seat = ? AND pace IS ? AND rated = ? "
        "AND (opponent IS NOT NULL OR channel = ?) AND expires > ?",
        challenger,
        opponent,
        *terms,
        channel,
        now,
    )


async def pending_challenges_by(connection: aiosqlite.Connection, challenger: int, now: int) -> int:
    """Count what somebody has offered and nobody has answered."""
    return await _number(
        connection,
        "SELECT COUNT(*) FROM challenges "
        "WHERE challenger = ? AND state = 'pending' AND expires > ?",
        challenger,
        now,
    )


async def settle_challenge(
    connection: aiosqlite.Connection, number: int, state: str, match: int | None
) -> None:
    """Keep what became of a challenge."""
    await _change(
        connection,
        "UPDATE challenges SET state = ?, match = ? WHERE id = ?",
        state,
        match,
        number,
    )


async def pending_challenges(
    connection: aiosqlite.Connection, now: int, person: int | None, channel: int | None
) -> list[Row]:
    """Find what is pending, of or to a person and in a channel where those are named."""
    return await _all(
        connection,
        f"{_CHALLENGE} WHERE c.state = 'pending' AND c.expires > ?1 "
        "AND (?2 IS NULL OR c.challenger = ?2 OR c.opponent = ?2) "
        "AND (?3 IS NULL OR c.channel = ?3) ORDER BY c.id",
        now,
        person,
        channel,
    )


async def expired_challenges(connection: aiosqlite.Connection, now: int) -> list[Row]:
    """Find the pending challenges whose time is over."""
    return await _all(
        connection,
        "SELECT id FROM challenges WHERE state = 'pending' AND expires <= ? ORDER BY expires, id",
        now,
    )


async def challenges_of(connection: aiosqlite.Connection, person: int) -> list[Row]:
    """Find every challenge by or to somebody."""
    return await _all(
        connection,
        "SELECT * FROM challenges WHERE challenger = ?1 OR opponent = ?1 ORDER BY id",
        person,
    )


async def remove_challenges_of(connection: aiosqlite.Connection, person: int) -> None:
    """Remove every challenge by or to somebody."""
    await _change(
        connection, "DELETE FROM challenges WHERE challenger = ?1 OR opponent = ?1", person
    )


async def card_challenge(
    connection: aiosqlite.Connection, number: int, channel: int | None, message: int | None
) -> None:
    """Keep which message shows a challenge."""
    await _change(
        connection,
        "UPDATE challenges SET card_channel = ?, card_message = ? WHERE id = ?",
        channel,
        message,
        number,
    )


# Matches.

COPIED = (
    "since",
    "given",
    "reminded",
    "alarm",
    "ended",
    "how",
    "winner",
    "counts",
    "turn",
    "count",
    "first_moves",
    "second_moves",
    "draw_offer",
    "take_back",
    "rematch",
    "last",
    "position",
    "previous",
)
"""The columns in which a match's row keeps its present state, in the order of `update_match`."""
_SET_COPIED = ", ".join(f"{column} = ?" for column in COPIED)
_MATCH = (
    "SELECT m.*, a.name AS first_name, b.name AS second_name FROM matches m "
    "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
)
_LISTED = (
    "SELECT m.id, m.game, m.first, m.second, a.name AS first_name, b.name AS second_name, m.turn, "
    "m.pace, m.since, m.given, m.server, m.channel, m.card_channel, m.card_message, m.count, "
    "m.ended, m.winner FROM matches m "
    "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
)


async def add_match(
    connection: aiosqlite.Connection,
    start: Sequence[Value],
    copied: Sequence[Value],
) -> int:
    """Keep a match; `start` is what never changes, `copied` is as in `update_match`."""
    number = await _insert(
        connection,
        "INSERT INTO matches (game, options, first, second, pace, rated, server, channel, "
        "rematch_of, started, since, given, reminded, counts, turn, count, first_moves, "
        "second_moves, rematch, last, position) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, '', '', '')",
        *start,
    )
    await update_match(connection, number, copied)
    return number


async def update_match(
    connection: aiosqlite.Connection, number: int, copied: Sequence[Value]
) -> None:
    """Keep the state of a match, values in the order of `COPIED`."""
    sql = f"UPDATE matches SET {_SET_COPIED} WHERE id = ?"  # noqa: S608 (a constant of this file)
    await _change(connection, sql, *copied, number)


async def match(connection: aiosqlite.Connection, number: int) -> Row | None:
    """Find a match with the names of both people."""
    return await _one(connection, f"{_MATCH} WHERE m.id = ?", number)


async def rematch_of(connection: aiosqlite.Connection, number: int) -> int | None:
    """Find the rematch of a match."""
    row = await _one(connection, "SELECT id FROM matches WHERE rematch_of = ?", number)
    return None if row is None else int(row[0])


async def match_numbers(connection: aiosqlite.Connection) -> list[int]:
    """List the number of every match."""
    return [int(row[0]) for row in await _all(connection, "SELECT id FROM matches ORDER BY id")]


async def live_matches_of(
    connection: aiosqlite.Connection, person: int, channel: int | None = None
) -> list[Row]:
    """List what somebody plays: theirs to move first, then by the time left, no clock last."""
    return await _all(
        connection,
        f"{_LISTED} WHERE m.ended IS NULL AND (m.first = ?1 OR m.second = ?1) "
        "AND (?2 IS NULL OR m.channel = ?2) "
        "ORDER BY (CASE m.turn WHEN 0 THEN m.first ELSE m.second END) <> ?1, m.pace IS NULL, "
        f"m.since + m.given + m.pace * {DAY}, m.id",
        person,
        channel,
    )


async def live_positions_of(
    connection: aiosqlite.Connection, person: int, channel: int
) -> list[Row]:
    """Give whole matches in a channel in which somebody is to move, least time left first."""
    return await _all(
        connection,
        f"{_MATCH} WHERE m.ended IS NULL AND m.channel = ?2 "
        "AND ((m.first = ?1 AND m.turn = 0) OR (m.second = ?1 AND m.turn = 1)) "
        f"ORDER BY m.pace IS NULL, m.since + m.given + m.pace * {DAY}, m.id",
        person,
        channel,
    )


async def live_matches_in(connection: aiosqlite.Connection, channel: int) -> list[Row]:
    """List the live matches of a channel."""
    return await _all(
        connection, f"{_LISTED} WHERE m.ended IS NULL AND m.channel = ? ORDER BY m.id", channel
    )


async def live_matches(connection: aiosqlite.Connection) -> list[Row]:
    """List every live match."""
    return await _all(connection, f"{_LISTED} WHERE m.ended IS NULL ORDER BY m.id")


async def finished_matches_of(
    connection: aiosqlite.Connection, person: int, most: int
) -> list[Row]:
    """List what somebody has finished, the last first."""
    return await _all(
        connection,
        f"{_LISTED} WHERE m.ended IS NOT NULL AND (m.first = ?1 OR m.second = ?1) "
        "ORDER BY m.ended DESC, m.id DESC LIMIT ?2",
        person,
        most,
    )


async def all_matches_of(connection: aiosqlite.Connection, person: int) -> list[Row]:
    """Find every match of somebody, bare."""
    return await _all(
        connection,
        "SELECT * FROM matches WHERE first = ?1 OR second = ?1 ORDER BY id",
        person,
    )


async def live_numbers_of(connection: aiosqlite.Connection, person: int) -> list[int]:
    """List the numbers of somebody's live matches."""
    rows = await _all(
        connection,
        "SELECT id FROM matches WHERE ended IS NULL AND (first = ?1 OR second = ?1) ORDER BY id",
        person,
    )
    return [int(row[0]) for row in rows]


async def results_between(
    connection: aiosqlite.Connection, one: int, other: int, game: str | None
) -> list[Row]:
    """Count the finished matches of two people, by who won: 1, -1 (the other) or neither."""
    return await _all(
        connection,
        "SELECT CASE WHEN winner IS NULL THEN 0 "
        "WHEN (CASE winner WHEN 0 THEN first ELSE second END) = ?1 THEN 1 ELSE -1 END AS result, "
        "COUNT(*) AS number FROM matches WHERE ended IS NOT NULL AND how <> 'abort' "
        "AND ((first = ?1 AND second = ?2) OR (first = ?2 AND second = ?1)) "
        "AND (?3 IS NULL OR game = ?3) GROUP BY result",
        one,
        other,
        game,
    )


async def card_match(
    connection: aiosqlite.Connection, number: int, channel: int | None, message: int | None
) -> None:
    """Keep which message shows a match."""
    await _change(
        connection,
        "UPDATE matches SET card_channel = ?, card_message = ? WHERE id = ?",
        channel,
        message,
        number,
    )


async def remove_cards(connection: aiosqlite.Connection) -> None:
    """Forget every message that shows something."""
    for table in ("matches", "challenges"):
        await _change(
            connection,
            f"UPDATE {table} SET card_channel = NULL, card_message = NULL "  # noqa: S608 (of these two)
            "WHERE card_message IS NOT NULL",
        )


# Events.


async def add_events(connection: aiosqlite.Connection, events: Iterable[Sequence[Value]]) -> None:
    """Keep events, each a match, number, kind, side, time and text."""
    await connection.executemany(
        "INSERT INTO events (match, number, kind, side, at, text) VALUES (?, ?, ?, ?, ?, ?)",
        events,
    )


async def events(connection: aiosqlite.Connection, match: int) -> list[Row]:
    """Find the events of a match, in order."""
    return await _all(
        connection,
        "SELECT number, kind, side, at, text FROM events WHERE match = ? ORDER BY number",
        match,
    )


# The clock.


async def alarms(connection: aiosqlite.Connection, now: int) -> list[Row]:
    """Find the live matches in which the clock has something to do, the longest due first."""
    return await _all(
        connection,
        "SELECT id, since + given + pace * ?2 <= ?1 AS over, reminded FROM matches "
        "WHERE alarm <= ?1 ORDER BY alarm, id",
        now,
        DAY,
    )


async def pulse(connection: aiosqlite.Connection) -> int | None:
    """Tell when the bot was last alive."""
    row = await _one(connection, "SELECT at FROM pulse")
    return None if row is None else int(row[0])


async def set_pulse(connection: aiosqlite.Connection, now: int) -> None:
    """Keep when the bot was last alive."""
    await _change(
        connection,
        "INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        now,
    )


async def give_time_back(connection: aiosqlite.Connection, left: int, back: int) -> None:
    """Move every alarm and deadline by the time away, or by what of it fell into the turn."""
    await _change(
        connection,
        "UPDATE matches SET given = given + MAX(0, ?2 - MAX(?1, since)), "
        "alarm = alarm + MAX(0, ?2 - MAX(?1, since)) WHERE alarm IS NOT NULL",
        left,
        back,
    )


# Ratings.


async def rating(connection: aiosqlite.Connection, game: str, person: int) -> Row | None:
    """Find somebody's standing in a game."""
    return await _one(
        connection, "SELECT * FROM ratings WHERE game = ? AND person = ?", game, person
    )


async def ratings(connection: aiosqlite.Connection) -> list[Row]:
    """List every standing."""
    return await _all(connection, "SELECT * FROM ratings ORDER BY game, person")


async def ratings_of(connection: aiosqlite.Connection, person: int) -> list[Row]:
    """List somebody's standings."""
    return await _all(connection, "SELECT * FROM ratings WHERE person = ? ORDER BY game", person)


async def set_rating(connection: aiosqlite.Connection, values: Sequence[Value]) -> None:
    """Keep game, person, rating, deviation, volatility, time, wins, draws and losses."""
    await _change(
        connection,
        "INSERT OR REPLACE INTO ratings (game, person, rating, deviation, volatility, at, "
        "wins, draws, losses) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *values,
    )


async def add_rating_change(connection: aiosqlite.Connection, values: Sequence[Value]) -> None:
    """Keep what a match did to one side: `values` in the order of the table's columns."""
    await _insert(
        connection,
        "INSERT INTO rating_changes (match, side, person, game, at, rating_before, "
        "deviation_before, rating, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *values,
    )


async def rating_changes(connection: aiosqlite.Connection) -> list[Row]:
    """List every change of a rating, in order."""
    return await _all(connection, "SELECT * FROM rating_changes ORDER BY id")


async def rating_changes_by(connection: aiosqlite.Connection, match: int) -> list[Row]:
    """List what a match did to both ratings."""
    return await _all(
        connection, "SELECT * FROM rating_changes WHERE match = ? ORDER BY side", match
    )


async def rating_changes_of(
    connection: aiosqlite.Connection, person: int, game: str | None
) -> list[Row]:
    """List the changes of somebody's ratings, in order."""
    return await _all(
        connection,
        "SELECT * FROM rating_changes WHERE person = ?1 AND (?2 IS NULL OR game = ?2) ORDER BY id",
        person,
        game,
    )


async def matches_that_count(connection: aiosqlite.Connection) -> list[Row]:
    """Give the rated matches in the order in which they changed the ratings."""
    return await _all(
        connection,
        "SELECT m.id, m.game, m.first, m.second, m.winner, m.ended FROM matches m "
        "LEFT JOIN rating_changes c ON c.match = m.id AND c.side = 0 "
        "WHERE m.counts = 1 ORDER BY c.id",
    )


async def remove_ratings(connection: aiosqlite.Connection) -> None:
    """Remove every rating and every change."""
    for table in ("rating_changes", "ratings"):
        await _change(connection, f"DELETE FROM {table}")  # noqa: S608 (one of these two)


_PLAYED_THERE = (
    "AND r.person IN (SELECT first FROM matches WHERE counts = 1 AND server = :server "
    "AND game = :game UNION SELECT second FROM matches WHERE counts = 1 AND server = :server "
    "AND game = :game)"
)


async def leaderboard(
    connection: aiosqlite.Connection,
    game: str,
    server: int | None,
    now: int,
    month_ago: int,
    settled: float,
    growth: float,
    start: float,
    most: int,
    after: int,
) -> list[Row]:
    """List the best of a game: settled ratings first, then the others, each by rating.

    A rating is settled while its squared deviation, which has grown by `growth` times the squared
    volatility a microsecond, is at most `settled`. `start` is what a rating was before the first.
    """
    there = _PLAYED_THERE if server is not None else ""
    sql = (
        "SELECT r.*, p.name, r.rating - COALESCE((SELECT c.rating FROM rating_changes c "  # noqa: S608 (put together from a constant)
        "WHERE c.person = r.person AND c.game = r.game AND c.at <= :month_ago "
        "ORDER BY c.at DESC, c.id DESC LIMIT 1), :start) AS change FROM ("
        "SELECT r.*, r.deviation * r.deviation + r.volatility * r.volatility * :growth "
        "* MAX(0, :now - r.at) > :settled AS unsure FROM ratings r "
        f"WHERE r.game = :game AND r.person > 0 {there} "
        "ORDER BY unsure, r.rating DESC, r.person LIMIT :most OFFSET :after"
        ") r JOIN people p ON p.id = r.person ORDER BY r.unsure, r.rating DESC, r.person"
    )
    named: dict[str, Value] = {
        "game": game,
        "server": server,
        "now": now,
        "month_ago": month_ago,
        "settled": settled,
        "growth": growth,
        "start": start,
        "most": most,
        "after": after,
    }
    # aiosqlite hands the parameters on as they are, named ones too.
    return list(await connection.execute_fetchall(sql, named))


# The whole file.


async def faults(connection: aiosqlite.Connection) -> list[str]:
    """Ask SQLite itself whether the file is sound, references included."""
    found = [str(row[0]) for row in await _all(connection, "PRAGMA integrity_check")]
    faults = [] if found == ["ok"] else found
    faults += [
        f"row {row[1]} of {row[0]} refers to nothing in {row[2]}"
        for row in await _all(connection, "PRAGMA foreign_key_check")
    ]
    return faults


async def counts(connection: aiosqlite.Connection) -> Row:
    """Count what there is."""
    (row,) = await _all(
        connection,
        "SELECT (SELECT COUNT(*) FROM people WHERE id > 0) AS people, "
        "(SELECT COUNT(*) FROM challenges WHERE state = 'pending') AS pending_challenges, "
        "(SELECT COUNT(*) FROM matches WHERE ended IS NULL) AS live_matches, "
        "(SELECT COUNT(*) FROM matches WHERE ended IS NOT NULL) AS finished_matches, "
        "(SELECT COUNT(*) FROM matches WHERE counts = 1) AS rated_results, "
        "(SELECT COUNT(*) FROM events) AS events, "
        "(SELECT at FROM pulse) AS last_alive",
    )
    return row


async def counts_by_game(connection: aiosqlite.Connection) -> list[Row]:
    """Count the matches of each game."""
    return await _all(
        connection,
        "SELECT game, SUM(ended IS NULL) AS live, SUM(ended IS NOT NULL) AS finished "
        "FROM matches GROUP BY game ORDER BY game",
    )

"""Statements on matches that wait for the computer, and on stored reviews."""

import json
from collections.abc import Iterable

from data.connection import Connection, Row


async def awaiting(connection: Connection) -> list[int]:
    """List the matches in which the computer must move or answer, the longest waiting first."""
    rows = await connection.rows(
        "SELECT id FROM matches WHERE computer IS NOT NULL AND ended IS NULL AND locked = 0 "
        "AND (turn = computer OR draw_offer = 1 - computer) ORDER BY since, id"
    )
    return [int(row["id"]) for row in rows]


async def count_live(connection: Connection, person: int) -> int:
    """Count a person's live matches against the computer."""
    return await connection.number(
        "SELECT (SELECT COUNT(*) FROM matches WHERE first = :person AND ended IS NULL "
        "AND computer = 1) + (SELECT COUNT(*) FROM matches WHERE second = :person "
        "AND ended IS NULL AND computer = 0)",
        person=person,
    )


async def begun_by(connection: Connection, request: int) -> bool:
    """Tell whether a request began a match."""
    return bool(
        await connection.number(
            "SELECT EXISTS (SELECT 1 FROM matches WHERE request = :request)", request=request
        )
    )


async def forget_requests(connection: Connection, before: int) -> None:
    """Forget which requests below a number began matches."""
    await connection.change(
        "UPDATE matches SET request = NULL WHERE request < :before", before=before
    )


async def best_beaten(connection: Connection, person: int) -> list[Row]:
    """List for each game the highest level that a person has won against."""
    return await connection.rows(
        "SELECT game, MAX(level) AS level FROM ("
        "SELECT game, level FROM matches WHERE first = :person AND computer = 1 AND winner = 0 "
        "UNION ALL SELECT game, level FROM matches "
        "WHERE second = :person AND computer = 0 AND winner = 1) GROUP BY game ORDER BY game",
        person=person,
    )


async def last_results(
    connection: Connection, person: int, game: str, *, without: Iterable[str], most: int
) -> list[Row]:
    """List the levels of a person's last matches in a game against the computer, the latest first.

    Each has the person's score in half points. Those that ended in a way of `without` are left out.
    """
    return await connection.rows(
        "SELECT level, score FROM ("
        "SELECT level, ended, id, how, CASE WHEN winner IS NULL THEN 1 ELSE 2 * (winner = 0) END "
        "AS score FROM matches WHERE first = :person AND game = :game AND computer = 1 "
        "AND ended IS NOT NULL "
        "UNION ALL "
        "SELECT level, ended, id, how, CASE WHEN winner IS NULL THEN 1 ELSE 2 * (winner = 1) END "
        "AS score FROM matches WHERE second = :person AND game = :game AND computer = 0 "
        "AND ended IS NOT NULL) "
        "WHERE how NOT IN (SELECT value FROM json_each(:without)) "
        "ORDER BY ended DESC, id DESC LIMIT :most",
        person=person,
        game=game,
        without=json.dumps([*without]),
        most=most,
    )


async def unanswered_challenges(connection: Connection, before: int, now: int) -> list[int]:
    """List the open challenges made before a time that do not offer to play the computer yet.

    Standing ones do not: they are not to be withdrawn for one match.
    """
    rows = await connection.rows(
        "SELECT id FROM challenges WHERE state = 'pending' AND opponent IS NULL "
        "AND at_once IS NULL AND offers_computer = 0 AND made <= :before AND expires > :now "
        "ORDER BY id",
        before=before,
        now=now,
    )
    return [int(row["id"]) for row in rows]


async def offer(connection: Connection, challenge: int, now: int) -> None:
    """Make an open challenge offer to play the computer; its card must be updated."""
    await connection.change(
        "UPDATE challenges SET offers_computer = 1, untold_since = :now "
        "WHERE id = :challenge AND state = 'pending' AND offers_computer = 0",
        challenge=challenge,
        now=now,
    )


async def add_review(connection: Connection, match: int, text: str, made: int) -> None:
    """Insert the review of a match; an existing one is kept."""
    await connection.change(
        "INSERT OR IGNORE INTO reviews (match, text, made) VALUES (:match, :text, :made)",
        match=match,
        text=text,
        made=made,
    )


async def find_review(connection: Connection, match: int) -> str | None:
    """Find the review of a match."""
    row = await connection.row("SELECT text FROM reviews WHERE match = :match", match=match)
    return None if row is None else str(row["text"])

"""Statements on matches against the computer: where it is to move, and how people did."""

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

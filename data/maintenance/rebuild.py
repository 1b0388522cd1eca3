"""Rebuild from their events the copies that differ: matches and ratings."""

from collections.abc import AsyncIterator

from data.checksums import OF_MATCH
from data.columns import change_match
from data.connection import Connection
from data.ladder_course import replay_ladder
from data.maintenance.check import (
    Unreplayable,
    differences,
    faults_of_ratings,
    true_ratings,
    worded,
)
from data.maintenance.check_contests import faults_of_ladders, wrong_ladders
from data.player_rating import save_standings


async def rebuild_matches(connection: Connection) -> AsyncIterator[str]:
    """Recompute the state of every match, and yield the differences found, a line each.

    A match whose events cannot be replayed stays unchanged.
    """
    for row in await connection.rows("SELECT id FROM matches ORDER BY id"):
        number = row["id"]
        try:
            found = await differences(connection, number)
        except Unreplayable as fault:
            yield f"match {number}: {fault}; it stays as it is"
            continue
        if found:
            true = {column: value for column, (_, value) in found.items()}
            await change_match(connection, number, **true)
        for line in worded(number, found):
            yield line
    for row in await connection.rows(
        f"UPDATE matches SET checksum = {OF_MATCH} WHERE checksum <> {OF_MATCH} RETURNING id"  # noqa: S608 (our own names)
    ):
        yield f"match {row['id']}: its checksum is that of its events, as they are now"


async def rebuild_ladders(connection: Connection) -> AsyncIterator[str]:
    """Recompute the state of every ladder, and yield the differences found, a line each."""
    for line in await faults_of_ladders(connection):
        yield line
    for number in await wrong_ladders(connection):
        await replay_ladder(connection, number)


async def rebuild_ratings(connection: Connection) -> AsyncIterator[str]:
    """Recompute every rating and every change, and yield the differences found, a line each."""
    for line in await faults_of_ratings(connection):
        yield line
    standings, changes = await true_ratings(connection)
    await connection.change("DELETE FROM rating_changes")
    await connection.change("DELETE FROM ratings")
    await connection.insert_many("rating_changes", changes)
    await save_standings(connection, standings)

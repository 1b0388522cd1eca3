"""Check that all that is stored agrees with itself: the events are the truth, the rest a copy."""

from collections.abc import AsyncIterator, Iterable

import aiosqlite

from data import tables
from data.rows import beginning, clocked, copied, event_from
from data.standing import rating_values, recomputed
from data.tables import COPIED, Row, Value
from rules import Refusal


async def faults(connection: aiosqlite.Connection) -> AsyncIterator[str]:
    """Find what does not agree, each as one line."""
    for fault in await tables.faults(connection):
        yield f"the file: {fault}"
    for number in await tables.match_numbers(connection):
        for fault in await _faults_of_match(connection, number):
            yield f"match {number}: {fault}"
    for fault in await _faults_of_ratings(connection):
        yield fault


async def _faults_of_match(connection: aiosqlite.Connection, number: int) -> list[str]:
    """Replay a match and compare everything that its row says."""
    row = await tables.match(connection, number)
    if row is None:
        return ["one of its players is not there"]
    try:
        events = [event_from(event) for event in await tables.events(connection, number)]
        if [event.number for event in events] != list(range(1, len(events) + 1)):
            return ["its events are not numbered one by one"]
        match = clocked(beginning(row).replay(events), row)
    except (AssertionError, LookupError, Refusal, TypeError, ValueError) as error:
        return [f"it cannot be replayed: {type(error).__name__}: {error}"]
    told = zip(COPIED, copied(match), strict=True)
    return [
        f"its {column} is {row[column]!r}, and its events say {value!r}"
        for column, value in told
        if row[column] != value
    ]


async def _faults_of_ratings(connection: aiosqlite.Connection) -> list[str]:
    """Work out the ratings anew and compare them, to the last digit."""
    standings, changes = recomputed(await tables.matches_that_count(connection))
    expected = [rating_values(*key, standing) for key, standing in sorted(standings.items())]
    return [
        *_differences("ratings", await tables.ratings(connection), expected),
        *_differences("rating_changes", await tables.rating_changes(connection), changes, skip=1),
    ]


def _differences(
    name: str, rows: Iterable[Row], expected: Iterable[tuple[Value, ...]], skip: int = 0
) -> list[str]:
    """Compare stored rows, but for some columns in front, with what they should be."""
    stored, wanted = [tuple(row)[skip:] for row in rows], list(expected)
    if len(stored) != len(wanted):
        return [f"{name}: there are {len(stored)}, and the matches make {len(wanted)}"]
    return [
        f"{name}: {one} is stored, and the matches make {other}"
        for one, other in zip(stored, wanted, strict=True)
        if one != other
    ]

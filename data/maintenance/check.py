"""Check that all that is stored agrees with itself: the events are the truth, the rest a copy."""

from collections.abc import AsyncIterator, Sequence

from data import tables
from data.connection import Columns, Connection, Row, Value
from data.servers import faults_of_servers
from data.standing import recomputed
from data.tables.events import event_from
from data.tables.match_columns import beginning, state_columns, turned
from data.tables.ratings import change_columns, result_from, standing_columns
from rules import Refusal


class Unreplayable(Exception):  # noqa: N818 (the sentence says what is wrong)
    """A match whose events do not make one."""


async def faults(connection: Connection) -> AsyncIterator[str]:
    """Find what does not agree, each as one line."""
    for line in await faults_of_file(connection):
        yield line
    for number in await tables.matches.numbers(connection):
        for line in await faults_of_match(connection, number):
            yield line
    for line in await faults_of_ratings(connection):
        yield line


async def faults_of_file(connection: Connection, *, quick: bool = False) -> list[str]:
    """Ask SQLite, and where it should be `quick`, count the rows instead of replaying matches."""
    unsound = await tables.integrity.unsound(connection, quick=quick)
    miscounted = await tables.integrity.miscounted(connection) if quick else []
    misfits = await tables.integrity.not_the_computers(connection)
    misfits += await tables.integrity.parted_twins(connection)
    misfits += await tables.integrity.idle_offers(connection)
    misfits += await faults_of_servers(connection)
    return [*(f"the file: {line}" for line in unsound), *miscounted, *misfits]


async def faults_of_match(connection: Connection, number: int) -> list[str]:
    """Replay a match and compare everything that its row says."""
    try:
        return worded(number, await differences(connection, number))
    except Unreplayable as fault:
        return [f"match {number}: {fault}"]


Differences = dict[str, tuple[object, Value]]
"""By column: what is stored, and what is true."""


async def differences(connection: Connection, number: int) -> Differences:
    """Replay a match and compare everything that its row says. Raises `Unreplayable`."""
    row = await tables.matches.find(connection, number)
    if row is None:
        raise Unreplayable("one of its players is not there")
    try:
        events = [event_from(event) for event in await tables.events.of(connection, number)]
        if [event.number for event in events] != list(range(1, len(events) + 1)):
            raise Unreplayable("its events are not numbered one by one")
        match = turned(beginning(row).replay(events), row)
    except (AssertionError, LookupError, Refusal, TypeError, ValueError) as error:
        raise Unreplayable(f"it cannot be replayed: {type(error).__name__}: {error}") from error
    return {
        column: (row[column], value)
        for column, value in state_columns(match).items()
        if row[column] != value
    }


def worded(number: int, found: Differences) -> list[str]:
    """Word what of a match differs, a line each."""
    return [
        f"match {number}: its {column} is {stored!r}, and its events say {true!r}"
        for column, (stored, true) in found.items()
    ]


async def faults_of_ratings(connection: Connection) -> list[str]:
    """Work out the ratings anew and compare them, to the last digit."""
    standings, changes = await true_ratings(connection)
    return [
        *_compared("ratings", await tables.ratings.standings(connection), standings),
        *_compared("rating_changes", await tables.ratings.changes(connection), changes),
    ]


async def true_ratings(connection: Connection) -> tuple[list[Columns], list[Columns]]:
    """Work out all standings and all changes from the matches, as they should be stored."""
    results = map(result_from, await tables.ratings.matches_that_count(connection))
    standings, changes = recomputed(results)
    return (
        [standing_columns(*key, standing) for key, standing in sorted(standings.items())],
        [change_columns(change) for change in changes],
    )


def _compared(name: str, rows: Sequence[Row], wanted: Sequence[Columns]) -> list[str]:
    if len(rows) != len(wanted):
        return [f"{name}: there are {len(rows)}, and the matches make {len(wanted)}"]
    pairs = [
        (tuple(row[column] for column in columns), tuple(columns.values()))
        for row, columns in zip(rows, wanted, strict=True)
    ]
    return [
        f"{name}: {stored} is stored, and the matches make {true}"
        for stored, true in pairs
        if stored != true
    ]

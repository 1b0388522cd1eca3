"""Check the file, and compare each match and rating with its events."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from multiprocessing import get_context

from data.columns import moment
from data.connection import Columns, Connection, Row, Value
from data.database import snapshot_of
from data.driver import Location
from data.events import event_from, load_event_rows
from data.load_match import match_row
from data.maintenance.check_contests import faults_of_contests, faults_of_ladders
from data.maintenance.check_file import faults_of_schema, faults_of_text
from data.maintenance.check_rows import contradictions, faults_of_channels, miscounted, unsound
from data.match_columns import beginning, state_columns, turned
from data.player_rating import RatedResult, change_columns, recompute, standing_columns
from data.server_settings import ServerSettings
from data.settings import PersonalSettings
from data.unusable_file import Unusable
from data.values import NoMatch, StoredMatch
from match.fold import replay_match
from match.rating import pool_of

MOST_SHOWN = 200
"""The most characters of a fault that quotes what is stored."""
PORTION = 5_000
"""About how many events are replayed between two updates of the progress bar."""
Differences = dict[str, tuple[object, Value]]
"""By column: the stored value and the true one."""


class Unreplayable(Exception):  # noqa: N818 (the sentence says what is wrong)
    """A match whose events cannot be replayed."""


@dataclass(frozen=True)
class CheckPart:
    """A part of the check: a search for faults in a snapshot, and how many events it replays."""

    find: Callable[[Connection], Awaitable[list[str]]]
    events: int = 0


async def parts(connection: Connection, *, quick: bool) -> list[CheckPart]:
    """Split a check into parts, which replay about the same number of events each.

    Of a file with other tables than the program's nothing else is checked.
    """
    if connection.in_file and await faults_of_schema(connection):
        return [CheckPart(faults_of_schema)]
    if quick:
        return [CheckPart(partial(faults_of_file, quick=True))]
    found = [CheckPart(faults_of_text)] if connection.in_file else []
    found += [CheckPart(faults_of_file), CheckPart(faults_of_ratings)]
    numbers: list[int] = []
    events = 0
    for row in await connection.rows(
        "SELECT id, CAST(count AS BIGINT) AS count FROM matches ORDER BY id"
    ):
        numbers.append(row["id"])
        events += row["count"] or 0
        if events >= PORTION:
            found.append(CheckPart(partial(faults_of_matches, numbers=numbers), events))
            numbers, events = [], 0
    return [*found, CheckPart(partial(faults_of_matches, numbers=numbers), events)]


def faults_by_part(path: Location, wanted: Sequence[CheckPart]) -> Iterator[list[str]]:
    """Check some parts, and yield the faults of each in order; large files on all processors.

    Every part reads a snapshot of its own, in which whatever it compares is consistent.
    """
    workers = min(os.cpu_count() or 1, len(wanted))
    if workers < 2 or sum(part.events for part in wanted) < PORTION:
        yield from (_faults_of(part, path) for part in wanted)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as processes:
        try:
            yield from processes.map(_faults_of, wanted, repeat(path))
        except BaseException:
            processes.shutdown(wait=False, cancel_futures=True)
            raise


def _faults_of(part: CheckPart, path: Location) -> list[str]:
    async def found() -> list[str]:
        async with snapshot_of(path) as connection:
            return await part.find(connection)

    try:
        return asyncio.run(found())
    except Unusable as error:
        return [str(error)]
    except Exception as error:  # noqa: BLE001 (whatever a damaged file holds)
        return [f"the file: something in it cannot be read: {type(error).__name__}: {error}"]


async def faults_of_matches(connection: Connection, numbers: Sequence[int]) -> list[str]:
    """Replay matches, compare them with their rows, and return the faults."""
    faults = []
    for number in numbers:
        try:
            faults += worded(number, await differences(connection, number))
        except Unreplayable as fault:
            faults.append(f"match {number}: {fault}")
    return faults


async def faults_of_file(connection: Connection, *, quick: bool = False) -> list[str]:
    """Find faults that SQLite reports and, if `quick`, wrong numbers of rows instead of replays."""
    faults = []
    if connection.in_file:
        faults += [f"the file: {line}" for line in await unsound(connection, quick=quick)]
    if quick:
        faults += await miscounted(connection)
    faults += await contradictions(connection)
    faults += await faults_of_settings(connection)
    if not quick:
        faults += await faults_of_channels(connection)
        faults += await faults_of_ladders(connection)
        faults += await faults_of_contests(connection)
    return faults


async def differences(connection: Connection, number: int) -> Differences:
    """Replay a match and compare it with its row. Raises `Unreplayable`."""
    try:
        row, match = await _replayed(connection, number)
    except (Unreplayable, Unusable):
        raise
    except NoMatch as error:
        raise Unreplayable("one of its players is not there") from error
    except Exception as error:
        raise Unreplayable(f"it cannot be replayed: {type(error).__name__}: {error}") from error
    return {
        column: (row[column], value)
        for column, value in state_columns(match).items()
        if row[column] != value
    }


async def _replayed(connection: Connection, number: int) -> tuple[Row, StoredMatch]:
    """Return the row of a match, and the match as its events say."""
    row = await match_row(connection, number)
    events = [event_from(event) for event in await load_event_rows(connection, number)]
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        raise Unreplayable("its events are not numbered one by one")
    return row, turned(replay_match(beginning(row), events), row)


def worded(number: int, found: Differences) -> list[str]:
    """Describe the differences of a match, a line each."""
    return [
        f"match {number}: its {column} is {stored!r}, and its events say {true!r}"
        for column, (stored, true) in found.items()
    ]


async def faults_of_ratings(connection: Connection) -> list[str]:
    """Recompute the ratings and compare them, to the last digit."""
    standings, changes = await true_ratings(connection)
    return [
        *_compared(
            "ratings",
            await connection.rows("SELECT * FROM ratings ORDER BY game, person"),
            standings,
        ),
        *_compared(
            "rating_changes",
            await connection.rows("SELECT * FROM rating_changes ORDER BY id"),
            changes,
        ),
    ]


async def true_ratings(connection: Connection) -> tuple[list[Columns], list[Columns]]:
    """Recompute all standings and all changes from the matches, as they should be stored."""
    # A match whose changes are lost comes after those whose changes exist, by its end.
    rows = await connection.rows(
        "SELECT m.id, m.game, m.live, m.first, m.second, m.advantage, m.winner, m.ended "
        "FROM matches m LEFT JOIN rating_changes c ON c.match = m.id AND c.side = 0 "
        "WHERE m.counts = 1 ORDER BY c.id IS NULL, c.id, m.ended, m.id"
    )
    standings, changes = recompute(
        RatedResult(
            match=row["id"],
            pool=pool_of(row["game"], live=bool(row["live"])),
            seats=(row["first"], row["second"]),
            advantage=row["advantage"],
            winner=row["winner"],
            ended=moment(row["ended"]),
        )
        for row in rows
    )
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


async def faults_of_settings(connection: Connection) -> list[str]:
    """Find settings of people and servers whose values are invalid, each as one line."""
    found = []
    for defaults, table, owner in (
        (PersonalSettings(), "settings", "person"),
        (ServerSettings(), "server_settings", "server"),
    ):
        async for row in connection.stream(
            f"SELECT {owner} AS owner, setting, value FROM {table}"  # noqa: S608 (our own names)
        ):
            try:
                defaults.changed({row["setting"]: row["value"]})
            except ValueError as error:
                line = f"{owner} {row['owner']}: the setting {row['setting']} means nothing: "
                found.append(f"{line}{str(error)[:MOST_SHOWN]}")
    return found

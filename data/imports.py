"""Imports: records of matches that people bring along, kept for some days to look back on."""

from datetime import datetime, timedelta
from typing import NamedTuple

from data import tables
from data.database import Database
from data.move_cache import RecentCache
from data.tables.columns import stamp
from match.read_record import read
from match.record import Record, write
from rules import GAMES, Refusal
from rules.move_line import Line

KEPT = timedelta(days=7)
MOST_EACH = 10
"""So many of each person are kept."""
SOME = 100
"""So many are removed at once."""


class ImportedRecord(NamedTuple):
    """What somebody brought along."""

    record: Record
    line: Line


class ImportedRecords:
    """Records that people brought along; each is seen by whoever brought it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lately = RecentCache[int, ImportedRecord]()

    async def add(self, number: int, person: int, record: Record, now: datetime) -> None:
        """Keep a record under the number of the request by which it came, once.

        Somebody's oldest ones go where there are too many.
        """
        async with self._database.transaction() as connection:
            await tables.imports.add(connection, number, person, write(record), stamp(now))
            await tables.imports.keep_last(connection, person, MOST_EACH)

    async def find(self, number: int, person: int) -> ImportedRecord:
        """Find one of somebody's own. Raises `Refusal` where it is not kept any more."""
        async with self._database.reading() as connection:
            text = await tables.imports.find(connection, number, person)
        if text is None:
            raise Refusal("This record is not kept any more; `/import` it once more.")
        if (found := self._lately.get(number)) is not None:
            return found

        def play() -> ImportedRecord:
            record = read(text, GAMES)
            return ImportedRecord(record, record.line())

        return await self._lately.keep(number, play)

    async def remove_old(self, now: datetime) -> None:
        """Remove some that came long ago."""
        async with self._database.transaction() as connection:
            await tables.imports.remove_before(connection, stamp(now - KEPT), SOME)

"""Imported records of matches, kept for some days so that they can be replayed."""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from data.columns import stamp
from data.database import Database, Subject
from data.long_work import RecentCache, RunsLong
from match.read_record import read
from match.record import Record, write
from rules import GAMES, Refusal
from rules.move_line import Line

KEPT = timedelta(days=7)
MOST_EACH = 10
"""The number of imports of each person that are kept."""


class ImportedRecord(NamedTuple):
    """An imported record and its positions."""

    record: Record
    line: Line


class ImportedRecords(Subject):
    """Imported records; each is visible only to the person who imported it."""

    def __init__(self, database: Database, run_long: RunsLong) -> None:
        super().__init__(database)
        self._run_long = run_long
        self._lately = RecentCache[int, ImportedRecord](run_long, lambda entry: len(entry.line))

    async def add(self, number: int, person: int, record: Record, now: datetime) -> None:
        """Store a record once under the number of the request that brought it.

        The person's oldest records are removed if there are too many.
        """
        text = await self._run_long(partial(write, record))
        async with self._database.transaction() as connection:
            await connection.insert(
                "imports", "DO NOTHING", id=number, person=person, record=text, made=stamp(now)
            )
            await connection.change(
                "DELETE FROM imports WHERE person = :person AND id NOT IN "
                "(SELECT id FROM imports WHERE person = :person ORDER BY id DESC LIMIT :most)",
                person=person,
                most=MOST_EACH,
            )

    async def find(self, number: int, person: int) -> ImportedRecord:
        """Find one of a person's own records. Raises `Refusal` if it is not kept any more."""
        row = await self._reader.row(
            "SELECT record FROM imports WHERE id = :id AND person = :person",
            id=number,
            person=person,
        )
        if row is None:
            raise Refusal("This record is no longer stored; open it again with `/match import`.")
        if (found := self._lately.get(number)) is not None:
            return found

        def play() -> ImportedRecord:
            record = read(row["record"], GAMES)
            return ImportedRecord(record, record.line())

        return await self._lately.keep(number, play)

    async def remove_old(self, now: datetime) -> None:
        """Remove some old records."""
        await self._database.change(
            "DELETE FROM imports WHERE id IN "
            "(SELECT id FROM imports WHERE made < :before LIMIT 100)",
            before=stamp(now - KEPT),
        )

"""A connection to the file, with the few things that statements need of one."""

import sqlite3
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import Self

import aiosqlite

Row = sqlite3.Row
Value = str | int | float | None
Columns = Mapping[str, Value]
"""What is written, by the names of its columns."""
SYNCHRONOUS = "FULL"
"""A commit is on the disk before anybody hears of it."""
LARGEST_LOG = 4 * 1024 * 1024
"""Bytes of changes that wait beside the file to be moved into it."""
LARGEST = 2**63 - 1
"""SQLite stores no larger whole number, and binds none."""
SOME = 100
"""So many rows of a stream are fetched at once."""
PATIENCE = 5.0
"""Seconds to wait for another program that reads or copies the file."""


class Connection:
    """A connection in a thread of its own; values are bound by name (`:person`)."""

    def __init__(self, sqlite: aiosqlite.Connection) -> None:
        self._sqlite = sqlite

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Connect to an existing, present database."""
        mode = "ro" if read_only else "rw"
        sqlite = await aiosqlite.connect(
            f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE
        )
        connection = cls(sqlite)
        try:
            sqlite.row_factory = Row
            await connection.change("PRAGMA foreign_keys = ON")
            await connection.change(f"PRAGMA synchronous = {SYNCHRONOUS}")
            # So far the log of changes is cut back after somebody's long look has let it grow.
            await connection.change(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
            # What is removed is overwritten with zeros, whatever this SQLite does by itself.
            await connection.change("PRAGMA secure_delete = ON")
            await connection.number("SELECT COUNT(*) FROM sqlite_schema")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def rows(self, sql: str, /, **values: Value) -> list[Row]:
        """Give all rows."""
        return list(await self._sqlite.execute_fetchall(sql, values))

    async def stream(self, sql: str, /, **values: Value) -> AsyncIterator[Row]:
        """Give rows one after the other; only some are held in memory at once."""
        async with self._sqlite.execute(sql, values) as cursor:
            while rows := await cursor.fetchmany(SOME):
                for row in rows:
                    yield row

    async def row(self, sql: str, /, **values: Value) -> Row | None:
        """Give the one row, or nothing."""
        rows = await self.rows(sql, **values)
        return rows[0] if rows else None

    async def number(self, sql: str, /, **values: Value) -> int:
        """Give the one number of the one row; nothing counts as 0."""
        (row,) = await self.rows(sql, **values)
        return int(row[0] or 0)

    async def insert(self, sql: str, /, **values: Value) -> int:
        """Insert a row and give its number."""
        row = await self._sqlite.execute_insert(sql, values)
        assert row is not None
        return int(row[0])

    async def change(self, sql: str, /, **values: Value) -> int:
        """Change what is there and give how many rows were changed."""
        # All is done then; to close the cursor as well would be another errand to the thread.
        cursor = await self._sqlite.execute(sql, values)
        return cursor.rowcount

    async def change_many(self, sql: str, each: Iterable[Columns], /) -> int:
        """Do the same with one set of values after another; give how many rows were changed."""
        cursor = await self._sqlite.executemany(sql, each)
        return cursor.rowcount

    async def begin(self) -> None:
        """Begin a transaction that writes."""
        await self.change("BEGIN IMMEDIATE")

    async def begin_reading(self) -> None:
        """Begin a transaction in which all is seen as it is at the first look."""
        await self.change("BEGIN")

    async def commit(self) -> None:
        """Keep what was changed since the transaction began."""
        await self.change("COMMIT")

    async def rollback(self) -> None:
        """Undo what was changed since the transaction began, if one did."""
        await self._sqlite.rollback()

    async def empty_log(self) -> bool:
        """Put what is in the log into the file, and empty it.

        Gives `False` where somebody reads what was there before, for whom it does not wait.
        """
        await self.change("PRAGMA busy_timeout = 0")
        try:
            return not await self.number("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await self.change(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    async def close(self) -> None:
        """Close the connection; what it was told before is done before."""
        await self._sqlite.close()

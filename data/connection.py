"""A connection to the file, with the few things that statements need of one."""

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

import aiosqlite

Row = sqlite3.Row
Value = str | int | float | None
Columns = Mapping[str, Value]
"""What is written, by the names of its columns."""
LARGEST_LOG = 4 * 1024 * 1024
"""Bytes of changes that wait beside the file to be moved into it."""
LARGEST = 2**63 - 1
"""SQLite stores no larger whole number, and binds none."""
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
            await connection.change("PRAGMA synchronous = FULL")
            # So far the log of changes is cut back after somebody's long look has let it grow.
            await connection.change(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
            await connection.number("SELECT COUNT(*) FROM sqlite_schema")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def rows(self, sql: str, /, **values: Value) -> list[Row]:
        """Give all rows."""
        return list(await self._sqlite.execute_fetchall(sql, values))

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
        async with self._sqlite.execute(sql, values) as cursor:
            return cursor.rowcount

    async def change_many(self, sql: str, each: Iterable[Columns], /) -> None:
        """Do the same with one set of values after another."""
        async with self._sqlite.executemany(sql, each):
            pass

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

    async def close(self) -> None:
        """Close the connection; what it was told before is done before."""
        await self._sqlite.close()

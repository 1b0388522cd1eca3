"""The one file that knows aiosqlite: a connection to the database."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import aiosqlite

Row = sqlite3.Row
Value = str | int | float | None
Result = TypeVar("Result")
Columns = Mapping[str, Value]
"""Values to be written, by column."""
SYNCHRONOUS = "FULL"
"""A commit is on disk before anybody is told of it."""
LARGEST_LOG = 4 * 1024 * 1024
"""The size in bytes to which the write-ahead log is truncated."""
LARGEST = 2**63 - 1
"""The largest integer that SQLite can store or bind."""
CACHE = 32 * 1024
"""KiB of pages that the connection which writes keeps: of a large file one match touches dozens."""
SOME = 100
"""How many rows of a stream are fetched at a time."""
PATIENCE = 5.0
"""Seconds to wait for another program that reads or copies the file."""


class _First(str):
    """The first statement of a transaction, with the one that begins the transaction before it."""

    __slots__ = ("begin",)
    begin: str


class _SQLite(sqlite3.Connection):
    """Begins a transaction together with its first statement, in one trip to the thread."""

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement."""
        if isinstance(sql, _First):
            super().execute(sql.begin)
        return super().execute(sql, values)

    def executemany(self, sql: str, each: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement for each set of values."""
        if isinstance(sql, _First):
            super().execute(sql.begin)
        return super().executemany(sql, each)

    def rows(self, sql: str, values: Any) -> list[Row]:
        """Execute a statement and return all rows."""
        return self.execute(sql, values).fetchall()

    def change(self, sql: str, values: Any) -> int:
        """Execute a statement and return how many rows it changed.

        The cursor stays here: `executemany` leaves it the statement, which is in the cache too. A
        cursor that is freed in another thread resets that statement while it is executed again.
        """
        return self.execute(sql, values).rowcount

    def change_many(self, sql: str, each: Iterable[Any]) -> int:
        """Execute a statement for each set of values; return how many rows were changed."""
        return self.executemany(sql, each).rowcount


def _pragmas(*, read_only: bool) -> str:
    return f"""
        PRAGMA foreign_keys = ON;
        PRAGMA synchronous = {SYNCHRONOUS};
        -- The log is truncated to this size after a long read transaction has let it grow.
        PRAGMA journal_size_limit = {LARGEST_LOG};
        {"" if read_only else f"PRAGMA cache_size = -{CACHE};"}
        -- Removed content is overwritten with zeros, whatever the default of this SQLite is.
        PRAGMA secure_delete = ON;
    """


class Connection:
    """A connection in a thread of its own; values are bound by name (`:person`)."""

    def __init__(self, sqlite: aiosqlite.Connection) -> None:
        self._sqlite = sqlite
        self._begin: str | None = None

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Connect to an existing database of the present version."""
        mode = "ro" if read_only else "rw"
        sqlite = await aiosqlite.connect(
            f"{path.as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=PATIENCE,
            factory=_SQLite,
        )
        connection = cls(sqlite)
        try:
            sqlite.row_factory = Row
            await sqlite.executescript(_pragmas(read_only=read_only))
            await connection.number("SELECT COUNT(*) FROM sqlite_schema")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def rows(self, sql: str, /, **values: Value) -> list[Row]:
        """Return all rows."""
        return await self._in_thread(self._direct.rows, self._statement(sql), values)

    async def stream(self, sql: str, /, **values: Value) -> AsyncIterator[Row]:
        """Yield rows one by one; only some are held in memory at a time."""
        async with self._sqlite.execute(self._statement(sql), values) as cursor:
            while rows := await cursor.fetchmany(SOME):
                for row in rows:
                    yield row

    async def row(self, sql: str, /, **values: Value) -> Row | None:
        """Return the only row, or `None`."""
        rows = await self.rows(sql, **values)
        return rows[0] if rows else None

    async def number(self, sql: str, /, **values: Value) -> int:
        """Return the number in the only row; NULL counts as 0."""
        (row,) = await self.rows(sql, **values)
        return int(row[0] or 0)

    async def insert(self, sql: str, /, **values: Value) -> int:
        """Insert a row and return its number."""
        row = await self._sqlite.execute_insert(self._statement(sql), values)
        assert row is not None
        return int(row[0])

    async def change(self, sql: str, /, **values: Value) -> int:
        """Execute a statement and return how many rows it changed."""
        return await self._in_thread(self._direct.change, self._statement(sql), values)

    async def change_many(self, sql: str, each: Iterable[Columns], /) -> int:
        """Execute a statement for each set of values; return how many rows were changed."""
        return await self._in_thread(self._direct.change_many, self._statement(sql), each)

    async def run(self, work: Callable[["Connection"], Coroutine[Any, Any, Result]]) -> Result:
        """Run work of many statements in the connection's thread, in one trip there.

        The work awaits the statements of the connection that it is given, and nothing else: it
        waits for nobody, and holds up nothing that the event loop does.
        """
        there = _InThread(self._sqlite, self._begin)
        try:
            return await self._in_thread(there.finish, work)
        finally:
            self._begin = there._begin  # noqa: SLF001 (its own kind)

    @property
    def _direct(self) -> _SQLite:
        """The connection itself, for use in its thread only."""
        return cast("_SQLite", self._sqlite._conn)  # noqa: SLF001 (see `_in_thread`)

    async def _in_thread(self, work: Callable[..., Result], *values: Any) -> Result:
        """Call a function in the connection's thread.

        What is public there goes to the thread and back for each statement, with its cursor.
        """
        execute: Callable[..., Coroutine[Any, Any, Result]] = self._sqlite._execute  # noqa: SLF001
        return await execute(work, *values)

    def begin(self) -> None:
        """Begin a transaction that writes, with the next statement."""
        self._begin = "BEGIN IMMEDIATE"

    def begin_reading(self) -> None:
        """Begin a read transaction, which sees everything as it is at its first read."""
        self._begin = "BEGIN"

    async def commit(self) -> None:
        """Commit the transaction, if a statement began it."""
        if self._begin is None:
            await self.change("COMMIT")
        self._begin = None

    async def rollback(self) -> None:
        """Roll the transaction back, if there is one."""
        self._begin = None
        await self._sqlite.rollback()

    def _statement(self, sql: str) -> str:
        """Return a statement, with the beginning of its transaction if it is the first of it.

        The beginning travels with the statement, so that it stays behind whatever a cancelled task
        has left in the queue of the thread.
        """
        if self._begin is None:
            return sql
        first = _First(sql)
        first.begin, self._begin = self._begin, None
        return first

    async def empty_log(self) -> bool:
        """Checkpoint the log into the file and truncate it.

        Returns `False`, without waiting, if a reader still needs the log.
        """
        await self.change("PRAGMA busy_timeout = 0")
        try:
            return not await self.number("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await self.change(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    async def close(self) -> None:
        """Close the connection, after all statements before are finished."""
        await self._sqlite.close()


class _InThread(Connection):
    """The same connection for work in its own thread, where statements need not be waited for."""

    def __init__(self, sqlite: aiosqlite.Connection, begin: str | None) -> None:
        super().__init__(sqlite)
        self._begin = begin

    def finish(self, work: Callable[[Connection], Coroutine[Any, Any, Result]]) -> Result:
        """Do work until its end. Raises `RuntimeError` if it waits for anything."""
        coroutine = work(self)
        try:
            coroutine.send(None)
        except StopIteration as end:
            result: Result = end.value
            return result
        coroutine.close()
        raise RuntimeError("this work may await nothing but the statements of its connection")

    async def rows(self, sql: str, /, **values: Value) -> list[Row]:
        return self._direct.rows(self._statement(sql), values)

    async def stream(self, sql: str, /, **values: Value) -> AsyncIterator[Row]:
        for row in self._direct.execute(self._statement(sql), values):
            yield row

    async def insert(self, sql: str, /, **values: Value) -> int:
        return int(self._direct.execute(self._statement(sql), values).lastrowid or 0)

    async def change(self, sql: str, /, **values: Value) -> int:
        return self._direct.change(self._statement(sql), values)

    async def change_many(self, sql: str, each: Iterable[Columns], /) -> int:
        return self._direct.change_many(self._statement(sql), each)

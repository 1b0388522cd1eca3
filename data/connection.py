"""A connection to the database, in a thread of its own."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self, TypeVar

from data.checksums import row_checksum
from data.unusable_file import is_file_error, unusable

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
"""The number of rows of a stream fetched at a time."""
PATIENCE = 5.0
"""Seconds to wait for another program that reads or copies the file."""


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


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Connect to an existing database of the present version."""
    mode = "ro" if read_only else "rw"
    sqlite = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE
    )
    try:
        sqlite.row_factory = Row
        sqlite.create_function("row_checksum", -1, row_checksum, deterministic=True)
        sqlite.executescript(_pragmas(read_only=read_only))
        sqlite.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
    except BaseException:
        sqlite.close()
        raise
    return sqlite


def _into(table: str, columns: Iterable[str], on_conflict: str = "") -> str:
    """Return the rest of a statement that inserts, with values bound by the names of columns."""
    names = list(columns)
    values = ", ".join(f":{name}" for name in names)
    conflict = f"ON CONFLICT {on_conflict}" if on_conflict else ""
    return f"INTO {table} ({', '.join(names)}) VALUES ({values}) {conflict}"


class _Thread:
    """A thread that does work in the order in which it is asked for, also if nobody awaits it then.

    An executor of the standard library takes twice as long for a trip to its thread and back.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None]
        self._asked = SimpleQueue()
        self.is_stopped = False
        threading.Thread(target=self._work, name="database", daemon=True).start()

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do work in the thread, after all before. Raises `RuntimeError` once it is stopped."""
        if self.is_stopped:
            raise RuntimeError("the connection is closed")
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._asked.put((work, done))
        return await done

    def stop(self) -> None:
        """End the thread, after all work before."""
        self.is_stopped = True
        self._asked.put(None)

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            _do(*asked)
            del asked  # with what it fetched, which would be held until the next work


def _do(work: Callable[[], Any], done: asyncio.Future[Any]) -> None:
    """Do work in this thread, and tell the event loop what came of it."""
    try:
        settle = partial(done.set_result, work())
    except BaseException as error:  # noqa: BLE001 (whoever awaits it gets it)
        settle = partial(done.set_exception, error)
    done.get_loop().call_soon_threadsafe(lambda: None if done.cancelled() else settle())


class Connection:
    """A connection in a thread of its own; values are bound by name (`:person`).

    Only what is fetched leaves the thread: a cursor that is freed in another one resets its
    statement, which may be executed again by then. Errors caused by the file are raised as
    `Unusable`, which names it.
    """

    def __init__(self, path: Path, sqlite: sqlite3.Connection, thread: _Thread) -> None:
        self._path, self._sqlite, self._thread = path, sqlite, thread

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Connect to an existing database of the present version."""
        thread = _Thread()
        try:
            sqlite = await thread.do(lambda: _connect(path, read_only=read_only))
        except BaseException:
            thread.stop()
            raise
        return cls(path, sqlite, thread)

    async def rows(self, sql: str, /, **values: Value) -> list[Row]:
        """Return all rows."""
        return await self._in_thread(lambda: self._sqlite.execute(sql, values).fetchall())

    async def stream(self, sql: str, /, **values: Value) -> AsyncIterator[Row]:
        """Yield rows one by one; only some are held in memory at a time."""
        cursor = await self._in_thread(lambda: self._sqlite.execute(sql, values))
        try:
            while rows := await self._in_thread(lambda: cursor.fetchmany(SOME)):
                for row in rows:
                    yield row
        finally:
            await self._in_thread(cursor.close)

    async def row(self, sql: str, /, **values: Value) -> Row | None:
        """Return the only row, or `None`."""
        rows = await self.rows(sql, **values)
        return rows[0] if rows else None

    async def number(self, sql: str, /, **values: Value) -> int:
        """Return the number in the only row; NULL counts as 0."""
        (row,) = await self.rows(sql, **values)
        return int(row[0] or 0)

    async def numbers(self, sql: str, /, **values: Value) -> list[int]:
        """Return the numbers in the only column of all rows."""
        return [row[0] for row in await self.rows(sql, **values)]

    async def insert(self, table: str, on_conflict: str = "", /, **columns: Value) -> int:
        """Insert a row and return its number; `on_conflict` is SQL for an existing one."""
        sql = f"INSERT {_into(table, columns, on_conflict)}"
        return await self._in_thread(lambda: self._sqlite.execute(sql, columns).lastrowid) or 0

    async def insert_many(
        self, table: str, rows: Sequence[Columns], on_conflict: str = "", /
    ) -> int:
        """Insert rows of the same columns; return how many were inserted or changed."""
        sql = f"INSERT {_into(table, rows[0], on_conflict)}"
        return await self._in_thread(lambda: self._sqlite.executemany(sql, rows).rowcount)

    async def replace(self, table: str, /, **columns: Value) -> None:
        """Insert a row, in place of the one with the same key."""
        await self.change(f"INSERT OR REPLACE {_into(table, columns)}", **columns)

    async def change(self, sql: str, /, **values: Value) -> int:
        """Execute a statement and return how many rows it changed."""
        return await self._in_thread(lambda: self._sqlite.execute(sql, values).rowcount)

    async def change_many(self, sql: str, each: Iterable[Columns], /) -> int:
        """Execute a statement for each set of values; return how many rows were changed."""
        return await self._in_thread(lambda: self._sqlite.executemany(sql, each).rowcount)

    async def run(self, work: Callable[["Connection"], Coroutine[Any, Any, Result]]) -> Result:
        """Run work of many statements in the connection's thread, in one trip there.

        The work awaits the statements of the connection that it is given, and nothing else: it
        waits for nobody, and holds up nothing that the event loop does.
        """
        there = _InThread(self._path, self._sqlite, self._thread)
        return await self._in_thread(lambda: _finish(work(there)))

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        """Do work in the connection's thread."""
        try:
            return await self._thread.do(work)
        except sqlite3.Error as error:
            if is_file_error(error):
                raise unusable(self._path, error) from error
            raise

    async def begin(self) -> None:
        """Begin a transaction that writes."""
        await self.change("BEGIN IMMEDIATE")

    async def begin_reading(self) -> None:
        """Begin a read transaction, which sees everything as it is at its first read."""
        await self.change("BEGIN")

    async def commit(self) -> None:
        """Commit the transaction."""
        await self.change("COMMIT")

    async def rollback(self) -> None:
        """Roll the transaction back, if there is one."""
        await self._in_thread(self._sqlite.rollback)

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
        """Close the connection, after all statements before; a second time it does nothing."""
        if self._thread.is_stopped:
            return
        try:
            await self._in_thread(self._sqlite.close)
        finally:
            self._thread.stop()


class _InThread(Connection):
    """The same connection for work in its own thread, where statements need not be waited for."""

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return work()


def _finish(work: Coroutine[Any, Any, Result]) -> Result:
    """Do work until its end. Raises `RuntimeError` if it waits for anything."""
    try:
        work.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    work.close()
    raise RuntimeError("this work may await nothing but the statements of its connection")

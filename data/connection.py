"""A connection to the database, in a thread of its own."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self, TypeVar

from data.driver import Columns, Driver, Hold, Location, Row, Value
from data.sqlite_driver import SqliteDriver

__all__ = ["LARGEST", "Columns", "Connection", "Result", "Row", "Value", "overwriting"]

Result = TypeVar("Result")
LARGEST = 2**63 - 1
"""The largest integer that can be stored or bound; no row has it for its number."""
SOME = 100
"""The number of rows of a stream fetched at a time."""


def connect(location: Location, *, read_only: bool = False, hold: Hold | None = None) -> Driver:
    """Connect to an existing database of the present version.

    With `hold` it holds a server for its bot; a file has a lock beside it.
    """
    if isinstance(location, Path):
        return SqliteDriver(location, read_only=read_only)
    from data.postgres_driver import PostgresDriver  # noqa: PLC0415 (its library is only there if it is used)

    return PostgresDriver(location, read_only=read_only, hold=hold)


def overwriting(key: str, columns: Iterable[str]) -> str:
    """Return what follows `ON CONFLICT` where a row overwrites the one with the same key."""
    return f"({key}) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in columns)}"


def _insert(table: str, columns: Iterable[str], on_conflict: str = "") -> str:
    """Return a statement that inserts, with values bound by the names of columns."""
    names = list(columns)
    values = ", ".join(f":{name}" for name in names)
    conflict = f"ON CONFLICT {on_conflict}" if on_conflict else ""
    into = f"INSERT INTO {table} ({', '.join(names)})"
    return f"{into} VALUES ({values}) {conflict}"


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
    statement, which may be executed again by then. Errors caused by the database are raised as
    `Unusable`, which names it.
    """

    def __init__(self, driver: Driver, thread: _Thread) -> None:
        self._driver, self._thread = driver, thread

    @classmethod
    async def open(
        cls, location: Location, *, read_only: bool = False, hold: Hold | None = None
    ) -> Self:
        """Connect to an existing database of the present version."""
        thread = _Thread()
        try:
            driver = await thread.do(lambda: connect(location, read_only=read_only, hold=hold))
        except BaseException:
            thread.stop()
            raise
        return cls(driver, thread)

    @property
    def in_file(self) -> bool:
        """Whether it is to a file of SQLite, which may be damaged, or whose schema others made."""
        return self._driver.in_file

    async def rows(self, sql: str, /, **values: Value) -> list[Row]:
        """Return all rows."""
        return await self._in_thread(lambda: self._driver.rows(sql, values))

    async def stream(self, sql: str, /, **values: Value) -> AsyncIterator[Row]:
        """Yield rows one by one; only some are held in memory at a time."""
        cursor = await self._in_thread(lambda: self._driver.cursor(sql, values))
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

    async def number_or_none(self, sql: str, /, **values: Value) -> int | None:
        """Return the number in the only row, or `None` if there is no row, or NULL in it."""
        row = await self.row(sql, **values)
        return None if row is None or row[0] is None else int(row[0])

    async def has(self, sql: str, /, **values: Value) -> bool:
        """Tell whether there is any row."""
        return bool(await self.number(f"SELECT EXISTS ({sql})", **values))

    async def pairs(self, sql: str, /, **values: Value) -> dict[Any, Any]:
        """Return the values in the second of two columns by those in the first."""
        return {row[0]: row[1] for row in await self.rows(sql, **values)}

    async def numbers(self, sql: str, /, **values: Value) -> list[int]:
        """Return the numbers in the only column of all rows."""
        return [row[0] for row in await self.rows(sql, **values)]

    async def insert(self, table: str, on_conflict: str = "", /, **columns: Value) -> int:
        """Insert a row and return how many were; `on_conflict` is SQL for an existing one."""
        return await self.change(_insert(table, columns, on_conflict), **columns)

    async def insert_numbered(self, table: str, /, **columns: Value) -> int:
        """Insert a row and return its number."""
        return await self.number(f"{_insert(table, columns)} RETURNING id", **columns)

    async def insert_many(
        self, table: str, rows: Sequence[Columns], on_conflict: str = "", /
    ) -> int:
        """Insert rows of the same columns; return how many were inserted or changed."""
        if not rows:
            return 0
        return await self.change_many(_insert(table, rows[0], on_conflict), rows)

    async def replace(self, table: str, key: str, /, **columns: Value) -> None:
        """Insert a row, or overwrite the one with the same key."""
        await self.insert(table, overwriting(key, columns), **columns)

    async def change(self, sql: str, /, **values: Value) -> int:
        """Execute a statement and return how many rows it changed."""
        return await self._in_thread(lambda: self._driver.change(sql, values))

    async def change_many(self, sql: str, each: Iterable[Columns], /) -> int:
        """Execute a statement for each set of values; return how many rows were changed."""
        return await self._in_thread(lambda: self._driver.change_many(sql, each))

    async def run(self, work: Callable[["Connection"], Coroutine[Any, Any, Result]]) -> Result:
        """Run work of many statements in the connection's thread, in one trip there.

        The work awaits the statements of the connection that it is given, and nothing else: it
        waits for nobody, and holds up nothing that the event loop does.
        """
        there = _InThread(self._driver, self._thread)
        return await self._in_thread(lambda: _finish(work(there)))

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        try:
            return await self._thread.do(work)
        except Exception as error:
            if (fault := self._driver.fault(error)) is not None:
                raise fault from error
            raise

    async def begin(self) -> None:
        """Begin a transaction that writes."""
        await self._in_thread(self._driver.begin)

    async def begin_reading(self) -> None:
        """Begin a read transaction, which sees everything as it is at its first read."""
        await self._in_thread(self._driver.begin_reading)

    async def commit(self) -> None:
        """Commit the transaction."""
        await self._in_thread(self._driver.commit)

    async def rollback(self) -> None:
        """Roll the transaction back, if there is one."""
        await self._in_thread(self._driver.rollback)

    async def empty_log(self) -> bool:
        """Remove old content from the log.

        Returns `False`, without waiting, if a reader still needs the log.
        """
        return await self._in_thread(self._driver.empty_log)

    async def close(self) -> None:
        """Close the connection, after all statements before; a second time it does nothing."""
        if self._thread.is_stopped:
            return
        try:
            await self._in_thread(self._driver.close)
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

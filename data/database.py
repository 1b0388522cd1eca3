"""One open database: read it, and change it in transactions."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

from data import prepare_database
from data.claims import Claims
from data.connection import Connection, Result, Value
from data.driver import Hold, Location
from data.file_claims import mark_settings
from data.unusable_file import Unusable, moved, unusable
from data.upgrade import Working

LONG_READERS = 3
"""The number of long reads at once."""
TRIES, PAUSE = 20, 0.05
"""The tries to truncate the log, and the seconds in between."""


class Cache:
    """What was read and is asked for with every message, kept until any of it changes."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._changes = 0
        """The number of changes so far, so that nothing outdated is kept."""

    async def find(self, key: Hashable, read: Callable[[], Awaitable[Result]]) -> Result:
        """Return what is kept under a key; what is not kept is read."""
        if key in self._kept:
            kept: Result = self._kept[key]
            return kept
        changes = self._changes
        found = await read()
        if changes == self._changes:
            self._kept[key] = found
        return found

    def clear(self) -> None:
        """Keep nothing of what was read until now."""
        self._changes += 1
        self._kept.clear()


class Database:
    """The open database: one connection that writes, and others that read what is committed.

    Whatever looks at many rows is read through connections of its own, so that nobody else waits
    for it, nor a second such reader for the first.
    """

    def __init__(
        self,
        location: Location,
        lock: sqlite3.Connection | ExitStack,
        writer: Connection,
        reader: Connection,
        *long_readers: Connection,
    ) -> None:
        self.path = location
        self._lock = lock
        self._writer = writer
        self.reader = reader
        """Reads what is committed, concurrently with any transaction."""
        self._long_readers = long_readers
        self._idle: asyncio.Queue[Connection] = asyncio.Queue()
        for connection in long_readers:
            self._idle.put_nowait(connection)
        self._identity = _identity(location)
        self.is_shared = False
        """Whether other processes use it, too, which are told when cached settings change."""
        self.settings = Cache()
        """The settings of servers, the languages of people, and who takes no direct messages."""
        self._write_lock = asyncio.Lock()
        self.log_must_be_emptied = False
        """Whether removed content may still be in the log, because of a concurrent reader."""

    @classmethod
    async def open(
        cls,
        location: Location,
        migrations: Path = prepare_database.MIGRATIONS,
        working: Working = lambda: None,
        hold: Hold = Hold.ALONE,
    ) -> Self:
        """Open the file for its bot, creating or migrating it if necessary.

        `working` is called again and again, in a thread, as long as that takes.

        Raises `Unusable` if that is not possible; nothing is changed then.
        """
        prepare = preparation(location)
        if hold is Hold.ALONE:
            location, lock = await asyncio.to_thread(prepare.lock, location)
        else:
            location, lock = await asyncio.to_thread(prepare.join, location, migrations, working)
        connections: list[Connection] = []
        try:
            if hold is Hold.ALONE:
                await asyncio.to_thread(prepare.migrate, location, migrations, working)
            connections.append(await Connection.open(location, hold=hold))
            # In case the bot was stopped between forgetting a person and truncating the log.
            await connections[0].empty_log()
            while len(connections) < 2 + LONG_READERS:
                connections.append(await Connection.open(location, read_only=True))
            database = cls(location, lock, *connections)
            database.is_shared = hold is Hold.SHARED
            return database
        except BaseException as error:
            for connection in connections:
                await connection.close()
            lock.close()
            if isinstance(error, sqlite3.Error):
                raise unusable(location, error) from error
            raise

    async def close(self) -> None:
        """Close the file and let another bot have it."""
        async with AsyncExitStack() as closing:  # each, even if another cannot be closed
            closing.callback(self._lock.close)
            for connection in (self._writer, *self._long_readers, self.reader):
                closing.push_async_callback(connection.close)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """Run one transaction: committed as a whole, or rolled back."""
        async with self._writing() as connection:
            self._refuse_replaced_file()
            await connection.begin()
            yield connection
            await connection.commit()

    async def run(self, work: Callable[[Connection], Coroutine[Any, Any, Result]]) -> Result:
        """Run work as one transaction in one trip to the connection's thread, with its commit.

        As in `Connection.run`, it awaits the statements of the connection, and nothing else.
        """

        async def committed(connection: Connection) -> Result:
            self._refuse_replaced_file()
            await connection.begin()
            result = await work(connection)
            await connection.commit()
            return result

        async with self._writing() as connection:
            return await connection.run(committed)

    async def change(self, sql: str, /, **values: Value) -> int:
        """Execute one statement as a transaction; return how many rows it changed."""
        return await self.run(lambda connection: connection.change(sql, **values))

    async def insert(self, table: str, on_conflict: str = "", /, **columns: Value) -> None:
        """Insert one row as a transaction; `on_conflict` is SQL for an existing one."""
        await self.run(lambda connection: connection.insert(table, on_conflict, **columns))

    async def open_claims(self) -> Claims:
        """Open the claims of the processes that share the database."""
        claims: Claims = await preparation(self.path).open_claims(self.path)
        return claims

    @asynccontextmanager
    async def changing_settings(self) -> AsyncIterator[Connection]:
        """Run a transaction that changes what is kept in `settings`, here and in other processes.

        It is read anew also if the change fails.
        """
        try:
            async with self.transaction() as connection:
                yield connection
                if self.is_shared and isinstance(self.path, Path):
                    await asyncio.to_thread(mark_settings, self.path)
                elif self.is_shared:
                    await connection.rows("SELECT pg_notify('parlour', '')")
        finally:
            self.settings.clear()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Connection]:
        """Have the connection that writes; a transaction that is not committed is rolled back.

        `BEGIN` and `COMMIT` are inside the `try`, and the rollback is shielded, because a task may
        be cancelled at any `await`. The connection's thread finishes earlier statements first.
        """
        async with self._write_lock:
            try:
                yield self._writer
            except BaseException:
                await asyncio.shield(self._writer.rollback())
                raise

    async def empty_log(self) -> None:
        """Truncate the log, which contains old and new versions of recently changed content.

        If a concurrent reader prevents it, `log_must_be_emptied` says that it must be tried again.
        """
        for _ in range(TRIES):
            async with self._write_lock:
                self.log_must_be_emptied = not await self._writer.empty_log()
            if not self.log_must_be_emptied:
                return
            await asyncio.sleep(PAUSE)

    @asynccontextmanager
    async def reading_long(self) -> AsyncIterator[Connection]:
        """Read what may take long, and what nobody else waits for."""
        connection = await self._idle.get()
        try:
            yield connection
        finally:
            self._idle.put_nowait(connection)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """Read a consistent snapshot, however long that takes and whatever is changed meanwhile."""
        self._refuse_replaced_file()
        async with _snapshot(self.path) as connection:
            yield connection

    def _refuse_replaced_file(self) -> None:
        """Raise `Unusable` if the path leads to another file, or to none, since it was opened.

        SQLite would go on writing into a file that nobody finds again.
        """
        if _identity(self.path) != self._identity:
            raise moved(self.path)


class Subject:
    """A subject of the store: it reads what is committed, and each change is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database, self._reader = database, database.reader


def _identity(location: Location) -> tuple[int, int] | None:
    """Return the device and inode to which a path leads; they change if the file is replaced.

    Raises `Unusable` if there is no file.
    """
    if not isinstance(location, Path):
        return None
    try:
        status = location.stat()
    except FileNotFoundError as error:
        raise moved(location) from error
    except OSError as error:
        raise unusable(location, error) from error
    return status.st_dev, status.st_ino


def preparation(location: Location) -> Any:  # the module for its engine
    """Return the module that prepares a database. Raises `Unusable` if its library is missing."""
    if isinstance(location, Path):
        return prepare_database
    try:
        from data import prepare_server  # noqa: PLC0415 (the library is there only if it is used)
    except ModuleNotFoundError as error:
        raise Unusable(f"{location} needs what make .venv/postgres.installed installs.") from error
    return prepare_server


@asynccontextmanager
async def snapshot_of(location: Location) -> AsyncIterator[Connection]:
    """Read a consistent snapshot of a database, whether or not a bot uses it.

    Raises `Unusable` if it does not exist, or is not of this program's version.
    """
    location = await asyncio.to_thread(preparation(location).present, location)
    try:
        async with _snapshot(location) as connection:
            yield connection
    except sqlite3.Error as error:
        raise unusable(location, error) from error


@asynccontextmanager
async def _snapshot(location: Location) -> AsyncIterator[Connection]:
    connection = await Connection.open(location, read_only=True)
    try:
        await connection.begin_reading()
        yield connection
    finally:
        await connection.close()

"""One SQLite file, open: read it, and change it in transactions."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import aiosqlite

from data import opening
from data.trouble import Unusable, is_the_files_fault, unusable


class Database:
    """The open file: one connection that changes it and one that reads what is committed."""

    def __init__(
        self,
        path: Path,
        lock: sqlite3.Connection,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
    ) -> None:
        self.path = path
        self._lock_file = lock
        self._writer = writer
        self._reader = reader
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path, migrations: Path = opening.MIGRATIONS) -> Self:
        """Open the file as the one bot that uses it, creating or migrating it where needed.

        Raises `Unusable` where that is not possible; nothing is changed then.
        """
        path, lock = await asyncio.to_thread(opening.lock, path)
        connections: list[aiosqlite.Connection] = []
        try:
            await asyncio.to_thread(opening.prepare, path, migrations)
            connections.append(await connect(path))
            connections.append(await connect(path))
            await connections[1].execute("PRAGMA query_only = ON")
        except BaseException as error:
            for connection in connections:
                await connection.close()
            lock.close()
            if isinstance(error, sqlite3.Error):
                raise unusable(path, error) from error
            raise
        return cls(path, lock, *connections)

    async def close(self) -> None:
        """Close the file and let another bot have it."""
        await self._reader.close()
        await self._writer.close()
        self._lock_file.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Make one happening one transaction: kept whole, or as if it had never begun.

        `BEGIN` and `COMMIT` are inside the `try`, and undoing is shielded, because a task may be
        cancelled at any `await`. What the connection's thread was told before is done before.
        """
        async with self._one_at_a_time:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                await self._writer.execute("COMMIT")
            except BaseException as error:
                await asyncio.shield(self._writer.rollback())
                if isinstance(error, sqlite3.Error) and is_the_files_fault(error):
                    raise unusable(self.path, error) from error
                raise

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """Read what is committed, beside whatever is being changed."""
        try:
            yield self._reader
        except sqlite3.Error as error:
            if is_the_files_fault(error):
                raise unusable(self.path, error) from error
            raise


async def connect(path: Path, *, read_only: bool = False) -> aiosqlite.Connection:
    """Connect to an existing, present database."""
    mode = "ro" if read_only else "rw"
    connection = await aiosqlite.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=opening.PATIENCE
    )
    try:
        connection.row_factory = sqlite3.Row
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute_fetchall("SELECT COUNT(*) FROM sqlite_schema")
    except BaseException:
        await connection.close()
        raise
    return connection


@asynccontextmanager
async def snapshot(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """Look at a database as it is at one moment, whether or not a bot uses it.

    Raises `Unusable` where it is not there, or not of this program's version.
    """
    if not await asyncio.to_thread(path.exists):
        raise Unusable(f"{path} is not there; name the database that you mean.")
    path = await asyncio.to_thread(path.resolve)
    try:
        await asyncio.to_thread(opening.refuse_older, path)
        connection = await connect(path, read_only=True)
        try:
            await connection.execute("BEGIN")
            yield connection
        finally:
            await connection.close()
    except sqlite3.Error as error:
        raise unusable(path, error) from error

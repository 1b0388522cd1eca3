"""One SQLite file: open it for one bot, bring it up to date, and change it in transactions."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Self

import aiosqlite

MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION = 0x5061726C
"""What the first migration writes into the file, so that it is known as ours."""
PATIENCE = 5.0
"""Seconds to wait for another program that reads or copies the file."""


class Unusable(Exception):  # noqa: N818 (the sentence is for whoever runs the bot)
    """The database cannot be used; a whole sentence that names the file and what to do."""


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
    async def open(cls, path: Path, migrations: Path = MIGRATIONS) -> Self:
        """Open the file as the one bot that uses it, creating or migrating it where needed.

        Raises `Unusable` where that is not possible; nothing is changed then.
        """
        path, lock = await asyncio.to_thread(_lock, path)
        connections: list[aiosqlite.Connection] = []
        try:
            await asyncio.to_thread(_prepare, path, migrations)
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
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE
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
        await asyncio.to_thread(_refuse_older, path)
        connection = await connect(path, read_only=True)
        try:
            await connection.execute("BEGIN")
            yield connection
        finally:
            await connection.close()
    except sqlite3.Error as error:
        raise unusable(path, error) from error


def newest(migrations: Path = MIGRATIONS) -> int:
    """Give the version that the program knows."""
    return len(_numbered(migrations))


def copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database, whatever is being written to it, and put the copy in place when whole."""
    unfinished = target.with_name(f"{target.name}-unfinished")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished)) as connection:
        source.backup(connection)
        # A copy is one file, without a log beside it.
        connection.execute("PRAGMA journal_mode = DELETE")
    unfinished.replace(target)


def version_of(connection: sqlite3.Connection, path: Path, known: int) -> int:
    """Give the version of a database; 0 for an empty one.

    Raises `Unusable` for one that is not Parlour's, or newer than the program.
    """
    version, application, things = (
        int(connection.execute(question).fetchone()[0])
        for question in (
            "PRAGMA user_version",
            "PRAGMA application_id",
            "SELECT COUNT(*) FROM sqlite_schema",
        )
    )
    if (version or things) and application != APPLICATION:
        raise Unusable(f"{path} is the database of another program; name a different file.")
    if version > known:
        raise Unusable(
            f"{path} was written by a newer Parlour (its version is {version}, this program "
            f"knows {known}); update the program, or name a different file."
        )
    return version


def _refuse_older(path: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        if version_of(connection, path, newest()) < newest():
            raise Unusable(
                f"{path} is of an older version; start the bot once, which brings it up to date."
            )


def _lock(path: Path) -> tuple[Path, sqlite3.Connection]:
    """Take the lock that admits one bot, which the system lets go when the process ends.

    It is SQLite's own lock on an empty file of its own beside the database: SQLite knows how to
    lock on every system, and the database itself stays open to `python -m data`.
    """
    try:
        path = path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(
            f"{path}-lock", timeout=0, isolation_level=None, check_same_thread=False
        )
    except (OSError, sqlite3.Error) as error:
        raise unusable(path, error) from error
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if _code(error) == sqlite3.SQLITE_BUSY:
            raise Unusable(
                f"{path} is in use by another Parlour; stop that one first, "
                "or name a different file."
            ) from error
        raise unusable(path, error) from error
    return path, lock


def _prepare(path: Path, migrations: Path) -> None:
    """Migrate step by step, with a copy of the file before each step."""
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
        version = version_of(connection, path, newest(migrations))
        for number, script in enumerate(_numbered(migrations), start=1):
            if number <= version:
                continue
            if version:
                copy(connection, path.with_name(f"{path.name}-before-{number:04}"))
            try:
                connection.executescript(
                    f"BEGIN IMMEDIATE; {script.read_text(encoding='utf-8')}\n"
                    f"; PRAGMA user_version = {number}; COMMIT"
                )
            except BaseException:
                connection.rollback()
                raise
            version = number
        connection.execute("PRAGMA journal_mode = WAL")


def _numbered(migrations: Path) -> list[Path]:
    """Find the migrations, which are numbered from 1 without a gap."""
    found = sorted(migrations.glob("*.sql"))
    for number, path in enumerate(found, start=1):
        if not re.fullmatch(rf"{number:04}_[a-z_]+\.sql", path.name):
            raise ValueError(f"{path.name} is no migration {number:04}_what.sql")
    return found


def is_the_files_fault(error: sqlite3.Error) -> bool:
    """Tell trouble with the file or its disk from a mistake in the program."""
    return _code(error) in _TROUBLE


def unusable(path: Path, error: OSError | sqlite3.Error) -> Unusable:
    """Word what is wrong with a file."""
    words = _TROUBLE.get(_code(error)) if isinstance(error, sqlite3.Error) else None
    return Unusable(f"{path} {words or f'cannot be used ({error})'}.")


def _code(error: sqlite3.Error) -> int:
    """Give SQLite's primary result code; the higher bits only say more."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return int(code) & 0xFF


_DAMAGED = "is damaged, or is no database; put a backup in its place, or name a different file"
_CLOSED = "cannot be written; make the file and its folder writable, or name a different file"
_TROUBLE = {
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_READONLY: _CLOSED,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_PERM: _CLOSED,
    sqlite3.SQLITE_FULL: "has no room left on its disk; make room there, and what was asked can "
    "be asked again",
    sqlite3.SQLITE_IOERR: "cannot be read or written; look at its disk, which may be full or "
    "failing",
    sqlite3.SQLITE_BUSY: "is held by another program; end that program",
}

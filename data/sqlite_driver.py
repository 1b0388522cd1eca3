"""SQLite as the engine of a connection: statements in a file."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from data.checksums import row_checksum
from data.unusable_file import Unusable, is_file_error, unusable

SYNCHRONOUS = "FULL"
"""A commit is on disk before anybody is told of it."""
LARGEST_LOG = 4 * 1024 * 1024
"""The size in bytes to which the write-ahead log is truncated."""
CACHE = 32 * 1024
"""KiB of pages that the connection which writes keeps: of a large file one match touches dozens."""
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


class SqliteDriver:
    """A connection to an existing file of the present version, for the thread that opens it."""

    in_file = True

    def __init__(self, path: Path, *, read_only: bool) -> None:
        self._path = path
        mode = "ro" if read_only else "rw"
        self._sqlite = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE
        )
        try:
            self._sqlite.row_factory = sqlite3.Row
            self._sqlite.create_function("row_checksum", -1, row_checksum, deterministic=True)
            self._sqlite.executescript(_pragmas(read_only=read_only))
            self._sqlite.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        except BaseException:
            self._sqlite.close()
            raise
        self.cursor = self._sqlite.execute

    def rows(self, sql: str, values: Mapping[str, object]) -> list[sqlite3.Row]:
        return self._sqlite.execute(sql, values).fetchall()

    def change(self, sql: str, values: Mapping[str, object]) -> int:
        return self._sqlite.execute(sql, values).rowcount

    def change_many(self, sql: str, each: Iterable[Mapping[str, object]]) -> int:
        return self._sqlite.executemany(sql, each).rowcount

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        self._sqlite.execute("PRAGMA defer_foreign_keys = ON")  # to the end of the transaction
        places = ", ".join("?" * len(columns))
        into = f"INSERT INTO {table} ({', '.join(columns)})"
        self._sqlite.executemany(f"{into} VALUES ({places})", rows)

    def begin(self) -> None:
        self._sqlite.execute("BEGIN IMMEDIATE")

    def begin_reading(self) -> None:
        self._sqlite.execute("BEGIN")

    def commit(self) -> None:
        self._sqlite.execute("COMMIT")

    def rollback(self) -> None:
        self._sqlite.rollback()

    def empty_log(self) -> bool:
        """Checkpoint the log into the file and truncate it, unless a reader still needs it."""
        self._sqlite.execute("PRAGMA busy_timeout = 0")
        try:
            return not self._sqlite.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        finally:
            self._sqlite.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    def close(self) -> None:
        self._sqlite.close()

    def fault(self, error: Exception) -> Unusable | None:
        """Return what a host reads of an error that is caused by the file, not by a bug."""
        if isinstance(error, sqlite3.Error) and is_file_error(error):
            return unusable(self._path, error)
        return None

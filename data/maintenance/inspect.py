"""Inspect a database from outside, without changing anything, as `--check` does."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from data.maintenance.copy_file import Contents, contents, damage, open_for_reading
from data.prepare_database import empty, newest_version, refuse_root, version_of
from data.unusable_file import Unusable, code_of, unusable


@dataclass(frozen=True)
class Inspection:
    """The contents of a sound database, whether its version is older, and whether a bot uses it."""

    contents: Contents
    older: bool
    in_use: bool


def inspect_database(path: Path) -> Inspection:
    """Inspect a database. Raises `Unusable` for one with which the bot could not start."""
    try:
        refuse_root(path)
        with closing(open_for_reading(path)) as connection:
            version = version_of(connection, path, newest_version())
    except (OSError, sqlite3.Error) as error:
        raise unusable(path, error) from error
    if not version:
        raise empty(path)
    if found := damage(path):
        raise Unusable(f"{path} is damaged ({found}); put a backup in its place.")
    return Inspection(contents(path), version < newest_version(), in_use(path))


def in_use(path: Path) -> bool:
    """Tell whether a bot holds the lock of a database, or several do."""
    lock = path.with_name(f"{path.name}-lock")
    if not lock.exists():
        return False
    try:
        with closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")  # which changes nothing
    except sqlite3.Error as error:
        return code_of(error) == sqlite3.SQLITE_BUSY
    return False

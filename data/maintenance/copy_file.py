"""Copy a database that may be in use, and see what a file contains and whether it is sound."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from data.unusable_file import Unusable, is_damage, unusable

RESERVE = 16 * 2**20
"""Bytes of disk space that a copy leaves free, because play goes on meanwhile."""
PIECE = 1024
"""The number of pages copied between two calls that say so."""


@dataclass(frozen=True)
class Contents:
    """The numbers of matches and events in a database, and its size in bytes."""

    matches: int
    events: int
    size: int


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a database for reading; if it is not in use, no files are created beside it."""
    busy = path.with_name(f"{path.name}-wal").exists()
    mode = "mode=ro" if busy else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)


def contents(path: Path) -> Contents:
    """Count the contents of a database."""
    with closing(open_for_reading(path)) as connection:
        matches, events = connection.execute(
            "SELECT COUNT(*), COALESCE(SUM(count), 0) FROM matches"
        ).fetchone()
    return Contents(matches, events, path.stat().st_size)


def copy(source: Path, target: Path, working: Callable[[], object] = lambda: None) -> None:
    """Copy a database to a file, which appears only when it is complete."""
    write(source, part := unfinished(target), working=working)
    part.replace(target)


def write(source: Path, part: Path, working: Callable[[], object] = lambda: None) -> None:
    """Write a consistent copy of a database, whatever is being changed in it meanwhile.

    Raises `Unusable` if there is not enough space. An unfinished copy is removed. `working` is
    called again and again meanwhile, and may raise what ends it.
    """
    discard(part)
    refuse_full_disk(source, part.parent)
    try:
        # A connection of its own, so that neither the bot's reads nor its writes wait for the copy.
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as origin,
            closing(sqlite3.connect(part)) as destination,
        ):
            # One read transaction throughout, or every change would restart the copy.
            origin.execute("BEGIN")
            origin.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
            origin.backup(destination, pages=PIECE, progress=lambda *_pages: working())
            # A copy is one file, without a log beside it.
            destination.execute("PRAGMA journal_mode = DELETE")
    except BaseException as error:
        discard(part)
        if isinstance(error, sqlite3.Error) and is_damage(error):
            raise unusable(source, error) from error
        raise


def refuse_full_disk(source: Path, folder: Path) -> None:
    """Raise `Unusable` if a copy would fill the disk."""
    needed = size_of(source) + RESERVE
    if (free := room(folder)) < needed:
        raise Unusable(
            f"{folder} has no room for a copy: {megabytes(needed)} are needed, "
            f"{megabytes(free)} are free; free some space, or name another folder."
        )


def size_of(path: Path) -> int:
    """Return the size of a database with its log, in bytes."""
    log = path.with_name(f"{path.name}-wal")
    return path.stat().st_size + (log.stat().st_size if log.exists() else 0)


def room(folder: Path) -> int:
    """Return how many bytes are free on the disk of a folder."""
    return shutil.disk_usage(folder).free


def damage(path: Path) -> str | None:
    """Return what SQLite finds wrong with a file; `None` if it is sound."""
    try:
        with closing(open_for_reading(path)) as connection:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return str(error)
    return None if found == "ok" else found.splitlines()[-1]


def unfinished(target: Path) -> Path:
    """Return the path at which a copy is written until it is complete."""
    return target.with_name(f"{target.name}-unfinished")


def discard(part: Path) -> None:
    """Remove an unfinished copy, and SQLite's own files beside it."""
    for end in ("", "-journal", "-wal", "-shm"):
        part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def megabytes(size: int) -> str:
    """Write a number of bytes for people."""
    return f"{size / 2**20:,.0f} MB"

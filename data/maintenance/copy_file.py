"""Copy a database that may be in use, and look what is in a file and whether it is sound."""

import shutil
import sqlite3
import threading
from concurrent.futures import CancelledError
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from data.errors import Unusable, is_damage, unusable

RESERVE = 16 * 2**20
"""Bytes that a copy leaves free, for play goes on and writes while it is made."""
PIECE = 1024
"""Pages after which it is asked whether to go on."""
NEVER = threading.Event()


@dataclass(frozen=True)
class Contents:
    """How much a database holds; its size in bytes."""

    matches: int
    events: int
    size: int


def look_into(path: Path) -> sqlite3.Connection:
    """Open a database to read in it; where nobody writes in it nothing appears beside it."""
    busy = path.with_name(f"{path.name}-wal").exists()
    mode = "mode=ro" if busy else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)


def contents(path: Path) -> Contents:
    """Look how much a database holds."""
    with closing(look_into(path)) as connection:
        matches, events = connection.execute(
            "SELECT COUNT(*), COALESCE(SUM(count), 0) FROM matches"
        ).fetchone()
    return Contents(matches, events, path.stat().st_size)


def copy(source: Path, target: Path) -> None:
    """Copy a database to a file, which is there only once it is whole."""
    write(source, part := unfinished(target))
    part.replace(target)


def write(source: Path, part: Path, stopped: threading.Event = NEVER) -> None:
    """Write a copy of a database as it is now, whatever is being changed in it meanwhile.

    Raises `Unusable` where there is no room for it. Where it is not finished nothing is left.
    """
    discard(part)
    look_for_room(source, part.parent)

    def go_on(*_pages: int) -> None:
        if stopped.is_set():
            raise CancelledError

    try:
        # A connection of its own: neither the bot's reading nor its writing waits for the copy.
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as there,
            closing(sqlite3.connect(part)) as here,
        ):
            # Reading begins once, or every change would make the copy begin anew.
            there.execute("BEGIN")
            there.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
            there.backup(here, pages=PIECE, progress=go_on)
            # A copy is one file, without a log beside it.
            here.execute("PRAGMA journal_mode = DELETE")
    except BaseException as error:
        discard(part)
        if isinstance(error, sqlite3.Error) and is_damage(error):
            raise unusable(source, error) from error
        raise


def look_for_room(source: Path, folder: Path) -> None:
    """Raise `Unusable` where a copy would fill the disk."""
    log = source.with_name(f"{source.name}-wal")
    needed = source.stat().st_size + (log.stat().st_size if log.exists() else 0) + RESERVE
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Unusable(
            f"{folder} has no room for a copy: {_told(needed)} are needed, {_told(free)} are free; "
            "make room there, or name another folder."
        )


def damage(path: Path) -> str | None:
    """Say what SQLite finds wrong with a file; nothing where it is sound."""
    try:
        with closing(look_into(path)) as connection:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if found == "ok" else found.splitlines()[-1]


def unfinished(target: Path) -> Path:
    """Name the file in which a copy is written until it is whole."""
    return target.with_name(f"{target.name}-unfinished")


def discard(part: Path) -> None:
    """Remove what was left unfinished, and SQLite's notes beside it."""
    for path in (part, part.with_name(f"{part.name}-journal")):
        path.unlink(missing_ok=True)


def _told(size: int) -> str:
    return f"{size / 2**20:,.0f} MB"

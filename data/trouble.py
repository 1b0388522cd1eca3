"""Trouble with the file: which errors are its fault, and how whoever runs the bot is told."""

import sqlite3
from pathlib import Path


class Unusable(Exception):  # noqa: N818 (the sentence is for whoever runs the bot)
    """The database cannot be used; a whole sentence that names the file and what to do."""


class UnusableNow(Unusable):
    """The database cannot be used at the moment; it may be tried again as it is."""


def is_the_files_fault(error: sqlite3.Error) -> bool:
    """Tell trouble with the file or its disk from a mistake in the program."""
    return code_of(error) in _TROUBLE


def is_damage(error: sqlite3.Error) -> bool:
    """Tell a file that is not a sound database from one that cannot be reached."""
    return code_of(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def unusable(path: Path, error: OSError | sqlite3.Error) -> Unusable:
    """Word what is wrong with a file."""
    code = code_of(error) if isinstance(error, sqlite3.Error) else None
    words = _TROUBLE.get(code) if code is not None else None
    kind = UnusableNow if code in _PASSING else Unusable
    return kind(f"{path} {words or f'cannot be used ({error})'}.")


def code_of(error: sqlite3.Error) -> int:
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
_PASSING = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY)

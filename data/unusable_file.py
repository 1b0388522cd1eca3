"""Faults of the database file, in sentences for the host."""

import sqlite3
from pathlib import Path

from rules import message

CANNOT_BE_USED = message("cannot be used")
SET_SHARDS = "set PARLOUR_SHARDS for it, too"
"""What to do about a bot that would have a database for itself, where others share it."""


class Unusable(Exception):  # noqa: N818 (the sentence is for whoever runs the bot)
    """The database cannot be used; a whole sentence that names the file and what to do.

    `trouble` is a template that says the same of an `it`, without the file, for everybody to read.
    """

    def __init__(self, words: str, trouble: str = CANNOT_BE_USED) -> None:
        super().__init__(words)
        self.trouble = trouble


class UnusableNow(Unusable):
    """The database cannot be used at the moment; trying again may succeed."""


class UnusableYet(Unusable):
    """The database is not of this program's version, which the next start of the bot makes it."""


def is_file_error(error: sqlite3.Error) -> bool:
    """Tell whether an error is caused by the file or its disk, not by a bug."""
    return code_of(error) in _MESSAGES


def is_damage(error: sqlite3.Error) -> bool:
    """Tell whether an error means that a file is not a sound database, rather than unreachable."""
    return code_of(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def unusable(path: object, error: OSError | sqlite3.Error) -> Unusable:
    """Make the exception that says what is wrong with a file."""
    code = code_of(error) if isinstance(error, sqlite3.Error) else None
    kind = UnusableNow if code in _TEMPORARY else Unusable
    words = _MESSAGES.get(code) if code is not None else None
    if words is None:
        return kind(f"{path} cannot be used ({error}).")
    return kind(f"{path} {words}.", words)


def moved(path: object) -> Unusable:
    """Make the exception for a file that was deleted, moved or replaced while it was open."""
    return Unusable(f"{path} {_MOVED}.", _MOVED)


def older_in_use(place: object) -> Unusable:
    """Make the exception for a database that others use, of an older version."""
    return UnusableNow(
        f"{place} is in use by processes of an older version; stop them all, then start again."
    )


def damaged(path: Path) -> Unusable:
    """Make the exception for a file that is not a sound database."""
    return Unusable(f"{path} {_DAMAGED}.", _DAMAGED)


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; the higher bits are only details."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return int(code) & 0xFF


_DAMAGED = message(
    "is damaged or isn't a database; put a backup in its place, or name a different file"
)
_UNWRITABLE = message(
    "cannot be written; make the file and its folder writable, or name a different file"
)
_MOVED = message(
    "was deleted, moved or replaced while the bot was running, so nothing can be saved; stop "
    "the bot, put the right file back and start again"
)
_MESSAGES = {
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_READONLY: _UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: _UNWRITABLE,
    sqlite3.SQLITE_PERM: _UNWRITABLE,
    sqlite3.SQLITE_FULL: message("is on a full disk; free some space, then try again"),
    sqlite3.SQLITE_IOERR: message(
        "cannot be read or written; check its disk, which may be full or failing"
    ),
    sqlite3.SQLITE_BUSY: message("is in use by another program; stop that program"),
}
_TEMPORARY = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY)

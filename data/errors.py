"""Trouble with the file: which errors are its fault, and how whoever runs the bot is told."""

import sqlite3
from pathlib import Path

from rules import message

CANNOT_BE_USED = message("cannot be used")


class Unusable(Exception):  # noqa: N818 (the sentence is for whoever runs the bot)
    """The database cannot be used; a whole sentence that names the file and what to do.

    `trouble` is a template that says the same of an `it`, without the file, to be told to anybody.
    """

    def __init__(self, words: str, trouble: str = CANNOT_BE_USED) -> None:
        super().__init__(words)
        self.trouble = trouble


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
    kind = UnusableNow if code in _PASSING else Unusable
    words = _TROUBLE.get(code) if code is not None else None
    if words is None:
        return kind(f"{path} cannot be used ({error}).")
    return kind(f"{path} {words}.", words)


def identity(path: Path) -> tuple[int, int]:
    """Tell which file a path leads to; the path of a file that was replaced leads to another.

    Raises `Unusable` where it leads to none.
    """
    try:
        status = path.stat()
    except FileNotFoundError as error:
        raise moved(path) from error
    except OSError as error:
        raise unusable(path, error) from error
    return status.st_dev, status.st_ino


def moved(path: Path) -> Unusable:
    """Word that a file was deleted, moved or replaced while it was open."""
    return Unusable(f"{path} {_MOVED}.", _MOVED)


def code_of(error: sqlite3.Error) -> int:
    """Give SQLite's primary result code; the higher bits only say more."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return int(code) & 0xFF


_DAMAGED = message(
    "is damaged, or is no database; put a backup in its place, or name a different file"
)
_CLOSED = message(
    "cannot be written; make the file and its folder writable, or name a different file"
)
_MOVED = message(
    "was deleted, moved or replaced while the bot is running, and nothing can be kept any more; "
    "stop the bot, put the right file in its place and start again"
)
_TROUBLE = {
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_READONLY: _CLOSED,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_PERM: _CLOSED,
    sqlite3.SQLITE_FULL: message(
        "has no room left on its disk; make room there, and what was asked can be asked again"
    ),
    sqlite3.SQLITE_IOERR: message(
        "cannot be read or written; look at its disk, which may be full or failing"
    ),
    sqlite3.SQLITE_BUSY: message("is held by another program; end that program"),
}
_PASSING = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY)

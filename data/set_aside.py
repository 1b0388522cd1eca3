"""Rows that mean nothing: each is set aside and named in the log once; `check` finds it, too."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from data.connection import Row

log = logging.getLogger(__name__)
T = TypeVar("T")
_NAMED = set[str]()


def is_new(line: str) -> bool:
    """Return whether a line was not asked about before, since the database was opened."""
    if line in _NAMED:
        return False
    _NAMED.add(line)
    return True


def begin_anew() -> None:
    """Let everything be named once more."""
    _NAMED.clear()


def set_aside(what: str, why: Exception) -> None:
    """Name something that can't be read in the log, once."""
    if is_new(what):
        log.error(
            "%s can't be read and is ignored: %s. `python -m data check` lists every such row.",
            what,
            str(why)[:200],
        )


def readable(rows: Iterable[Row], read: Callable[[Row], T]) -> list[T]:
    """Read rows of servers but those that can't be read."""
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except (OverflowError, ValueError) as error:
            set_aside(f"{read.__name__.strip('_')} of server {row['server']}", error)
    return found

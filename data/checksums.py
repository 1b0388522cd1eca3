"""Checksums of matches, by which a check finds what has changed since it was written."""

from collections.abc import Iterable, Mapping
from zlib import crc32

BEGINNING = (
    *("game", "options", "pace", "live", "rated", "advantage", "explore", "rematch_of", "came_of"),
    *("ladder", "computer", "level", "started", "least_rated"),
)
"""The columns of a match that stay as they were at its beginning."""
EVENT = (
    *("number", "kind", "side", "at", "text", "given", "conditional", "remark", "unspent"),
    "outlook",
)
"""The columns of an event that stay as they were, but for remarks of people who are forgotten."""


def _texts(columns: Iterable[str]) -> str:
    return ", ".join(f"CAST({column} AS TEXT)" for column in columns)


OF_EVENT = f"row_checksum({_texts(EVENT)})"
"""In statements, the checksum of an event."""
WITHOUT_REMARK = OF_EVENT.replace("remark", "''")
"""The same if nothing had been said with it."""
OF_MATCH = (
    f"row_checksum({_texts(BEGINNING)}) + COALESCE("  # noqa: S608 (our own names)
    f"(SELECT SUM({OF_EVENT}) FROM events WHERE events.match = matches.id), 0)"
)
"""In statements, what `matches.checksum` must be.

It covers what nothing else tells; the position follows from it. The other columns of a match, as
those of its messages, change several times a move by statements that do not read the row: a
checksum of them all would cost a play some 5 % more.
"""


def row_checksum(*values: object) -> int:
    """Return a checksum of the values of a row, in which one changed bit makes another one."""
    return crc32("\x1f".join(map(str, values)).encode())


def added_checksum(events: Iterable[Mapping[str, object]]) -> int:
    """Return what events, as they are stored, add to the checksum of their match."""
    return sum(row_checksum(*map(event.__getitem__, EVENT)) for event in events)


def first_checksum(columns: Mapping[str, object], events: Iterable[Mapping[str, object]]) -> int:
    """Return the checksum of a match that begins, with its first events."""
    values = map(columns.__getitem__, BEGINNING)
    stored = (int(value) if isinstance(value, bool) else value for value in values)
    return row_checksum(*stored) + added_checksum(events)

"""Faults of a PostgreSQL server, in sentences for the host."""

import psycopg

from data.driver import Hold, ServerAddress
from data.unusable_file import SET_SHARDS, Unusable, UnusableNow


def in_use(address: ServerAddress, hold: Hold) -> Unusable:
    """Make the exception for a database that another bot has."""
    otherwise = "name a different database" if hold is Hold.ALONE else SET_SHARDS
    return UnusableNow(
        f"{address} is in use by another Parlour; stop that one first, or {otherwise}."
    )


def fault_of(address: ServerAddress, error: psycopg.Error) -> Unusable | None:
    """Return what a host reads of an error, unless it is a bug's."""
    code = error.sqlstate or ""
    if not code and isinstance(error, psycopg.OperationalError):
        # What refused a connection, or cut it, is told in words only.
        code = next((code for words, code in _WORDS.items() if words in str(error)), "08000")
    words = next((_MESSAGES[code[:end]] for end in (5, 3, 2) if code[:end] in _MESSAGES), None)
    if words is None:
        return None
    kind = UnusableNow if code[:2] in _TEMPORARY else Unusable
    return kind(f"{address} {words}.")


_WORDS = {
    "password authentication failed": "28P01",
    "no password supplied": "28P01",
    "no pg_hba.conf entry": "28000",
    "role": "28000",
    "does not exist": "3D000",
    "too many clients": "53300",
    "remaining connection slots": "53300",
}
_MESSAGES = {
    "08": "cannot be reached; start the server, or correct PARLOUR_DATABASE",
    "28": "does not let this user in; correct the name and the password in PARLOUR_DATABASE",
    "3D": "doesn't exist; create it, or correct PARLOUR_DATABASE",
    "25006": "can only be read; name the server that can be written in PARLOUR_DATABASE",
    "42501": "may not be written by this user; let PARLOUR_DATABASE name the owner of the database",
    "53100": "is on a full disk; free some space, then try again",
    "53": "has no room for one more connection; raise max_connections of the server",
    "55P03": "is in use by another program; stop that program",
    "57P": "cannot be reached; start the server, or correct PARLOUR_DATABASE",
    "58": "cannot be read or written; check the disk of the server",
    "XX": "is damaged; put a backup in its place, or name a different database",
}
_TEMPORARY = ("08", "53", "55", "57", "58")

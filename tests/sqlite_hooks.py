"""SQLite's hooks of a connection, set in its thread."""

import sqlite3
from collections.abc import Callable

from data.connection import Connection
from data.sqlite_driver import SqliteDriver


def sqlite_of(connection: Connection) -> sqlite3.Connection:
    """Return SQLite's own connection."""
    driver = connection._driver
    assert isinstance(driver, SqliteDriver)
    return driver._sqlite


async def trace(connection: Connection, note: Callable[[str], object] | None) -> None:
    """Have each statement noted, or none any more."""
    sqlite = sqlite_of(connection)
    await connection._in_thread(lambda: sqlite.set_trace_callback(note))


async def count_steps(
    connection: Connection, step: Callable[[], int | None], instructions: int
) -> None:
    """Have each so many instructions counted; none any more with 0 of them."""
    sqlite = sqlite_of(connection)
    await connection._in_thread(lambda: sqlite.set_progress_handler(step, instructions))

"""SQLite's hooks of a connection, set in its thread."""

from collections.abc import Callable

from data.connection import Connection


async def trace(connection: Connection, note: Callable[[str], object] | None) -> None:
    """Have each statement noted, or none any more."""
    sqlite = connection._sqlite
    await connection._in_thread(lambda: sqlite.set_trace_callback(note))


async def count_steps(
    connection: Connection, step: Callable[[], int | None], instructions: int
) -> None:
    """Have each so many instructions counted; none any more with 0 of them."""
    sqlite = connection._sqlite
    await connection._in_thread(lambda: sqlite.set_progress_handler(step, instructions))

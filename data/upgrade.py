"""Upgrade a database to the present version: one copy, then all missing steps as a whole."""

import logging
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from data.checksums import row_checksum
from data.maintenance.copy_file import RESERVE, copy, megabytes, room, size_of
from data.unusable_file import Unusable, UnusableNow, code_of

log = logging.getLogger(__name__)

Working = Callable[[], object]
"""Called again and again during long work, from the thread that does it."""
INSTRUCTIONS = 100_000
"""The number of SQLite's instructions between two calls of `Working`."""


def upgrade(
    connection: sqlite3.Connection,
    path: Path,
    steps: Mapping[int, Path],
    found: int,
    working: Working,
) -> None:
    """Apply the migrations after version `found`, in one transaction: all of them or none.

    A file of an older version, not 0, is copied before. Raises `Unusable` if there is no room for
    that; nothing is changed then.
    """
    if not steps:
        return
    aside = path.with_name(f"{path.name}-before-{min(steps):04}")
    if found:
        _refuse_too_little_room(path)
        log.info("bringing %s up to date; it is copied to %s first", path, aside.name)
        copy(path, aside, working)

    def go_on() -> None:
        working()

    connection.set_progress_handler(go_on, INSTRUCTIONS)
    try:
        apply(connection, steps, log_steps=bool(found))
    except sqlite3.Error as error:
        if found and code_of(error) == sqlite3.SQLITE_FULL:
            aside.unlink(missing_ok=True)  # nothing has changed, and room is what is needed
            raise UnusableNow(
                f"{path} could not be brought up to date and is as it was before, for its disk is "
                "full; make room there, then start again."
            ) from error
        raise
    finally:
        connection.set_progress_handler(None, 0)


def apply(connection: sqlite3.Connection, steps: Mapping[int, Path], *, log_steps: bool) -> None:
    """Apply migrations in one transaction."""
    names = {number: script.stem[5:].replace("_", " ") for number, script in steps.items()}
    last = max(names)

    def begin_step(number: int) -> None:
        if log_steps:
            log.info("step %d of %d: %s", number, last, names[number])

    connection.create_function("begin_step", 1, begin_step)
    connection.create_function("row_checksum", -1, row_checksum)
    scripts = (
        f"SELECT begin_step({number});\n{script.read_text(encoding='utf-8')}\n;"
        for number, script in steps.items()
    )
    try:
        connection.executescript(
            f"BEGIN IMMEDIATE;\n{''.join(scripts)}PRAGMA user_version = {last}; COMMIT"
        )
    except BaseException:
        connection.rollback()
        raise


def _refuse_too_little_room(path: Path) -> None:
    # While it works, SQLite keeps the changed pages beside the file.
    needed = 2 * size_of(path) + RESERVE
    if (free := room(path.parent)) < needed:
        raise Unusable(
            f"{path.parent} has no room to bring {path.name} up to date: {megabytes(needed)} are "
            f"needed, {megabytes(free)} are free; make room there. Nothing is changed yet."
        )

"""Put a copy in the place of the database, and keep the replaced file for a while."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from data.maintenance.copy_file import Contents, contents, discard, unfinished, write
from data.maintenance.inspect import inspect_database
from data.prepare_database import lock
from data.unusable_file import Unusable, unusable


def restore(copy: Path, path: Path) -> Contents:
    """Put a copy in the place of a database that no bot uses; return what it contains.

    The replaced file stays beside it as `…-replaced`. Raises `Unusable` if the copy is not sound,
    or the database is in use; nothing is changed then.
    """
    if not copy.is_file():
        raise Unusable(f"{copy} doesn't exist; name an existing copy.")
    inspect_database(copy)
    path, held = lock(path)
    part = unfinished(path)
    try:
        write(copy, part)
        set_aside(path)
        part.replace(path)
    except OSError as error:
        discard(part)
        raise unusable(path, error) from error
    finally:
        held.close()
    return contents(path)


def set_aside(path: Path) -> None:
    """Give a database that is being replaced a second name, which it keeps.

    It goes on being there until the copy takes its name, in one step: whoever stops this between
    two steps leaves the old file or the new one.
    """
    log, aside = path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-replaced")
    for old in (aside, aside.with_name(f"{aside.name}-wal")):
        old.unlink(missing_ok=True)
    if not path.exists():
        return
    # What is in its log belongs to it, and would corrupt another one. A file that is damaged keeps
    # its log beside it.
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    for present in (log, path):
        if present.exists():
            _link(present, present.with_name(present.name.replace(path.name, aside.name, 1)))
    aside.touch()
    for useless in (log, path.with_name(f"{path.name}-shm")):
        useless.unlink(missing_ok=True)


def _link(path: Path, other: Path) -> None:
    """Give a file a second name; a disk that can't gets a copy."""
    try:
        other.hardlink_to(path)
    except OSError:
        shutil.copyfile(path, other)


def restored_since(path: Path, copy: Path) -> bool:
    """Tell whether a copy was put in the place of the database after `copy` was made."""
    replaced = path.with_name(f"{path.name}-replaced")
    return replaced.exists() and replaced.stat().st_mtime > copy.stat().st_mtime

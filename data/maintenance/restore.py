"""Put a copy in the place of the database, and keep what was there for a while."""

from pathlib import Path

from data.errors import Unusable, unusable
from data.maintenance.copy_file import Contents, contents, unfinished, write
from data.maintenance.inspect import examine
from data.open_database import lock


def restore(copy: Path, path: Path) -> Contents:
    """Put a copy in the place of a database that no bot uses; give what it holds.

    What was there stays beside it as `…-replaced`. Raises `Unusable` where the copy is not sound,
    or the database is in use; nothing is changed then.
    """
    if not copy.is_file():
        raise Unusable(f"{copy} is not there; name the copy that you mean.")
    examine(copy)
    path, held = lock(path)
    try:
        write(copy, part := unfinished(path))
        set_aside(path)
        part.replace(path)
    except OSError as error:
        raise unusable(path, error) from error
    finally:
        held.close()
    return contents(path)


def set_aside(path: Path) -> None:
    """Keep a database that is not wanted any more, with its log, under another name."""
    # The log first: without its database it says nothing, with another one it would spoil that.
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    for name in ("-wal", ""):
        there = path.with_name(f"{path.name}{name}")
        aside = path.with_name(f"{path.name}-replaced{name}")
        aside.unlink(missing_ok=True)
        if there.exists():
            there.replace(aside)
            aside.touch()


def restored_since(path: Path, copy: Path) -> bool:
    """Tell whether a copy was put in the place of the database after that one was made."""
    replaced = path.with_name(f"{path.name}-replaced")
    return replaced.exists() and replaced.stat().st_mtime > copy.stat().st_mtime

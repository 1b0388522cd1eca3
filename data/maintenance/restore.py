"""Put a copy in the place of the database, and keep the replaced file for a while."""

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
    """Rename a database that is being replaced, with its log."""
    for name in ("", "-wal"):
        path.with_name(f"{path.name}-replaced{name}").unlink(missing_ok=True)
    # The log first: it is useless without its database, and would corrupt another one.
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    for name in ("-wal", ""):
        present = path.with_name(f"{path.name}{name}")
        aside = path.with_name(f"{path.name}-replaced{name}")
        if present.exists():
            present.replace(aside)
            aside.touch()


def restored_since(path: Path, copy: Path) -> bool:
    """Tell whether a copy was put in the place of the database after `copy` was made."""
    replaced = path.with_name(f"{path.name}-replaced")
    return replaced.exists() and replaced.stat().st_mtime > copy.stat().st_mtime

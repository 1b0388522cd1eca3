"""Backups: a checked daily copy of the database in use, kept for days and then for weeks."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from data.database import Subject
from data.maintenance import backup_folder
from data.maintenance.backup_folder import Retention
from data.maintenance.copy_file import contents, copy, damage, unfinished, write
from data.maintenance.restore import restored_since
from data.prepare_database import refuse_root
from data.unusable_file import Unusable, is_file_error, unusable


class Backups(Subject):
    """Daily copies of the database, made while it is in use."""

    async def daily(self, folder: Path, keeping: Retention, now: datetime) -> Path | None:
        """Make today's copy unless it exists, and remove the copies that are not kept any longer.

        With 0 days no copy is made or removed. Returns the path of the copy that was made. Raises
        `Unusable` if it could not be made, or is not sound; no other copy is removed then.
        """
        source, stopped = self._database.path, threading.Event()

        def go_on() -> None:
            if stopped.is_set():
                raise CancelledError

        if not isinstance(source, Path):
            return None  # a server's are its own business
        try:
            return await asyncio.to_thread(_daily, source, folder, keeping, now, go_on)
        finally:
            stopped.set()


def _daily(
    source: Path, folder: Path, keeping: Retention, now: datetime, go_on: Callable[[], None]
) -> Path | None:
    today = now.date()
    target = backup_folder.place(folder, today)
    with _naming_the_copy(target):
        backup_folder.sweep(source, folder, now)
        if not keeping.days or target.exists():
            return None
        folder.mkdir(parents=True, exist_ok=True)
        existing = backup_folder.copies(folder)
        for day in [day for day in existing if day > today]:
            ahead = existing.pop(day)
            backup_folder.put_aside(ahead, ahead, "ahead", now)
        write(source, part := unfinished(target), go_on)
        if fault := _fault(part, source, list(existing.values())):
            for older in backup_folder.failed(folder):
                older.unlink()
            aside = backup_folder.put_aside(part, target, "failed", now)
            raise Unusable(f"{source} {fault}. The copy is kept aside as {aside}.")
        part.replace(target)
        existing[today] = target
        for day in backup_folder.expired_days(existing, keeping, today):
            existing[day].unlink()
    return target


def _fault(part: Path, source: Path, others: list[Path]) -> str | None:
    """Describe damage, or what a copy lacks that an earlier one has: no match is ever removed."""
    if found := damage(part):
        return f"is damaged ({found}); restore the last good copy"
    for last in others:
        if restored_since(source, last):
            return None
        try:
            before, now = contents(last).matches, contents(part).matches
        except sqlite3.DatabaseError:
            continue
        if now >= before:
            return None
        return (
            f"holds {now} matches, and the copy {last} holds {before}, although none is ever "
            "removed; check that it is the right file, and restore that copy if it is not"
        )
    return None


def back_up(source: Path, target: Path) -> None:
    """Copy a database that may be in use. Raises `Unusable` if that is not possible."""
    with _naming_the_copy(target):
        refuse_root(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        copy(source, target)


@contextmanager
def _naming_the_copy(target: Path) -> Iterator[None]:
    """Turn errors caused by the files, including the copy, into `Unusable`."""
    try:
        yield
    except OSError as error:
        raise unusable(target, error) from error
    except sqlite3.Error as error:
        if is_file_error(error):
            raise unusable(target, error) from error
        raise

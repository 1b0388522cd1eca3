"""Backups: a copy a day of the database in use, of which the newest are kept."""

import asyncio
import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from data.database import Database
from data.opening import copy
from data.trouble import is_the_files_fault, unusable


class Backups:
    """Copies of the database beside whatever is happening in it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def daily(self, folder: Path, keep: int, now: datetime) -> Path | None:
        """Make the day's copy unless it is there, and remove all but the newest `keep`.

        With `keep` 0 there are none. Gives the copy that was made. Raises `Unusable` where it could
        not be.
        """
        target = folder / f"parlour-{now:%Y-%m-%d}.sqlite3"
        return await asyncio.to_thread(_daily, self._database.path, target, keep)


def _daily(source: Path, target: Path, keep: int) -> Path | None:
    if not keep or target.exists():
        return None
    back_up(source, target)
    for old in _copies(target.parent)[keep:]:
        old.unlink()
    return target


def back_up(source: Path, target: Path) -> None:
    """Copy a database that may be in use. Raises `Unusable` where that is not possible."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # A connection of its own: neither the bot's reading nor its writing waits for the copy.
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as open_:
            copy(open_, target)
    except OSError as error:
        raise unusable(target, error) from error
    except sqlite3.Error as error:
        if is_the_files_fault(error):
            raise unusable(target, error) from error
        raise


def _copies(folder: Path) -> list[Path]:
    """Find the daily copies, newest first."""
    daily = re.compile(r"parlour-\d{4}-\d{2}-\d{2}\.sqlite3")
    return sorted((path for path in folder.iterdir() if daily.fullmatch(path.name)), reverse=True)

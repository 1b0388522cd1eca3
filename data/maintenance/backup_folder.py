"""The folder of daily copies: which are there, which are kept, and what is left over."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from data.maintenance.copy_file import discard

LONGEST = timedelta(days=35)
"""How long anything is left that is neither the database nor a daily copy of it."""
BELIEVED = 3
"""Copies of that many days must agree on the time before any goes for its age."""
_NAMES = "parlour-????-??-??.sqlite3"
_DAILY = re.compile(r"parlour-(\d{4}-\d{2}-\d{2})\.sqlite3")


@dataclass(frozen=True)
class Keeping:
    """For how long copies are kept: each for some days, then the first of each week for weeks."""

    days: int = 7
    weeks: int = 4


def place(folder: Path, day: date) -> Path:
    """Name the copy of a day."""
    return folder / f"parlour-{day}.sqlite3"


def copies(folder: Path) -> dict[date, Path]:
    """Find the daily copies, the newest first."""
    found = {}
    for path in folder.iterdir():
        if name := _DAILY.fullmatch(path.name):
            found[date.fromisoformat(name[1])] = path
    return dict(sorted(found.items(), reverse=True))


def superfluous(days: Iterable[date], keeping: Keeping, today: date) -> set[date]:
    """Tell which days' copies need not be kept.

    Age is believed only where several copies are of late: a clock that once ran ahead would
    otherwise make all of them old at one stroke.
    """
    ages = {day: (today - day).days for day in days}
    longest = keeping.days + 7 * keeping.weeks
    if sum(age < longest for age in ages.values()) < min(BELIEVED, keeping.days):
        return set()
    first_of_week: dict[tuple[int, int], date] = {}
    for day in sorted(ages):
        first_of_week.setdefault(day.isocalendar()[:2], day)
    weekly = {day for day in first_of_week.values() if ages[day] < longest}
    return {day for day, age in ages.items() if age >= keeping.days} - weekly


def put_aside(path: Path, copy: Path, why: str, now: datetime) -> Path:
    """Keep a file that shall not pass for the copy of a day under another name, for a while."""
    aside = copy.with_name(f"{copy.name}-{why}")
    path.replace(aside)
    _date(aside, now)
    return aside


def failed(folder: Path) -> list[Path]:
    """Find the copies that were made and found unsound."""
    return list(folder.glob(f"{_NAMES}-failed"))


def sweep(database: Path, folder: Path, now: datetime) -> None:
    """Remove what was left unfinished, and all else that has been left over for long enough."""
    beside = database.parent
    before = f"{database.name}-before-????"
    for part in (*beside.glob(f"{before}-unfinished"), *folder.glob(f"{_NAMES}-unfinished")):
        discard(part)
    left = (
        *beside.glob(before),
        *beside.glob(f"{database.name}-replaced*"),
        *folder.glob(f"{_NAMES}-ahead"),
        *failed(folder),
    )
    for path in left:
        age = now - datetime.fromtimestamp(path.stat().st_mtime, UTC)
        if age >= LONGEST:
            path.unlink()
        elif age < timedelta(0):
            # Of a time when the machine's clock ran ahead: from now on it grows older.
            _date(path, now)


def _date(path: Path, now: datetime) -> None:
    os.utime(path, (now.timestamp(), now.timestamp()))

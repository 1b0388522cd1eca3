"""The folder of daily copies: which exist, which are kept, and leftover files."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from data.maintenance.copy_file import discard

LONGEST = timedelta(days=35)
"""The time for which leftover files are kept, neither the database nor a daily copy."""
BELIEVED = 3
"""The number of recent copies without which none is removed for its age."""
_NAMES = "parlour-????-??-??.sqlite3"
_DAILY = re.compile(r"parlour-(\d{4}-\d{2}-\d{2})\.sqlite3")


@dataclass(frozen=True)
class Retention:
    """The retention of copies: all for some days, then the first of each week for some weeks."""

    days: int = 7
    weeks: int = 4


def place(folder: Path, day: date) -> Path:
    """Return the path of the copy of a day."""
    return folder / f"parlour-{day}.sqlite3"


def copies(folder: Path) -> dict[date, Path]:
    """Find the daily copies, the newest first."""
    found = {}
    for path in folder.iterdir():
        if name := _DAILY.fullmatch(path.name):
            with suppress(ValueError):  # 30 February is nobody's copy
                found[date.fromisoformat(name[1])] = path
    return dict(sorted(found.items(), reverse=True))


def expired_days(days: Iterable[date], keeping: Retention, today: date) -> set[date]:
    """Return the days whose copies need not be kept.

    Ages are believed only if several copies are recent: a clock that once ran ahead would otherwise
    make all of them old at once.
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
    """Rename a file that must not pass for the copy of a day, and keep it for a while."""
    aside = copy.with_name(f"{copy.name}-{why}")
    path.replace(aside)
    _date(aside, now)
    return aside


def failed(folder: Path) -> list[Path]:
    """Find the copies that turned out to be unsound."""
    return list(folder.glob(f"{_NAMES}-failed"))


def sweep(database: Path, folder: Path, now: datetime) -> None:
    """Remove unfinished copies, and all other leftover files that are old enough."""
    beside = database.parent
    before = f"{database.name}-before-????"
    for part in (
        beside / f"{database.name}-unfinished",
        *beside.glob(f"{before}-unfinished"),
        *folder.glob(f"{_NAMES}-unfinished"),
    ):
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
            # It is from a time when the machine's clock ran ahead: its age counts from now on.
            _date(path, now)


def _date(path: Path, now: datetime) -> None:
    os.utime(path, (now.timestamp(), now.timestamp()))

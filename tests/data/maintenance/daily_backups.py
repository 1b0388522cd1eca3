"""Daily backups in tests: make some, and list them."""

from datetime import datetime
from pathlib import Path

from data import Store
from data.maintenance.backup_folder import Retention, copies
from tests.data.sample_matches import DAY, NOW

KEEPING = Retention(days=7, weeks=4)


def names(folder: Path) -> list[str]:
    """List the files in a folder, if it exists."""
    return sorted(path.name for path in folder.glob("*"))


def days(folder: Path) -> list[int]:
    """Return the days of the daily backups, counted from NOW, the newest first."""
    return [(day - NOW.date()).days for day in copies(folder)]


async def copies_of(store: Store, folder: Path, number: int, since: datetime = NOW) -> None:
    """Make the daily backups of this many days."""
    for day in range(number):
        await store.backups.daily(folder, KEEPING, since + day * DAY)

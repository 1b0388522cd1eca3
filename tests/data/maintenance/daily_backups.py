"""What the tests of daily copies share."""

from datetime import datetime
from pathlib import Path

from data import Keeping, Store
from data.maintenance.backup_folder import copies
from tests.data.sample_matches import DAY, NOW

KEEPING = Keeping(days=7, weeks=4)


def names(folder: Path) -> list[str]:
    """List what is in a folder, if it is there."""
    return sorted(path.name for path in folder.glob("*"))


def days(folder: Path) -> list[int]:
    """Give the ages of the daily copies in days since NOW, the newest first."""
    return [(day - NOW.date()).days for day in copies(folder)]


async def copies_of(store: Store, folder: Path, number: int, since: datetime = NOW) -> None:
    """Have the copies of some days made."""
    for day in range(number):
        await store.backups.daily(folder, KEEPING, since + day * DAY)

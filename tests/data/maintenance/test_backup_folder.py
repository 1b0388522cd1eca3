"""Which daily and weekly backups are kept, and when leftover files are deleted."""

import shutil
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from data import Store
from data.maintenance.backup_folder import LONGEST, Retention, expired_days, place
from tests.data.maintenance.daily_backups import KEEPING, copies_of, days, names
from tests.data.sample_matches import CARL, DAY, DORA, HOUR, NOW, begin
from tests.postgres import of_file
from tests.thorough import THOROUGH

pytestmark = of_file

WEEK_AND_A_HALF = 10


# Which are kept.


@THOROUGH
async def test_seven_daily_and_four_weekly_copies_are_kept(store: Store, folder: Path) -> None:
    for day in range(60):
        await store.backups.daily(folder, KEEPING, NOW + day * DAY)
        kept = days(folder)
        newest, older = kept[:7], kept[7:]
        assert newest == [day - age for age in range(min(7, day + 1))]
        assert all(day - copy < LONGEST.days for copy in kept)
        if day >= LONGEST.days:
            assert len(older) == 4
            assert {after - before for after, before in pairwise(older)} == {7}


@THOROUGH
async def test_whoever_was_deleted_is_gone_from_every_file_within_35_days(
    store: Store, path: Path, folder: Path
) -> None:
    left_over = path.with_name(f"{path.name}-before-0002")
    for day in range(60):
        now = NOW + day * DAY
        if day == WEEK_AND_A_HALF:
            await begin(store, first=CARL, second=DORA, now=now)
            await store.backups.daily(folder, KEEPING, now)
            shutil.copy(place(folder, now.date()), left_over)
            await store.forgetting.forget(CARL.id, now + HOUR)
        await store.backups.daily(folder, KEEPING, now)
        files = [*(folder / name for name in names(folder)), left_over]
        knowing = [file for file in files if knows(file, CARL.name)]
        assert bool(knowing) == (WEEK_AND_A_HALF <= day < WEEK_AND_A_HALF + LONGEST.days)


def knows(file: Path, name: str) -> bool:
    if not file.exists():
        return False
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT COUNT(*) FROM people WHERE name = ?", (name,))
        return bool(found.fetchone()[0])


@THOROUGH
async def test_other_files_in_the_backup_folder_stay(store: Store, tmp_path: Path) -> None:
    names = "before-the-party", "2026-02-30"
    mine = [tmp_path / f"parlour-{name}.sqlite3" for name in names]
    for file in mine:
        file.write_text("mine")
    for day in range(60):
        await store.backups.daily(tmp_path, Retention(1, 0), NOW + day * DAY)
    assert [file.read_text() for file in mine] == ["mine", "mine"]
    mine[1].unlink()
    assert days(tmp_path) == [59]


async def test_after_an_absence_old_copies_go_on_the_third_day(store: Store, folder: Path) -> None:
    await copies_of(store, folder, 3)
    await copies_of(store, folder, 2, NOW + 100 * DAY)
    assert days(folder) == [101, 100, 2, 1, 0]
    await store.backups.daily(folder, KEEPING, NOW + 102 * DAY)
    assert days(folder) == [102, 101, 100]


@pytest.mark.parametrize(
    "keeping", [Retention(1, 0), Retention(2, 0), Retention(1, 4), Retention(30, 50)]
)
def test_what_is_kept_is_enough_and_not_too_much(keeping: Retention) -> None:
    there: set[date] = set()
    longest = keeping.days + 7 * keeping.weeks
    for day in range(500):
        today = NOW.date() + timedelta(days=day)
        there = (there | {today}) - expired_days(there | {today}, keeping, today)
        assert today in there
        assert all((today - kept).days < longest for kept in there)
        if day > longest:
            assert len(there) == keeping.days + keeping.weeks


# The machine's clock.


@THOROUGH
async def test_a_clock_that_once_ran_ahead_costs_no_copy(store: Store, folder: Path) -> None:
    await copies_of(store, folder, 40)
    good = days(folder)
    for day in (400, 401):
        await store.backups.daily(folder, KEEPING, NOW + day * DAY)
    assert days(folder) == [401, 400, *good], "nothing is old because of one wrong clock"
    back = NOW + 39 * DAY
    assert await store.backups.daily(folder, KEEPING, back) is None, "today's is there"
    assert await store.backups.daily(folder, KEEPING, back + DAY) is not None
    assert await store.backups.daily(folder, KEEPING, back + DAY) is None
    assert days(folder)[0] == 40
    ahead = [name for name in names(folder) if name.endswith("-ahead")]
    assert len(ahead) == 2
    for day in range(41, 41 + LONGEST.days + 1):
        assert await store.backups.daily(folder, KEEPING, NOW + day * DAY) is not None
    assert not [name for name in names(folder) if name.endswith("-ahead")]


# Leftovers.


async def test_a_database_that_is_made_leaves_no_copy_beside_it(store: Store, path: Path) -> None:
    assert await store.matches.live() == []
    assert not [name for name in names(path.parent) if "before" in name]


@THOROUGH
async def test_leftovers_end_within_35_days(store: Store, path: Path, folder: Path) -> None:
    await copies_of(store, folder, 1, NOW - DAY)
    beside = [f"{path.name}-{what}" for what in ("before-0002", "replaced", "replaced-wal")]
    there = [place(folder, NOW.date()).name + what for what in ("-failed", "-ahead")]
    left = [*(path.with_name(name) for name in beside), *(folder / name for name in there)]
    unfinished = [
        path.with_name(f"{path.name}-before-0002-unfinished"),
        folder / "parlour-2025-12-24.sqlite3-unfinished",
        folder / "parlour-2025-12-24.sqlite3-unfinished-journal",
    ]
    for file in left + unfinished:
        file.write_text("left over")
    for day in range(LONGEST.days + 1):
        await store.backups.daily(folder, KEEPING, NOW + day * DAY)
        assert not [file for file in unfinished if file.exists()]
        assert all(file.exists() == (day < LONGEST.days) for file in left)

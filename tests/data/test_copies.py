"""Daily copies: made when there is room, checked, kept for days and weeks, and gone in time."""

import asyncio
import os
import shutil
import sqlite3
import threading
from concurrent.futures import CancelledError
from contextlib import closing
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from data import Keeping, Ledger, Unusable
from data.copying import contents, write
from data.restoring import restore
from data.shelf import LONGEST, copies, place, superfluous
from tests.data.parlour import ANN, BEA, CARL, DAY, DORA, HOUR, NOW, advance, begin, faults_of

KEEPING = Keeping(days=7, weeks=4)
WEEK_AND_A_HALF = 10


class Usage(NamedTuple):
    """What `shutil.disk_usage` gives."""

    total: int
    used: int
    free: int


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*"))


def days(folder: Path) -> list[int]:
    """Give the ages of the daily copies in days since NOW, the newest first."""
    return [(day - NOW.date()).days for day in copies(folder)]


def spoil(path: Path) -> None:
    """Overwrite a page in the middle of a database, as a failing disk does."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(b"\xff" * 4096)


async def copies_of(ledger: Ledger, folder: Path, number: int, since: datetime = NOW) -> None:
    for day in range(number):
        await ledger.backups.daily(folder, KEEPING, since + day * DAY)


# Making one.


async def test_there_is_one_copy_a_day(ledger: Ledger, folder: Path) -> None:
    made = []
    for hours in (0, 5, 24, 48):
        await begin(ledger, now=NOW + hours * HOUR)
        made.append(await ledger.backups.daily(folder, KEEPING, NOW + hours * HOUR))
    assert [path and path.name for path in made] == [
        "parlour-2026-01-01.sqlite3",
        None,
        "parlour-2026-01-02.sqlite3",
        "parlour-2026-01-03.sqlite3",
    ]
    for name in names(folder):
        assert await faults_of(folder / name) == []


async def test_of_none_to_be_kept_none_is_made_and_none_removed(
    ledger: Ledger, folder: Path
) -> None:
    none = Keeping(days=0)
    assert await ledger.backups.daily(folder, none, NOW) is None
    assert names(folder) == []
    await copies_of(ledger, folder, 2)
    assert await ledger.backups.daily(folder, none, NOW + 100 * DAY) is None
    assert days(folder) == [1, 0]


async def test_a_copy_is_whole_while_matches_go_on(ledger: Ledger, folder: Path) -> None:
    match = await begin(ledger)
    playing = asyncio.create_task(advance(ledger, match, 100))
    made = [await ledger.backups.daily(folder / str(n), KEEPING, NOW) for n in range(5)]
    await playing
    for copy in made:
        assert copy is not None
        assert await faults_of(copy) == []
        async with await Ledger.open(copy, NOW) as restored:
            assert (await restored.matches.find(match.number)).seats == (ANN.id, BEA.id)


async def test_a_copy_is_finished_although_it_is_written_to_all_the_time(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.copying.PIECE", 1)
    match = await begin(ledger)
    made = asyncio.create_task(ledger.backups.daily(folder, KEEPING, NOW))
    while not made.done():
        match = await advance(ledger, match, 1)
    assert await made == place(folder, NOW.date())


def test_a_copy_that_is_given_up_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE anything (at INTEGER)")
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(CancelledError):
        write(path, tmp_path / "part", stopped)
    assert names(tmp_path) == [path.name]


async def test_a_bot_that_stops_gives_its_copy_up(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, given_up = threading.Event(), threading.Event()

    def copying(*given: object) -> None:
        begun.set()
        stopped = given[-1]
        assert isinstance(stopped, threading.Event)
        assert stopped.wait(30)
        given_up.set()

    monkeypatch.setattr("data.backup._daily", copying)
    made = asyncio.create_task(ledger.backups.daily(folder, KEEPING, NOW))
    assert await asyncio.to_thread(begun.wait, 30)
    made.cancel()
    assert await asyncio.to_thread(given_up.wait, 30)


# Where it does not fit.


async def test_a_copy_that_does_not_fit_is_not_begun(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await copies_of(ledger, folder, 3)
    there = names(folder)
    (folder / "parlour-2026-01-03.sqlite3-unfinished").write_bytes(b"of a bot that was killed")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(0, 0, 16 * 2**20))
    with pytest.raises(Unusable, match=r"no room for a copy: 1\d MB are needed, 16 MB are free"):
        await ledger.backups.daily(folder, KEEPING, NOW + 3 * DAY)
    assert names(folder) == there, "the unfinished one is gone, the good ones are not"
    await begin(ledger)
    monkeypatch.undo()
    assert await ledger.backups.daily(folder, KEEPING, NOW + 3 * DAY)


async def test_a_disk_that_gets_full_under_the_copy_leaves_nothing_unfinished(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await copies_of(ledger, folder, 1)
    monkeypatch.setattr("data.copying.unfinished", lambda _target: folder / "part")
    monkeypatch.setattr("data.backup.unfinished", lambda _target: folder / "part")
    connect = sqlite3.connect

    def small(path: object, **how: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(path, **how)  # type: ignore[call-overload] # as given
        if str(path).endswith("part"):
            connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(Unusable, match="no room left on its disk"):
        await ledger.backups.daily(folder, KEEPING, NOW + DAY)
    assert names(folder) == ["parlour-2026-01-01.sqlite3"]


async def test_a_copy_that_cannot_be_made_is_named(ledger: Ledger, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    with pytest.raises(Unusable, match=f"{taken}.* cannot be used"):
        await ledger.backups.daily(taken, KEEPING, NOW)


# Which are kept.


async def test_seven_daily_and_four_weekly_copies_are_kept(ledger: Ledger, folder: Path) -> None:
    for day in range(60):
        await ledger.backups.daily(folder, KEEPING, NOW + day * DAY)
        kept = days(folder)
        newest, older = kept[:7], kept[7:]
        assert newest == [day - age for age in range(min(7, day + 1))]
        assert all(day - copy < LONGEST.days for copy in kept)
        if day >= LONGEST.days:
            assert len(older) == 4
            assert {after - before for after, before in pairwise(older)} == {7}


async def test_whoever_was_deleted_is_gone_from_every_file_within_35_days(
    ledger: Ledger, path: Path, folder: Path
) -> None:
    left_over = path.with_name(f"{path.name}-before-0002")
    for day in range(60):
        now = NOW + day * DAY
        if day == WEEK_AND_A_HALF:
            await begin(ledger, first=CARL, second=DORA, now=now)
            await ledger.backups.daily(folder, KEEPING, now)
            shutil.copy(place(folder, now.date()), left_over)
            await ledger.people.forget(CARL.id, now + HOUR)
        await ledger.backups.daily(folder, KEEPING, now)
        files = [*(folder / name for name in names(folder)), left_over]
        knowing = [file for file in files if knows(file, CARL.name)]
        assert bool(knowing) == (WEEK_AND_A_HALF <= day < WEEK_AND_A_HALF + LONGEST.days)


def knows(file: Path, name: str) -> bool:
    if not file.exists():
        return False
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT COUNT(*) FROM people WHERE name = ?", (name,))
        return bool(found.fetchone()[0])


async def test_other_files_in_the_folder_of_the_copies_are_left_alone(
    ledger: Ledger, tmp_path: Path
) -> None:
    mine = tmp_path / "parlour-before-the-party.sqlite3"
    mine.write_text("mine")
    for day in range(60):
        await ledger.backups.daily(tmp_path, Keeping(1, 0), NOW + day * DAY)
    assert mine.read_text() == "mine"
    assert ledger._database.path.exists()
    assert days(tmp_path) == [59]


async def test_after_a_long_absence_the_old_copies_go_on_the_third_day(
    ledger: Ledger, folder: Path
) -> None:
    await copies_of(ledger, folder, 3)
    await copies_of(ledger, folder, 2, NOW + 100 * DAY)
    assert days(folder) == [101, 100, 2, 1, 0]
    await ledger.backups.daily(folder, KEEPING, NOW + 102 * DAY)
    assert days(folder) == [102, 101, 100]


@pytest.mark.parametrize("keeping", [Keeping(1, 0), Keeping(2, 0), Keeping(1, 4), Keeping(30, 50)])
def test_what_is_kept_is_enough_and_not_too_much(keeping: Keeping) -> None:
    there: set[date] = set()
    longest = keeping.days + 7 * keeping.weeks
    for day in range(500):
        today = NOW.date() + timedelta(days=day)
        there = (there | {today}) - superfluous(there | {today}, keeping, today)
        assert today in there
        assert all((today - kept).days < longest for kept in there)
        if day > longest:
            assert len(there) == keeping.days + keeping.weeks


# Which are not trusted.


async def test_a_damaged_database_pushes_no_good_copy_out(
    ledger: Ledger, path: Path, folder: Path
) -> None:
    await begin(ledger)
    await copies_of(ledger, folder, 9)
    good = days(folder)
    damaged = path.with_name("damaged.sqlite3")
    shutil.copy(place(folder, (NOW + 8 * DAY).date()), damaged)
    spoil(damaged)
    ledger._database.path = damaged
    for day in range(9, 60):
        with pytest.raises(Unusable, match=rf"{damaged} is damaged .*kept aside as .*-failed\."):
            await ledger.backups.daily(folder, KEEPING, NOW + day * DAY)
        assert days(folder) == good
        assert names(folder)[-1] == f"{place(folder, (NOW + day * DAY).date()).name}-failed"
        assert len(names(folder)) == len(good) + 1, "only the last one is kept aside"
    ledger._database.path = path
    for day in range(60, 60 + LONGEST.days + 1):
        await ledger.backups.daily(folder, KEEPING, NOW + day * DAY)
    assert not [name for name in names(folder) if name.endswith("-failed")]


async def test_an_empty_database_pushes_no_good_copy_out(
    ledger: Ledger, tmp_path: Path, folder: Path
) -> None:
    await begin(ledger)
    await copies_of(ledger, folder, 9)
    good = days(folder)
    async with await Ledger.open(tmp_path / "new.sqlite3", NOW) as new:
        for day in range(9, 20):
            with pytest.raises(Unusable, match=r"new\.sqlite3 holds 0 matches, and .* holds 1,"):
                await new.backups.daily(folder, KEEPING, NOW + day * DAY)
        assert days(folder) == good
        await begin(new)
        assert await new.backups.daily(folder, KEEPING, NOW + 20 * DAY)


async def test_a_copy_that_cannot_be_read_itself_condemns_no_other(
    ledger: Ledger, folder: Path
) -> None:
    await copies_of(ledger, folder, 1)
    place(folder, NOW.date()).write_bytes(b"spoilt" * 1000)
    assert await ledger.backups.daily(folder, KEEPING, NOW + DAY)


async def test_fewer_matches_are_no_fault_where_a_copy_was_put_back(
    path: Path, folder: Path
) -> None:
    async with await Ledger.open(path, NOW) as ledger:
        await begin(ledger)
        await copies_of(ledger, folder, 1)
        await begin(ledger)
        await copies_of(ledger, folder, 1, NOW + DAY)
    assert contents(path).matches == 2
    os.utime(place(folder, (NOW + DAY).date()), (1, 1))
    assert restore(place(folder, NOW.date()), path).matches == 1
    async with await Ledger.open(path, NOW) as ledger:
        assert await ledger.backups.daily(folder, KEEPING, NOW + 2 * DAY)


# The machine's clock.


async def test_a_clock_that_once_ran_ahead_costs_no_copy_and_makes_none_for_ever(
    ledger: Ledger, folder: Path
) -> None:
    await copies_of(ledger, folder, 40)
    good = days(folder)
    for day in (400, 401):
        await ledger.backups.daily(folder, KEEPING, NOW + day * DAY)
    assert days(folder) == [401, 400, *good], "nothing is old because of one wrong clock"
    back = NOW + 39 * DAY
    assert await ledger.backups.daily(folder, KEEPING, back) is None, "today's is there"
    assert await ledger.backups.daily(folder, KEEPING, back + DAY) is not None
    assert await ledger.backups.daily(folder, KEEPING, back + DAY) is None
    assert days(folder)[0] == 40
    ahead = [name for name in names(folder) if name.endswith("-ahead")]
    assert len(ahead) == 2
    for day in range(41, 41 + LONGEST.days + 1):
        assert await ledger.backups.daily(folder, KEEPING, NOW + day * DAY) is not None
    assert not [name for name in names(folder) if name.endswith("-ahead")]


# Leftovers.


async def test_a_database_that_is_made_leaves_no_copy_beside_it(ledger: Ledger, path: Path) -> None:
    assert await ledger.matches.live() == []
    assert not [name for name in names(path.parent) if "before" in name]


async def test_leftovers_end_within_35_days(ledger: Ledger, path: Path, folder: Path) -> None:
    await copies_of(ledger, folder, 1, NOW - DAY)
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
        await ledger.backups.daily(folder, KEEPING, NOW + day * DAY)
        assert not [file for file in unfinished if file.exists()]
        assert all(file.exists() == (day < LONGEST.days) for file in left)

"""Daily backups are made where there is room, and only sound ones count."""

import asyncio
import os
import shutil
import sqlite3
import threading
import time
from concurrent.futures import CancelledError
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from data import Store, Unusable
from data.maintenance.backup_folder import LONGEST, Retention, place
from data.maintenance.copy_file import contents, write
from data.maintenance.restore import restore
from tests.data.maintenance.daily_backups import KEEPING, copies_of, days, names
from tests.data.sample_matches import ANN, BEA, DAY, HOUR, NOW, advance, begin, faults_of
from tests.postgres import of_file
from tests.programs import PATIENCE
from tests.thorough import THOROUGH

pytestmark = of_file


class Usage(NamedTuple):
    """The result of `shutil.disk_usage`."""

    total: int
    used: int
    free: int


def spoil(path: Path) -> None:
    """Overwrite the page that holds the events, as a failing disk does."""
    with closing(sqlite3.connect(path)) as there:
        (page,) = there.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'events'"
        ).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


# Making one.


async def test_there_is_one_copy_a_day(store: Store, folder: Path) -> None:
    made = []
    for hours in (0, 5, 24, 48):
        await begin(store, now=NOW + hours * HOUR)
        made.append(await store.backups.daily(folder, KEEPING, NOW + hours * HOUR))
    assert [path and path.name for path in made] == [
        "parlour-2026-01-01.sqlite3",
        None,
        "parlour-2026-01-02.sqlite3",
        "parlour-2026-01-03.sqlite3",
    ]
    for name in names(folder):
        assert await faults_of(folder / name) == []


async def test_of_none_to_be_kept_none_is_made_and_none_removed(store: Store, folder: Path) -> None:
    none = Retention(days=0)
    assert await store.backups.daily(folder, none, NOW) is None
    assert names(folder) == []
    await copies_of(store, folder, 2)
    assert await store.backups.daily(folder, none, NOW + 100 * DAY) is None
    assert days(folder) == [1, 0]


@THOROUGH
async def test_a_copy_is_whole_while_matches_go_on(store: Store, folder: Path) -> None:
    match = await begin(store)
    playing = asyncio.create_task(advance(store, match, 100))
    made = [await store.backups.daily(folder / str(n), KEEPING, NOW) for n in range(5)]
    await playing
    for copy in made:
        assert copy is not None
        assert await faults_of(copy) == []
        async with await Store.open(copy, NOW) as restored:
            assert (await restored.matches.find(match.number)).seats == (ANN.id, BEA.id)


def test_a_copy_is_finished_although_it_is_written_to_all_the_time(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.maintenance.copy_file.PIECE", 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE matches (count INTEGER, text TEXT)")
        connection.executemany("INSERT INTO matches VALUES (1, ?)", [("x" * 3000,)] * 50)

        calls = count()

        def keep_busy() -> None:
            connection.execute("INSERT INTO matches VALUES (1, 'while it is copied')")
            assert next(calls) < 200, "the copy starts over"

        write(path, tmp_path / "part", keep_busy)
    assert contents(tmp_path / "part").matches == 50


def test_a_copy_that_is_given_up_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE anything (at INTEGER)")

    def give_up() -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        write(path, tmp_path / "part", give_up)
    assert names(tmp_path) == [path.name]


async def test_a_bot_that_stops_gives_its_copy_up(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, given_up = threading.Event(), threading.Event()

    def copying(*given: object) -> None:
        begun.set()
        go_on = given[-1]
        assert callable(go_on)
        try:
            for _ in range(30_000):
                go_on()
                time.sleep(0.01)
        except CancelledError:
            given_up.set()

    monkeypatch.setattr("data.maintenance.backup._daily", copying)
    made = asyncio.create_task(store.backups.daily(folder, KEEPING, NOW))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    made.cancel()
    assert await asyncio.to_thread(given_up.wait, PATIENCE)


# Not enough room.


async def test_a_copy_that_does_not_fit_is_not_begun(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await copies_of(store, folder, 3)
    there = names(folder)
    (folder / "parlour-2026-01-03.sqlite3-unfinished").write_bytes(b"of a bot that was killed")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(0, 0, 16 * 2**20))
    with pytest.raises(Unusable, match=r"no room for a copy: 1\d MB are needed, 16 MB are free"):
        await store.backups.daily(folder, KEEPING, NOW + 3 * DAY)
    assert names(folder) == there, "the unfinished one is gone, the good ones are not"
    await begin(store)
    monkeypatch.undo()
    assert await store.backups.daily(folder, KEEPING, NOW + 3 * DAY)


async def test_a_disk_that_gets_full_under_the_copy_leaves_nothing_unfinished(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await copies_of(store, folder, 1)
    monkeypatch.setattr("data.maintenance.copy_file.unfinished", lambda _target: folder / "part")
    monkeypatch.setattr("data.maintenance.backup.unfinished", lambda _target: folder / "part")
    connect = sqlite3.connect

    def small(path: object, **how: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(path, **how)  # type: ignore[call-overload] # the given arguments
        if str(path).endswith("part"):
            connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(Unusable, match="on a full disk"):
        await store.backups.daily(folder, KEEPING, NOW + DAY)
    assert names(folder) == ["parlour-2026-01-01.sqlite3"]


async def test_a_copy_that_cannot_be_made_is_named(store: Store, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    with pytest.raises(Unusable, match=f"{taken}.* cannot be used"):
        await store.backups.daily(taken, KEEPING, NOW)


# Backups that are not trusted.


@THOROUGH
async def test_a_damaged_database_costs_no_backup(store: Store, path: Path, folder: Path) -> None:
    await begin(store)
    await copies_of(store, folder, 9)
    good = days(folder)
    damaged = path.with_name("damaged.sqlite3")
    shutil.copy(place(folder, (NOW + 8 * DAY).date()), damaged)
    spoil(damaged)
    store._database.path = damaged
    for day in range(9, 60):
        with pytest.raises(Unusable, match=rf"{damaged} is damaged .*kept aside as .*-failed\."):
            await store.backups.daily(folder, KEEPING, NOW + day * DAY)
        assert days(folder) == good
        assert names(folder)[-1] == f"{place(folder, (NOW + day * DAY).date()).name}-failed"
        assert len(names(folder)) == len(good) + 1, "only the last one is kept aside"
    store._database.path = path
    for day in range(60, 60 + LONGEST.days + 1):
        await store.backups.daily(folder, KEEPING, NOW + day * DAY)
    assert not [name for name in names(folder) if name.endswith("-failed")]


async def test_a_database_that_is_none_any_more_is_named_and_no_copy_is_begun(
    store: Store, path: Path, folder: Path
) -> None:
    await copies_of(store, folder, 1)
    store._database.path = path.with_name("damaged.sqlite3")
    store._database.path.write_bytes(b"overwritten" * 1000)
    with pytest.raises(Unusable, match=f"^{store._database.path} is damaged or isn't a database"):
        await store.backups.daily(folder, KEEPING, NOW + DAY)
    assert names(folder) == [place(folder, NOW.date()).name]


@THOROUGH
async def test_an_empty_database_pushes_no_good_copy_out(
    store: Store, tmp_path: Path, folder: Path
) -> None:
    await begin(store)
    await copies_of(store, folder, 9)
    good = days(folder)
    async with await Store.open(tmp_path / "new.sqlite3", NOW) as new:
        for day in range(9, 20):
            with pytest.raises(Unusable, match=r"new\.sqlite3 holds 0 matches, and .* holds 1,"):
                await new.backups.daily(folder, KEEPING, NOW + day * DAY)
        assert days(folder) == good
        await begin(new)
        assert await new.backups.daily(folder, KEEPING, NOW + 20 * DAY)


async def test_an_unreadable_copy_condemns_no_other(store: Store, folder: Path) -> None:
    await copies_of(store, folder, 1)
    place(folder, NOW.date()).write_bytes(b"spoilt" * 1000)
    assert await store.backups.daily(folder, KEEPING, NOW + DAY)


async def test_fewer_matches_are_no_fault_after_a_restore(path: Path, folder: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await begin(store)
        await copies_of(store, folder, 1)
        await begin(store)
        await copies_of(store, folder, 1, NOW + DAY)
    assert contents(path).matches == 2
    os.utime(place(folder, (NOW + DAY).date()), (1, 1))
    assert restore(place(folder, NOW.date()), path).matches == 1
    async with await Store.open(path, NOW) as store:
        assert await store.backups.daily(folder, KEEPING, NOW + 2 * DAY)

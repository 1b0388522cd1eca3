"""Upgrades: one copy, all steps or none, a line for each in the log, and room looked at once."""

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from data import Store, Unusable
from data import upgrade as upgrading
from data.database import Database
from data.maintenance import copy_file
from data.prepare_database import MIGRATIONS, migrate, newest_version
from data.unusable_file import UnusableNow
from tests.data.sample_matches import NOW
from tests.postgres import of_file
from tests.thorough import THOROUGH

pytestmark = of_file

OLD = newest_version()


def content(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """Return the migrations of a later program, with three steps more."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    for number, step in enumerate(("hats", "coats", "big_boots"), start=OLD + 1):
        script = f"CREATE TABLE {step} (size BLOB); INSERT INTO {step} VALUES (zeroblob(200000))"  # noqa: S608 (our own names)
        (folder / f"{number:04}_{step}.sql").write_text(script, encoding="utf-8")
    return folder


def copies(path: Path) -> Iterator[Path]:
    return path.parent.glob(f"{path.name}-before-*")


def test_an_upgrade_by_three_steps_makes_one_copy_and_a_line_for_each(
    migrated: Path, path: Path, later: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(migrated, path)
    before = content(path)
    with caplog.at_level(logging.INFO):
        migrate(path, later)
    assert version(path) == OLD + 3
    (copy,) = copies(path)
    assert copy.name == f"{path.name}-before-{OLD + 1:04}"
    assert content(copy) == before
    assert caplog.messages == [
        f"bringing {path} up to date; it is copied to {copy.name} first",
        f"step {OLD + 1} of {OLD + 3}: hats",
        f"step {OLD + 2} of {OLD + 3}: coats",
        f"step {OLD + 3} of {OLD + 3}: big boots",
    ]


@THOROUGH
def test_a_new_file_is_not_copied_nor_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        migrate(path, MIGRATIONS)
    assert not caplog.messages
    assert not [*copies(path)]


async def test_a_disk_that_fills_up_in_the_middle_leaves_the_file_to_the_older_program(
    migrated: Path, path: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite raises the same error for a full disk and for a file that may not grow."""
    shutil.copy(migrated, path)
    before, connect = content(path), sqlite3.connect
    pages = copy_file.size_of(path) // 4096 + 60  # room for the first of three steps

    def cramped(*place: object, **named: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*place, **named)  # type: ignore[call-overload]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", cramped)
        with pytest.raises(UnusableNow, match="is as it was before, for its disk is full"):
            await Database.open(path, later)
    assert (version(path), content(path)) == (OLD, before)
    assert not [*copies(path)], "which only takes the room that is needed"
    async with await Store.open(path, NOW):
        pass  # with the older program
    await (await Database.open(path, later)).close()
    assert version(path) == OLD + 3


class Usage(NamedTuple):
    """What is free on a disk, as `shutil.disk_usage` says."""

    free: int


def test_room_is_looked_at_before_anything_is_changed(
    migrated: Path, path: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy and the work on the file need room."""
    shutil.copy(migrated, path)
    needed = 2 * path.stat().st_size + copy_file.RESERVE
    before = path.read_bytes()
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(needed - 1))
    with pytest.raises(Unusable, match=f"no room to bring {path.name} up to date: 1. MB are"):
        migrate(path, later)
    assert path.read_bytes() == before
    assert not [*copies(path)]
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(needed))
    migrate(path, later)


def test_a_step_that_is_missing_or_misnamed_is_a_mistake_of_the_program(later: Path) -> None:
    (later / f"{OLD + 2:04}_coats.sql").unlink()
    with pytest.raises(ValueError, match=f"big_boots.sql is no migration {OLD + 2:04}_what.sql"):
        newest_version(later)


def test_whoever_waits_hears_that_it_goes_on(
    migrated: Path, path: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(migrated, path)
    monkeypatch.setattr(upgrading, "INSTRUCTIONS", 10)
    heard: list[int] = []
    migrate(path, later, lambda: heard.append(1))
    assert len(heard) > 5

"""A backup is restored completely, or nothing is changed."""

import asyncio
import os
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from data import Store, Unusable
from data.__main__ import main
from data.maintenance.backup import back_up
from data.maintenance.backup_folder import sweep
from data.maintenance.restore import restore
from tests.data.maintenance.test_daily_backups import spoil
from tests.data.sample_matches import NOW, begin, faults_of
from tests.postgres import of_file

pytestmark = of_file


async def with_matches(path: Path, number: int) -> Path:
    async with await Store.open(path, NOW) as store:
        for _ in range(number):
            await begin(store)
    return path


def beside(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


async def test_a_copy_takes_the_place_of_the_database(path: Path, tmp_path: Path) -> None:
    copy = await with_matches(tmp_path / "copy.sqlite3", 2)
    await with_matches(path, 3)
    assert restore(copy, path).matches == 2
    assert await faults_of(path) == []
    async with await Store.open(path, NOW) as store:
        assert len(await store.matches.live()) == 2
    async with await Store.open(tmp_path / f"{path.name}-replaced", NOW) as store:
        assert len(await store.matches.live()) == 3, "what was there is kept aside"


async def left_by_a_killed_bot(path: Path, matches: int) -> None:
    """Leave a database as a bot that is killed does: what was written last is only in its log."""
    running = path.with_name("running.sqlite3")
    async with await Store.open(running, NOW) as store:
        for _ in range(matches):
            await begin(store)
        for name in ("", "-wal"):
            shutil.copy(f"{running}{name}", f"{path}{name}")


async def test_the_log_of_a_killed_bot_is_not_restored(path: Path, tmp_path: Path) -> None:
    copy = await with_matches(tmp_path / "copy.sqlite3", 2)
    await left_by_a_killed_bot(path, 5)
    assert restore(copy, path).matches == 2
    assert await faults_of(path) == []
    async with await Store.open(tmp_path / f"{path.name}-replaced", NOW) as store:
        assert len(await store.matches.live()) == 5


async def test_a_database_that_must_stay_keeps_its_log(path: Path, tmp_path: Path) -> None:
    copy = await with_matches(tmp_path / "copy.sqlite3", 2)
    await left_by_a_killed_bot(path, 5)
    path.with_name(f"{path.name}-replaced").mkdir()
    with pytest.raises(Unusable, match=f"{path} cannot be used"):
        restore(copy, path)
    assert not path.with_name(f"{path.name}-unfinished").exists()
    async with await Store.open(path, NOW) as store:
        assert len(await store.matches.live()) == 5


class Killed(BaseException):
    """The process ends before a step."""


@pytest.mark.parametrize("stopped", [False, True])
async def test_killed_at_any_step_the_old_file_is_there_or_the_new_one(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    copy = await with_matches(tmp_path / "copy.sqlite3", 2)
    found = set[int]()
    for last in range(1, 100):
        for left in (*path.parent.glob(f"{path.name}*"), *path.parent.glob("running*")):
            left.unlink()
        await (with_matches if stopped else left_by_a_killed_bot)(path, 5)
        steps = 0

        def step(does: Callable[..., None], last: int = last) -> Callable[..., None]:
            def do_or_die(*given: object, **more: object) -> None:
                nonlocal steps
                steps += 1
                if steps == last:
                    raise Killed
                does(*given, **more)

            return do_or_die

        with monkeypatch.context() as patch:
            for name in ("link", "rename", "replace", "unlink", "remove"):
                patch.setattr(os, name, step(getattr(os, name)))
            try:
                restore(copy, path)
            except Killed:
                pass
            else:
                break
        async with await Store.open(path, NOW) as store:
            found.add(len(await store.matches.live()))
        sweep(path, tmp_path / "backups", NOW)
        assert not [*path.parent.glob("*-unfinished")]
    assert found <= {2, 5}
    assert last > 3


async def test_a_copy_with_a_damaged_page_is_not_put_back(path: Path, tmp_path: Path) -> None:
    copy = await with_matches(tmp_path / "copy.sqlite3", 2)
    spoil(copy)
    with pytest.raises(Unusable, match=r"is damaged \(.*\); put a backup in its place\.$"):
        restore(copy, path)
    assert path.name not in beside(path)


async def test_a_copy_is_put_where_nothing_is_left(tmp_path: Path) -> None:
    copy = await with_matches(tmp_path / "copy.sqlite3", 1)
    assert restore(copy, tmp_path / "new/parlour.sqlite3").matches == 1


async def test_nothing_is_restored_under_a_running_bot(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await begin(store)
        back_up(path, tmp_path / "copy.sqlite3")
        with pytest.raises(Unusable, match="in use by another Parlour"):
            restore(tmp_path / "copy.sqlite3", path)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (None, "doesn't exist"),
        (b"", "is empty"),
        (b"nonsense" * 1000, "is damaged or isn't a database"),
    ],
)
async def test_what_is_no_sound_copy_is_not_put_back(
    path: Path, tmp_path: Path, what: bytes | None, told: str
) -> None:
    await with_matches(path, 1)
    copy = tmp_path / "copy.sqlite3"
    if what is not None:
        copy.write_bytes(what)
    before = beside(path)
    with pytest.raises(Unusable, match=told):
        restore(copy, path)
    assert beside(path) == before


def test_restoring_is_done_from_the_command_line(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = asyncio.run(with_matches(tmp_path / "copy.sqlite3", 2))
    assert main(["--database", str(path), "restore", str(copy)]) == 0
    told = f"Restored {path} from {copy}: 2 matches with 0 events.\n"
    assert capsys.readouterr().out == told
    assert main(["--database", str(path), "restore", str(tmp_path / "none")]) == 1
    assert "none doesn't exist" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another thing there")
def test_what_is_made_by_hand_is_for_its_maker_alone(path: Path, tmp_path: Path) -> None:
    asyncio.run(with_matches(path, 1))
    before = os.umask(0o022)
    try:
        assert main(["--database", str(path), "backup", str(tmp_path / "new/copy.sqlite3")]) == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "new/copy.sqlite3").stat().st_mode) == 0o600

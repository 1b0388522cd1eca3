"""Failed backups are logged once a day and tried again, while play continues."""

import asyncio
import logging
from datetime import timedelta
from pathlib import Path

import pytest

from bot import Settings
from data import Unusable
from data.maintenance.backup_folder import Retention
from tests.simulated_discord.table import Table
from tests.thorough import THOROUGH


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return settings.model_copy(update={"backups": 7, "backup_folder": tmp_path / "backups"})


class Tries:
    """Replaces the making of backups; each try raises this error, until it is None."""

    def __init__(self, failure: Exception | None) -> None:
        self.failure = failure
        self.number = 0

    async def __call__(self, folder: Path, keeping: Retention, _now: object) -> Path:
        assert keeping == Retention(days=7, weeks=4)
        self.number += 1
        if self.failure is not None:
            raise self.failure
        return folder / "copy"


async def go_round(table: Table, **later: float) -> None:
    """Let some time pass, then run a round and wait for its backup."""
    await table.env.advance_time(timedelta(**later).total_seconds())
    rounds = table.rounds
    await rounds.poll()
    await asyncio.gather(*filter(None, [rounds.backups._making]))
    await table.env.settle()


async def test_a_copy_a_day_is_made_and_told_in_a_line(
    table: Table, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    caplog.set_level(logging.INFO)
    for _ in range(3):
        await go_round(table, hours=24)
        await go_round(table, minutes=1)
    names = sorted(path.name for path in settings.backup_folder.glob("*"))
    assert len(names) == 4, "one when the bot started, and one each day"
    lines = [line for line in caplog.messages if line.startswith("made today's backup")]
    assert lines == [f"made today's backup: {settings.backup_folder / name}" for name in names[1:]]


@THOROUGH
@pytest.mark.parametrize("failure", [Unusable("No room."), ZeroDivisionError("A bug.")])
async def test_copies_that_fail_are_told_once_a_day_and_again_when_they_work(
    table: Table,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    failure: Exception,
) -> None:
    tries = Tries(failure)
    monkeypatch.setattr(table.bot.store.backups, "daily", tries)
    await table.begin("hoyito", pace=0)
    for _ in range(48 * 3):
        await go_round(table, minutes=30)
    assert tries.number in range(40, 80), "once an hour or so, not each round"
    lines = [line for line in caplog.records if "backup" in line.message]
    assert len(lines) in (3, 4)
    assert all(str(failure) in line.message for line in lines)
    assert all(bool(line.exc_info) == isinstance(failure, ZeroDivisionError) for line in lines)
    await table.play("a")
    tries.failure = None
    caplog.clear()
    caplog.set_level(logging.INFO)
    await go_round(table, hours=1)
    (line,) = (line for line in caplog.messages if "backup" in line)
    assert line.startswith("made today's backup again: ")


async def test_a_round_waits_for_no_copy(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = 0

    async def for_ever(*_given: object) -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(1e9)

    monkeypatch.setattr(table.bot.store.backups, "daily", for_ever)
    rounds = table.rounds
    for _ in range(3):
        await table.env.advance_time(86_400)
        await rounds.poll()
    assert begun == 1, "one at a time"
    rounds.backups.stop()

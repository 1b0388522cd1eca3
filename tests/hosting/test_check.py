"""`python bot.py --check` reports what would keep the bot from running, and changes nothing."""

import asyncio
import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import discord
import pytest

from bot import Parlour
from computer import ComputerPlayer, Unanswered
from data import Store, Unusable
from data.__main__ import main
from data.maintenance.backup import back_up
from data.prepare_database import newest_version
from hosting.addresses import TAKEN
from hosting.check import (
    Findings,
    check,
    check_backups,
    check_computer,
    check_database,
    check_metrics,
    check_shards,
    check_token,
    check_web,
)
from hosting.health import health
from hosting.metrics import Metrics, serving
from hosting.settings import CannotStart, Settings
from hosting.startup import reason
from tests.data.maintenance.test_daily_backups import spoil
from tests.loopback_discord import SmallDiscord
from tests.thorough import THOROUGH
from tools.bench.discord_server import TOKEN
from web.server import serving_boards

WRONG = "x.y.z"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return Settings(database=tmp_path / "parlour.sqlite3")


async def checked(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    token: str = TOKEN,
) -> list[str]:
    """Run the check with these settings and a token, and return its lines."""
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{there.address}")
    monkeypatch.setenv("DISCORD_TOKEN", token)
    await check(Settings(database=settings.database))
    return capsys.readouterr().out.splitlines()


@THOROUGH
async def test_the_check_tells_what_is_right(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = await checked(there, settings, monkeypatch, capsys)
    assert {line.split()[0] for line in lines} == {"right"}
    for words in (
        "PARLOUR_THEME=walnut",
        "database",
        "backups",
        "computer: it thinks",
        "knows it as parlour",
        "intents: none",
    ):
        assert any(words in line for line in lines), words
    (invite,) = (line for line in lines if "permissions asked for" in line)
    assert "View Channels, Send Messages, Send Messages in Threads, Attach Files; inv" in invite
    asked = discord.Permissions(int(invite.partition("permissions=")[2].partition("&")[0]))
    assert asked.attach_files
    assert not asked.administrator
    assert TOKEN not in "".join(lines)


async def test_the_check_sees_what_is_wrong_in_the_portal(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    there.application["interactions_endpoint_url"] = "https://example.com"
    install = {"scopes": ["applications.commands"], "permissions": "2048"}
    there.application["integration_types_config"] = {"0": {"oauth2_install_params": install}}
    with pytest.raises(CannotStart, match=r"^1 of these"):
        await checked(there, settings, monkeypatch, capsys)
    lines = capsys.readouterr().out.splitlines()
    (wrong,) = (line for line in lines if line.startswith("wrong"))
    assert "interactions endpoint" in wrong
    (note,) = (line for line in lines if line.startswith("note"))
    assert "bot, View Channels, Send Messages in Threads, Attach Files: add it" in note


async def test_the_check_notes_that_half_of_a_days_log_ins_are_spent(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for there.log_ins, notes in ((501, 0), (500, 1)):
        lines = await checked(there, settings, monkeypatch, capsys)
        found = [line for line in lines if "500 of the 1000 log-ins" in line]
        assert len(found) == notes
    assert "for the next 2 hours; after them the token is reset" in found[0]


async def test_the_check_tells_one_thing_after_the_other(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.database.write_text("no database at all, and long enough to be looked at" * 20)
    monkeypatch.setenv("PARLOUR_BACKUP_FOLDER", str(settings.database / "inside"))
    with pytest.raises(CannotStart, match=r"^3 of these"):
        await checked(there, settings, monkeypatch, capsys, token=WRONG)
    wrong = [line for line in capsys.readouterr().out.splitlines() if line.startswith("wrong")]
    named = [line.split()[1].rstrip(":") for line in wrong]
    assert named == ["PARLOUR_DATABASE", "PARLOUR_BACKUP_FOLDER", "DISCORD_TOKEN"]


@THOROUGH
async def test_the_check_changes_nothing(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = settings.database.parent

    def seen() -> dict[str, bytes]:
        # Readers leave a mark in shared memory, which is removed when the last one closes.
        return {
            path.name: path.read_bytes() for path in folder.iterdir() if "-shm" not in path.name
        }

    lines = await checked(there, settings, monkeypatch, capsys)
    assert any("doesn't exist yet" in line for line in lines)
    assert seen() == {}
    async with await Store.open(settings.database, discord.utils.utcnow()):
        before = seen()
        lines = await checked(there, settings, monkeypatch, capsys)
        assert any("holds 0 matches, 0 events; a running bot has it" in line for line in lines)
        assert seen() == before
    before = seen()
    lines = await checked(there, settings, monkeypatch, capsys)
    assert any("holds 0 matches, 0 events; no bot has it" in line for line in lines)
    assert seen() == before
    with closing(sqlite3.connect(settings.database)) as connection:
        connection.execute(f"PRAGMA user_version = {newest_version() - 1}")
    before = seen()
    lines = await checked(there, settings, monkeypatch, capsys)
    assert any(line.startswith("note   database: from an older version") for line in lines)
    assert seen() == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root is refused")
async def test_root_leaves_no_files_beside_those_of_the_bots_user(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await (await Store.open(settings.database, discord.utils.utcnow())).close()
    settings.database.with_name(f"{settings.database.name}-lock").unlink()
    os.chown(settings.database, 12345, -1)
    with pytest.raises(Unusable, match="belongs to user 12345; do this as that user, not as root"):
        await Store.open(settings.database, discord.utils.utcnow())
    with pytest.raises(Unusable, match="not as root"):
        back_up(settings.database, settings.database.with_name("copy.sqlite3"))
    with pytest.raises(CannotStart):
        await checked(there, settings, monkeypatch, capsys)
    assert "belongs to user 12345" in capsys.readouterr().out
    assert [path.name for path in settings.database.parent.iterdir()] == [settings.database.name]


@contextmanager
def as_nobody() -> Iterator[None]:
    """Be a user who may do less than root meanwhile."""
    if os.getuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="rights are given otherwise elsewhere")
def test_a_folder_that_the_bots_user_may_not_enter_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was called a `.env` that can't be read, or a trace-back was printed."""

    async def found() -> list[str]:
        settings = Settings.load()
        parts = check_database(settings), check_backups(settings)
        return [line.partition(": ")[2] for part in parts async for _, line in part]

    with TemporaryDirectory() as here:
        Path(here).chmod(0o755)
        monkeypatch.chdir(here)
        closed = Path(here, "closed")
        closed.mkdir(0o000)
        monkeypatch.setenv("PARLOUR_DATABASE", str(closed / "in" / "parlour.sqlite3"))
        monkeypatch.setenv("PARLOUR_BACKUP_FOLDER", str(closed / "in"))
        with as_nobody():
            lines, status = asyncio.run(found()), main(["stats"])
            with pytest.raises(PermissionError) as refused:
                asyncio.run(health(Settings.load()))
    assert lines == [f"{closed} cannot be written; let the bot's user write there"] * 2
    assert str(reason(refused.value)).startswith(f"This user may not use {closed}/in/")
    assert status == 1
    assert "Permission denied" in capsys.readouterr().err


async def test_the_check_without_network_only_notes_it(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    there.address = "127.0.0.1:1"
    lines = await checked(there, settings, monkeypatch, capsys)
    (note,) = (line for line in lines if not line.startswith("right"))
    assert note.startswith("note   DISCORD_TOKEN couldn't be tested")


# Each part alone: the computer need not think for the others.


async def told_by(part: Callable[[Settings], Findings], settings: Settings) -> list[str]:
    """Return what a part of the check finds, each with how severe it is."""
    return [f"{mark}: {line}" async for mark, line in part(settings)]


def forbid(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system say that a folder and what is in it cannot be written."""
    monkeypatch.setattr("os.access", lambda path, _mode: not path.is_relative_to(folder))


async def test_a_database_that_cannot_be_written_is_wrong_whether_it_is_there_or_not(
    settings: Settings, migrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = settings.database.parent
    forbid(folder, monkeypatch)
    fault = f"wrong: PARLOUR_DATABASE: {folder} cannot be written; let the bot's user write there"
    assert await told_by(check_database, settings) == [fault]
    shutil.copy(migrated, settings.database)
    held, wrong = await told_by(check_database, settings)
    assert held.endswith("holds 0 matches, 0 events; no bot has it")
    assert wrong == fault


async def test_a_database_in_a_network_folder_is_noted_before_it_is_used(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hosting.startup.network_of", lambda _path: "nfs4")
    note, right = await told_by(check_database, settings)
    assert note.startswith(f"note: PARLOUR_DATABASE: {settings.database} is in a network folder")
    assert "(nfs4), where SQLite cannot keep it safe: name a file on a disk" in note
    assert right.endswith("doesn't exist yet; the first start creates it, empty")


async def test_a_damaged_database_that_opens_is_wrong(settings: Settings, migrated: Path) -> None:
    shutil.copy(migrated, settings.database)
    spoil(settings.database)
    (wrong,) = await told_by(check_database, settings)
    assert wrong.startswith(f"wrong: PARLOUR_DATABASE: {settings.database} is damaged (")
    assert wrong.endswith("); put a backup in its place.")


async def test_backups_that_cannot_be_written_are_wrong_and_none_at_all_are_noted(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = settings.model_copy(update={"backups": 0})
    (note,) = await told_by(check_backups, none)
    assert note == "note: backups: none are made, as PARLOUR_BACKUPS says"
    forbid(settings.database.parent, monkeypatch)
    (wrong,) = await told_by(check_backups, settings)
    assert wrong.startswith("wrong: PARLOUR_BACKUP_FOLDER: ")
    assert wrong.endswith(" cannot be written; let the bot's user write there")


async def test_the_address_of_the_metrics_is_tried(settings: Settings) -> None:
    assert await told_by(check_metrics, settings) == []
    taken = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    address = "{}:{}".format(*taken.sockets[0].getsockname())
    metrics = settings.model_copy(update={"metrics": address})
    note = f"note: PARLOUR_METRICS: {address} can't be had: {TAKEN}. The bot runs without it."
    assert await told_by(check_metrics, metrics) == [note]
    taken.close()
    await taken.wait_closed()
    right = f"right: metrics: they can be served at {address}"
    assert await told_by(check_metrics, metrics) == [right]
    async with serving(Metrics(metrics), metrics):
        right = f"right: metrics: the running bot serves them at {address}"
        assert await told_by(check_metrics, metrics) == [right]


async def test_a_computer_that_does_not_respond_is_noted(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_given: object) -> None:
        raise Unanswered

    monkeypatch.setattr(ComputerPlayer, "review", fails)
    (note,) = await told_by(check_computer, settings)
    assert note.startswith("note: computer: it doesn't respond, so it plays badly")
    assert note.endswith("let the bot's user start processes of 100 MB")


async def test_without_a_token_the_check_says_what_works(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    (wrong,) = await told_by(check_token, Settings(database=settings.database))
    assert wrong == ("wrong: DISCORD_TOKEN is not set: without it, only the practice channel works")


async def test_the_address_of_the_board_is_tried(settings: Settings) -> None:
    assert await told_by(check_web, settings) == []
    taken = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    address = "{}:{}".format(*taken.sockets[0].getsockname())
    half = settings.model_copy(update={"web": address})
    note = "note: PARLOUR_WEB: there is no board without PARLOUR_WEB_URL too"
    assert await told_by(check_web, half) == [note]
    board = half.model_copy(update={"web_url": "https://board.example"})
    note = f"note: PARLOUR_WEB: {address} can't be had: {TAKEN}. The bot runs without it."
    assert await told_by(check_web, board) == [note]
    taken.close()
    await taken.wait_closed()
    right = f"right: boards: they can be served at {address}"
    assert await told_by(check_web, board) == [right]
    async with serving_boards(Parlour(board)):
        right = f"right: boards: the running bot serves them at {address}"
        assert await told_by(check_web, board) == [right]


@pytest.mark.parametrize(
    ("shards", "servers", "mark", "told"),
    [
        ("8", 9_000, "right", "this process serves its part of 8 shards, up to all"),
        ("0-3/8", 9_000, "note", "4 of 8 shards, and no others; 8 lets it take over"),
        ("4", 10_001, "wrong", "lets 10001 servers in only with 5 shards or more; set 10 for"),
    ],
)
def test_shards_are_enough_for_all_servers(
    shards: str, servers: int, mark: str, told: str, settings: Settings
) -> None:
    assert not [*check_shards(settings, servers)]
    ((found, line),) = check_shards(settings.model_copy(update={"shards": shards}), servers)
    assert found == mark
    assert line.startswith("PARLOUR_SHARDS: ")
    assert told in line

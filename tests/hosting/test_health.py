"""The bot's health is reported to systemd and on request."""

import asyncio
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from hosting.health import (
    EXTEND_AFTER,
    TIMEOUT,
    Health,
    LongStart,
    Unhealthy,
    health,
    heartbeat_file,
)
from hosting.metrics import Metrics
from hosting.settings import Settings
from tests.loopback_discord import STARTER, SmallDiscord
from tests.programs import PATIENCE, running
from tests.thorough import THOROUGH
from tools.bench.discord_server import TOKEN

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no systemd")

GONE = "Attempting a reconnect"
"""What discord.py writes into the log while it cannot reach Discord, every few seconds."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=tmp_path / "parlour.sqlite3")


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Listen like systemd, one message at a time."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(os.fspath(tmp_path / "notify"))
        listening.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", os.fspath(tmp_path / "notify"))
        yield listening


def hears(systemd: socket.socket) -> str:
    return systemd.recv(1000).decode()


async def test_no_bot_is_not_well(settings: Settings) -> None:
    with pytest.raises(Unhealthy, match=r"No bot is running on .*parlour"):
        await health(settings)


async def test_a_bot_is_well_for_some_minutes_after_a_round(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    Health(settings).beat()
    await health(settings)
    assert re.fullmatch(r"well \d+ s ago\n", capsys.readouterr().out)
    seen = heartbeat_file(settings).stat().st_mtime - TIMEOUT - 1
    os.utime(heartbeat_file(settings), (seen, seen))
    with pytest.raises(Unhealthy, match=r"last healthy 3\d\d s ago"):
        await health(settings)
    await health(settings.model_copy(update={"poll_seconds": 100}))


async def test_a_bot_that_was_stopped_is_not_well(settings: Settings) -> None:
    Health(settings).beat()
    Health(settings).stopping()
    with pytest.raises(Unhealthy):
        await health(settings)


async def test_a_folder_that_is_gone_stops_no_round(
    settings: Settings, systemd: socket.socket
) -> None:
    """With its database on a server, the bot did one thing a round that was due, and failed."""
    gone = settings.model_copy(update={"database": settings.database.parent / "gone" / "x"})
    Health(gone).beat()
    assert hears(systemd) == "WATCHDOG=1"
    with pytest.raises(Unhealthy, match="No bot is running"):
        await health(gone)


async def test_each_of_several_processes_here_is_told_of(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings.model_copy(update={"shards": "8"})
    with pytest.raises(Unhealthy, match="No bot is running"):
        await health(settings)
    one, other = Health(settings), Health(settings)
    one.beat("-spare")
    one.beat("-0")
    other.beat("-1")
    metrics = Metrics(settings)
    metrics.share = lambda: {"serves": "shards 0-3 of 8", "shards": 4, "processes": 2}
    metrics.end_round("-0")
    await health(settings)
    told = capsys.readouterr().out.splitlines()
    well = [line.partition(": well ")[0] for line in told if "well" in line]
    assert well == ["process 0", "process 1"]
    assert "  serves              shards 0-3 of 8" in told
    assert "parlour_shards 4\n" in metrics.prometheus()
    file = heartbeat_file(settings, "-1")
    seen = file.stat().st_mtime - TIMEOUT - 1
    os.utime(file, (seen, seen))
    with pytest.raises(Unhealthy, match=r"Process 1 of the bot was .* for good, remove .*-alive-1"):
        await health(settings)
    other.stopping()
    await health(settings)


def test_a_long_start_asks_for_more_time_again_and_again(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    working = LongStart()
    for _ in range(2):
        working()
        systemd.setblocking(False)
        with pytest.raises(BlockingIOError):
            hears(systemd)
        systemd.settimeout(PATIENCE)
        now += EXTEND_AFTER
        working()
        assert hears(systemd) == "EXTEND_TIMEOUT_USEC=300000000"


@pytest.mark.parametrize("name", ["notify", "@parlour-"])
def test_systemd_is_told_at_either_kind_of_address(
    name: str, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{name}{os.getpid()}" if name.startswith("@") else os.fspath(tmp_path / name)
    if name.startswith("@") and sys.platform != "linux":
        pytest.skip("only Linux has sockets without a file")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address.replace("@", "\0"))
        Health(settings).beat()
        assert hears(listening) == "WATCHDOG=1"
    Health(settings).beat()  # without a listener nothing is raised


def test_a_beat_waits_for_no_systemd_that_is_busy(
    settings: Settings, systemd: socket.socket
) -> None:
    for _ in range(1_000):
        Health(settings).beat()
    assert hears(systemd) == "WATCHDOG=1"


def test_the_watchdog_is_as_patient_as_the_rounds_are_long(
    settings: Settings, systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    Health(settings).started()
    monkeypatch.setenv("WATCHDOG_USEC", "300000000")
    Health(settings.model_copy(update={"poll_seconds": 3600})).started()
    assert [hears(systemd) for _ in range(3)] == [
        "READY=1",
        "READY=1",
        f"WATCHDOG_USEC={4 * 3600 * 1_000_000}",
    ]


@THOROUGH
async def test_systemd_is_told_from_start_to_stop(systemd: socket.socket, tmp_path: Path) -> None:
    async def heard() -> str:
        return await asyncio.to_thread(hears, systemd)

    there = SmallDiscord()
    told = {"DISCORD_TOKEN": TOKEN, "PARLOUR_POLL_SECONDS": "1"}
    async with there.open():
        starts = ["-c", STARTER, f"http://{there.address}"]
        async with running(tmp_path, *starts, **told) as program:
            await program.says("ready as parlour")
            assert [await heard() for _ in range(3)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
            async with running(tmp_path, *starts, "--health", **told) as asking:
                assert await asking.ends() == 0
                assert asking.out.startswith("well ")
            # Without Discord there are no heartbeats, although the rounds go on.
            await there.hang_up()
            await program.says(GONE)
            systemd.setblocking(False)
            with suppress(BlockingIOError):
                while True:
                    assert hears(systemd) == "WATCHDOG=1"
            systemd.settimeout(PATIENCE)
            for _ in range(3):
                await program.says(GONE)
            program.process.terminate()
            assert await program.ends() == 0
            assert await heard() == "STOPPING=1"
            async with running(tmp_path, *starts, "--health", **told) as asking:
                assert await asking.ends() == 1
                assert asking.log.startswith("No bot is running on ")

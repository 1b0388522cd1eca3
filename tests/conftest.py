"""Shared by all tests: a database migrated once, and commits that do not wait for the disk."""

import gc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord
from hypothesis import HealthCheck, settings

from data import sqlite_driver
from data.driver import ServerAddress
from data.prepare_database import MIGRATIONS, migrate
from tests.loopback_discord import SmallDiscord
from tests.postgres import SERVER, new_database
from tests.programs import wait_long

# No test fails because the machine is busy.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """Keep what is imported out of searches for garbage, which were a fourteenth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)


@pytest.fixture
async def there() -> AsyncIterator[SmallDiscord]:
    """Serve a Discord on loopback, where tests let programs log in."""
    small = SmallDiscord()
    async with small.open():
        yield small


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let a player type these lines in the terminal, then end the input."""
    lines: list[str] = []

    def answer(prompt: str) -> str:
        print(prompt, end="")
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    return lines


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrate an empty database, once per process; tests take copies of it."""
    path = tmp_path_factory.mktemp("migrated") / "parlour.sqlite3"
    migrate(path, MIGRATIONS)
    return path


@pytest.fixture(scope="session")
def on_server() -> Iterator[ServerAddress | None]:
    """Have a database with all tables, once per process; each test leaves it empty."""
    if SERVER is None:
        yield None
        return
    from data import prepare_server  # noqa: PLC0415 (its library is there only if it is used)

    with new_database() as address:
        prepare_server.migrate(address)
        yield address


@pytest.fixture(autouse=True)
def _disk_is_not_waited_for(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Do not wait for the disk at commits: only a power cut would show, and no test makes one."""
    if request.node.get_closest_marker("waits_for_disk") is None:
        monkeypatch.setattr(sqlite_driver, "SYNCHRONOUS", "OFF")


@pytest.fixture(autouse=True)
def _slow_machine_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait long for a worker or a bot, since other programs may use the machine too."""
    wait_long(monkeypatch.setattr)
    settle = simcord.Env._settle_internal

    async def patiently(env: simcord.Env, **options: Any) -> None:  # as simcord passes them
        # At the start simcord waits for 5 seconds only, whatever timeout it was given.
        if options.get("timeout"):
            options["timeout"] = max(options["timeout"], env.settle_timeout)
        await settle(env, **options)

    monkeypatch.setattr(simcord.Env, "_settle_internal", patiently)

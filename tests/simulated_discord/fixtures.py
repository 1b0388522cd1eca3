"""Fixtures of a bot in a simulated Discord, for the `conftest.py` of folders whose tests use it."""

import marshal
import pickle
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from shutil import copyfile
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from simcord.results import to_discord_message

import rendering
from bot import Parlour, Settings
from cogs.rounds import RoundsCog
from data import Terms
from data.driver import ServerAddress
from rules import Position, Speech
from rules.sentence import Language
from tests.postgres import empty
from tests.programs import PATIENCE
from tests.simulated_discord.computer import Quick
from tests.simulated_discord.openapi import discords_own
from tests.simulated_discord.table import Calls, Table

__all__ = ["all_experienced", "always_menus", "calls", "settings"]
__all__ += ["simcord_env", "table", "thinks_quickly"]

_registered: list[tuple[int, dict[tuple[str, int], dict[str, Any]], str]] = []
"""After the first start of a process: the application, the commands that Discord knows of it, and
the bot's note of them. To compare or even to send them for each test takes long."""


@pytest.fixture
def all_experienced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matches by uneven rules be rated between newcomers, too."""
    monkeypatch.setattr(Terms, "is_uneven", False)


@pytest.fixture
def always_menus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let even the shortest list of `/matches` have menus."""
    monkeypatch.setattr("cogs.matches.MENUS", 0)


@pytest.fixture
def settings(tmp_path: Path, migrated: Path, on_server: ServerAddress | None) -> Iterator[Settings]:
    """Use a database of its own, no backups, and rounds that only a test starts."""
    database = tmp_path / "parlour.sqlite3"
    settings = _usual_settings().model_copy(update={"database": database})
    if on_server is None:
        copyfile(migrated, database)
        yield settings
    else:
        settings._server = on_server.url
        yield settings
        empty(on_server)


@cache
def _usual_settings() -> Settings:
    """Read the settings once, since that takes a while."""
    return Settings(backups=0, poll_seconds=86_400)


def _copy_json_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the simulated Discord copy what it is sent and sends in a fraction of the time."""
    for module in ("http.router", "gateway"):
        monkeypatch.setattr(f"simcord.{module}.copy", SimpleNamespace(deepcopy=_copied))
    for module in ("components", "results", "backend.serializers"):
        monkeypatch.setattr(f"simcord.{module}.deepcopy", _copied)


def _copied(value: Any) -> Any:
    """Copy what JSON can hold, of which `deepcopy` would note every part."""
    try:
        return marshal.loads(marshal.dumps(value))  # noqa: S302 (written just now)
    except ValueError:  # a member of an enumeration is in it
        return pickle.loads(pickle.dumps(value))  # noqa: S301 (written just now)


@lru_cache(maxsize=256)
def _picture(
    draw: Callable[..., bytes],
    position: Position,
    language: Language,
    how: tuple[tuple[str, Any], ...],
) -> bytes:
    arguments = dict(how)
    arguments["speech"] = arguments["speech"](language)
    if "choices" in arguments:
        arguments["choices"] = dict(arguments["choices"])
    return draw(position, **arguments)


def _draw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the pictures of boards: most tests begin with the same ones, always the same bytes."""
    draw = rendering.picture

    def picture(position: Position, *, speech: Speech, **how: Any) -> bytes:
        how["speech"] = type(speech)
        if "choices" in how:
            how["choices"] = tuple(how["choices"].items())
        return _picture(draw, position, speech.language, tuple(how.items()))

    monkeypatch.setattr(rendering, "picture", picture)


def _last_message(channel: simcord.ChannelHandle) -> discord.Message | None:
    """Return the last message that all see in a channel, without making those before it."""
    messages = channel._env.backend.messages.get(channel.id, {})
    seen = [number for number, message in messages.items() if message.visible_to(None)]
    return to_discord_message(channel._env, messages[max(seen)]) if seen else None


async def _nothing_to_sync(_bot: Parlour, _translator: object) -> None:
    pass


async def _nothing_is_due(_rounds: RoundsCog, _now: datetime, _ends: float) -> None:
    pass


@pytest.fixture
async def simcord_env(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[simcord.Env]:
    """Run the bot in a simulated Discord, where time passes only on request."""
    if "thinks_quickly" in request.fixturenames:
        request.getfixturevalue("thinks_quickly")  # before there is a bot, which makes a player
    env = simcord.Env(Parlour(settings), shard_count=1, settle_timeout=PATIENCE)
    for module in ("cogs.rounds", "interactions.clock_jumps"):
        monkeypatch.setattr(f"{module}.monotonic", lambda: env.now().timestamp())
    # Live clocks too are looked at when a test says so, and not all the days that it lets pass.
    monkeypatch.setattr("cogs.live_clock.LOOKS_A_ROUND", 1)
    monkeypatch.setattr(simcord.ChannelHandle, "last_message", property(_last_message))
    # Fewer connections to open; tests/data has as many as the bot.
    monkeypatch.setattr("data.database.LONG_READERS", 1)
    _copy_json_quickly(monkeypatch)
    _draw_once(monkeypatch)
    # All boards in advance would be 4 seconds of work for each process; tests need a few of them.
    monkeypatch.setattr("bot._painted", {settings.theme})
    note = settings.database.with_name(f"{settings.database.name}-commands")
    if _registered:
        env.backend.application_id, commands, noted = _registered[0]
        env.backend.commands[None] = {**commands}
        note.write_text(noted, encoding="ascii")
    with monkeypatch.context() as patch:
        # Nothing is in the database yet, for which the first round would look at every table.
        patch.setattr(RoundsCog, "_decide_and_tell", _nothing_is_due)
        if _registered:
            patch.setattr(Parlour, "_sync_commands", _nothing_to_sync)
        await env.start()
    if not _registered:
        known = env.backend.application_id, {**env.backend.commands[None]}
        _registered.append((*known, note.read_text(encoding="ascii")))
    yield env
    faults = _faults_of_requests(env)
    await env.shutdown()
    assert isinstance(env.bot, Parlour)
    await env.bot.close()
    assert not faults, "\n".join(faults)


def _faults_of_requests(env: simcord.Env) -> list[str]:
    """Compare every request that the bot sent with Discord's OpenAPI description."""
    if (description := discords_own()) is None:
        return []
    found = (description.fault(sent.method, sent.path, sent.json) for sent in env.http_requests)
    return [fault for fault in found if fault]


@pytest.fixture
def table(simcord_env: simcord.Env, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Create a server with a channel and three people, who need no tips in their first match."""
    monkeypatch.setattr("cogs.move_picker.GUIDED_MOVES", 0)
    guild = simcord_env.create_guild()
    people = [guild.add_member(simcord_env.create_user(name)) for name in ("Ada", "Ben", "Cleo")]
    return Table(simcord_env, settings, guild, guild.create_text_channel("games"), *people)


@pytest.fixture
def calls(table: Table, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Record whom every message pings; a later edit discards that."""
    calls: Calls = []
    commit = table.env.backend.commit_message

    def noted(message: Any, **named: Any) -> Any:
        calls.append((message.id, list(message.ping_user_ids)))
        return commit(message, **named)

    monkeypatch.setattr(table.env.backend, "commit_message", noted)
    return calls


@pytest.fixture
def thinks_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every bot that starts from now on use the random computer player."""
    monkeypatch.setattr("bot.ComputerPlayer", Quick)

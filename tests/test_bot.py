"""The bot starts, registers changed commands, and stops cleanly."""

import asyncio
import logging
import os
import signal
import stat
import sys
import zoneinfo
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path

import discord
import pytest
import simcord
from discord import app_commands

import cogs
from bot import INVALID_FORM, Parlour, _modules
from cogs.server_changes import ServerChangesCog
from data import MessageRef, Person, Place, Seat, Store, Terms, Unusable
from data.unusable_file import UnusableNow
from hosting import startup
from hosting.health import Health, heartbeat_file
from hosting.settings import FOR_HOST, CannotStart, Settings
from hosting.startup import is_temporary, keep_loop_prompt, open_store, reason
from interactions.command_translations import CommandTranslator
from interactions.tasks import REMEMBERED, InFlight, Stopping, run_long
from rendering import DEFAULT_THEME
from rules import GAMES
from tests.loopback_discord import STARTER, SmallDiscord
from tests.programs import PATIENCE, running
from tests.simulated_discord.private_answers import private
from tests.thorough import THOROUGH
from tools.bench.discord_server import TOKEN
from views.choose_puzzle import games_with_puzzles

COG = """
from discord import Interaction, app_commands

@app_commands.command(description="{about}")
async def hail(interaction: Interaction) -> None:
    await interaction.response.send_message("hail")
"""
WRONG = "x.y.z"
NOT_ON_WINDOWS = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows ends a process without asking it"
)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot._painted", {DEFAULT_THEME})  # each start would draw all boards
    # A day passes between two looks: simulated time stands still, and a shorter wait would be real.
    return Settings(database=tmp_path / "parlour.sqlite3", poll_seconds=86_400)


@pytest.fixture
def extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a file next to the cogs, which the bot loads as one of them."""
    folder = tmp_path / "more"
    folder.mkdir()
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(folder)])
    yield folder / "of_this_test.py"
    _modules.cache_clear()


class Answer:
    """An answer of Discord's with this status."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status, self.reason = status.value, status.phrase


def put(file: Path, about: str) -> None:
    """Write the extra cog, as if the program had changed between two starts."""
    file.write_text(COG.format(about=about), encoding="utf-8")
    sys.modules.pop("cogs.of_this_test", None)
    _modules.cache_clear()


def rights(folder: Path) -> dict[Path, int]:
    return {path: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}


def starts(there: SmallDiscord, *more: str) -> list[str]:
    return ["-c", STARTER, f"http://{there.address}", *more]


def test_it_hears_nothing_private_and_pings_nobody(settings: Settings) -> None:
    bot = Parlour(settings)
    assert {name for name, heard in bot.intents if heard} == {"guilds"}
    mentions = bot.allowed_mentions
    assert mentions is not None
    assert not any((mentions.everyone, mentions.users, mentions.roles, mentions.replied_user))


async def test_the_store_is_open_while_the_bot_runs(settings: Settings) -> None:
    bot = Parlour(settings)
    with pytest.raises(AttributeError, match="store"):
        _ = bot.store
    async with simcord.run(bot, shard_count=1, settle_timeout=PATIENCE):
        assert await bot.store.matches.live() == []
        await bot.close()
        await bot.close()
    with pytest.raises(AttributeError, match="store"):
        _ = bot.store
    async with await Store.open(settings.database, discord.utils.utcnow()) as again:
        assert await again.matches.live() == []


@THOROUGH
async def test_after_a_stop_no_server_is_forgotten(settings: Settings) -> None:
    bot = Parlour(settings)
    async with simcord.run(bot, shard_count=1, settle_timeout=PATIENCE):
        await bot.close()
    await ServerChangesCog(bot).on_shard_ready(0)  # Discord's last word; there is no store any more


@asynccontextmanager
async def store_closed_at_last(bot: Parlour) -> AsyncIterator[None]:
    """Close the store in the end also where a test fails: its threads would keep pytest alive."""
    try:
        yield
    finally:
        if hasattr(bot, "store"):
            await bot.store.close(None)


@contextmanager
def unwritable(settings: Settings) -> Iterator[None]:
    """Let the bot's files be as if its disk were read-only: none can be written or removed."""
    alive, away = heartbeat_file(settings), settings.database.with_name("away.sqlite3")
    alive.unlink(missing_ok=True)
    alive.mkdir()
    settings.database.rename(away)
    try:
        yield
    finally:
        alive.rmdir()
        away.rename(settings.database)


async def test_it_stops_although_nothing_can_be_written_any_more(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    bot = Parlour(settings, Health(settings))
    running = simcord.run(bot, shard_count=1, settle_timeout=PATIENCE)
    async with store_closed_at_last(bot), running:
        with unwritable(settings):
            await bot.close()
    assert "stopped, but the time could not be saved. " in caplog.text
    with pytest.raises(AttributeError, match="store"):
        _ = bot.store
    async with await Store.open(settings.database, discord.utils.utcnow()):
        pass  # its lock is released


@THOROUGH
async def test_whatever_fails_at_a_stop_the_store_is_closed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Parlour(settings)

    async def fails() -> None:
        raise OSError("the process does not end")

    running = simcord.run(bot, shard_count=1, settle_timeout=PATIENCE)
    async with store_closed_at_last(bot), running:
        with monkeypatch.context() as patch:
            patch.setattr(bot.computer, "close", fails)
            with pytest.raises(OSError, match="does not end"):
                await bot.close()
        with pytest.raises(AttributeError, match="store"):
            _ = bot.store
        async with await Store.open(settings.database, discord.utils.utcnow()):
            pass  # its lock is released


@THOROUGH
async def test_every_module_that_can_be_set_up_is(settings: Settings, extra: Path) -> None:
    put(extra, "says hail")
    bot = Parlour(settings)
    async with simcord.run(bot, shard_count=1, settle_timeout=PATIENCE) as world:
        member = world.create_guild().add_member(world.create_user("Ada"))
        world.guild.create_text_channel("parlour")
        assert "hail" in member.available_commands(world.guild.channels["parlour"])
        await bot.close()


async def test_boards_and_first_puzzles_are_drawn_at_the_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str]] = []
    monkeypatch.setattr("bot._painted", set())
    monkeypatch.setattr("bot.build", lambda _position, theme: drawn.append(("board", theme)))
    monkeypatch.setattr(
        "bot.draw_in_advance", lambda puzzle, theme: drawn.append((puzzle.game, theme))
    )
    bot = Parlour(settings)
    for _ in range(2):
        bot._paint_boards()
    puzzles = [(key, settings.theme) for key in games_with_puzzles()]
    assert drawn[-len(puzzles) :] == puzzles
    assert {*drawn[: -len(puzzles)]} == {("board", settings.theme)}
    drawn.clear()
    monkeypatch.setattr("bot._painted", set())
    bot._closing.set()
    bot._paint_boards()
    assert drawn == [], "a stop ends it"
    bot._closing.clear()
    monkeypatch.setattr("bot.draw_in_advance", lambda *_: bot._closing.set())
    bot._paint_boards()
    assert {kind for kind, _ in drawn} == {"board"}
    assert bot._closing.is_set(), "after the first puzzle, too"
    await bot.computer.close()


@THOROUGH
async def test_commands_are_told_only_where_they_changed(settings: Settings, extra: Path) -> None:
    bot = Parlour(settings)
    put(extra, "one thing")
    async with simcord.run(bot, shard_count=1, settle_timeout=PATIENCE) as world:

        async def told_after_restart() -> int:
            nonlocal bot
            await bot.close()
            bot = Parlour(settings)
            await world.restart_bot(bot)
            return sum(request.method == "PUT" for request in world.http_requests)

        assert sum(request.method == "PUT" for request in world.http_requests) == 1
        assert await told_after_restart() == 1
        put(extra, "another thing")
        assert await told_after_restart() == 2
        assert await told_after_restart() == 2
        world.backend.commands.clear()
        assert await told_after_restart() == 3, "Discord had lost them"
        await bot.close()


async def test_a_command_that_discord_added_for_activities_is_kept_as_it_is(
    settings: Settings, there: SmallDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{there.address}")
    launch: dict[str, object] = {"id": "9", "type": 4, "name": "launch", "handler": 2}
    launch |= {"name_localizations": {"de": "starten"}, "description": ""}

    async def start() -> int:
        async with Parlour(settings) as bot:
            await bot.login(TOKEN)
            return len(bot.tree.get_commands())

    there.registered = [launch]
    own = await start()
    assert there.told == [own + 1]
    assert launch in there.registered
    there.registered.remove(launch)
    for added in ([], [{**launch, "name": "play"}]):
        there.registered += added
        await start()
        assert there.told == [own + 1], "the bot's own commands have not changed"


@pytest.mark.parametrize(
    ("code", "kind", "told"),
    [
        (INVALID_FORM, app_commands.CommandSyncFailure, "Failed to upload commands to Discord"),
        (30034, discord.HTTPException, "400 Bad Request (error code: 30034): Max number of daily"),
    ],
)
async def test_commands_that_discord_refuses_are_told_and_sent_again_at_the_next_start(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    kind: type[discord.HTTPException],
    told: str,
) -> None:
    bot = Parlour(settings)
    asked: list[object] = []

    async def known(_route: object, **_query: object) -> list[object]:
        return []

    async def refused(_application: int, payload: object) -> None:
        asked.append(payload)
        answer = {"code": code, "message": "Max number of daily application command creates"}
        raise discord.HTTPException(Answer(HTTPStatus.BAD_REQUEST), answer)

    bot._connection.application_id = 1
    monkeypatch.setattr(bot.http, "request", known)
    monkeypatch.setattr(bot.http, "bulk_upsert_global_commands", refused)
    for start in (1, 2):
        with pytest.raises(kind) as failure:
            await bot._sync_commands(CommandTranslator())
        assert str(reason(failure.value)).startswith(f"Discord refuses the bot: {told}")
        assert not is_temporary(failure.value)
        assert len(asked) == start
    await bot.computer.close()


@NOT_ON_WINDOWS
@THOROUGH
async def test_what_is_made_is_for_the_bots_user_alone_and_ctrl_c_stops_it(
    there: SmallDiscord, tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    told = {"DISCORD_TOKEN": TOKEN, "PARLOUR_POLL_SECONDS": "1"}
    told["PARLOUR_DATABASE"] = str(shared / "parlour.sqlite3")
    before = os.umask(0o022)
    try:
        async with running(tmp_path, *starts(there), **told) as program:
            await program.says("made today's backup")
            made = rights(tmp_path)
            program.process.send_signal(signal.SIGINT)
            assert await program.ends() == 0
    finally:
        os.umask(before)
    assert made.pop(shared) == 0o755, "what was there stays as it was"
    assert made.pop(tmp_path / "var") == made.pop(tmp_path / "var/backups") == 0o700
    assert {"parlour.sqlite3", "parlour.sqlite3-wal", "parlour.sqlite3-lock"} < {
        path.name for path in made
    }
    assert set(made.values()) == {0o600}
    assert "stopped" in program.log.splitlines()[-1]
    assert "Traceback" not in program.log


async def test_the_log_says_that_a_database_is_still_in_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.INFO, logger="parlour")
    for folder in ("var", "data"):
        settings = Settings(database=Path(folder, "parlour.sqlite3"))
        store = await open_store(settings, run_long)
        await store.close(discord.utils.utcnow())
        assert ("goes on being used" in caplog.text) == (folder == "data")


@THOROUGH
async def test_the_log_says_which_file_is_opened_and_what_is_in_it(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="parlour")
    file = settings.database

    async def told() -> tuple[str, str]:
        """Open the store and close it; return what was logged, and at which level."""
        caplog.clear()
        store = await open_store(settings, run_long)
        await store.close(discord.utils.utcnow())
        (record,) = (one for one in caplog.records if str(file) in one.getMessage())
        return record.levelname, record.getMessage()

    level, line = await told()
    assert level == "WARNING"
    assert "a new, EMPTY one was created" in line
    level, line = await told()
    assert level == "INFO"
    assert line.startswith(f"opened {file}: 0 matches, 0 events, 0.")
    assert line.endswith(" MB")
    # A database that is suddenly empty is reported.
    file.write_bytes(b"")
    for name in ("-wal", "-shm"):
        file.with_name(f"{file.name}{name}").unlink(missing_ok=True)
    level, line = await told()
    assert level == "WARNING"


@THOROUGH
@NOT_ON_WINDOWS
async def test_a_signal_closes_it_cleanly(there: SmallDiscord, tmp_path: Path) -> None:
    told = {"DISCORD_TOKEN": TOKEN, "PARLOUR_LOG_LEVEL": "DEBUG"}
    async with running(tmp_path, *starts(there), **told) as program:
        await program.says("ready as parlour")
        # Another one does not start meanwhile.
        async with running(tmp_path, *starts(there), **told) as second:
            assert await second.ends() == 1
            assert second.log.splitlines()[-1].startswith("PARLOUR_DATABASE: ")
            assert "in use by another Parlour" in second.log
            assert "Traceback" not in second.log
        program.process.send_signal(signal.SIGTERM)
        assert await program.ends() == 0
    assert "stopped" in program.log.splitlines()[-1]
    assert "Traceback" not in program.log
    assert TOKEN not in program.log + program.out
    assert "DEBUG discord" not in program.log, "it would tell interactions' tokens"
    kept = {path.name for path in (tmp_path / "var").iterdir()}
    assert "parlour.sqlite3" in kept
    assert "parlour.sqlite3-wal" not in kept, "what is in the log file belongs into the database"


@NOT_ON_WINDOWS
@THOROUGH
async def test_a_signal_ends_it_although_nothing_can_be_written_any_more(
    there: SmallDiscord, tmp_path: Path
) -> None:
    async with running(tmp_path, *starts(there), DISCORD_TOKEN=TOKEN) as program:
        await program.says("ready as parlour")
        with unwritable(Settings(database=tmp_path / "var/parlour.sqlite3")):
            program.process.send_signal(signal.SIGTERM)
            assert await program.ends() == 0
    assert "stopped" in program.log.splitlines()[-1]
    assert "Traceback" not in program.log


@NOT_ON_WINDOWS
@THOROUGH
async def test_what_runs_ends_before_a_signal_stops_it(there: SmallDiscord, tmp_path: Path) -> None:
    now, place = discord.utils.utcnow(), Place(channel=1176543210987654000)
    ann, bea = Person(1, "Ann"), Person(2, "Bea")
    path = tmp_path / "var" / "parlour.sqlite3"
    async with await Store.open(path, now) as store:
        terms = Terms("hoyito", {}, Seat.FIRST)
        challenge = await store.challenges.make(ann, bea, terms, place, now)
        await store.challenges.accept(challenge.number, bea, place, now)
    there.takes_answers.clear()
    async with running(tmp_path, *starts(there), DISCORD_TOKEN=TOKEN) as program:
        await program.says("ready as parlour")
        await there.press("play|1|0|a", ann.id, place.channel)
        await asyncio.wait_for(there.answers.get(), PATIENCE)
        program.process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(there.deaf.wait(), PATIENCE)
        await asyncio.sleep(0.2)
        there.takes_answers.set()
        assert await program.ends() == 0
    assert "stopped" in program.log.splitlines()[-1]
    assert not {"ERROR", "Traceback"} & set(program.log.split())
    async with await Store.open(path, discord.utils.utcnow()) as store:
        match = await store.matches.find(1)
    assert match.count == 1
    assert match.card == MessageRef(place.channel, 77)


async def test_a_stop_waits_for_what_runs_and_no_longer_than_it_may() -> None:
    running, done = InFlight(), []

    async def answer(seconds: float) -> None:
        running.begin()
        await asyncio.sleep(seconds)
        done.append(seconds)

    quick, slow = (asyncio.create_task(answer(seconds)) for seconds in (0, 3600))
    await asyncio.sleep(0)
    await running.finish(0.2)
    assert done == [0]
    assert quick.done()
    assert slow.cancelled()
    with pytest.raises(Stopping, match="Nothing was changed"):
        await answer(0)
    assert done == [0]


def test_what_is_asked_is_new_once_and_the_last_thousand_are_remembered() -> None:
    running = InFlight()
    assert all(running.is_new(number) for number in range(2 * REMEMBERED))
    assert not any(running.is_new(number) for number in range(REMEMBERED, 2 * REMEMBERED))
    assert running.is_new(0)


@THOROUGH
async def test_a_program_keeps_its_loop_prompt_once_all_is_loaded(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[int] = []
    bot = Parlour(settings, Health(settings))
    monkeypatch.setattr("bot.keep_loop_prompt", lambda: loaded.append(len(bot.cogs)))
    async with simcord.run(bot, shard_count=1, settle_timeout=PATIENCE):
        assert loaded == [len(bot.cogs)]
        await bot.close()


@pytest.mark.parametrize("is_program", [True, False])
async def test_a_program_searches_no_server_for_garbage_once_all_are_there(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, *, is_program: bool
) -> None:
    done: list[str] = []
    bot = Parlour(settings, Health(settings) if is_program else None)
    for name in ("unfreeze", "collect", "freeze"):
        monkeypatch.setattr(f"gc.{name}", partial(done.append, name))
    await bot.on_ready()
    monkeypatch.undo()
    assert done == (["unfreeze", "collect", "freeze"] if is_program else [])


@pytest.mark.parametrize("is_program", [True, False])
def test_a_program_searches_no_painted_board_for_garbage(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, is_program: bool
) -> None:
    done: list[str] = []
    bot = Parlour(settings, Health(settings) if is_program else None)
    monkeypatch.setattr("bot._painted", set())
    monkeypatch.setattr("bot.build", lambda *_, **__: done.append("painted"))
    monkeypatch.setattr("bot.draw_in_advance", lambda *_: done.append("painted"))
    monkeypatch.setattr("gc.freeze", lambda: done.append("spared"))
    bot._paint_boards()
    painted = done.count("painted")
    assert painted > len(GAMES)
    assert done == ["painted", "spared"] * painted if is_program else ["painted"] * painted


def test_time_zones_are_of_the_package(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "configure_logging", lambda _: None)
    monkeypatch.setattr(Settings, "load", lambda: settings)
    searched: list[tuple[str, ...]] = []

    async def look(_: Settings) -> None:
        searched.append(zoneinfo.TZPATH)
        assert zoneinfo.ZoneInfo.no_cache("Europe/Lisbon").key == "Europe/Lisbon"

    try:
        startup.run(look)
    finally:
        zoneinfo.reset_tzpath()
    assert searched == [()]


def test_a_thread_that_computes_hands_over_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    monkeypatch.setattr("sys.setswitchinterval", done.append)
    monkeypatch.setattr("gc.collect", lambda: done.append("collected"))
    monkeypatch.setattr("gc.freeze", lambda: done.append("frozen"))
    keep_loop_prompt()
    assert done == [0.001, "collected", "frozen"]


async def test_what_is_asked_while_it_stops_is_refused_in_words(settings: Settings) -> None:
    bot = Parlour(settings)
    async with simcord.run(bot, shard_count=1, settle_timeout=PATIENCE) as world:
        guild = world.create_guild()
        channel = guild.create_text_channel("parlour")
        ada = guild.add_member(world.create_user("Ada"))
        rules = private(await ada.slash(channel, "rules"))
        await bot.in_flight.finish(1)
        late = await ada.slash(channel, "help")
        assert late.ephemeral
        assert late.response is not None
        assert "try again in a minute." in late.response.content
        late = await ada.click(rules, custom_id="rules|ringo")
        assert late.response is not None
        assert "try again in a minute." in late.response.content
        await bot.close()


@THOROUGH
async def test_a_wrong_token_is_told_in_one_line(there: SmallDiscord, tmp_path: Path) -> None:
    async with running(tmp_path, *starts(there), DISCORD_TOKEN=WRONG) as program:
        assert await program.ends() == FOR_HOST
    assert program.log.splitlines()[-1].startswith("DISCORD_TOKEN is not accepted by Discord")
    assert "Traceback" not in program.log
    assert WRONG not in program.log


async def test_the_last_log_in_of_a_day_is_left_since_the_next_would_cost_the_token(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{there.address}")
    there.log_ins = 1
    async with Parlour(settings) as bot:
        with pytest.raises(discord.RateLimited) as refused:
            await bot.start(TOKEN)
    assert is_temporary(refused.value)
    assert str(reason(refused.value)).endswith("start again in 117 minutes.")
    assert "1 of the 1000 log-ins that Discord allows" in caplog.text


@THOROUGH
async def test_no_network_is_told_in_one_line(there: SmallDiscord, tmp_path: Path) -> None:
    there.address = "127.0.0.1:1"
    async with running(tmp_path, *starts(there), DISCORD_TOKEN=TOKEN) as program:
        assert await program.ends() == 1
    assert program.log.splitlines()[-1].startswith("Discord cannot be reached")
    assert "Traceback" not in program.log


@THOROUGH
async def test_no_token_and_a_wrong_setting_are_told_in_one_line(tmp_path: Path) -> None:
    async with running(tmp_path, "-m", "bot") as program:
        assert await program.ends() == FOR_HOST
    assert program.log.startswith("DISCORD_TOKEN is not set: ")
    async with running(tmp_path, "-m", "bot", "--check", PARLOUR_THEME="marble") as program:
        assert await program.ends() == FOR_HOST
    assert program.log.startswith("PARLOUR_THEME is 'marble'")
    assert len(program.log.splitlines()) == 1


class NoSocket:
    """A connection to Discord that was closed without a reason."""

    close_code = 4014


UNAVAILABLE = discord.DiscordServerError(Answer(HTTPStatus.SERVICE_UNAVAILABLE), None)
LIMITED = discord.HTTPException(Answer(HTTPStatus.TOO_MANY_REQUESTS), None)
FORBIDDEN = discord.Forbidden(Answer(HTTPStatus.FORBIDDEN), "Missing Access")
CLOSED = discord.ConnectionClosed(NoSocket(), shard_id=None)  # type: ignore[arg-type] # only its code is read
TOO_MANY_SERVERS = discord.ConnectionClosed(NoSocket(), shard_id=3, code=4011)  # type: ignore[arg-type] # the same


@pytest.mark.parametrize(
    ("trouble", "passing"),
    [
        (Unusable("is damaged"), False),
        (UnusableNow("is held"), True),
        (CannotStart("is set wrong"), False),
        (discord.LoginFailure("is not let in"), False),
        (ConnectionError(), True),
        (UNAVAILABLE, True),
        (discord.GatewayNotFound(), True),  # type: ignore[no-untyped-call] # discord.py's own
        (LIMITED, True),
        (FORBIDDEN, False),
        (CLOSED, False),
    ],
)
def test_only_what_may_pass_is_tried_again(trouble: Exception, passing: bool) -> None:
    assert reason(trouble)
    assert is_temporary(trouble) is passing


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (UNAVAILABLE, "Discord is having trouble (503 Service Unavailable (error code: 0)): start"),
        (FORBIDDEN, "Discord refuses the bot: 403 Forbidden (error code: 0): Missing Access"),
        (CLOSED, "Discord refuses the bot: Shard ID None WebSocket closed with 4014"),
        (
            TOO_MANY_SERVERS,
            "Discord wants more shards for that many: raise PARLOUR_SHARDS",
        ),
    ],
)
def test_discords_answer_at_the_start_is_told_in_a_sentence(trouble: Exception, told: str) -> None:
    assert str(reason(trouble)).startswith(told)


def test_an_error_of_the_program_is_raised_with_its_traceback(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(startup, "configure_logging", lambda _: None)
    monkeypatch.setattr(Settings, "load", lambda: settings)

    async def fails(_: Settings) -> None:
        raise KeyError("a mistake of ours")

    with pytest.raises(KeyError, match="a mistake of ours"):
        startup.run(fails)
    assert not capsys.readouterr().err, "it is not a host's to mend"
    zoneinfo.reset_tzpath()


async def test_whoever_cancels_a_program_without_a_signal_hears_of_it() -> None:
    before = signal.getsignal(signal.SIGTERM)
    task = asyncio.create_task(startup.until_stopped(asyncio.sleep(3600)))
    await asyncio.sleep(0)
    assert signal.getsignal(signal.SIGTERM) is not before
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert signal.getsignal(signal.SIGTERM) is before


async def test_a_database_in_a_network_folder_is_warned_of_at_the_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(startup, "network_of", lambda _path: "cifs")
    store = await open_store(settings, run_long)
    await store.close(discord.utils.utcnow())
    warned = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    assert warned[0].startswith(f"{settings.database} is in a network folder (cifs), where SQLite")

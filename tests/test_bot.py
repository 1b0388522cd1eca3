"""The bot starts, tells Discord its commands when they changed, and stops cleanly."""

import logging
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import simcord

import cogs
from bot import Parlour
from check import check
from data import Ledger
from settings import CannotStart, Settings
from tests.programs import running
from tests.small_discord import STARTER, TOKEN, SmallDiscord

COG = """
from discord import Interaction, app_commands

@app_commands.command(description="{about}")
async def hail(interaction: Interaction) -> None:
    await interaction.response.send_message("hail")

async def setup(bot):
    bot.tree.add_command(hail)
"""
WRONG = "x.y.z"
NOT_ON_WINDOWS = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows ends a process without asking it"
)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return Settings(database=tmp_path / "parlour.sqlite3", poll_seconds=3600)


@pytest.fixture
async def there() -> AsyncIterator[SmallDiscord]:
    small = SmallDiscord()
    async with small.open():
        yield small


@pytest.fixture
def extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a file beside the cogs, which the bot finds as one of them."""
    folder = tmp_path / "more"
    folder.mkdir()
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(folder)])
    return folder / "of_this_test.py"


def put(file: Path, about: str) -> None:
    """Write the extra cog, as if the program had been changed and started again."""
    file.write_text(COG.format(about=about), encoding="utf-8")
    sys.modules.pop("cogs.of_this_test", None)


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
    with pytest.raises(RuntimeError, match="only while the bot runs"):
        _ = bot.store
    async with simcord.run(bot, shard_count=1):
        assert await bot.store.matches.live() == []
        await bot.close()
        await bot.close()
    with pytest.raises(RuntimeError, match="only while the bot runs"):
        _ = bot.store
    async with await Ledger.open(settings.database, discord.utils.utcnow()) as again:
        assert await again.matches.live() == []


async def test_every_module_that_can_be_set_up_is(settings: Settings, extra: Path) -> None:
    put(extra, "says hail")
    bot = Parlour(settings)
    async with simcord.run(bot, shard_count=1) as world:
        member = world.create_guild().add_member(world.create_user("Ada"))
        world.guild.create_text_channel("parlour")
        assert "hail" in member.available_commands(world.guild.channels["parlour"])
        await bot.close()


async def test_commands_are_told_only_where_they_changed(settings: Settings, extra: Path) -> None:
    bot = Parlour(settings)
    put(extra, "one thing")
    async with simcord.run(bot, shard_count=1) as world:

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


@NOT_ON_WINDOWS
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_closes_it_cleanly(
    number: signal.Signals, there: SmallDiscord, tmp_path: Path
) -> None:
    told = {"DISCORD_TOKEN": TOKEN, "PARLOUR_LOG_LEVEL": "DEBUG"}
    async with running(tmp_path, *starts(there), **told) as program:
        await program.says("ready as parlour")
        async with running(tmp_path, *starts(there), **told) as second:
            assert await second.ends() == 1
            assert second.log.splitlines()[-1].startswith("PARLOUR_DATABASE: ")
            assert "in use by another Parlour" in second.log
            assert "Traceback" not in second.log
        program.process.send_signal(number)
        assert await program.ends() == 0
    assert "stopped" in program.log.splitlines()[-1]
    assert "Traceback" not in program.log
    assert TOKEN not in program.log + program.out
    assert "DEBUG discord" not in program.log, "it would tell interactions' tokens"
    kept = {path.name for path in (tmp_path / "data").iterdir()}
    assert "parlour.sqlite3" in kept
    assert "parlour.sqlite3-wal" not in kept, "what is in the log file belongs into the database"


async def test_a_wrong_token_is_told_in_one_line(there: SmallDiscord, tmp_path: Path) -> None:
    async with running(tmp_path, *starts(there), DISCORD_TOKEN=WRONG) as program:
        assert await program.ends() == 1
    assert program.log.splitlines()[-1].startswith("DISCORD_TOKEN is not accepted by Discord")
    assert "Traceback" not in program.log
    assert WRONG not in program.log


async def test_no_network_is_told_in_one_line(there: SmallDiscord, tmp_path: Path) -> None:
    there.address = "127.0.0.1:1"
    async with running(tmp_path, *starts(there), DISCORD_TOKEN=TOKEN) as program:
        assert await program.ends() == 1
    assert program.log.splitlines()[-1].startswith("Discord cannot be reached")
    assert "Traceback" not in program.log


async def test_no_token_and_a_wrong_setting_are_told_in_one_line(tmp_path: Path) -> None:
    async with running(tmp_path, "-m", "bot") as program:
        assert await program.ends() == 1
    assert program.log.startswith("DISCORD_TOKEN is not set: ")
    async with running(tmp_path, "-m", "bot", "--check", PARLOUR_THEME="marble") as program:
        assert await program.ends() == 1
    assert program.log.startswith("PARLOUR_THEME is 'marble'")
    assert len(program.log.splitlines()) == 1


async def checked(
    there: SmallDiscord,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    token: str = TOKEN,
) -> list[str]:
    """Check these settings with a token, and give the lines."""
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{there.address}")
    monkeypatch.setenv("DISCORD_TOKEN", token)
    await check(Settings(database=settings.database))
    return capsys.readouterr().out.splitlines()


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
        "knows it as parlour",
        "intents: none",
    ):
        assert any(words in line for line in lines), words
    (invite,) = (line for line in lines if "permissions asked for" in line)
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
    assert "bot, attach_files" in note


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
    assert note.startswith("note   DISCORD_TOKEN could not be tried")

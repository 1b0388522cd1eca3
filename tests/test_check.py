"""`python bot.py --check` reports what would keep the bot from running, and changes nothing."""

import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import discord
import pytest

from bench.discord_server import TOKEN
from check import check
from data import Store, Unusable
from data.maintenance.backup import back_up
from settings import CannotStart, Settings
from tests.loopback_discord import SmallDiscord
from tests.thorough import THOROUGH

WRONG = "x.y.z"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return Settings(database=tmp_path / "parlour.sqlite3")


@pytest.fixture
async def there() -> AsyncIterator[SmallDiscord]:
    small = SmallDiscord()
    async with small.open():
        yield small


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
        connection.execute("PRAGMA user_version = 1")
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

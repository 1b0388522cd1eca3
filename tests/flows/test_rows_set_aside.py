"""Whatever one row says or one form brings: all others go on, and the host learns of it once."""

import logging
from datetime import datetime

import pytest
import simcord

from data import Store
from tests.cogs.test_puzzles import posted
from tests.data.sample_matches import change, faults_of
from tests.simulated_discord.finished_match import SHORT
from tests.simulated_discord.private_answers import choose_forged
from tests.simulated_discord.table import Table, later, words
from views.server_settings_page import CHANNELS, FillServerForm, ServerForm

FOREIGN = "That channel isn't in this server; choose one from the list."


def secret(table: Table) -> simcord.ChannelHandle:
    """Make a channel in another server of the bot's."""
    return table.env.create_guild("Elsewhere").create_text_channel("secret")


async def set_by_hand(store: Store, server: int, setting: str, value: str) -> None:
    """Write a server's setting into the file."""
    await change(
        store,
        "INSERT INTO server_settings (server, setting, value) VALUES (:server, :setting, :value) "
        "ON CONFLICT (server, setting) DO UPDATE SET value = excluded.value",
        server=server,
        setting=setting,
        value=value,
    )


def errors(caplog: pytest.LogCaptureFixture, *about: str) -> list[str]:
    """List the warnings and errors that say all of this."""
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    return [line for line in told if all(word in line for word in about)]


@pytest.mark.parametrize("form", [*CHANNELS])
async def test_a_form_takes_only_channels_of_its_server(table: Table, form: ServerForm) -> None:
    before = await table.bot.store.server_settings.find(table.guild.id)
    category = table.guild.create_category("Games")
    for forged in (secret(table).id, category.id, 1, table.ada.id):
        refused = await choose_forged(table, table.dora, FillServerForm(form).encoded, str(forged))
        assert words(refused) == FOREIGN
    assert await table.bot.store.server_settings.find(table.guild.id) == before


async def test_a_league_never_posts_in_another_server(table: Table) -> None:
    there = secret(table)
    await set_by_hand(table.bot.store, table.guild.id, "season_channel", str(there.id))
    await table.dora.slash(table.channel, "season start", game="hoyito")
    contest = await table.bot.store.contests.find(1)
    assert contest.place.channel == table.channel.id, "as if none were chosen"
    for who in (table.ada, table.ben, table.cleo):
        await who.slash(table.channel, "season join", season=1)
    await change(table.bot.store, "UPDATE contests SET channel = :there", there=there.id)
    for _ in range(10):
        await later(table, days=1)  # sign-up closes, matches begin, and each round goes on
    assert (await table.bot.store.contests.find(1)).started is not None
    assert there.history() == []


async def test_rows_edited_by_hand_stop_no_round_and_are_named_once(
    table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tidied = table.bot.store, 0
    await table.begin("hoyito", pace=1)
    await table.dora.slash(table.channel, "puzzle daily")

    async def tidy(_now: datetime) -> None:
        nonlocal tidied
        tidied += 1

    monkeypatch.setattr(store, "tidy", tidy)
    other = table.guild.id + 1
    await set_by_hand(store, other, "digest", "abc")
    await set_by_hand(store, other, "pace", "never")
    await change(
        store,
        "INSERT INTO settings (person, setting, value) VALUES (:who, 'quiet', '99:99-xx')",
        who=table.ada.id,
    )
    await change(
        store, "UPDATE people SET name = :name WHERE id = :who", name="A" * 10**6, who=table.ben.id
    )
    await change(
        store,
        "INSERT INTO quiet_hours (person, begins, ends, ended) VALUES (:who, 0, 1, 0)",
        who=table.ada.id,
    )
    await change(
        store,
        "INSERT INTO daily_puzzles (server, channel, due, zone, time_of_day) "
        "VALUES (:server, 1, 0, 'UTC', '99:99')",
        server=other,
    )
    for _ in range(5):
        await later(table, hours=9)
    assert tidied >= 5
    assert (await table.match()).over, "it ran out"
    told = "\n".join(words(each) for each in table.channel.history())
    assert "A" * 100 in told
    assert "A" * 101 not in told
    assert len(posted(table)) == 2, "the other server's puzzle came"
    for about in (("quiet", f"person {table.ada.id}"), ("server", str(other))):
        assert len(errors(caplog, *about)) == 1
    page = await table.ada.slash(table.channel, "settings")
    assert "### Your settings" in words(page.response)
    await table.env.settle()
    faults = await faults_of(store._database.path)
    for part in (
        f"server {other}: the setting digest means nothing",
        f"server {other}: the setting pace means nothing",
        f"person {table.ada.id}: the setting quiet means nothing",
        f"person {table.ben.id}: the name has 1000000 characters",
        f"server {other}: the daily puzzle's time is",
    ):
        assert [line for line in faults if line.startswith(part)], (part, faults)


async def test_check_finds_a_channel_of_another_server(table: Table) -> None:
    await table.begin("hoyito")
    await set_by_hand(table.bot.store, table.guild.id + 1, "digest", str(table.channel.id))
    (fault,) = await faults_of(table.bot.store._database.path)
    servers = f"{table.guild.id}, {table.guild.id + 1}"
    assert fault == f"channel {table.channel.id}: it can't be in all of the servers {servers}"


@pytest.mark.parametrize("part", ["reminders.to_send", "daily_puzzles.due", "vacations.save"])
async def test_no_list_that_cannot_be_read_keeps_the_rest_from_being_done(
    table: Table, part: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin("hoyito", *SHORT, pace=1)

    async def broken(*_: object) -> object:
        raise RuntimeError("it cannot be read")

    subject, name = part.split(".")
    monkeypatch.setattr(getattr(table.bot.store, subject), name, broken)
    for _ in range(3):
        await later(table, days=1)
    assert "# Ben wins" in words(table.last)
    assert len(errors(caplog, "a list of what is due failed")) == (part != "vacations.save")

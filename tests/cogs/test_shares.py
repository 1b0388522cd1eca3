"""Several processes share the servers: one decides, each tells of its own, nothing twice."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest

from cogs.due_jobs import own
from cogs.server_changes import ServerChangesCog
from data import Place, Visibility
from delivery.display_modes.thread import can_make_thread
from delivery.lost_access import is_open_to_all, sees
from delivery.notify import notify_players
from interactions import servers
from interactions.people import public_language
from match import verbs
from tests.simulated_discord.finished_match import SHORT
from tests.simulated_discord.table import Table, later, poll, words

pytestmark = pytest.mark.usefixtures("all_experienced")


class Part:
    """The share of one of several processes, as a test sets it."""

    does_due = is_whole = True
    has_all = False

    def __init__(self, *theirs: int | None) -> None:
        self.theirs = theirs
        self.began: datetime | None = None
        self.meanwhile: Callable[[], Any] | None = None
        """What another process does before this one may post."""

    def has(self, server: int | None) -> bool:
        return server not in self.theirs

    def since(self, _server: int | None) -> datetime | None:
        return self.began

    @asynccontextmanager
    async def alone(self, _kind: str, _number: int) -> AsyncIterator[bool]:
        if self.meanwhile is not None:
            await self.meanwhile()
        yield True


@pytest.fixture
def part(table: Table, monkeypatch: pytest.MonkeyPatch) -> Part:
    """Let the bot be one of several processes; it has the table's server."""
    part = Part()
    monkeypatch.setattr(table.bot, "share", part)
    servers._ASKED.clear()
    return part


def foreign(table: Table, part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another process hear what happens in the table's server."""
    part.theirs = (table.guild.id,)
    bot = table.bot
    monkeypatch.setattr(bot, "get_guild", lambda _number: None)
    monkeypatch.setattr(bot, "get_channel", lambda _number: None)


async def test_a_process_tells_only_what_concerns_its_servers(table: Table, part: Part) -> None:
    await table.begin("hoyito", *SHORT, pace=1)
    part.theirs = (table.guild.id,)
    shown = table.last.id
    await later(table, days=0.85)
    assert table.last.id == shown, "the other process reminds"
    await later(table, days=0.2)
    assert (await table.match()).over, "this one decides for all"
    await later(table, minutes=1)
    assert table.last.id == shown, "and the other tells"
    part.theirs = ()
    await later(table, minutes=1)
    assert "# Ben wins" in words(table.last)


async def test_a_process_that_does_not_decide_tells_what_is_decided(
    table: Table, part: Part
) -> None:
    await table.begin("hoyito", *SHORT, pace=1)
    part.does_due = False
    await later(table, days=1.1)
    assert not (await table.match()).over
    await table.bot.store.matches.run_out(1, table.env.now())
    await later(table, minutes=1)
    assert "# Ben wins" in words(table.last)


async def test_a_process_from_which_discord_takes_nothing_says_so(table: Table, part: Part) -> None:
    await table.begin("hoyito", *SHORT, pace=1)
    part.does_due = False
    await later(table, days=1.1)
    await table.bot.store.matches.run_out(1, table.env.now())
    table.fail("POST", status=503, times=None)
    await later(table, minutes=1)
    assert table.bot.requests.are_refused, "so that others take its shards, and clocks pause"
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    assert "# Ben wins" in words(table.last)
    await later(table, minutes=1)
    assert not table.bot.requests.are_refused


async def test_while_no_process_hears_of_some_servers_nobody_loses_time(
    table: Table, part: Part
) -> None:
    await table.begin("hoyito", *SHORT, pace=1)
    await poll(table)
    left = await table.time_left()
    part.is_whole = False
    await later(table, days=3)
    assert not (await table.match()).over
    part.is_whole = True
    await poll(table)
    assert abs(await table.time_left() - left) < timedelta(minutes=1)


async def test_who_decides_from_now_on_gives_back_the_time_since_the_last_who_did(
    table: Table, part: Part
) -> None:
    await table.begin("hoyito", *SHORT, pace=1)
    await poll(table)
    left = await table.time_left()
    part.does_due = False
    await later(table, days=3)
    part.does_due = True
    await poll(table)
    assert not (await table.match()).over
    assert abs(await table.time_left() - left) < timedelta(minutes=1)


async def test_what_a_process_could_not_remove_it_removes_later(table: Table, part: Part) -> None:
    part.does_due = False
    database = table.bot.store._database
    database.log_must_be_emptied = True
    await poll(table)
    assert not database.log_must_be_emptied


async def test_a_live_match_is_ended_by_the_process_that_decides(table: Table, part: Part) -> None:
    await table.begin("hoyito", *SHORT, pace="5m+5s")
    part.does_due = False
    await table.env.advance_time(600)
    await table.rounds.live.look()
    assert not (await table.match()).over


def posts(table: Table) -> int:
    """Count the requests that post something."""
    return sum(one.method == "POST" for one in table.env.http_requests)


async def test_what_another_process_has_told_is_not_told_again(table: Table, part: Part) -> None:
    match = await table.begin("hoyito", *SHORT)
    store, now = table.bot.store, table.env.now()
    move = next(iter(match.position.moves()))
    before, after, _ = await store.matches.apply(
        match, lambda one: verbs.play(one, match.to_move or 0, now, move), seen=match.count
    )
    told = posts(table)

    async def meanwhile() -> None:
        await store.cards.mark_announced(1, after.count)

    part.meanwhile = meanwhile
    await notify_players(table.bot, after, before=before)
    await table.env.settle()
    assert posts(table) == told


async def test_what_a_process_told_before_it_died_is_found(table: Table, part: Part) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=0.85)
    await later(table, minutes=1)
    reminder, told = table.last, posts(table)
    await table.change("UPDATE reminders SET posted_channel = NULL, posted_message = NULL")
    part.began = table.env.now()
    await later(table, minutes=10)
    assert posts(table) == told
    row = await table.bot.store._database.reader.row("SELECT posted_message AS id FROM reminders")
    assert row is not None
    assert row["id"] == reminder.id


async def test_a_server_of_another_process_is_not_left(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, left = table.bot, list[int]()

    async def leave(server: int, _now: datetime) -> None:
        left.append(server)

    monkeypatch.setattr(bot.store.left_servers, "leave", leave)
    bot.shard_count = 8
    mine, others = 3 << 22, 4 << 22
    for server in (mine, others):
        await bot.store.server_settings.change(
            server, lambda local: local.changed({"sight": Visibility.PLAYERS})
        )
    await ServerChangesCog(bot).on_shard_ready(3)
    assert left == [mine]


async def test_the_computer_thinks_where_its_match_is(table: Table, part: Part) -> None:
    await table.ada.slash(table.channel, "hoyito", level=1)
    begun = [one.number for one in await table.bot.store.matches.live()]
    assert await own(table.bot, "matches", begun) == begun
    part.theirs = (table.guild.id,)
    assert await own(table.bot, "matches", begun) == []


async def test_a_server_of_another_process_is_asked_of_discord(
    table: Table, part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, place = table.bot, Place(table.channel.id, table.guild.id)
    seen = [
        await sees(bot, place, table.ada.id),
        await is_open_to_all(bot, place),
        await can_make_thread(bot, place),
        await public_language(bot, place),
    ]
    foreign(table, part, monkeypatch)
    asked = [
        await sees(bot, place, table.ada.id, unknown=False),
        await is_open_to_all(bot, place),
        await can_make_thread(bot, place),
        await public_language(bot, place),
    ]
    assert asked == seen
    assert await servers.server_of(bot, 4321 << 22) is None, "the bot is not in it"

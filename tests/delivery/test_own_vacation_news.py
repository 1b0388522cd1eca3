"""What a vacation did automatically is told once: in private, or else in the match's channel."""

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from itertools import product

import discord
import pytest
import simcord

from match import verbs
from tests.delivery.test_channels import forget_the_game
from tests.simulated_discord.interruptions import INTERRUPTIONS
from tests.simulated_discord.table import Table, later, poll, words
from tests.thorough import THOROUGH

CLOSED = 50007
"""Discord's error code for a person who accepts no direct messages."""
STEPS = [*product([False], range(1, 5)), *product([True], range(1, 7))]
"""Whether direct messages are closed, and each request of a round that tells it."""
BEGUN, ENDED = "your vacation started", "used up. Your clocks are running again"


async def about_to_lose(table: Table) -> None:
    """Let Ada have less than five minutes left, and a round begin her vacation."""
    await table.begin("hoyito", "a", "a", "b", "b", pace=1)
    await table.let_vacations_begin()
    await later(table, hours=23, minutes=56)
    assert (await table.match()).stopped is not None


def in_private(who: simcord.MemberActor, news: str) -> int:
    return sum(news in words(message) for message in who.user.dm_channel.history())


def in_channel(table: Table, news: str) -> list[discord.Message]:
    return [message for message in table.channel.history() if news in words(message)]


def refuse_direct_messages(table: Table) -> None:
    path = f"/channels/{table.ada.user.dm_channel.id}/messages"
    table.env.inject_error("POST", path, status=403, code=CLOSED, times=None)


@THOROUGH
@pytest.mark.parametrize("kind", ["killed after a request", "answer lost", "request lost"])
@pytest.mark.parametrize(("closed", "step"), STEPS)
async def test_what_discord_took_before_a_stop_is_not_sent_again(
    table: Table, kind: str, step: int, closed: bool
) -> None:
    await about_to_lose(table)
    if closed:
        refuse_direct_messages(table)
    await table.env.advance_time(30)
    with (
        suppress(asyncio.CancelledError, discord.HTTPException),
        INTERRUPTIONS[kind](step) as stopped,
    ):
        await poll(table)
    assert stopped
    # The time for which the bot is away lengthens the vacation, so that its end is another.
    await table.env.advance_time(timedelta(minutes=10).total_seconds())
    await table.restart()
    await later(table, minutes=1)
    told = in_channel(table, BEGUN)
    assert (in_private(table.ada, BEGUN), len(told)) == (0 if closed else 1, 1 if closed else 0)
    if closed:
        assert words(told[0]).startswith(f"<@{table.ada.id}> You were about to lose on")
        assert table.called(told[0]) == [table.ada.id]
    assert await table.bot.store.vacations.news(table.ada.id) is None


async def test_its_end_is_told_and_a_reminder_comes_a_day_before_time_is_up(table: Table) -> None:
    await about_to_lose(table)
    refuse_direct_messages(table)
    await later(table, days=10.2)
    await later(table, minutes=1)
    (told,) = in_channel(table, ENDED)
    assert "with at least a day" in words(told)
    assert await table.time_left() > timedelta(hours=23)
    await later(table, hours=23)
    assert "last reminder: **Ben** is waiting for your move" in words(table.last)
    await later(table, hours=1)
    assert "# **Ben** wins\n" in words(table.last) or "ran out of time" in words(table.last)


async def test_who_plays_nowhere_any_more_is_told_in_private_or_not_at_all(table: Table) -> None:
    await about_to_lose(table)
    refuse_direct_messages(table)
    now = table.env.now()
    await table.bot.store.matches.apply(1, lambda match: verbs.resign(match, table.ben.id, now))
    await later(table, minutes=1)
    assert in_channel(table, BEGUN) == []
    assert await table.bot.store.vacations.news(table.ada.id) is None


@THOROUGH
async def test_whoever_accepts_no_direct_messages_and_plays_in_a_closed_channel_is_not_told(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await about_to_lose(table)
    refuse_direct_messages(table)
    table.fail("POST", status=403, code=50013, times=None)
    await later(table, minutes=1)
    assert "match 1: no news of a vacation in its channel: 403" in caplog.text
    assert await table.bot.store.vacations.news(table.ada.id) is None
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    assert (in_private(table.ada, BEGUN), in_channel(table, BEGUN)) == (0, [])


@THOROUGH
async def test_where_the_saved_match_cannot_be_read_another_one_tells_of_it(table: Table) -> None:
    await about_to_lose(table)
    refuse_direct_messages(table)
    await table.begin("ringo")
    await forget_the_game(table)
    await later(table, minutes=1)
    (told,) = in_channel(table, BEGUN)
    assert table.called(told) == [table.ada.id]
    assert await table.bot.store.vacations.news(table.ada.id) is None

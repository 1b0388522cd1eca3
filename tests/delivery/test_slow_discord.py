"""Discord takes no card for minutes: whoever acts is answered all the same, and a stop is quick."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest

from data import DisplayMode
from tests.simulated_discord.display_modes import choose, posts
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, later, pictures, words

TROUBLE = "Discord is having trouble; I'll post the board as soon as that's over."


@contextmanager
def limited(table: Table, method: str) -> Iterator[list[str]]:
    """Let Discord ask to wait ten minutes with all requests of a method; list what was asked."""
    request, asked = table.bot.http.request, list[str]()

    async def refused(route: discord.http.Route, **options: Any) -> Any:
        if route.method == method:
            asked.append(route.url)
            raise discord.RateLimited(600)
        return await request(route, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.bot.http, "request", refused)
        yield asked


@contextmanager
def silent(table: Table) -> Iterator[None]:
    """Let Discord take ten minutes for what is posted, but for answers to interactions."""
    request = table.bot.http.request

    async def slow(route: discord.http.Route, **options: Any) -> Any:
        if route.method == "POST":
            await asyncio.sleep(600)
        return await request(route, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.bot.http, "request", slow)
        yield


@pytest.mark.parametrize("mode", DisplayMode)
async def test_a_limit_of_edits_silences_no_match(
    table: Table, calls: Calls, mode: DisplayMode
) -> None:
    await choose(table, mode)
    await table.begin("hoyito", "a", pace=1)
    with limited(table, "PATCH"):
        await table.play("a")
    last = posts(table.channel)[-1] if mode is not DisplayMode.THREAD else None
    assert [table.ada.id] in dict(calls).values()
    if last is not None:
        assert (last.id, [table.ada.id]) in calls
    assert (await table.match()).announced_count == 2


async def test_who_begins_the_daily_puzzle_is_answered_while_it_waits(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.daily_puzzle.ANSWER_SECONDS", 0.05, raising=False)
    with silent(table):
        begun = await table.dora.slash(table.channel, "puzzle daily")
        assert "I'll post a puzzle here every day" in words(private(begun))
    await later(table, seconds=30)
    assert len(posts(table.channel)) == 1


async def test_whoever_acts_is_answered_while_a_card_waits(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("hoyito", pace=1)
    monkeypatch.setattr("delivery.notify.ANSWER_SECONDS", 0.05)
    monkeypatch.setattr("delivery.notify.TELLING_SECONDS", 0.5)
    elsewhere = table.guild.create_text_channel("elsewhere")
    with silent(table):
        moved = await table.ada.slash(elsewhere, "move", move="a", match=1)
        assert TROUBLE in words(private(moved))
        asked = await table.ben.slash(elsewhere, "board", match=1)
        assert len(pictures(private(asked))) == 1
    await later(table, seconds=30)
    assert table.called(table.last) == [table.ben.id]

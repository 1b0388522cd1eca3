"""Stopped between an event and its card: what is told then, by whom and how often."""

import sqlite3
from collections.abc import Sequence

import discord
import pytest

from bot import Parlour
from data import DisplayMode
from data.connection import Connection
from delivery import posting
from interactions.components import Item
from interactions.tasks import in_progress, is_in_progress
from tests.flows.test_interrupted import settled
from tests.simulated_discord.interruptions import INTERRUPTIONS, count, one_card
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, later, poll, words
from tests.thorough import THOROUGH


async def stopped_move(table: Table, kind: str) -> None:
    """Let Ada move, and interrupt the first step of telling it."""
    with INTERRUPTIONS[kind](1):
        await table.ada.slash(table.channel, "move", move="a")


@THOROUGH
async def test_what_was_not_told_is_told_at_start(table: Table) -> None:
    await table.begin("hoyito")
    old = table.last
    await stopped_move(table, "killed before a request")
    assert table.last.id == old.id
    stale = await table.ben.slash(table.channel, "match takeback")
    await table.bot.close()
    await table.env.advance_time(60)
    await table.restart()
    assert "sows `a`" in words(table.last)
    assert [user.id for user in table.last.mentions] == [table.ben.id]
    assert labels(await table.channel_message(old.id)) == []
    assert stale.acknowledged


@THOROUGH
async def test_card_of_what_has_gone_on_is_no_link_while_there_is_no_newer(table: Table) -> None:
    await table.begin("hoyito")
    await stopped_move(table, "killed before a request")
    result = await table.ada.click(table.last, label="b")
    assert "`/board match:1` shows it" in words(result.response)


async def test_picker_says_that_a_move_is_played_only_once_it_is(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("bizingo")
    picked = private(await table.ada.click(table.last, label="Move"))
    text = next(iter((await table.match()).position.moves()))
    for label in text.split("-"):
        if f"Play {text}" not in labels(picked):
            await table.ada.click(picked, label=label)

    async def torn(*_told: object, **_named: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(Connection, "commit", torn)
    result = await table.ada.click(picked, label=f"Play {text}")
    monkeypatch.undo()
    assert (await table.match()).count == 0
    assert "You played" not in words(picked) + words(result.response)


@THOROUGH
@pytest.mark.parametrize("question", ["resign", "against"])
async def test_clock_leaves_alone_what_is_told_once_a_question_is_put_away(
    table: Table, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    """Discord may take long for that, too."""
    if question == "resign":
        await table.begin("hoyito", "a", "a", "b", "b")
        asked, yes = await table.ada.slash(table.channel, "match resign"), "Yes, resign"
    else:
        asked = await table.ada.slash(table.channel, "help")
        for label in ("Play", "Hoyito", "Other level or side"):
            asked = await table.ada.click(private(asked), label=label)
        yes = "The computer, level 1"
    held, put_away = [], posting.put_away

    async def slowly(
        interaction: discord.Interaction[Parlour], text: str, rows: Sequence[Item] = ()
    ) -> None:
        held.append(is_in_progress(await table.match()))
        await put_away(interaction, text, rows)

    monkeypatch.setattr(posting, "put_away", slowly)
    await table.ada.click(private(asked), label=yes)
    assert held == [True]


async def test_clock_leaves_alone_what_somebody_is_still_telling(table: Table) -> None:
    """Discord fails, and discord.py retries for longer than the rounds wait."""
    await table.begin("hoyito")
    await stopped_move(table, "killed before a request")
    old = table.last
    with in_progress(await table.match()):
        await later(table, seconds=25)
        assert table.last.id == old.id
    await later(table, seconds=25)
    assert "sows `a`" in words(table.last)


@THOROUGH
async def test_answer_after_a_stop_retires_the_unrecorded_card(table: Table, calls: Calls) -> None:
    await table.begin("hoyito")
    since = table.last.id
    await stopped_move(table, "killed after a request")
    await table.restart()
    await table.sow(table.ben, "A")
    assert (await one_card(table)).count == 2
    assert (count(calls, table.ada.id, since), count(calls, table.ben.id, since)) == (1, 1)


@THOROUGH
async def test_what_waits_is_told_in_the_first_round_after_a_start(table: Table) -> None:
    await table.begin("hoyito")
    await stopped_move(table, "killed before a request")
    await table.restart()
    await poll(table)
    assert (await table.match()).announced_count == 1


@THOROUGH
async def test_nothing_is_posted_while_nobody_can_look(table: Table) -> None:
    await table.begin("hoyito")
    await stopped_move(table, "killed after a request")
    await table.restart()
    table.fail("GET", status=503)
    before = [each.id for each in table.channel.history()]
    await poll(table)
    assert [each.id for each in table.channel.history()] == before
    await table.restart()
    await poll(table)
    await settled(table, 1, DisplayMode.SINGLE_CARD)
    assert [each.id for each in table.channel.history()] == before


@THOROUGH
async def test_same_card_has_the_same_nonce_until_it_is_recorded(table: Table) -> None:
    """Where the channel cannot be read, Discord itself takes it once."""
    await table.begin("hoyito")
    history = f"/channels/{table.channel.id}/messages"
    await stopped_move(table, "killed before a request")
    sent = len(table.env.http_requests)
    for _ in range(2):
        await table.restart()
        table.env.inject_error("GET", history, status=403)
        with INTERRUPTIONS["killed before a request"](2):
            await poll(table)
    await table.restart()
    await poll(table)
    posted = [
        request.json
        for request in table.env.http_requests[sent:]
        if request.path == history and request.method == "POST" and request.json
    ]
    assert len({request["nonce"] for request in posted}) == 1

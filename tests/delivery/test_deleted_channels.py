"""Deleted cards and channels, and an unavailable Discord: players still get a board."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from tests.simulated_discord.interruptions import INTERRUPTIONS, cards
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, labels, later, poll, words
from tests.thorough import THOROUGH


async def delete_channel(table: Table) -> None:
    """Delete the channel of the match; people continue in another."""
    channel = table.text_channel
    elsewhere = table.guild.create_text_channel("elsewhere")
    await channel.delete()
    table.channel = elsewhere


async def test_card_that_was_deleted_is_posted_anew_with_what_is_next(table: Table) -> None:
    await table.begin("hoyito", "a")
    card = table.last
    await card.delete()
    await table.ada.slash(table.channel, "match draw")
    assert "**Ada** offers a draw." in words(table.last)
    assert table.called(table.last) == [], "the note has called already"
    assert cards(table, 1) == {table.last.id: 2}


@THOROUGH
async def test_move_in_a_match_whose_channel_is_gone_is_told_in_private_once(table: Table) -> None:
    await table.begin("hoyito")
    await delete_channel(table)
    result = private(await table.ada.slash(table.channel, "move", move="a", match=1))
    assert "There's been a change in your match #1. I can't post in" in words(result)
    letter = table.ben.user.dm_channel.last_message
    assert letter is not None
    assert "Your move against **Ada** in Hoyito #1; time runs out <t:" in words(letter)
    assert "`/board match:1`" in words(letter)
    assert table.ada.user.dm_channel.last_message is None
    await later(table, days=1)
    assert [sent.id for sent in table.ben.user.dm_channel.history()] == [letter.id]


@THOROUGH
async def test_match_whose_channel_is_gone_moves_to_where_its_board_is_asked(table: Table) -> None:
    await table.begin("hoyito")
    await delete_channel(table)
    await table.ben.slash(table.channel, "board", match=1)
    assert "Hoyito #1" in words(table.last)
    assert (await table.match()).place.channel == table.channel.id
    letter = words(table.ada.user.dm_channel.last_message)
    assert f"continues in <#{table.channel.id}>" in letter
    assert str(table.last.id) in letter
    await table.sow(table.ada, "a")
    assert "sows `a`" in words(table.last)
    assert [user.id for user in table.last.mentions] == [table.ben.id]
    assert len(cards(table, 1)) == 1


@THOROUGH
async def test_board_asked_for_in_private_moves_no_match(table: Table) -> None:
    await table.begin("hoyito")
    home = table.channel.id
    await delete_channel(table)
    result = await table.ada.user.slash("board", match=1)
    assert "in another channel." in words(result.response)
    assert (await table.match()).place.channel == home


async def test_match_whose_channel_is_there_stays_there(table: Table) -> None:
    await table.begin("hoyito")
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = await table.ada.slash(elsewhere, "board", match=1)
    assert "[Done; here is the board.]" in words(result.response)
    assert (await table.match()).place.channel == table.channel.id
    assert elsewhere.history() == []


async def test_resigning_where_no_board_can_be_posted_says_what_happened(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    await delete_channel(table)
    asked = private(await table.ada.slash(table.channel, "match resign", match=1))
    result = await table.ada.click(asked, label="Yes, resign")
    (told,) = result.followups
    assert "Your match #1 is over: Ada resigned" in words(told)
    assert "is over. Ada resigned." in words(table.ben.user.dm_channel.last_message)


@THOROUGH
async def test_rematch_begins_where_it_is_asked_for(table: Table) -> None:
    await table.begin("hoyito")
    await table.abort(table.ada)
    await delete_channel(table)
    await table.ada.slash(table.channel, "match rematch", match=1)
    assert "would like a rematch" in words(table.ben.user.dm_channel.last_message)
    await table.ben.slash(table.channel, "match rematch", match=1)
    assert "Hoyito #2" in words(table.last)
    assert (await table.match(2)).place.channel == table.channel.id


@THOROUGH
async def test_rematch_agreed_to_in_private_begins_where_the_match_was(table: Table) -> None:
    await table.begin("hoyito")
    await table.abort(table.ada)
    await table.ada.slash(table.channel, "match rematch", match=1)
    await table.ben.user.slash("match rematch", match=1)
    assert "Hoyito #2" in words(table.last)
    assert (await table.match(2)).place.channel == table.channel.id


@THOROUGH
async def test_draw_offered_elsewhere_is_said_in_the_channel_of_the_match(table: Table) -> None:
    await table.begin("hoyito", "a")
    result = await table.ada.user.slash("match draw", match=1)
    assert "[Done; here is the board.]" in words(result.response)
    assert "offers you a draw" in words(table.last)
    assert [user.id for user in table.last.mentions] == [table.ben.id]


async def test_reminder_outlasts_an_outage(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    card = table.last
    await later(table, days=0.79)
    table.env.inject_error("*", "*", status=503, times=None)
    await later(table, days=0.01)
    for _ in range(20):
        await later(table, seconds=30)
    tries = [sent for sent in table.env.http_requests if sent.method == "POST"]
    table.env.backend.faults.clear()
    await later(table, minutes=1)
    await later(table, days=0.01)
    assert "is waiting for your move" in words(table.last)
    assert [message.id for message in table.channel.history()][-2] == card.id
    assert len(tries) < 12
    await later(table, minutes=30)
    assert [message.id for message in table.channel.history()][-2] == card.id


async def test_reminder_that_discord_took_unnoticed_is_not_sent_again(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await table.env.advance_time(timedelta(days=0.81).total_seconds())
    # The first request asks whether Discord is there.
    with suppress(asyncio.CancelledError), INTERRUPTIONS["killed after a request"](2):
        await poll(table)
    (reminder,) = await table.bot.store.reminders.to_send(table.env.now())
    assert reminder.posted is None
    await later(table, minutes=1)
    assert await table.bot.store.reminders.to_send(table.env.now()) == []
    assert [words(said).count("is waiting") for said in table.channel.history()] == [0, 0, 1]


@THOROUGH
async def test_time_out_waits_for_the_end_of_an_outage_and_is_told_then(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    card = table.last
    await later(table, days=0.97)
    table.env.inject_error("*", "*", status=503, times=None)
    await later(table, days=0.1)
    for _ in range(20):
        await later(table, seconds=30)
    assert (await table.match()).result is None
    asked = len(table.env.http_requests)
    assert asked < 40
    table.env.backend.faults.clear()
    await later(table, minutes=1)
    assert (await table.match()).result is None
    assert await table.time_left() > timedelta(days=0.029)
    await later(table, days=0.03)
    assert "# Aborted" in words(table.last)
    assert {user.id for user in table.last.mentions} == {table.ada.id, table.ben.id}
    assert labels(await table.channel_message(card.id)) == []
    assert cards(table, 1) == {table.last.id: 1}


async def test_board_of_what_was_told_calls_nobody(table: Table) -> None:
    await table.begin("hoyito", "a")
    assert table.called(table.last) == [table.ben.id]
    await table.ada.slash(table.channel, "board")
    assert table.called(table.last) == []
    await table.abort(table.ada)
    assert table.called(table.last) == [table.ben.id]
    await table.ada.slash(table.channel, "board", match=1)
    assert table.called(table.last) == []


async def test_both_hear_that_time_ran_out_where_the_channel_is_gone(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await delete_channel(table)
    await later(table, days=1.1)
    for who in (table.ada, table.ben):
        assert "Hoyito #1 is over." in words(who.user.dm_channel.last_message)


@THOROUGH
@pytest.mark.parametrize("status", [503, 403])
async def test_new_card_in_place_of_a_deleted_one_comes_after_an_outage_or_when_asked_for(
    table: Table, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    await table.begin("hoyito", "a")
    await table.last.delete()
    table.fail("POST", status=status, code=50013, times=None)
    await table.ada.slash(table.channel, "match draw")
    assert f"match 1: its card could not be posted: {status}" in caplog.text
    assert (await table.match()).draw_offer == 0
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    if status == 403:
        assert (await table.match()).card is None
        await table.ben.slash(table.channel, "board")
    assert cards(table, 1) == {table.last.id: 2}
    assert "Accept draw" in labels(table.last)
    assert table.called(table.last) == [], "the note has called already"

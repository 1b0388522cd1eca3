"""Display mode edited card: one card edited in place, and a short message that pings a player."""

import asyncio
from contextlib import suppress

import pytest

from data import DisplayMode
from tests.simulated_discord.computer import begin as begin_against_computer
from tests.simulated_discord.display_modes import choose, posts
from tests.simulated_discord.interruptions import INTERRUPTIONS
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, later, pictures, words
from tests.thorough import THOROUGH


@pytest.fixture(autouse=True)
async def edited(table: Table) -> None:
    """Choose the display mode that edits the card in place."""
    await choose(table, DisplayMode.EDITED_CARD)


@THOROUGH
async def test_card_is_changed_in_place_and_one_message_calls(table: Table, calls: Calls) -> None:
    await table.begin("hoyito", pace=1)
    _, card = posts(table.channel)
    assert dict(calls)[card.id] == [table.ada.id], "a new message calls by itself"
    await table.play("a")
    _, shown, call = posts(table.channel)
    assert shown.id == card.id
    assert "sows `a`" in words(shown)
    assert words(call).startswith(f"<@{table.ben.id}>, your move in [Hoyito #1](")
    assert " · time runs out <t:" in words(call)
    assert str(card.id) in words(call)
    assert dict(calls)[call.id] == [table.ben.id]
    await table.play("a")
    _, shown, another = posts(table.channel)
    assert shown.id == card.id
    assert dict(calls)[another.id] == [table.ada.id]
    assert another.id != call.id
    assert len(pictures(shown)) == 1


@THOROUGH
async def test_move_typed_is_answered_by_the_call(table: Table) -> None:
    await table.begin("hoyito")
    result = await table.ada.slash(table.channel, "move", move="a")
    assert not result.ephemeral
    assert "your move in" in words(result.response)
    assert result.followups == []


@THOROUGH
async def test_move_pressed_is_played_and_called(table: Table) -> None:
    await table.begin("hoyito")
    await table.sow(table.ada, "a", posts(table.channel)[-1])
    assert table.called(table.last) == [table.ben.id]
    assert "your move in" in words(table.last)
    await table.sow(table.ben, "A", posts(table.channel)[-2])
    assert (await table.match()).count == 2


@THOROUGH
async def test_end_is_told_to_whoever_did_not_end_it(table: Table) -> None:
    await table.begin("hoyito", "a")
    await table.abort(table.ada)
    _, card, call = posts(table.channel)
    assert "# Aborted" in words(card)
    assert words(call).startswith(f"<@{table.ben.id}>, [Hoyito #1](")
    assert words(call).endswith(") is over."), "the card says why"
    assert table.called(call) == [table.ben.id]


@THOROUGH
async def test_undo_leaves_the_call_and_the_next_move_needs_no_other(table: Table) -> None:
    await table.begin("hoyito", "a")
    result = await table.ada.slash(table.channel, "match takeback")
    assert "[Done; here is the board.]" in words(private(result))
    _, card, call = posts(table.channel)
    assert "took `a` back" in words(card)
    await table.play("b")
    assert [each.id for each in posts(table.channel)[1:]] == [card.id, call.id]
    assert "sows `b`" in words(posts(table.channel)[1])


@THOROUGH
async def test_computer_moves_call_once(table: Table, calls: Calls) -> None:
    match = await begin_against_computer(table, "hoyito", level=1)
    since = table.last.id
    await table.ada.slash(table.channel, "move", move=next(iter(match.position.moves())))
    match = await table.match()
    assert match.to_move == table.ada.id
    (card, call) = posts(table.channel)
    assert words(call).startswith(f"<@{table.ada.id}>, your move")
    assert sum(table.ada.id in called for message, called in calls if message > since) == 1
    assert card.id == since


async def test_card_that_is_gone_is_posted_anew_and_calls(table: Table, calls: Calls) -> None:
    await table.begin("hoyito")
    await posts(table.channel)[-1].delete()
    await table.play("a")
    _, card = posts(table.channel)
    assert "sows `a`" in words(card)
    assert dict(calls)[card.id] == [table.ben.id]


@THOROUGH
async def test_board_asked_for_is_a_new_card_and_calls_nobody(table: Table) -> None:
    await table.begin("hoyito", "a")
    old = posts(table.channel)[1]
    await table.ben.slash(table.channel, "board")
    assert "your move" in words(table.last)
    assert table.called(table.last) == []
    assert labels(await table.channel_message(old.id)) == []
    assert [each for each in posts(table.channel) if each.content] == [], "the board says it"
    await table.play("a")
    assert labels(posts(table.channel)[-2])


async def test_match_that_is_moved_has_its_card_there(table: Table) -> None:
    await table.begin("hoyito", "a")
    there = table.guild.create_text_channel("quiet")
    await table.dora.slash(
        table.channel, "match moderate move", match=1, channel=there, reason="Loud"
    )
    (card,) = posts(there)
    assert sorted(table.called(card)) == sorted([table.ada.id, table.ben.id])
    assert not [each for each in posts(table.channel) if each.content]
    await table.ben.slash(there, "move", move="a")
    assert words(there.last_message).startswith(f"<@{table.ada.id}>, your move")


async def test_ruling_calls_both(table: Table) -> None:
    await table.begin("hoyito")
    await table.dora.slash(table.channel, "match moderate lock", match=1, reason="Calm down")
    assert "A moderator locked the match: “Calm down”" in words(table.last)
    assert sorted(table.called(table.last)) == sorted([table.ada.id, table.ben.id])


async def test_edit_that_fails_is_made_later_and_calls_once(table: Table, calls: Calls) -> None:
    await table.begin("hoyito")
    card = posts(table.channel)[-1]
    table.fail("PATCH", card.id, status=503)
    result = await table.ada.slash(table.channel, "move", move="a")
    assert "Discord is having trouble" in words(private(result))
    assert len(posts(table.channel)) == 2
    await later(table, seconds=25)
    _, shown, call = posts(table.channel)
    assert "sows `a`" in words(shown)
    assert dict(calls)[call.id] == [table.ben.id]
    await later(table, minutes=5)
    assert posts(table.channel)[-1].id == call.id


async def test_call_that_cannot_be_deleted_is_left(table: Table) -> None:
    await table.begin("hoyito", "a")
    table.fail("DELETE", table.last.id, status=403, times=None)
    await table.play("a")
    assert await table.bot.store.cards.past(1) == []


@THOROUGH
async def test_card_that_is_gone_when_a_lost_call_is_found_is_posted_and_calls_nobody_again(
    table: Table, calls: Calls
) -> None:
    """Discord took the call, then the bot stopped; before it starts somebody deletes the card."""
    await table.begin("hoyito")
    card = posts(table.channel)[-1]
    with INTERRUPTIONS["killed after a request"](2), suppress(asyncio.CancelledError):
        await table.ada.slash(table.channel, "move", move="a")
    assert table.called(posts(table.channel)[-1]) == [table.ben.id]
    await (await table.channel_message(card.id)).delete()
    await table.restart()
    await later(table, seconds=25)
    await later(table, minutes=1)
    _, shown = posts(table.channel)
    assert "sows `a`" in words(shown)
    assert labels(shown)
    assert sum(table.ben.id in called for message, called in calls if message > card.id) == 1

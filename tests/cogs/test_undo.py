"""Undo of a misclick until the opponent has seen the move, and the setting to confirm moves."""

import random
from datetime import timedelta

import discord
import pytest
import simcord

from data import DisplayMode, StoredMatch
from match.verbs import UNDO_TIME
from tests.flows.test_whole_games import played
from tests.simulated_discord.display_modes import choose as choose_display
from tests.simulated_discord.display_modes import posts, thread_of
from tests.simulated_discord.interruptions import count
from tests.simulated_discord.private_answers import change_settings, press, private
from tests.simulated_discord.table import Calls, Table, labels, later, words
from tests.thorough import THOROUGH

REFUSE, DECLINE = "Decline takeback", "Decline draw"


async def message_in(channel: simcord.ChannelHandle, match: StoredMatch) -> discord.Message:
    """Return the card of a match."""
    assert match.card is not None
    return next(each for each in channel.history() if each.id == match.card.message)


async def test_move_is_undone_from_the_card_which_is_edited_and_says_so(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    card = table.last
    pressed = await table.ada.click(card, label="Take back")
    match = await table.match()
    assert (match.to_move, match.count, match.is_shown) == (table.ada.id, 2, True)
    assert table.last.id == card.id
    assert "**Ada** took `h6-g6` back." in words(table.last)
    assert "[Done; here is the board.](" in words(private(pressed))


@THOROUGH
@pytest.mark.parametrize("way", DisplayMode)
async def test_moves_with_undo_again_and_again_are_one_ping_and_one_message(
    table: Table, calls: Calls, way: DisplayMode
) -> None:
    await choose_display(table, way)
    match = await table.begin("hoyito")
    there = thread_of(table, match) if way is DisplayMode.THREAD else table.channel
    since = posts(there)[-1].id
    for number in range(4):
        if number:
            await table.ada.slash(there, "match takeback")
        await table.ada.slash(there, "move", move="ab"[number % 2])
    match = await table.match()
    assert (match.moves, match.announced_count, match.is_shown) == ((1, 0), match.count, True)
    assert count(calls, table.ben.id, since) == 1
    assert len([each for each in posts(there) if each.id > since]) == 1
    shown = await message_in(there, match)
    assert "sows `b`" in words(shown)
    assert f"<@{table.ben.id}>, your move" in words(shown)
    await table.ben.slash(there, "move", move="a")
    assert count(calls, table.ada.id, since) == 1


@THOROUGH
async def test_who_was_called_long_ago_is_called_once_more(table: Table, calls: Calls) -> None:
    await table.begin("hoyito")
    since = table.last.id
    await table.play("a")
    await table.ada.slash(table.channel, "match takeback")
    await table.env.advance_time(UNDO_TIME.total_seconds())
    await table.play("b")
    assert count(calls, table.ben.id, since) == 2
    assert table.called(table.last) == [table.ben.id]


@THOROUGH
async def test_the_move_taken_back_is_named_as_the_board_names_it(table: Table) -> None:
    await table.begin("hoyito", "c")
    await table.sow(table.ben, "C")
    await table.ben.click(table.last, label="Take back")
    assert "**Ben** took `C` back." in words(table.last), "North's holes are capitals"


async def test_move_that_was_allowed_back_calls_again(table: Table, calls: Calls) -> None:
    await table.begin("hoyito")
    since = table.last.id
    await table.play("a")
    await table.look(table.ben)
    await table.ada.slash(table.channel, "match takeback")
    await table.ben.slash(table.channel, "match takeback")
    asked = count(calls, table.ben.id, since)
    await table.play("b")
    assert count(calls, table.ben.id, since) == asked + 1
    assert count(calls, table.ada.id, since) == 1


@THOROUGH
async def test_refused_take_back_is_asked_again_after_a_move(table: Table, calls: Calls) -> None:
    await table.begin("hoyito", "a")
    await table.look(table.ben)
    await table.ada.slash(table.channel, "match takeback")
    since = table.last.id
    assert "Take back" not in labels(await message_in(table.channel, await table.match()))
    await table.ben.click(await message_in(table.channel, await table.match()), label=REFUSE)
    shown = await message_in(table.channel, await table.match())
    assert "Take back" not in labels(shown)
    for _ in range(3):
        again = await table.ada.slash(table.channel, "match takeback")
        assert words(private(again)) == (
            "**Ben** declined, so your move stands; you can ask again after your next move."
        ).replace("*", "")
    assert count(calls, table.ben.id, since) == 0
    await table.play("a", "b")
    await table.look(table.ben)
    await table.ada.slash(table.channel, "match takeback")
    assert (await table.match()).take_back == 0


@THOROUGH
async def test_refused_draw_is_offered_again_only_after_moves(table: Table, calls: Calls) -> None:
    await table.begin("hoyito", "a")
    await table.ada.slash(table.channel, "match draw")
    since = table.last.id
    await table.ben.click(await message_in(table.channel, await table.match()), label=DECLINE)
    again = await table.ada.slash(table.channel, "match draw")
    assert "you can offer again after you and Ben have both moved" in words(private(again))
    assert count(calls, table.ben.id, since) == 0


@THOROUGH
async def test_whoever_has_looked_is_asked_instead(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    await table.ben.click(table.last, label="Move")
    await table.ada.click(table.last, label="Take back")
    assert "asks to take the last move back" in words(table.last)
    assert (await table.match()).take_back == 0


@THOROUGH
async def test_after_ten_minutes_it_is_asked_too_over_a_restart(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    card = table.last
    await table.restart()
    await table.env.advance_time(timedelta(minutes=10, seconds=1).total_seconds())
    await table.ada.click(card, label="Take back")
    assert (await table.match()).take_back == 0


async def test_stranger_who_looks_changes_nothing(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    await table.cleo.click(table.last, label="Move")
    await table.cleo.slash(table.channel, "board", match=1)
    assert not (await table.match()).touched
    await table.ben.slash(table.channel, "move", move="nonsense", match=1)
    assert (await table.match()).touched


async def test_confirming_is_a_setting(table: Table) -> None:
    await table.begin("bizingo")
    await change_settings(table, "playing", confirm="never")
    await table.restart()
    page = await press(table, table.last, "Move")
    page = await press(table, page, "h6")
    way = next(label for label in labels(page) if label.startswith("g"))
    page = await press(table, page, way)
    assert "You played" in words(page)
    await table.ada.click(page, label="Undo")
    match = await table.match()
    assert (match.count, match.to_move) == (2, table.ada.id)
    assert f"**Ada** took `h6-{way}` back." in words(table.last)
    await change_settings(table, "playing", confirm="always")
    page = await press(table, await press(table, table.last, "Move"), "h6")
    page = await press(table, page, way)
    assert f"Play h6-{way}" in labels(page)
    assert (await table.match()).count == 2


@THOROUGH
async def test_undo_stands_in_the_picker_by_what_waits_and_edits_the_card(table: Table) -> None:
    await table.begin("bizingo")
    page = await press(table, table.last, "Move")
    page = await press(table, page, "h6")
    page = await press(table, page, next(label for label in labels(page) if label[0] == "g"))
    page = await press(table, page, next(label for label in labels(page) if "Play" in label))
    card = table.last
    assert labels(page) == ["Undo"]
    await table.ada.click(page, label="Undo")
    assert table.last.id == card.id
    await table.env.advance_time(UNDO_TIME.total_seconds())
    await table.play("h6-g6")
    line = words(await table.channel_message(card.id))
    assert line.startswith("-# #1 · **Ada** `")


@THOROUGH
@pytest.mark.parametrize("what", ["match hint", "match record", "match replay", "Replay the move"])
async def test_whoever_looks_in_any_way_has_seen_the_move(table: Table, what: str) -> None:
    await table.begin("hoyito", "a", rated=False)
    if what == "Replay the move":
        await table.ben.click(table.last, label=what)
    else:
        await table.ben.slash(table.channel, what, match=1)
    assert (await table.match()).touched


@THOROUGH
@pytest.mark.parametrize("way", ["button", "command"])
async def test_time_spent_on_a_move_stays_spent_when_it_is_undone(table: Table, way: str) -> None:
    match = await table.begin("bizingo", pace=3)
    for days in (1, 0.9, 0.9):
        await later(table, days=days)
        await table.play("h6-g6")
        if way == "button":
            await table.ada.click(table.last, label="Take back")
        else:
            await table.ada.slash(table.channel, "match takeback")
        after = await table.match()
        assert (after.to_move, after.moves) == (table.ada.id, (0, 0))
        assert after.deadline == match.deadline
        assert "**Ada** took `h6-g6` back. The clock continues from where it was." in words(
            table.last
        )
    await table.play("h6-g6")
    await later(table, hours=4.9)
    await table.ada.slash(table.channel, "match takeback")
    assert (await table.match()).take_back == 0, "it is asked for"


@THOROUGH
async def test_whoever_is_asked_only_where_it_costs_plays_all_else_at_once(table: Table) -> None:
    match = await table.begin("bizingo")
    position, rng = match.position, random.Random(1)
    while not (losing := list(filter(position.loses, position.moves().values()))) or position.turn:
        text = rng.choice(list(position.moves()))
        position = position.play(text)[1]
        match = await played(table, match, text)
    await change_settings(table, "playing", confirm="costs")
    await table.ada.slash(table.channel, "board")
    lost = losing[0]
    safe = next(move for move in position.moves().values() if not position.loses(move))
    page = await press(table, await press(table, table.last, "Move"), lost.path[0])
    end = next(label for label in labels(page) if label.startswith(f"{lost.path[-1]}: lose"))
    page = await press(table, page, end)
    assert f"Play {lost.text}" in labels(page)
    assert (await table.match()).count == match.count
    page = await press(table, await press(table, table.last, "Move"), safe.path[0])
    if "You played" not in words(page):
        page = await press(table, page, safe.path[-1])
    assert f"You played `{safe.text}`." in words(page)
    assert (await table.match()).count == match.count + 1

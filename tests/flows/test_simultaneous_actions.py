"""Simultaneous and repeated actions: each happens once, and everybody is answered."""

import asyncio
import random
from typing import Any

import pytest

from bot import Parlour
from data import DisplayMode, MessageRef
from delivery import display, posting
from interactions.tasks import InFlight
from match.event import Ending
from tests.cogs.test_remarks import SAY
from tests.delivery.test_latest_card import until
from tests.simulated_discord.display_modes import choose, one_thread_for_each_message, thread_of
from tests.simulated_discord.interruptions import INTERRUPTIONS, count, notes, one_card
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, words
from tests.thorough import THOROUGH


async def test_five_press_the_same_button_and_one_of_them_begins(table: Table) -> None:
    await table.cleo.slash(table.channel, "ringo")
    card = table.last
    five = [table.guild.add_member(table.env.create_user(name)) for name in "VWXYZ"]
    async with table.at_once():
        results = [await who.click(card, label="Accept") for who in five]
        assert not any(result.acknowledged for result in results)
    assert len(await table.bot.store.matches.live()) == 1
    assert all(result.acknowledged for result in results)
    late = [words(result.response) for result in results if result.ephemeral]
    assert len(late) == 4
    assert all("already been accepted" in said for said in late)
    card = await table.channel_message(card.id)
    assert labels(card) == []
    assert "play [Ringo #1](" in words(card)


async def test_move_pressed_twice_is_made_once(table: Table) -> None:
    await table.begin("hoyito")
    seen = (await table.ada.click(table.last, label="c")).response
    assert seen is not None
    async with table.at_once():
        results = [await table.ada.click(seen, label="Play c") for _ in range(2)]
    assert (await table.match()).count == 1
    late = [result for result in results if "is out of date" in words(result.response)]
    assert len(late) == 1
    assert [len(table.channel.history()), table.last.content] == [3, ""]


async def test_duplicates_are_answered_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may do that when a connection is resumed; the interaction's id is the same."""
    await table.begin("hoyito")
    card = table.last
    table.deliver_twice(monkeypatch)
    before = len(table.env.http_requests)
    seen = private(await table.ada.click(card, label="c"))
    shown = private(await table.ada.slash(table.channel, "profile"))
    assert "You have no rated matches yet" in words(shown)
    form = await table.ada.click(seen, label=SAY)
    await table.ada.submit_modal(form, {"field": "Well met"})
    assert words(table.last).count("Well met") == 1
    answers = [entry.path for entry in table.env.http_requests[before:]]
    answers = [path for path in answers if path.endswith("/callback")]
    assert len(answers) == len({*answers}) == 4


@THOROUGH
async def test_moving_while_the_opponent_resigns_leaves_one_ending(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    asked = private(await table.ben.click(table.last, label="Resign"))
    seen = (await table.ada.click(table.last, label="c")).response
    assert seen is not None
    async with table.at_once():
        moved = await table.ada.click(seen, label="Play c")
        resigned = await table.ben.click(asked, label="Yes, resign")
    match = await table.match()
    assert moved.acknowledged
    assert resigned.ephemeral
    assert "is out of date" in words(resigned.response)
    assert match.result is None
    assert match.to_move == table.ben.id


@THOROUGH
async def test_both_ask_for_a_rematch_and_one_begins(table: Table) -> None:
    await table.begin("hoyito")
    await table.abort(table.ada)
    card = table.last
    async with table.at_once():
        for who in (table.ada, table.ben, table.ada):
            await who.click(card, label="Rematch")
    assert [match.number for match in await table.bot.store.matches.live()] == [2]
    assert labels(await table.channel_message(card.id)) == ["Another game"]


async def test_both_offering_a_draw_agree_to_it(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    async with table.at_once():
        await table.ada.slash(table.channel, "match draw")
        await table.ben.slash(table.channel, "match draw")
    result = (await table.match()).result
    assert result is not None
    assert result.how is Ending.AGREEMENT


@pytest.mark.parametrize("slow", [1, 2])
async def test_of_two_cards_recorded_in_any_order_the_newer_has_the_buttons(
    table: Table, monkeypatch: pytest.MonkeyPatch, slow: int
) -> None:
    """The opponent moves before the card of the previous move is recorded."""
    await table.begin("hoyito")
    kept = table.bot.store.cards
    show_on = kept.show_on

    async def one_slowly(
        number: int, posted: MessageRef, count: int, *told: Any, **called: Any
    ) -> bool:
        for _ in range(500 if count == slow else 0):
            await asyncio.sleep(0)
        return await show_on(number, posted, count, *told, **called)

    monkeypatch.setattr(kept, "show_on", one_slowly)
    async with table.at_once():
        await table.ada.slash(table.channel, "move", move="a")
        while not (await table.match()).count:
            pass  # until it is stored, which is before its card is posted
        await table.ben.slash(table.channel, "move", move="a")
    assert (await table.match()).count == 2
    cards = [message for message in table.channel.history() if "Take back" in labels(message)]
    assert len(cards) == 1
    assert f"<@{table.ada.id}>, your move" in words(cards[0])
    card = (await table.match()).card
    assert card is not None
    assert card.message == cards[0].id
    *_, line, late = (message for message in table.channel.history() if message != cards[0])
    assert "#1 · **Ada** sows" in words(line)
    assert "#1 · **Ben** sows" in words(late)
    assert labels(line) + labels(late) == []


@THOROUGH
async def test_board_asked_for_during_a_move_calls_nobody_again(table: Table, calls: Calls) -> None:
    await table.begin("hoyito")
    since = table.last.id
    async with table.at_once():
        await table.ada.slash(table.channel, "move", move="a")
        while not (await table.match()).count:
            pass  # until it is stored, which is before its card is posted
        await table.ada.slash(table.channel, "board")
        await table.ben.slash(table.channel, "board")
    assert count(calls, table.ben.id, since) == 1
    match = await one_card(table)
    assert (match.count, match.unrecorded_since) == (1, None)


@THOROUGH
async def test_card_drawn_anew_while_a_line_takes_its_place_has_no_buttons_in_the_end(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("hoyito")
    edit, edited = posting.edit, []

    async def slowly(bot: Parlour, posted: MessageRef, *shown: Any) -> None:
        await edit(bot, posted, *shown)
        edited.append(posted)
        if len(edited) == 1:
            await display.refresh(bot, await table.match())

    monkeypatch.setattr(posting, "edit", slowly)
    await table.ada.slash(table.channel, "move", move="a")
    assert len(set(edited)) == 1, "the past card alone was changed"
    assert len(edited) == 3
    *_, old, card = table.channel.history()
    assert labels(card)
    assert labels(old) == []
    assert "It continues here" in words(old)


async def test_both_ask_for_the_board_at_once_while_there_is_no_thread(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_thread_for_each_message(table, monkeypatch)
    await choose(table, DisplayMode.THREAD)
    await table.challenge("hoyito", side="first")
    with INTERRUPTIONS["killed before a request"](2):
        await table.ben.click(table.last, label="Accept")
    assert not table.channel.threads
    async with table.at_once():
        await table.ada.slash(table.channel, "board", match=1)
        await table.ben.slash(table.channel, "board", match=1)
    match = await one_card(table)
    assert (match.count, match.in_thread) == (0, True)
    assert len(table.channel.threads) == 1


@THOROUGH
@pytest.mark.parametrize("shown", [DisplayMode.THREAD, DisplayMode.EDITED_CARD])
async def test_move_delivered_twice_is_made_and_told_once(
    table: Table, calls: Calls, monkeypatch: pytest.MonkeyPatch, shown: DisplayMode
) -> None:
    await choose(table, shown)
    match = await table.begin("hoyito")
    if shown is DisplayMode.THREAD:
        table.channel = thread_of(table, match)
    since = table.last.id
    table.deliver_twice(monkeypatch)
    monkeypatch.setattr(InFlight, "is_new", lambda *_asked: True)  # the database agrees
    await table.ada.slash(table.channel, "move", move="a")
    match = await one_card(table)
    assert (match.count, match.announced_count) == (1, 1)
    assert count(calls, table.ben.id, since) == 1


@THOROUGH
async def test_both_move_at_once_and_the_edited_card_shows_the_newest(table: Table) -> None:
    await choose(table, DisplayMode.EDITED_CARD)
    await table.begin("bivouac", pace=0)
    rng = random.Random(1)
    for _ in range(10):
        match = await table.match()
        first = table.player(match)
        second = table.ada if first is table.ben else table.ben
        async with table.at_once():
            await first.slash(table.channel, "move", move=rng.choice(list(match.position.moves())))
            await until(table, match.count + 1)
            answer = rng.choice(list((await table.match()).position.moves()))
            await second.slash(table.channel, "move", move=answer)
        match = await one_card(table)
        assert notes(table, 1) == (
            [] if match.ping_message is None else [match.ping_message.message]
        )

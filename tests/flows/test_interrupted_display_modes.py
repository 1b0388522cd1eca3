"""Interruptions in each display mode: one card remains, and each player is pinged once."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
import simcord

from data import DisplayMode, NoMatch, StoredMatch
from delivery.posting import event_count_on
from interactions.in_flight import InFlight
from tests.delivery.test_latest_card import until
from tests.flows.test_interrupted_actions import FLOWS, do
from tests.simulated_discord.display_modes import choose, one_thread_for_each_message, thread_of
from tests.simulated_discord.interruptions import INTERRUPTIONS, count
from tests.simulated_discord.table import Calls, Table, later, words
from tests.thorough import THOROUGH, mostly_thorough

SLOW = "cancelled at an await"
QUICK = [kind for kind in INTERRUPTIONS if kind != SLOW]


def in_turn(first: str, *others: str) -> list[tuple[str, str]]:
    """Pair one flow with each quick interruption, and the others with two each, in turn."""
    each = [
        (flow, kind)
        for number, flow in enumerate(others)
        for at, kind in enumerate(QUICK)
        if (number + at) % len(QUICK) < 2
    ]
    return [*((first, kind) for kind in QUICK), *each]


def channels(table: Table) -> list[simcord.ChannelHandle]:
    """List the channel and its threads."""
    return [table.channel, *table.channel.threads]


def cards(table: Table, match: StoredMatch) -> dict[int, int]:
    """List the messages with buttons of a match in all channels, with their event counts."""
    messages = [each for channel in channels(table) for each in channel.history()]
    found = {message.id: event_count_on(message, match.number) for message in messages}
    return {message: seen for message, seen in found.items() if seen is not None}


def calling(table: Table, number: int) -> list[int]:
    """List the messages that only ping a player."""
    return [each.id for each in table.channel.history() if f" #{number}](" in each.content]


async def accepted(table: Table, number: int, kind: str, step: int) -> tuple[list[int], int]:
    """Accept a challenge, interrupted at a step; return the steps interrupted, and the card."""
    await table.ada.slash(table.channel, "hoyito", opponent=table.ben, seat="first")
    card = table.last
    with INTERRUPTIONS[kind](step) as stopped:
        await table.ben.click(card, label="Accept")
    await later(table, seconds=25)
    try:
        await table.match(number)
    except NoMatch:
        await table.ben.click(await table.channel_message(card.id), label="Accept")
    return stopped, card.id


@pytest.mark.parametrize("kind", mostly_thorough(INTERRUPTIONS, "answer lost"))
async def test_first_card_interrupted_at_any_step_ends_in_one_thread(
    table: Table, calls: Calls, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    one_thread_for_each_message(table, monkeypatch)
    await choose(table, DisplayMode.THREAD)
    number = 0
    stopped = [0]
    while stopped:
        number += 1
        stopped, since = await accepted(table, number, kind, step=number)
        match = await table.match(number)
        assert match.in_thread
        assert match.card is not None
        assert match.card.channel == match.place.channel
        assert cards(table, match) == {match.card.message: 0}
        assert (match.is_shown, match.told) == (True, 0)
        assert len(table.channel.threads) == number
        home = await table.channel_message(match.place.channel)
        assert "The board is in <#" in words(home)
        for person in match.seats:
            assert count(calls, person, since) == 1
    assert number > 4


async def test_both_ask_for_the_board_at_once_while_there_is_no_thread(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_thread_for_each_message(table, monkeypatch)
    await choose(table, DisplayMode.THREAD)
    await table.ada.slash(table.channel, "hoyito", opponent=table.ben, seat="first")
    with INTERRUPTIONS["killed before a request"](2):
        await table.ben.click(table.last, label="Accept")
    assert not table.channel.threads
    async with table.at_once():
        await table.ada.slash(table.channel, "board", match=1)
        await table.ben.slash(table.channel, "board", match=1)
    match = await table.match()
    assert match.card is not None
    assert match.in_thread
    assert cards(table, match) == {match.card.message: 0}
    assert len(table.channel.threads) == 1


@THOROUGH
@pytest.mark.parametrize(
    ("flow", "kind"),
    [
        *in_turn("move", "abort", "draw offer"),
        ("move", SLOW),
    ],
)
async def test_action_in_a_thread_interrupted_at_any_step_is_announced_once(
    table: Table, calls: Calls, flow: str, kind: str
) -> None:
    await choose(table, DisplayMode.THREAD)
    around = table.channel
    number = 0
    stopped = [0]
    while stopped:
        number += 1
        table.channel = around
        await table.begin("hoyito")
        thread = table.channel = thread_of(table, await table.match(number))
        for who, what in FLOWS[flow].lead:
            await do(table, number, who, what)
        before, since = await table.match(number), table.last.id
        with INTERRUPTIONS[kind](number) as stopped:
            await do(table, number, *FLOWS[flow].action)
        await later(table, seconds=25)
        match = await table.match(number)
        assert match.card is not None
        assert match.place.channel == thread.id
        assert cards(table, match) == {match.card.message: match.count}
        assert (match.is_shown, match.told) == (True, match.count)
        happened = match.count > before.count
        for side, person in enumerate(match.seats):
            assert count(calls, person, since) == (happened and side == FLOWS[flow].calls)
        home = next(each for each in around.history() if each.id == thread.id)
        assert ("Aborted" in words(home)) == match.over
        if not match.over:
            await table.ada.slash(thread, "match abort", match=number)
    assert number > 1


@pytest.mark.parametrize(
    ("flow", "kind"),
    mostly_thorough(
        [
            *in_turn("move", "move on a button", "undo", "abort", "draw declined"),
            ("move", SLOW),
        ],
        ("move", "killed before a request"),
    ),
)
async def test_action_on_an_edited_card_interrupted_at_any_step_is_announced_once(
    table: Table, calls: Calls, flow: str, kind: str
) -> None:
    await choose(table, DisplayMode.EDITED_CARD)
    number = 0
    stopped = [0]
    while stopped:
        number += 1
        await table.begin("hoyito")
        card = (await table.match(number)).card
        assert card is not None
        for who, what in FLOWS[flow].lead:
            await do(table, number, who, what)
        before, since = await table.match(number), table.last.id
        with INTERRUPTIONS[kind](number) as stopped:
            await do(table, number, *FLOWS[flow].action)
        await later(table, seconds=25)
        match = await table.match(number)
        assert match.card == card, "it is changed in place"
        assert cards(table, match) == {card.message: match.count}
        assert (match.is_shown, match.told) == (True, match.count)
        happened = match.count > before.count
        for side, person in enumerate(match.seats):
            assert count(calls, person, since) == (happened and side == FLOWS[flow].calls)
        noted = [] if match.call is None else [match.call.message]
        notes = [each for each in calling(table, number) if "draw" not in await said(table, each)]
        assert notes == noted
        if not match.over:
            await table.ada.slash(table.channel, "match abort", match=number)
    assert number > 1


@THOROUGH
@pytest.mark.parametrize("shown", [DisplayMode.THREAD, DisplayMode.EDITED_CARD])
async def test_move_delivered_twice_is_made_and_told_once(
    table: Table, calls: Calls, monkeypatch: pytest.MonkeyPatch, shown: DisplayMode
) -> None:
    await choose(table, shown)
    match = await table.begin("hoyito")
    if shown is DisplayMode.THREAD:
        table.channel = thread_of(table, match)
    since, emit = table.last.id, table.env.backend.emit

    def twice(event: str, payload: Mapping[str, Any], **named: Any) -> None:
        for _ in range(2 if event == "INTERACTION_CREATE" else 1):
            emit(event, payload, **named)

    monkeypatch.setattr(table.env.backend, "emit", twice)
    monkeypatch.setattr(InFlight, "is_new", lambda *_asked: True)  # the database agrees
    await table.ada.slash(table.channel, "move", move="a")
    match = await table.match()
    assert (match.count, match.told) == (1, 1)
    assert match.card is not None
    assert cards(table, match) == {match.card.message: 1}
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
        match = await table.match()
        assert match.card is not None
        assert cards(table, match) == {match.card.message: match.count}
        assert match.is_shown
        assert calling(table, 1) == ([] if match.call is None else [match.call.message])


async def said(table: Table, message: int) -> str:
    """Read a message of the channel."""
    return words(await table.channel_message(message))

"""Stopped after Discord took a message, and again or asked for the board before the next round."""

from collections.abc import Awaitable, Callable
from itertools import cycle, product

import pytest
import simcord

from data import DisplayMode, StoredMatch
from delivery.posting import event_count_on
from tests.simulated_discord.display_modes import choose, one_thread_for_each_message
from tests.simulated_discord.interruptions import INTERRUPTIONS, count
from tests.simulated_discord.table import Calls, Table, poll
from tests.thorough import THOROUGH

KINDS = ["killed after a request", "killed before a request", "answer lost"]


def channels(table: Table) -> list[simcord.ChannelHandle]:
    """List the channel and its threads."""
    return [table.channel, *table.channel.threads]


def cards(table: Table, number: int) -> dict[int, int]:
    """List the messages with buttons of a match in all channels, with their event counts."""
    messages = [each for channel in channels(table) for each in channel.history()]
    found = {message.id: event_count_on(message, number) for message in messages}
    return {message: seen for message, seen in found.items() if seen is not None}


def move_calls(table: Table, number: int) -> list[int]:
    """List the messages that only call a player to move."""
    return [each.id for each in table.channel.history() if f" #{number}](" in each.content]


def newest(table: Table) -> int:
    """Return the newest message of all channels."""
    return max(each.id for channel in channels(table) for each in channel.history())


async def where(table: Table, number: int) -> simcord.ChannelHandle:
    """Return the channel or thread in which a match is played."""
    match = await table.match(number)
    return next(each for each in channels(table) if each.id == match.place.channel)


async def board(table: Table, number: int) -> None:
    await table.ada.slash(await where(table, number), "board", match=number)


async def board_of_the_opponent(table: Table, number: int) -> None:
    await table.ben.slash(await where(table, number), "board", match=number)


async def both_boards(table: Table, number: int) -> None:
    async with table.at_once():
        await board(table, number)
        await board_of_the_opponent(table, number)


async def board_stopped(table: Table, number: int) -> None:
    with INTERRUPTIONS["killed after a request"](1):
        await board(table, number)


async def board_stopped_later(table: Table, number: int) -> None:
    with INTERRUPTIONS["killed after a request"](2):
        await board(table, number)


async def start_stopped(table: Table, _number: int) -> None:
    """Stop the first round in the middle."""
    for step in (1, 2):
        await table.restart()
        with INTERRUPTIONS["killed after a request"](step):
            try:
                await poll(table)
            except BaseException as stopped:  # noqa: BLE001 (the round was cancelled)
                assert type(stopped).__name__ == "CancelledError"  # noqa: PT017 (it may not be)


async def nothing(_table: Table, _number: int) -> None:
    pass


NEXT: dict[str, Callable[[Table, int], Awaitable[None]]] = {
    "board": board,
    "board of the opponent": board_of_the_opponent,
    "both boards": both_boards,
    "board stopped": board_stopped,
    "board stopped later": board_stopped_later,
    "start stopped": start_stopped,
    "nothing": nothing,
}


async def settled(table: Table, number: int) -> StoredMatch:
    """Check that one card shows a match after one round, and return the match."""
    await table.restart()
    await poll(table)
    match = await table.match(number)
    assert match.card is not None
    assert cards(table, number) == {match.card.message: match.count}
    assert (match.is_shown, match.told) == (True, match.count)
    assert await table.bot.store.cards.past(number) == []
    assert match.unrecorded_since is None
    return match


CASES = [
    (way, kind, then)
    for (way, kind), then in zip(product(DisplayMode, KINDS), cycle(NEXT), strict=False)
]
"""Each display mode with each stop, and the continuations in turn."""


@THOROUGH
@pytest.mark.parametrize(("way", "kind", "then"), CASES)
async def test_move_stopped_at_every_step_and_then_asked_for_is_told_once(
    table: Table, calls: Calls, way: DisplayMode, kind: str, then: str
) -> None:
    await choose(table, way)
    number, stopped = 0, [0]
    while stopped:
        number += 1
        await table.begin("hoyito")
        since, there = newest(table), await where(table, number)
        with INTERRUPTIONS[kind](number) as stopped:
            await table.ada.slash(there, "move", move="a", match=number)
        await NEXT[then](table, number)
        match = await settled(table, number)
        assert match.moves == (1, 0)
        assert count(calls, table.ben.id, since) == 1
        assert count(calls, table.ada.id, since) == 0
        noted = [] if match.call is None else [match.call.message]
        assert move_calls(table, number) == noted
        await table.ada.slash(there, "match abort", match=number)
    assert number > 1


@THOROUGH
@pytest.mark.parametrize(
    ("way", "kind", "then"),
    CASES,
)
async def test_first_card_stopped_at_every_step_and_then_asked_for_is_told_once(
    table: Table,
    calls: Calls,
    monkeypatch: pytest.MonkeyPatch,
    way: DisplayMode,
    kind: str,
    then: str,
) -> None:
    one_thread_for_each_message(table, monkeypatch)
    await choose(table, way)
    number, stopped = 0, [0]
    while stopped:
        number += 1
        await table.ada.slash(table.channel, "hoyito", opponent=table.ben, seat="first")
        since = newest(table)
        with INTERRUPTIONS[kind](number) as stopped:
            await table.ben.click(table.last, label="Accept")
        await NEXT[then](table, number)
        await settled(table, number)
        assert count(calls, table.ada.id, since) == 1
        assert count(calls, table.ben.id, since) == (way is DisplayMode.THREAD)
        await table.ada.slash(table.channel, "match abort", match=number)
    assert number > 1


@THOROUGH
@pytest.mark.parametrize("way", DisplayMode)
async def test_board_stopped_at_every_step_leaves_one_card(
    table: Table, calls: Calls, way: DisplayMode
) -> None:
    await choose(table, way)
    number, stopped = 0, [0]
    while stopped:
        number += 1
        await table.begin("hoyito")
        await table.play_in(number, "a")
        since = newest(table)
        with INTERRUPTIONS["killed after a request"](number) as stopped:
            await board(table, number)
        await settled(table, number)
        assert count(calls, table.ben.id, since) == 0
        await table.ada.slash(table.channel, "match abort", match=number)
    assert number > 1


@THOROUGH
async def test_answer_after_a_stop_retires_the_card_that_nobody_recorded(
    table: Table, calls: Calls
) -> None:
    await table.begin("hoyito")
    since = table.last.id
    with INTERRUPTIONS["killed after a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
    await table.restart()
    await table.sow(table.ben, "A")
    match = await table.match()
    assert match.card is not None
    assert cards(table, 1) == {match.card.message: 2}
    assert (count(calls, table.ada.id, since), count(calls, table.ben.id, since)) == (1, 1)


@THOROUGH
async def test_what_waits_is_told_in_the_first_round_after_a_start(table: Table) -> None:
    await table.begin("hoyito")
    with INTERRUPTIONS["killed before a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
    await table.restart()
    await poll(table)
    assert (await table.match()).told == 1


@THOROUGH
async def test_nothing_is_posted_while_nobody_can_look(table: Table) -> None:
    await table.begin("hoyito")
    with INTERRUPTIONS["killed after a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
    await table.restart()
    history = f"/channels/{table.channel.id}/messages"
    table.env.inject_error("GET", history, status=503)
    before = [each.id for each in table.channel.history()]
    await poll(table)
    assert [each.id for each in table.channel.history()] == before
    await settled(table, 1)
    assert [each.id for each in table.channel.history()] == before


@THOROUGH
async def test_same_card_has_the_same_nonce_until_it_is_recorded(table: Table) -> None:
    """Where the channel cannot be read, Discord itself takes it once."""
    await table.begin("hoyito")
    history = f"/channels/{table.channel.id}/messages"
    with INTERRUPTIONS["killed before a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
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

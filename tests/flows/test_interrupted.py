"""Actions interrupted at every step: each is announced once, whatever is asked for next.

The tables say what is done and whom it pings, how the server shows it, what interrupts it, and what
is done before the next round.
"""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import cycle, product

import pytest
import simcord

from data import Challenge, DisplayMode, NoMatch, StoredMatch
from tests.simulated_discord.display_modes import choose, one_thread_for_each_message
from tests.simulated_discord.interruptions import (
    INTERRUPTIONS,
    QUICK,
    SLOW,
    challenge_cards,
    channels,
    count,
    each_step,
    notes,
    one_card,
)
from tests.simulated_discord.table import Calls, Table, labels, later, poll, words
from tests.thorough import mostly_thorough

CARD, THREAD, EDITED = DisplayMode.SINGLE_CARD, DisplayMode.THREAD, DisplayMode.EDITED_CARD
GO_ON = "go on"
"""What is done next where the bot does not stop."""


# What is done, and what must come of it.


@dataclass(frozen=True)
class Action:
    """Preparations, an action, and whom it pings: the first player, the second or nobody."""

    lead: tuple[tuple[int, str], ...]
    does: tuple[int, str]
    calls: int | None


ACTIONS = {
    "move": Action((), (0, "a"), 1),
    "move on a button": Action(((0, "a"),), (1, "sow A"), 0),
    "draw offer": Action(((0, "a"),), (0, "match draw"), 1),
    "draw declined": Action(((0, "a"), (0, "match draw")), (1, "press Decline draw"), 0),
    "draw accepted": Action(((0, "a"), (0, "match draw")), (1, "match draw"), 0),
    "undo": Action(((0, "a"),), (0, "match takeback"), None),
    "takeback allowed": Action(
        ((0, "a"), (1, "match record"), (0, "match takeback")), (1, "match takeback"), 0
    ),
    "abort": Action(((0, "a"), (0, "match abort")), (0, "confirm"), 1),
    "rematch asked for": Action(((0, "match abort"), (0, "confirm")), (1, "press Rematch"), 0),
    "board": Action(((0, "a"),), (0, "board"), None),
}
CHALLENGED = {
    "challenge": "ben",
    "ben Accept": "ada",
    "ben Decline": "ada",
    "ada Withdraw": "",
    "ada Make it even": "",
    "ada Both sides": "",
}
"""Who presses which button of a challenge, and whom that pings."""


# What is done before the next round.


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
"""What is done after a stop, before the start that follows."""


async def go_on(table: Table, number: int, then: str) -> None:
    """Go on without a stop, or do something else and start again."""
    if then == GO_ON:
        await later(table, seconds=25)
        return
    await NEXT[then](table, number)
    await table.restart()
    await poll(table)


# Which interruptions each is tried with.

Row = tuple[DisplayMode, str, str, str]
"""How it is shown, what is done, what interrupts it, and what is done next."""


def in_turn(
    way: DisplayMode, *actions: str, number: int = 2, each: tuple[str, ...] = ()
) -> list[Row]:
    """Pair each action with some quick interruptions in turn, those in `each` with every one.

    What is stopped, and where, are the same few ways of telling for all of them.
    """
    others = [action for action in actions if action not in each]
    pairs = [(action, kind) for action in each for kind in QUICK]
    for place, action in enumerate(others):
        pairs += [
            (action, kind) for at, kind in enumerate(QUICK) if (place + at) % len(QUICK) < number
        ]
    return [(way, action, kind, GO_ON) for action, kind in pairs]


STOPS = "killed after a request", "killed before a request", "answer lost"
STOPPED = [
    (way, kind, then)
    for (way, kind), then in zip(product(DisplayMode, STOPS), cycle(NEXT), strict=False)
]
"""Each display mode with each stop, and the continuations in turn."""
ROWS: list[Row] = [
    *in_turn(CARD, *(name for name in ACTIONS if name != "board")),
    (CARD, "undo", "request lost", GO_ON),
    (CARD, "move", SLOW, GO_ON),
    (CARD, "rematch asked for", SLOW, GO_ON),
    *in_turn(THREAD, "move", "abort", "draw offer", each=("move",)),
    (THREAD, "move", SLOW, GO_ON),
    *in_turn(EDITED, "move", "move on a button", "undo", "abort", "draw declined", each=("move",)),
    (EDITED, "move", SLOW, GO_ON),
    *((way, "move", kind, then) for way, kind, then in STOPPED),
    *((way, "board", "killed after a request", "nothing") for way in DisplayMode),
]
SHORT_ROWS: tuple[Row, ...] = (
    (CARD, "move on a button", "killed before a request", GO_ON),
    (CARD, "draw accepted", "killed after a request", GO_ON),
    (CARD, "undo", "request lost", GO_ON),
    (CARD, "draw offer", "answer lost", GO_ON),
    (CARD, "abort", "outage", GO_ON),
    (EDITED, "move", "killed before a request", GO_ON),
)
FIRST_CARDS = [*((THREAD, kind, GO_ON) for kind in INTERRUPTIONS), *STOPPED]


# The harness.


def newest(table: Table) -> int:
    """Return the newest message of all channels."""
    return max(each.id for channel in channels(table) for each in channel.history())


async def do(
    table: Table, number: int, who: int, what: str, asked: simcord.ResponseMessage | None = None
) -> simcord.ResponseMessage | None:
    """Let a player use a command in a match, press something on its card, or confirm it if asked.

    Returns the answer.
    """
    player, match = (table.ada, table.ben)[who], await table.match(number)
    verb, _, label = what.partition(" ")
    if verb in ("press", "sow"):
        assert match.card is not None
        pressed = await player.click(await table.channel_message(match.card.message), label=label)
        play, seen = f"Play {label}", pressed.response
        if verb == "sow" and seen is not None and play in labels(seen):
            await player.click(seen, label=play)
        return seen
    if what == "confirm":
        assert asked is not None
        return (await player.click(asked, label="Yes, abort")).response
    options = {"move": what} if len(what) == 1 else {}
    command = "move" if options else what
    place = await where(table, number)
    return (await player.slash(place, command, match=number, **options)).response


async def settled(table: Table, number: int, way: DisplayMode) -> StoredMatch:
    """Check that one card shows a match, in its place, and that nothing is left to tell."""
    match = await one_card(table, number)
    assert (match.announced_count, match.unrecorded_since) == (match.count, None)
    assert await table.bot.store.cards.past(number) == []
    if way is THREAD:
        assert match.card is not None
        assert match.card.channel == match.place.channel != table.channel.id
        home = await table.channel_message(match.place.channel)
        assert ("Aborted" in words(home)) == match.over
        assert "The board is in <#" in words(home)
    return match


@pytest.mark.parametrize(("way", "name", "kind", "then"), mostly_thorough(ROWS, *SHORT_ROWS))
async def test_action_interrupted_at_any_step_is_announced_once(
    table: Table, calls: Calls, way: DisplayMode, name: str, kind: str, then: str
) -> None:
    await choose(table, way)
    action = ACTIONS[name]
    for number, interruption in each_step(kind):
        await table.begin("hoyito")
        asked = None
        for who, what in action.lead:
            asked = await do(table, number, who, what, asked)
        before, since = await table.match(number), newest(table)
        with interruption:
            await do(table, number, *action.does, asked)
        await go_on(table, number, then)
        match = await settled(table, number, way)
        happened = match.count > before.count
        assert happened or then == GO_ON or name == "board"
        for side, person in enumerate(match.seats):
            assert count(calls, person, since) == (happened and side == action.calls)
        if way is EDITED and then == GO_ON:
            assert match.card == before.card, "it is changed in place"
        if way is EDITED or name == "move":
            assert notes(table, number) == (
                [] if match.ping_message is None else [match.ping_message.message]
            )
        if not match.over:
            await table.abort(table.ada, number, await where(table, number))


@pytest.mark.parametrize(
    ("way", "kind", "then"), mostly_thorough(FIRST_CARDS, (THREAD, "answer lost", GO_ON))
)
async def test_first_card_interrupted_at_any_step_is_told_once(
    table: Table,
    calls: Calls,
    monkeypatch: pytest.MonkeyPatch,
    way: DisplayMode,
    kind: str,
    then: str,
) -> None:
    one_thread_for_each_message(table, monkeypatch)
    await choose(table, way)
    for number, interruption in each_step(kind):
        await table.challenge("hoyito", side="first")
        since = table.last.id
        with interruption:
            await table.ben.click(table.last, label="Accept")
        await go_on(table, number, then)
        try:
            match = await settled(table, number, way)
        except NoMatch:  # it was cancelled before that
            await table.ben.click(await table.channel_message(since), label="Accept")
            match = await settled(table, number, way)
        assert match.count == 0
        assert len(table.channel.threads) == (number if way is THREAD else 0)
        assert count(calls, table.ada.id, since) == 1
        assert count(calls, table.ben.id, since) == (way is THREAD)
        await table.abort(table.ada, number)
    assert number > 4 or way is not THREAD or then != GO_ON


CHALLENGE_ROWS = [
    (action, kind)
    for number, action in enumerate(CHALLENGED)
    for at, kind in enumerate(QUICK)
    if action == "ben Accept" or (number + at) % len(QUICK) < 3
]


@pytest.mark.parametrize(
    ("action", "kind"),
    mostly_thorough(
        CHALLENGE_ROWS,
        ("challenge", "killed before a request"),
        ("ben Accept", "killed before a request"),
    ),
)
async def test_challenge_interrupted_at_any_step_is_announced_once(
    table: Table, calls: Calls, action: str, kind: str
) -> None:
    challenges = table.bot.store.challenges
    for _, interruption in each_step(kind):
        since = 0 if not table.channel.history() else table.last.id
        name, _, label = action.partition(" ")
        with nullcontext() if label else interruption:
            await table.challenge("ringo", side="first", rules="classic")
        if label:
            since = table.last.id
            with interruption:
                await (table.ada if name == "ada" else table.ben).click(table.last, label=label)
        await later(table, seconds=25)
        pending = await challenges.pending(table.env.now())
        assert challenge_cards(table) == [
            (challenge.number, challenge.card and challenge.card.message) for challenge in pending
        ]
        for who in (table.ada, table.ben):
            called = {"ada": table.ada, "ben": table.ben}.get(CHALLENGED[action])
            assert count(calls, who.id, since) == (who is called)
        for match in await table.bot.store.matches.live():
            await settled(table, match.number, CARD)
            await table.abort(table.ada, match.number)
        # So that the next round's cards, which have the same text, are not taken for these.
        await later(table, seconds=60)
        for challenge in pending:
            made_by = table.ada if challenge.challenger.id == table.ada.id else table.ben
            await made_by.click(await table.channel_message(card_of(challenge)), label="Withdraw")


def card_of(challenge: Challenge) -> int:
    assert challenge.card is not None
    return challenge.card.message

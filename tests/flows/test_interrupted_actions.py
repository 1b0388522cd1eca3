"""An action interrupted anywhere between its event and its card is announced once."""

import sqlite3
from dataclasses import dataclass

import discord
import pytest

from bot import Parlour
from data.connection import Connection
from delivery import posting
from delivery.posting import event_count_on
from interactions.in_flight import in_progress, is_in_progress
from tests.simulated_discord.interruptions import INTERRUPTIONS, count
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, later, words
from tests.thorough import THOROUGH, mostly_thorough


@dataclass(frozen=True)
class Flow:
    """Preparations, an action, and whom it pings: the first player, the second or nobody."""

    lead: tuple[tuple[int, str], ...]
    action: tuple[int, str]
    calls: int | None


FLOWS = {
    "move": Flow((), (0, "a"), 1),
    "move on a button": Flow(((0, "a"),), (1, "sow A"), 0),
    "draw offer": Flow(((0, "a"),), (0, "draw"), 1),
    "draw declined": Flow(((0, "a"), (0, "draw")), (1, "press Decline draw"), 0),
    "draw accepted": Flow(((0, "a"), (0, "draw")), (1, "draw"), 0),
    "undo": Flow(((0, "a"),), (0, "takeback"), None),
    "takeback allowed": Flow(((0, "a"), (1, "record"), (0, "takeback")), (1, "takeback"), 0),
    "abort": Flow(((0, "a"),), (0, "match abort"), 1),
    "rematch asked for": Flow(((0, "match abort"),), (1, "press Rematch"), 0),
}


async def do(table: Table, number: int, who: int, what: str) -> None:
    """Let a player use a command in a match."""
    player = (table.ada, table.ben)[who]
    verb, _, label = what.partition(" ")
    if verb in ("press", "sow"):
        card = (await table.match(number)).card
        assert card is not None
        pressed = await player.click(await table.channel_message(card.message), label=label)
        play, seen = f"Play {label}", pressed.response
        if verb == "sow" and seen is not None and play in labels(seen):
            await player.click(seen, label=play)
    elif len(what) == 1:
        await player.slash(table.channel, "move", move=what, match=number)
    else:
        await player.slash(table.channel, what, match=number)


def cards(table: Table, number: int) -> dict[int, int]:
    """List the messages with buttons of a match, with their event counts."""
    found = {message.id: event_count_on(message, number) for message in table.channel.history()}
    return {message: seen for message, seen in found.items() if seen is not None}


def flows_and_interruptions() -> list[tuple[str, str]]:
    """Pair each flow with two of five interruptions in turn; the slow one with two flows.

    What is stopped, and where, are the same few ways of telling for all of them.
    """
    slow = "cancelled at an await"
    quick = [kind for kind in INTERRUPTIONS if kind != slow]
    kinds = [
        (flow, kind)
        for number, flow in enumerate(FLOWS)
        for at, kind in enumerate(quick)
        if (number + at) % len(quick) < 2 or (flow, kind) == ("undo", "request lost")
    ]
    return [*kinds, ("move", slow), ("rematch asked for", slow)]


@pytest.mark.parametrize(
    ("flow", "kind"),
    mostly_thorough(
        flows_and_interruptions(),
        ("move on a button", "killed before a request"),
        ("draw accepted", "killed after a request"),
        ("undo", "request lost"),
        ("draw offer", "answer lost"),
        ("abort", "outage"),
    ),
)
async def test_action_interrupted_at_any_step_is_announced_once(
    table: Table, calls: Calls, flow: str, kind: str
) -> None:
    told = FLOWS[flow]
    number = step = 0
    stopped = [0]
    while stopped:
        number, step = number + 1, step + 1
        await table.begin("hoyito")
        for who, what in told.lead:
            await do(table, number, who, what)
        before, since = await table.match(number), table.last.id
        with INTERRUPTIONS[kind](step) as stopped:
            await do(table, number, *told.action)
        await later(table, seconds=25)
        match = await table.match(number)
        assert match.card is not None
        assert cards(table, number) == {match.card.message: match.count}
        assert match.is_shown
        assert match.told == match.count
        happened = match.count > before.count
        for side, person in enumerate(match.seats):
            assert count(calls, person, since) == (happened and side == told.calls)
        if not match.over:
            await table.ada.slash(table.channel, "match abort", match=number)
    assert step > 1


@THOROUGH
async def test_what_was_not_told_is_told_at_start(table: Table) -> None:
    await table.begin("hoyito")
    old = table.last
    with INTERRUPTIONS["killed before a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
    assert table.last.id == old.id
    stale = await table.ben.slash(table.channel, "takeback")
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
    with INTERRUPTIONS["killed before a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
    result = await table.ada.click(table.last, label="b")
    assert "`/board match:1` shows it" in words(result.response)


async def test_picker_says_that_a_move_is_played_only_once_it_is(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("bizingo")
    picked = await table.ada.click(table.last, label="Move")
    assert picked.response is not None
    text = next(iter((await table.match()).position.moves()))
    for label in text.split("-"):
        if f"Play {text}" not in labels(picked.response):
            await table.ada.click(picked.response, label=label)

    async def torn(*_told: object, **_named: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(Connection, "commit", torn)
    result = await table.ada.click(picked.response, label=f"Play {text}")
    monkeypatch.undo()
    assert (await table.match()).count == 0
    assert "You played" not in words(picked.response) + words(result.response)


@THOROUGH
@pytest.mark.parametrize("question", ["resign", "against"])
async def test_clock_leaves_alone_what_is_told_once_a_question_is_put_away(
    table: Table, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    """Discord may take long for that, too."""
    if question == "resign":
        await table.begin("hoyito")
        await table.play("a", "a", "b", "b")
        asked, yes = await table.ada.slash(table.channel, "resign"), "Yes, resign"
    else:
        asked = await table.ada.slash(table.channel, "help")
        for label in ("Play against me", "Hoyito"):
            asked = await table.ada.click(private(asked), label=label)
        yes = next(label for label in labels(private(asked)) if label.startswith("Level 1"))
    held, put_away = [], posting.put_away

    async def slowly(interaction: discord.Interaction[Parlour], text: str) -> None:
        held.append(is_in_progress(await table.match()))
        await put_away(interaction, text)

    monkeypatch.setattr(posting, "put_away", slowly)
    await table.ada.click(private(asked), label=yes)
    assert held == [True]


async def test_clock_leaves_alone_what_somebody_is_still_telling(table: Table) -> None:
    """Discord fails, and discord.py retries for longer than the rounds wait."""
    await table.begin("hoyito")
    with INTERRUPTIONS["killed before a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
    old = table.last
    with in_progress(await table.match()):
        await later(table, seconds=25)
        assert table.last.id == old.id
    await later(table, seconds=25)
    assert "sows `a`" in words(table.last)

"""Interruptions: the bot's task, or Discord, fails at the n-th step of an action."""

import asyncio
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count as numbers
from types import coroutine
from typing import Any

import discord
import pytest
import simcord
from simcord.http import router

from data import StoredMatch
from delivery.posting import event_count_on
from interactions.components import PersistentItem, parse
from interactions.errors import ParlourTree
from tests.simulated_discord.private_answers import custom_ids
from tests.simulated_discord.table import Calls, Table
from views.challenge_card import AnswerChallenge, ChallengeAnswer

Stop = Callable[[int], Iterator[list[int]]]
"""A context that interrupts the n-th step inside it; the yielded list then has an entry."""


def trouble() -> discord.DiscordServerError:
    """Return the error that discord.py raises when Discord is unavailable."""

    class Response:
        status, reason = 503, "Service Unavailable"

    return discord.DiscordServerError(Response(), None)


@coroutine
def stopped_at(
    step: int, work: Coroutine[Any, Any, object], stopped: list[int]
) -> Generator[Any, Any, None]:
    """Run a coroutine, but cancel it at the n-th `await` that suspends."""
    steps, waiting = 0, work.send(None)
    while True:
        steps += 1
        try:
            if steps == step:
                stopped.append(step)
                waiting = work.throw(asyncio.CancelledError())
            else:
                waiting = work.send((yield waiting))
        except StopIteration:
            return


@contextmanager
def cancelled_at(step: int) -> Iterator[list[int]]:
    """Cancel the handler of an interaction at the n-th `await` that suspends."""
    stopped: list[int] = []
    call, callback = ParlourTree._call, PersistentItem.callback

    async def called(self: ParlourTree, interaction: Any) -> None:
        await stopped_at(step, call(self, interaction), stopped)

    async def pressed(self: PersistentItem, interaction: Any) -> None:
        await stopped_at(step, callback(self, interaction), stopped)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ParlourTree, "_call", called)
        patch.setattr(PersistentItem, "callback", pressed)
        yield stopped


def _requests_fail(
    step: int, error: Callable[[], BaseException], *, taken: bool, ever_after: bool = False
) -> Any:
    """Let the n-th request fail, before or after Discord has processed it, or all from it on."""

    @contextmanager
    def failing() -> Iterator[list[int]]:
        stopped: list[int] = []
        dispatch, requests = router.dispatch, 0

        def dispatched(*told: Any, **named: Any) -> Any:
            nonlocal requests
            requests += 1
            if requests < step or (requests > step and not ever_after):
                return dispatch(*told, **named)
            stopped.append(step)
            if taken:
                dispatch(*told, **named)
            raise error()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(router, "dispatch", dispatched)
            yield stopped

    return failing()


INTERRUPTIONS: dict[str, Callable[[int], Any]] = {
    "cancelled at an await": cancelled_at,
    "killed before a request": lambda step: _requests_fail(
        step, asyncio.CancelledError, taken=False
    ),
    "killed after a request": lambda step: _requests_fail(step, asyncio.CancelledError, taken=True),
    "request lost": lambda step: _requests_fail(step, trouble, taken=False),
    "answer lost": lambda step: _requests_fail(step, trouble, taken=True),
    "outage": lambda step: _requests_fail(step, trouble, taken=False, ever_after=True),
}
"""The kinds of interruptions, each a function of the step to interrupt."""
SLOW = "cancelled at an await"
QUICK = [kind for kind in INTERRUPTIONS if kind != SLOW]


def each_step(kind: str) -> Iterator[tuple[int, AbstractContextManager[None]]]:
    """Yield a number and a context that interrupts that step, until an attempt runs through."""
    for step in numbers(1):
        came: list[bool] = []
        yield step, _noted(INTERRUPTIONS[kind](step), came)
        assert came, "the attempt was made"
        if not came[0]:
            break
    assert step > 1, "there was something to interrupt"


@contextmanager
def _noted(interruption: AbstractContextManager[list[int]], came: list[bool]) -> Iterator[None]:
    """Note whether it came to the step that is interrupted."""
    with interruption as stopped:
        try:
            yield
        finally:
            came.append(bool(stopped))


def count(calls: Calls, person: int, since: int) -> int:
    """Count how often a person was pinged since a message."""
    return sum(person in called for message, called in calls if message > since)


def channels(table: Table) -> list[simcord.ChannelHandle]:
    """List the channel and its threads."""
    return [table.channel, *table.channel.threads]


def cards(table: Table, number: int) -> dict[int, int]:
    """List the messages with buttons of a match in all channels, with their event counts."""
    messages = [each for channel in channels(table) for each in channel.history()]
    found = {message.id: event_count_on(message, number) for message in messages}
    return {message: seen for message, seen in found.items() if seen is not None}


async def one_card(table: Table, number: int = 1) -> StoredMatch:
    """Check that one card shows a match with all its events, and return the match."""
    match = await table.match(number)
    assert match.card is not None
    assert cards(table, number) == {match.card.message: match.count}
    assert match.is_shown
    return match


def challenge_cards(table: Table) -> list[tuple[int, int]]:
    """List the challenges that are shown with buttons, and their messages."""
    return [
        (carried.challenge, message.id)
        for message in table.channel.history()
        for custom_id in custom_ids(message)
        if isinstance(carried := parse(custom_id), AnswerChallenge)
        and carried.answer is ChallengeAnswer.ACCEPT
    ]


def notes(table: Table, number: int) -> list[int]:
    """List the messages of a match that only ping a player, except those about a draw."""
    return [
        each.id
        for each in table.channel.history()
        if f" #{number}](" in each.content and "draw" not in each.content
    ]

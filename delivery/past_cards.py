"""Replace past cards by a line of text without buttons."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from data import MessageRef, PastMessage, StoredMatch
from delivery import posting
from delivery.pending_news import until_next_card
from interactions import Bot
from interactions.audience import public_language
from interactions.errors import UNSENT
from interactions.speech import speaking
from match.event import TAKE_BACKS, Event
from rules import Sentence
from views.past_lines import happened, home_line, past_line

if TYPE_CHECKING:
    from delivery.display_modes.single_card import DisplayRequest


log = logging.getLogger(__name__)


def replaceable(match: StoredMatch, posted: MessageRef) -> PastMessage | None:
    """Return the card before the one just posted, if it may be replaced before that is stored.

    It may not if nothing has happened since it was drawn: another task may be redrawing it, which
    shows in the database only when the event count on it changes.
    """
    if match.card in (None, posted) or match.shown in (None, match.count):
        return None
    assert match.card is not None, "there is a card"
    return PastMessage(match.card, match.shown)


async def replace_card(request: DisplayRequest, posted: MessageRef, past: PastMessage) -> bool:
    """Replace the card before by a line, now that a new card is posted.

    Both are stored at once afterwards. After a stop in between, the new card is found in the
    channel, and the line is written once more.

    Returns False if that is to be tried again: Discord had trouble, but did not refuse.
    """
    bot, match = request.bot, request.match
    now = replace(match, card=posted)
    try:
        with speaking(request.audience.language):
            line = await _line(bot, now, past, (request.before,), request.events)
        await posting.edit(bot, past.posted, line)
    except UNSENT as failure:
        log.info("match %d: an old card could not be edited: %s", match.number, failure)
        return posting.is_refused(failure)
    return True


async def retire_cards(
    bot: Bot, number: int, *known: StoredMatch | None, tried: MessageRef | None = None
) -> None:
    """Replace each past card of a match by a line, and delete each past call.

    `known` are earlier states of the match, which then need not be loaded. If Discord refuses, the
    old card stays, and its buttons answer that they are stale; if it has trouble, the background
    rounds or the next event try again. The message `tried` just now is skipped.
    """
    for past in await bot.store.cards.past(number):
        if past.posted == tried:
            continue
        match = await bot.store.matches.find(number)
        try:
            if past.is_call:
                await posting.delete(bot, past.posted)
            else:
                with speaking(await public_language(bot, match.place, match.to_move)):
                    line = await _line(bot, match, past, known)
                await posting.edit(bot, past.posted, line)
        except UNSENT as failure:
            log.info("match %d: an old card could not be edited: %s", number, failure)
            if not posting.is_refused(failure):
                continue
        await bot.store.cards.retire(number, past)


async def _line(
    bot: Bot,
    match: StoredMatch,
    past: PastMessage,
    known: Sequence[StoredMatch | None],
    events: Sequence[Event] = (),
) -> discord.ui.LayoutView:
    """Build the line that replaces a card."""
    if past.posted == match.home:
        return home_line(match)
    return past_line(match, await _event_words(bot, match, past, known, events))


async def _event_words(
    bot: Bot,
    match: StoredMatch,
    past: PastMessage,
    known: Sequence[StoredMatch | None],
    events: Sequence[Event],
) -> list[Sentence]:
    """Describe each event between a past card and the next one.

    The events, and the states of the match before them, are loaded where they are not given.
    """
    if past.count is None:
        return []
    if events and events[0].number <= past.count + 1:
        since: Sequence[Event] = [event for event in events if event.number > past.count]
    else:
        since = await bot.store.matches.happened(match.number, past.count)
    state = next((one for one in known if one is not None and one.count == past.count), None)
    words = []
    for event in until_next_card(since):
        # A take-back can be applied only to a match that was replayed from its start.
        state = state or await bot.store.matches.as_of(match.number, event.number - 1)
        words.append(happened(state, event))
        state = None if event.kind in TAKE_BACKS else state.after(event)
    return words

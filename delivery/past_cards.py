"""What stands where a card stood that is past: a line of text, without buttons."""

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
    """Give the card before the one just posted, if a line may stand there before that is kept.

    Not where nothing has happened since it was drawn: somebody may just be drawing it anew, which
    shows in the database only where the event count on it changes.
    """
    if match.card in (None, posted) or match.shown in (None, match.count):
        return None
    assert match.card is not None, "there is a card"
    return PastMessage(match.card, match.shown)


async def replace_card(occasion: DisplayRequest, posted: MessageRef, past: PastMessage) -> bool:
    """Put a line in the place of the card before, now that a new one is posted, if that works.

    Both are kept at once then. After a stop in between the new card is found in the channel, and
    the line is written once more.
    """
    bot, match = occasion.bot, occasion.match
    now = replace(match, card=posted)
    try:
        with speaking(occasion.audience.language):
            line = await _line(bot, now, past, (occasion.before,), occasion.events)
        await posting.edit(bot, past.posted, line)
    except UNSENT as failure:
        log.info("match %d: an old card could not be edited: %s", match.number, failure)
        return posting.is_refused(failure)
    return True


async def retire_cards(
    bot: Bot, number: int, *known: StoredMatch | None, tried: MessageRef | None = None
) -> None:
    """Put a line in the place of each card that is past, and delete each call that is.

    The match is given as it is known to have been. Where Discord refuses, the old card stays, and
    its buttons answer that they are stale; where it has trouble, the clock or the next happening
    tries again, and so it does with the one that was `tried` just now.
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
    """Make the line that stands where a card stood."""
    if past.posted == match.home:
        return home_line(match)
    return past_line(match, await _told(bot, match, past, known, events))


async def _told(
    bot: Bot,
    match: StoredMatch,
    past: PastMessage,
    known: Sequence[StoredMatch | None],
    events: Sequence[Event],
) -> list[Sentence]:
    """Word what happened between a card that is past and the next.

    The match and its events are loaded where they are not among what is known of them.
    """
    if past.count is None:
        return []
    if events and events[0].number <= past.count + 1:
        since: Sequence[Event] = [event for event in events if event.number > past.count]
    else:
        since = await bot.store.matches.happened(match.number, past.count)
    was = next((one for one in known if one is not None and one.count == past.count), None)
    told = []
    for event in until_next_card(since):
        # A take-back can be folded only into a match that was replayed from its start.
        was = was or await bot.store.matches.as_of(match.number, event.number - 1)
        told.append(happened(was, event))
        was = None if event.kind in TAKE_BACKS else was.after(event)
    return told

"""Display mode: one card that is edited, and a short message that calls the player to move.

An edit pings nobody. Each call replaces the call before, which is deleted: the bot may delete its
own messages without any permission.
"""

import logging
from dataclasses import replace

import discord

from data import MessageRef, PastMessage
from delivery import posting
from delivery.display_modes import single_card
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.posting import draw_on, redraw
from interactions.errors import SEND_ERRORS
from views.calls_and_requests import call_words

log = logging.getLogger(__name__)


async def show(request: DisplayRequest) -> Displayed:
    """Edit the card and call the players of the request; post a card where there is none.

    Raises `SEND_ERRORS`.
    """
    bot, match = request.bot, request.match
    is_new = request.repost or request.found.card is not None
    if is_new or match.card is None or match.card.channel != match.place.channel:
        return await _show_new(request)
    try:
        await draw_on(bot, match, match.card, request.readers)
    except SEND_ERRORS as failure:
        # A limit may last for ten minutes, and holds for edits alone.
        if not (posting.is_refused(failure) or isinstance(failure, discord.RateLimited)):
            raise
        log.info("match %d: its card could not be changed: %s", match.number, failure)
        return await _show_new(request)
    posted = request.found.ping_message
    if request.calls and posted is None:
        words = call_words(match, request.calls)
        posted = await posting.post_text(
            bot, match, words, request.calls, request.since, request.interaction
        )
    # Deleted before that is stored, so that all of it is stored at once; a deletion is final.
    deleted = await _delete_previous_call(request, posted)
    if await bot.store.threads.record_edit(
        match.number, match.card, posted, match.count, deleted, request.ping
    ):
        return Displayed(
            replace(match, card_count=match.count, ping_message=posted), is_settled=True
        )
    current = await bot.store.matches.find(match.number)
    if current.card == match.card and current.count != match.count:
        await redraw(bot, current)
    return Displayed(match, tried=None if deleted else match.ping_message)


async def _show_new(request: DisplayRequest) -> Displayed:
    """Post a new card, which does not call whoever was called already. Raises `SEND_ERRORS`."""
    called = request.found.ping_message
    if called is not None:
        past = PastMessage(called, None, is_call=True)
        await request.bot.store.cards.find_past(request.match.number, past)
        request = request.calling()
    return await single_card.show(request)


async def _delete_previous_call(
    request: DisplayRequest, posted: MessageRef | None
) -> MessageRef | None:
    """Delete the previous call; return it, unless it could not be deleted for now."""
    previous = request.match.ping_message
    if previous in (None, posted):
        return None
    try:
        await posting.delete(request.bot, previous)
    except SEND_ERRORS as failure:
        log.info("match %d: a call could not be deleted: %s", request.match.number, failure)
        return previous if posting.is_refused(failure) else None
    return previous

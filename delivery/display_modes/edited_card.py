"""Display mode: one card that is edited, and a short message that calls the player to move.

An edit pings nobody. Each call replaces the call before, which is deleted: the bot may delete its
own messages without any permission.
"""

import logging
from dataclasses import replace

from data import MessageRef, StoredMatch
from delivery import posting
from delivery.display_modes import single_card
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.posting import draw_on, redraw
from interactions import said
from interactions.errors import SEND_ERRORS
from interactions.speech import clock_words, match_link, mentions, ruling_words
from rules import Sentence, message

log = logging.getLogger(__name__)

MOVE = message("{people}, your move in {match}.")
MOVE_IN_TIME = message("{people}, your move in {match} · {clock}.")
OVER = message("{people}, {match} is over. {reason}")
RULED = message("{people} {match}: {ruling}")


async def show(request: DisplayRequest) -> Displayed:
    """Edit the card and call the players of the request; post a card where there is none.

    Raises `UNSENT`.
    """
    bot, match = request.bot, request.match
    if request.repost or match.card is None or match.card.channel != match.place.channel:
        return await single_card.show(request)
    try:
        await draw_on(bot, match, match.card, request.audience)
    except SEND_ERRORS as failure:
        if not posting.is_refused(failure):
            raise
        log.info("match %d: its card could not be changed: %s", match.number, failure)
        return await single_card.show(request)
    posted = None
    if request.calls:
        posted = await posting.post_text(
            bot,
            match,
            _call_words(match, request.calls),
            request.calls,
            request.interaction,
            request.lost_since,
        )
    # Deleted before that is stored, so that all of it is stored at once; a deletion is final.
    deleted = await _delete_previous_call(request, posted)
    if await bot.store.threads.call(match.number, match.card, posted, match.count, deleted):
        return Displayed(replace(match, shown=match.count, call=posted), is_settled=True)
    current = await bot.store.matches.find(match.number)
    if current.card == match.card and current.count != match.count:
        await redraw(bot, current)
    return Displayed(match, tried=None if deleted else match.call)


async def _delete_previous_call(
    request: DisplayRequest, posted: MessageRef | None
) -> MessageRef | None:
    """Delete the previous call; return it, unless it could not be deleted for now."""
    previous = request.match.call
    if previous in (None, posted):
        return None
    assert previous is not None, "there is a call"
    try:
        await posting.delete(request.bot, previous)
    except SEND_ERRORS as failure:
        log.info("match %d: a call could not be deleted: %s", request.match.number, failure)
        return previous if posting.is_refused(failure) else None
    return previous


def _call_words(match: StoredMatch, calls: tuple[int, ...]) -> str:
    """Say in one line why players are called."""
    values = {"people": mentions(*calls), "match": match_link(match)}
    if match.result is not None:
        return said(Sentence(OVER, **values, reason=match.result.reason))
    if match.ruling is not None and (match.locked or calls != (match.to_move,)):
        return said(Sentence(RULED, **values, ruling=ruling_words(match.ruling)))
    if match.deadline is None:
        return said(Sentence(MOVE, **values))
    return said(Sentence(MOVE_IN_TIME, **values, clock=clock_words(match.deadline)))

"""One card that is changed in place, and a short message that calls whoever is to move.

A change calls nobody. The message that calls takes the place of the one before, which is deleted:
own messages may be, without any permission.
"""

import logging
from dataclasses import replace

from data import MessageRef, StoredMatch
from delivery import posting
from delivery.display_modes import single_card
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.posting import draw_on, redraw
from interactions import said
from interactions.errors import UNSENT
from interactions.names import match_link, mentions
from interactions.phrases import clock_words, ruling_words
from rules import Sentence, message

log = logging.getLogger(__name__)

MOVE = message("{people}, it is your move in {match}.")
MOVE_IN_TIME = message("{people}, it is your move in {match} · {clock}.")
OVER = message("{people}, {match} is over. {reason}")
RULED = message("{people} {match}: {ruling}")


async def show(occasion: DisplayRequest) -> Displayed:
    """Change the card, and call whom the occasion calls; post one where there is none.

    Raises `UNSENT`.
    """
    bot, match = occasion.bot, occasion.match
    if occasion.anew or match.card is None or match.card.channel != match.place.channel:
        return await single_card.show(occasion)
    try:
        await draw_on(bot, match, match.card, occasion.audience)
    except UNSENT as failure:
        if not posting.is_refused(failure):
            raise
        log.info("match %d: its card could not be changed: %s", match.number, failure)
        return await single_card.show(occasion)
    posted = None
    if occasion.calls:
        posted = await posting.say(
            bot,
            match,
            call_words(match, occasion.calls),
            occasion.calls,
            occasion.interaction,
            occasion.lost_since,
        )
    # Deleted before that is kept, so that all of it is kept at once; what is gone stays gone.
    deleted = await _deleted_call(occasion, posted)
    if await bot.store.threads.call(match.number, match.card, posted, match.count, deleted):
        return Displayed(replace(match, shown=match.count, call=posted), is_settled=True)
    now = await bot.store.matches.find(match.number)
    if now.card == match.card and now.count != match.count:
        await redraw(bot, now)
    return Displayed(match, tried=None if deleted else match.call)


async def _deleted_call(occasion: DisplayRequest, posted: MessageRef | None) -> MessageRef | None:
    """Delete the call before; give it, unless it is still there."""
    before = occasion.match.call
    if before in (None, posted):
        return None
    assert before is not None, "there is a call"
    try:
        await posting.delete(occasion.bot, before)
    except UNSENT as failure:
        log.info("match %d: a call could not be deleted: %s", occasion.match.number, failure)
        return before if posting.is_refused(failure) else None
    return before


def call_words(match: StoredMatch, calls: tuple[int, ...]) -> str:
    """Say in a line what somebody is called for."""
    values = {"people": mentions(*calls), "match": match_link(match)}
    if match.result is not None:
        return said(Sentence(OVER, **values, reason=match.result.reason))
    if match.ruling is not None and (match.locked or calls != (match.to_move,)):
        return said(Sentence(RULED, **values, ruling=ruling_words(match.ruling)))
    if match.deadline is None:
        return said(Sentence(MOVE, **values))
    return said(Sentence(MOVE_IN_TIME, **values, clock=clock_words(match.deadline)))

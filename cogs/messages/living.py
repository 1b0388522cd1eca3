"""How a match shows itself: in the way of its server, and by a line where a card is past.

What of a match stands in its channel is decided here, and in the ways beside, and nowhere else.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.answers import UNSENT, whisper
from cogs.looks import private_look
from cogs.matches.lines import happened, home_line, past_line
from cogs.messages import posting
from cogs.messages.drawing import card_of, redraw
from cogs.messages.news import until_next_card
from cogs.messages.ways import card, edited, thread
from cogs.messages.ways.occasion import Occasion
from cogs.readers import public_language
from cogs.speech import speaking
from data import KeptMatch, Past, Way
from match.event import TAKE_BACKS
from rules import Sentence

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)

SHOWN = {Way.LIVING: card.show, Way.THREAD: thread.show, Way.EDITED: edited.show}
"""What each way does to show a match."""
NEEDS = {Way.LIVING: card.NEEDS, Way.THREAD: thread.NEEDS, Way.EDITED: edited.NEEDS}
"""What permissions each way needs."""


async def show(
    bot: Parlour,
    match: KeptMatch,
    calls: tuple[int, ...] = (),
    interaction: Interaction | None = None,
    lost_since: datetime | None = None,
    *,
    anew: bool = False,
) -> KeptMatch:
    """Show a match in its way, which calls some of its players; give it as it then lives.

    Raises `UNSENT`.
    """
    occasion = Occasion(bot, match, calls, interaction, lost_since, anew)
    return await SHOWN[match.way](occasion)


async def show_stranger(interaction: Interaction, match: KeptMatch) -> None:
    """Show a match to somebody who does not play in it, alone: nobody is pinged, nothing moves."""
    style = await private_look(interaction)
    drawn = await card_of(interaction.client, match, style=style, buttons=False)
    await whisper(interaction, view=drawn.view, files=[drawn.picture])


async def refresh(bot: Parlour, match: KeptMatch) -> None:
    """Bring the present card up to date in place; post a new one where there is none any more."""
    try:
        await redraw(bot, match)
    except UNSENT as failure:
        log.info("match %d: its card could not be edited: %s", match.number, failure)
        if posting.is_refused(failure):
            await _show_instead(bot, await bot.store.matches.find(match.number))


async def draw_anew(bot: Parlour, match: KeptMatch) -> None:
    """Draw all anew that names the players of a match, as far as that is there. Raises `UNSENT`."""
    # The thread comes first: in an archived one nothing can be changed.
    for draw in (thread.rename, _draw_home, _draw_card):
        try:
            await draw(bot, match)
        except UNSENT as failure:
            if not posting.is_refused(failure):
                raise
            log.info("match %d: not all could be drawn anew: %s", match.number, failure)


async def retire(bot: Parlour, number: int, *known: KeptMatch | None) -> None:
    """Put a line in the place of each card that is past, and delete each call that is.

    The match is given as it is known to have been. Where Discord refuses, the old card stays, and
    its buttons answer that they are stale; where it has trouble, the clock or the next happening
    tries again.
    """
    for past in await bot.store.cards.past(number):
        match = await bot.store.matches.find(number)
        try:
            if past.is_call:
                await posting.delete(bot, past.posted)
            else:
                with speaking(await public_language(bot, match.place, match.to_move)):
                    line = await _line(bot, match, past, [one for one in known if one is not None])
                await posting.edit(bot, past.posted, line)
        except UNSENT as failure:
            log.info("match %d: an old card could not be edited: %s", number, failure)
            if not posting.is_refused(failure):
                continue
        await bot.store.cards.retire(number, past)


async def post_anew(bot: Parlour) -> None:
    """Post the cards of all live matches, after every message that showed one is gone."""
    await bot.store.cards.forget()
    for listed in await bot.store.matches.live():
        await _show_instead(bot, await bot.store.matches.find(listed.number))


async def _show_instead(bot: Parlour, match: KeptMatch) -> None:
    """Post a card of which the players need not be told."""
    try:
        await show(bot, match, anew=True)
    except UNSENT as failure:
        log.warning("match %d: its card could not be posted: %s", match.number, failure)
        if posting.is_refused(failure):
            await bot.store.cards.lose(match.number, match.count)


async def _draw_home(bot: Parlour, match: KeptMatch) -> None:
    if match.home is not None:
        with speaking(await public_language(bot, match.place)):
            line = home_line(match)
        await posting.edit(bot, match.home, line)


async def _draw_card(bot: Parlour, match: KeptMatch) -> None:
    if match.card is not None:
        drawn = await card_of(bot, match)
        await posting.edit(bot, match.card, drawn.view, drawn.picture)


async def _line(
    bot: Parlour, match: KeptMatch, past: Past, known: Sequence[KeptMatch]
) -> discord.ui.LayoutView:
    """Make the line that stands where a card stood."""
    if past.posted == match.home:
        return home_line(match)
    return past_line(match, await _told(bot, match, past, known))


async def _told(
    bot: Parlour, match: KeptMatch, past: Past, known: Sequence[KeptMatch]
) -> list[Sentence]:
    """Word what happened between a card that is past and the next."""
    if past.count is None:
        return []
    events = await bot.store.matches.happened(match.number, past.count)
    was = next((one for one in known if one.count == past.count), None)
    told = []
    for event in until_next_card(events):
        # A take-back can be folded only into a match that was replayed from its start.
        was = was or await bot.store.matches.as_of(match.number, event.number - 1)
        told.append(happened(was, event))
        was = None if event.kind in TAKE_BACKS else was.after(event)
    return told

"""How a match shows itself: by one living card, and a line in the place of each that is past.

What of a match stands in its channel is decided here and nowhere else.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.answers import UNSENT, whisper
from cogs.looks import Style, private_look, public_look
from cogs.matches.cards import Card, match_card
from cogs.matches.lines import happened, past_line
from cogs.messages import posting
from cogs.messages.lost import find_lost
from cogs.messages.news import until_next_card
from data import KeptMatch, Past
from rules import Sentence
from rules.event import TAKE_BACKS

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)


async def show(
    bot: Parlour,
    match: KeptMatch,
    calls: tuple[int, ...] = (),
    interaction: Interaction | None = None,
    lost_since: datetime | None = None,
) -> None:
    """Post a new card in the channel where a match lives, which calls some of its players.

    Where the interaction comes from there, the card is its answer. Where Discord may have taken one
    before without the bot's knowing, it is looked for `lost_since` then. Raises `UNSENT`.
    """
    posted = None
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            posted = await posting.answer(interaction, await card_of(bot, match, calls))
        except UNSENT as failure:
            # It may have come too late where the channel itself still takes the card.
            log.info("match %d: its card could not be the answer: %s", match.number, failure)
            lost_since = lost_since or discord.utils.utcnow()
    if lost_since is not None:
        posted = await find_lost(bot, match, lost_since) or posted
    if posted is None:
        posted = await posting.send(bot, match, await card_of(bot, match, calls))
    await bot.store.cards.show_on(match.number, posted, match.count)


async def show_stranger(interaction: Interaction, match: KeptMatch) -> None:
    """Show a match to somebody who does not play in it, alone: nobody is pinged, nothing moves."""
    style = await private_look(interaction)
    card = await card_of(interaction.client, match, style=style, buttons=False)
    await whisper(interaction, view=card.view, files=[card.picture])


async def refresh(bot: Parlour, match: KeptMatch) -> None:
    """Bring the present card up to date in place; post a new one where there is none any more.

    What happens meanwhile is shown too: of two changes of one message, nobody knows which Discord
    took last.
    """
    up_to_date = False
    while match.card is not None and not up_to_date:
        try:
            card = await card_of(bot, match)
            await posting.edit(bot, match.card, card.view, card.picture)
        except UNSENT as failure:
            log.info("match %d: its card could not be edited: %s", match.number, failure)
            if posting.is_refused(failure):
                await _show_instead(bot, match)
            return
        up_to_date = await bot.store.cards.bring_up(match.number, match.card, match.count)
        match = await bot.store.matches.find(match.number)


async def retire(bot: Parlour, number: int, *known: KeptMatch | None) -> None:
    """Put a line in the place of each card that is past, without its picture and its buttons.

    The match is given as it is known to have been. Where Discord refuses, the old card stays, and
    its buttons answer that they are stale; where it has trouble, the clock or the next happening
    tries again.
    """
    for past in await bot.store.cards.past(number):
        match = await bot.store.matches.find(number)
        told = await _told(bot, match, past, [one for one in known if one is not None])
        try:
            await posting.edit(bot, past.posted, past_line(match, told))
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


async def card_of(
    bot: Parlour,
    match: KeptMatch,
    calls: tuple[int, ...] = (),
    *,
    style: Style | None = None,
    buttons: bool = True,
) -> Card:
    """Build the card of a match as it stands; without a style it is for everybody."""
    changes = await bot.store.ratings.changes(match.number) if match.counts else ()
    twin = None if match.twin is None else await bot.store.matches.find(match.twin)
    style = style or await public_look(bot, match.place)
    return await match_card(match, style, changes, twin, calls=calls, buttons=buttons)


async def _show_instead(bot: Parlour, match: KeptMatch) -> None:
    """Post a card of which the players need not be told."""
    try:
        await show(bot, match)
    except UNSENT as failure:
        log.warning("match %d: its card could not be posted: %s", match.number, failure)
        if posting.is_refused(failure):
            await bot.store.cards.lose(match.number, match.count)


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

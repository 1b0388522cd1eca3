"""One living card: each happening posts a new one, and the one before becomes a line."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from cogs.answers import UNSENT
from cogs.messages import posting
from cogs.messages.drawing import card_of
from cogs.messages.lost import find_lost
from cogs.messages.past_cards import replace_card, replaceable
from cogs.messages.ways.occasion import Occasion, Shown
from data import MessageRef

log = logging.getLogger(__name__)

NEEDS: tuple[str, ...] = ("view_channel", "send_messages", "attach_files")


async def show(occasion: Occasion, *, greets: bool = False) -> Shown:
    """Post a new card, which calls players, and put a line in the place of the one before.

    Raises `UNSENT`.
    """
    bot, match = occasion.bot, occasion.match
    posted = await post(occasion, greets=greets)
    past = replaceable(match, posted)
    replaced = past if past and await replace_card(occasion, posted, past) else None
    if await bot.store.cards.show_on(match.number, posted, match.count, replaced):
        return Shown(replace(match, card=posted, shown=match.count), is_settled=True)
    return Shown(match, tried=past.posted if past and not replaced else None)


async def post(occasion: Occasion, *, greets: bool = False) -> MessageRef:
    """Post a card in the channel where the match lives, once. Raises `UNSENT`.

    Where the interaction comes from there, the card is its answer. A first card in a thread greets
    the players.
    """
    bot, match, lost_since = occasion.bot, occasion.match, occasion.lost_since
    interaction, posted = occasion.interaction, None
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            card = await card_of(bot, match, occasion.audience, occasion.calls, greets=greets)
            posted = await posting.answer(interaction, card)
        except UNSENT as failure:
            # It may have come too late where the channel itself still takes the card.
            log.info("match %d: its card could not be the answer: %s", match.number, failure)
            lost_since = lost_since or discord.utils.utcnow()
    if lost_since is not None:
        posted = await find_lost(bot, match, lost_since) or posted
    if posted is None:
        card = await card_of(bot, match, occasion.audience, occasion.calls, greets=greets)
        posted = await posting.send(bot, match, card)
    return posted

"""Display mode: each event posts a new card, and the one before becomes a line."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Self

import discord

from data import MessageRef, StoredMatch
from delivery import posting
from delivery.past_cards import replace_card, replaceable
from delivery.posting import card_of
from delivery.recovery import find_lost
from interactions import Bot, Interaction
from interactions.errors import UNSENT
from match.event import Event

if TYPE_CHECKING:
    from interactions.audience import Audience


@dataclass(frozen=True)
class DisplayRequest:
    """What is shown of a match, to whom, whom that calls, and what it answers.

    Where Discord may have taken it before without the bot's knowing, it is looked for `lost_since`
    then. With `anew` somebody wants the board as a new message. Of these `events` the players have
    not been told, and `before` is the match as it was before the last of them.
    """

    bot: Bot
    match: StoredMatch
    audience: Audience
    calls: tuple[int, ...] = ()
    interaction: Interaction | None = None
    lost_since: datetime | None = None
    anew: bool = False
    events: Sequence[Event] = ()
    before: StoredMatch | None = None

    def where(self, kept: StoredMatch) -> Self:
        """Give the same occasion with the match where it now is; what is told of it stays."""
        match = replace(self.match, way=kept.way, place=kept.place, home=kept.home, card=kept.card)
        return replace(self, match=match)

    def calling(self, *people: int) -> Self:
        """Give the same occasion, which calls others."""
        return replace(self, calls=people)


class Displayed(NamedTuple):
    """A match as it is shown, and whether that is all there is to do.

    If not, there are cards that are past; for one of them a line was `tried` just now, in vain.
    """

    match: StoredMatch
    is_settled: bool = False
    tried: MessageRef | None = None


log = logging.getLogger(__name__)


async def show(occasion: DisplayRequest, *, greets: bool = False) -> Displayed:
    """Post a new card, which calls players, and put a line in the place of the one before.

    Raises `UNSENT`.
    """
    bot, match = occasion.bot, occasion.match
    posted = await post(occasion, greets=greets)
    past = replaceable(match, posted)
    replaced = past if past and await replace_card(occasion, posted, past) else None
    if await bot.store.cards.show_on(match.number, posted, match.count, replaced):
        return Displayed(replace(match, card=posted, shown=match.count), is_settled=True)
    return Displayed(match, tried=past.posted if past and not replaced else None)


async def post(occasion: DisplayRequest, *, greets: bool = False) -> MessageRef:
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

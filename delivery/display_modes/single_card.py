"""Display mode: each event posts a new card, and a line replaces the card before."""

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


log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DisplayRequest:
    """What is to be shown of a match, to which audience, whom it calls, and what it answers.

    With `lost_since`, Discord may have taken the card already without the bot recording it: the
    messages since that time are searched first. `repost` asks for a new card even if the present
    one could be edited. `events` are those not told yet, and `before` is the match before the last
    of them.
    """

    bot: Bot
    match: StoredMatch
    audience: Audience
    calls: tuple[int, ...] = ()
    interaction: Interaction | None = None
    lost_since: datetime | None = None
    repost: bool = False
    events: Sequence[Event] = ()
    before: StoredMatch | None = None

    def relocated(self, stored: StoredMatch) -> Self:
        """Return the same request with the place, home and card of the match as now stored."""
        match = replace(
            self.match, way=stored.way, place=stored.place, home=stored.home, card=stored.card
        )
        return replace(self, match=match)

    def calling(self, *people: int) -> Self:
        """Return the same request, calling these people."""
        return replace(self, calls=people)


class Displayed(NamedTuple):
    """A match as it is shown, and whether nothing is left to do.

    If not, past cards are left to replace; replacing the one in `tried` has just failed.
    """

    match: StoredMatch
    is_settled: bool = False
    tried: MessageRef | None = None


async def show(request: DisplayRequest, *, greets: bool = False) -> Displayed:
    """Post a new card, which calls players, and replace the card before by a line.

    Raises `UNSENT`.
    """
    bot, match = request.bot, request.match
    posted = await post(request, greets=greets)
    past = replaceable(match, posted)
    replaced = past if past and await replace_card(request, posted, past) else None
    if await bot.store.cards.show_on(match.number, posted, match.count, replaced):
        return Displayed(replace(match, card=posted, shown=match.count), is_settled=True)
    return Displayed(match, tried=past.posted if past and not replaced else None)


async def post(request: DisplayRequest, *, greets: bool = False) -> MessageRef:
    """Post a card in the match's channel, once. Raises `UNSENT`.

    It answers the interaction if that comes from the channel. With `greets`, the first card of a
    thread, it greets the players.
    """
    bot, match, lost_since = request.bot, request.match, request.lost_since
    interaction, posted = request.interaction, None
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            card = await card_of(bot, match, request.audience, request.calls, greets=greets)
            posted = await posting.answer_with_card(interaction, card)
        except UNSENT as failure:
            # The answer may have come too late, while the channel itself still takes the card.
            log.info("match %d: its card could not be the answer: %s", match.number, failure)
            lost_since = lost_since or discord.utils.utcnow()
    if lost_since is not None:
        posted = await find_lost(bot, match, lost_since) or posted
    if posted is None:
        card = await card_of(bot, match, request.audience, request.calls, greets=greets)
        posted = await posting.send(bot, match, card)
    return posted

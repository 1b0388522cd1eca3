"""Drawing cards anew that name somebody who is forgotten, or a clock that runs no more."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from data import StoredMatch
from delivery import display
from delivery import notify_challenge as challenge_telling
from delivery.posting import edit
from interactions import Bot
from interactions.errors import UNSENT

if TYPE_CHECKING:
    from data import Challenge


log = logging.getLogger(__name__)

SOME = 20
"""So many cards are drawn anew in a round: somebody may have played ten thousand matches."""


async def tidy(bot: Bot, now: datetime) -> None:
    """Remove what has served its purpose, and draw some cards anew: a part of every round."""
    await bot.store.tidy(now)
    await redraw_some(bot)


async def redraw_some(bot: Bot) -> None:
    """Draw some cards anew, those with live buttons first; where Discord is away, next time."""
    for shown in await bot.store.forgetting.to_redraw(SOME):
        try:
            await _redraw(bot, shown)
        except UNSENT as failure:
            log.info("the card of %s could not be drawn anew: %s", _named(shown), failure)
            if not isinstance(failure, discord.HTTPException) or failure.status >= 500:
                return
        await bot.store.forgetting.redrawn(shown)


async def _redraw(bot: Bot, shown: Challenge | StoredMatch) -> None:
    """Edit a card in place. Raises `UNSENT`."""
    if isinstance(shown, StoredMatch):
        await display.redraw_all(bot, shown)
    elif shown.card is not None:
        offered = await challenge_telling.card_of_challenge(bot, shown)
        await edit(bot, shown.card, offered.view, *offered.pictures)


def _named(shown: Challenge | StoredMatch) -> str:
    kind = "match" if isinstance(shown, StoredMatch) else "challenge"
    return f"{kind} {shown.number}"

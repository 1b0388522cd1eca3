"""Redraw cards that name somebody who was deleted, or show a clock that has stopped."""

import logging

import discord

from data import Challenge, StoredMatch
from delivery import display
from delivery.notify_challenge import card_of_challenge
from delivery.posting import edit
from interactions import Bot
from interactions.errors import SEND_ERRORS
from interactions.share import one_at_a_time

log = logging.getLogger(__name__)

CARDS_A_ROUND = 20
"""How many cards are redrawn in one round: a person may have played ten thousand matches."""


async def redraw_some(bot: Bot) -> None:
    """Redraw some cards, those with live buttons first; stop while Discord has trouble."""
    for shown in await bot.store.forgetting.to_redraw(CARDS_A_ROUND):
        try:
            await _redraw(bot, shown)
        except SEND_ERRORS as failure:
            log.info("the card of %s could not be redrawn: %s", _title(shown), failure)
            if isinstance(failure, discord.RateLimited):
                continue  # only there; it is due again in the next round
            if not isinstance(failure, discord.HTTPException) or failure.status >= 500:
                return
        except Exception:
            log.exception("the card of %s can't be redrawn", _title(shown))
        await bot.store.forgetting.redrawn(shown)


async def _redraw(bot: Bot, shown: Challenge | StoredMatch) -> None:
    """Redraw one card in place. Raises `SEND_ERRORS`."""
    if isinstance(shown, StoredMatch):
        async with one_at_a_time(bot.share, "match", shown.number):  # the card may be a line by now
            await display.redraw_all(bot, await bot.store.matches.find(shown.number))
    elif shown.card is not None:
        await edit(bot, shown.card, *await card_of_challenge(bot, shown))


def _title(shown: Challenge | StoredMatch) -> str:
    kind = "match" if isinstance(shown, StoredMatch) else "challenge"
    return f"{kind} {shown.number}"

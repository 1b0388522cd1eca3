"""Redraw cards that name somebody who was deleted, or show a clock that has stopped."""

from functools import partial

from data import Challenge, StoredMatch
from delivery import display
from delivery.job_queue import each_until_trouble
from delivery.notify_challenge import card_of_challenge
from delivery.posting import edit
from interactions import Bot
from interactions.share import one_at_a_time

CARDS_A_ROUND = 20
"""How many cards are redrawn in one round: a person may have played ten thousand matches."""


async def redraw_some(bot: Bot) -> None:
    """Redraw some cards, those with live buttons first; stop while Discord has trouble."""
    due = await bot.store.forgetting.to_redraw(CARDS_A_ROUND)
    await each_until_trouble(due, _title, partial(_redraw, bot), bot.store.forgetting.redrawn)


async def _redraw(bot: Bot, shown: Challenge | StoredMatch) -> None:
    """Redraw one card in place. Raises `SEND_ERRORS`."""
    if isinstance(shown, StoredMatch):
        async with one_at_a_time(bot.share, "match", shown.number):  # the card may be a line by now
            await display.redraw_all(bot, await bot.store.matches.find(shown.number))
    elif shown.card is not None:
        await edit(bot, shown.card, *await card_of_challenge(bot, shown))


def _title(shown: Challenge | StoredMatch) -> str:
    return f"{'match' if isinstance(shown, StoredMatch) else 'challenge'} {shown.number}"

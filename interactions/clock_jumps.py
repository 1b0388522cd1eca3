"""Look at the machine's clock before anybody's time is judged by it."""

import logging
from time import monotonic

import discord

from interactions.bot import Bot

log = logging.getLogger(__name__)


async def follow_clock(bot: Bot) -> None:
    """Move what is due as the machine's clock has jumped, or the bot stood still, if it has.

    Of several processes only the clock of the one counts that decides what is due.
    """
    in_outage = bot.requests.out_since is not None
    jump = await bot.store.clock_jumps.apply_jump(
        discord.utils.utcnow(),
        monotonic(),
        in_outage=in_outage,
        only_pauses=not bot.share.does_due,
    )
    if jump:
        log.warning(
            "the machine's clock jumped by %s, or the bot stood still; nobody loses time because "
            "of it",
            jump,
        )

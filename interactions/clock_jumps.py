"""Look at the machine's clock before anybody's time is judged by it."""

import logging
from time import monotonic

import discord

from interactions.bot import Bot

log = logging.getLogger(__name__)


async def follow_clock(bot: Bot) -> None:
    """Move what is due as the machine's clock has jumped, or the bot stood still, if it has."""
    in_outage = bot.requests.out_since is not None
    jump = await bot.store.clock_jumps.apply_jump(
        discord.utils.utcnow(), monotonic(), in_outage=in_outage
    )
    if jump:
        log.warning(
            "the machine's clock jumped by %s, or the bot stood still; nobody loses time because "
            "of it",
            jump,
        )

"""Servers that the bot has left: their settings are forgotten."""

from contextlib import suppress

import discord
from discord.ext import commands

from interactions import Bot
from interactions.in_flight import Stopping


class LeftServersCog(commands.Cog):
    """Forgets the settings of servers that the bot has left."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that the bot leaves; a stop waits for that."""
        with suppress(Stopping):
            self._bot.in_flight.begin()
            await self._bot.store.servers.forget(guild.id, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Forget servers that the bot left while it was offline; a stop waits for that."""
        with suppress(Stopping):
            self._bot.in_flight.begin()
            servers = {guild.id for guild in self._bot.guilds}
            await self._bot.store.servers.forget_others(servers, discord.utils.utcnow())


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(LeftServersCog(bot))

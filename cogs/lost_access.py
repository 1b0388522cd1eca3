"""Notices that a channel or a role has changed: players may no longer see their matches."""

import discord
from discord.ext import commands

from interactions import Bot


class LostAccessCog(commands.Cog):
    """Lets the matches be looked at whose channel may have been closed to a player."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Look at the matches of a channel whose permissions have changed."""
        if before.overwrites != after.overwrites:
            await self._bot.store.lost_access.mark_channel(after.id, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Look at the matches of a server of whose roles one has other permissions."""
        if before.permissions != after.permissions:
            await self._bot.store.lost_access.mark_server(after.guild.id, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Look at the matches of a server that has a role less."""
        await self._bot.store.lost_access.mark_server(role.guild.id, discord.utils.utcnow())


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(LostAccessCog(bot))

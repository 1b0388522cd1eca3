"""Changes of servers: permissions that may hide matches, channels deleted, servers left."""

from contextlib import suppress

import discord
from discord.ext import commands

from interactions import Bot
from interactions.tasks import Stopping


class ServerChangesCog(commands.Cog):
    """Records what changes in servers, for rounds to see what follows from it.

    What is stored of a server that the bot has left is forgotten an hour later. Whoever has started
    an event in a channel that is deleted is told; matches whose channel may have been closed to a
    player are looked at.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the bot leaves a server; a stop waits for that."""
        with suppress(Stopping):
            self._bot.in_flight.begin()
            await self._bot.store.left_servers.leave(guild.id, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Record which servers of a shard the bot left while it was offline; a stop waits for that.

        Where it is again, all goes on.
        """

        def is_of_shard(server: int) -> bool:
            return (server >> 22) % (self._bot.shard_count or 1) == shard

        with suppress(Stopping):
            self._bot.in_flight.begin()
            servers = {guild.id for guild in self._bot.guilds if is_of_shard(guild.id)}
            store, now = self._bot.store, discord.utils.utcnow()
            await store.left_servers.leave_others(servers, now, is_of_shard)
            await store.left_servers.come_back(servers)
            await store.contests.come_back(servers, now)
            await store.clubs.come_back(servers)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on in a server to which the bot comes back."""
        with suppress(Stopping):
            self._bot.in_flight.begin()
            await self._bot.store.left_servers.come_back([guild.id])
            await self._bot.store.contests.come_back([guild.id], discord.utils.utcnow())
            await self._bot.store.clubs.come_back([guild.id])

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a channel was deleted."""
        await self._bot.store.contests.lose_channel(channel.id, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that a thread was deleted."""
        await self._bot.store.contests.lose_channel(thread.thread_id, discord.utils.utcnow())

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
    await bot.add_cog(ServerChangesCog(bot))

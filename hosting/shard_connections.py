"""Discord's shards as connections that are opened and closed one by one, while others stay."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING, Any

import discord
import yarl

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

SHARDS = "_AutoShardedClient__shards"
"""Where discord.py keeps its shards, which it never gives up."""


class ShardConnections:
    """The connections of a client, each opened only once its shard is this process's."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        total: int,
        gateway: str,
        are_refused: Callable[[], bool] = lambda: False,
    ) -> None:
        """Set the client, and what tells whether Discord takes nothing from this process."""
        self._client, self.total, self._gateway = client, total, yarl.URL(gateway)
        self._are_refused = are_refused
        self._ready: dict[int, asyncio.Event] = {}
        client.shard_count = client._connection.shard_count = total  # noqa: SLF001 (what `launch_shards` sets)
        # No number of shards makes discord.py say that all are ready: `is_ready` says it of each.
        client._connection.shard_ids = ()  # type: ignore[assignment]  # noqa: SLF001

    async def open(self, shard: int) -> None:
        """Connect a shard, and wait until its servers are known."""
        ready = self._ready[shard] = asyncio.Event()
        await self._client.launch_shard(self._gateway, shard)
        await ready.wait()

    def is_ready(self, shard: int) -> None:
        """Note that all servers of a shard are known, also after each later connection."""
        if shard in self._ready:
            self._ready[shard].set()
            self._client._connection.call_handlers("ready")  # noqa: SLF001 (see above)
            self._client.dispatch("ready")

    def hears(self, shard: int) -> bool:
        """Tell whether a shard's connection is there, and its servers known."""
        found = self._client.get_shard(shard)
        is_ready = shard in self._ready and self._ready[shard].is_set()
        hears = is_ready and found is not None and not found.is_closed()
        return hears and not self._are_refused()

    async def close(self, shard: int) -> None:
        """Close a shard's connection for good, also while it is being opened anew."""
        self._ready.pop(shard, None)
        parent: Any = getattr(self._client, SHARDS).pop(shard, None)
        if parent is None:
            return

        async def nothing(*_given: object) -> None:
            pass

        # What discord.py has put off, or is doing right now, must not bring it back.
        parent.reidentify = parent.reconnect = nothing
        parent.launch = lambda: asyncio.ensure_future(parent.ws.close(code=1000))
        with suppress(Exception):
            await parent.close()

    def forget_servers(self, shard: int) -> None:
        """Forget the servers of a shard, of which nothing is heard any more."""
        connection = self._client._connection  # noqa: SLF001 (only leaving a server does that else)
        for guild in self._client.guilds:
            if shard_of(guild.id, self.total) == shard:
                connection._remove_guild(guild)  # noqa: SLF001


def shard_of(server: int | None, total: int) -> int:
    """Return the shard of a server, as Discord reckons it; direct messages are the first one's."""
    return 0 if server is None else (server >> 22) % total


def log_in_warning(limits: "SessionStartLimit", shards: int) -> str | None:
    """Return a warning where half of a day's log-ins are spent, or too few are left for all shards.

    Discord takes the token of a bot that goes beyond them, and ends all its connections:
    https://docs.discord.com/developers/events/gateway#session-start-limit
    """
    left, total = limits["remaining"], limits["total"]
    if left > max(shards, total / 2):
        return None
    return (
        f"{left} of the {total} log-ins that Discord allows in a day are left for the next "
        f"{ceil(limits['reset_after'] / 3_600_000)} hours; after them the token is reset. Each "
        f"start takes {shards}: find out from the log why there were so many"
    )

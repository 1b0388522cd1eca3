"""Discord's shards are opened and closed one by one, while the other ones stay."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

from hosting.shard_connections import SHARDS, ShardConnections, log_in_warning, shard_of
from tools.bench.discord_server import TOKEN, DiscordServer, server_id

SERVERS, TOTAL = 12, 4


class Sharded(discord.AutoShardedClient):
    """A client whose shards are opened by a test."""

    connections: ShardConnections

    async def launch_shards(self) -> None:
        pass

    async def on_shard_ready(self, shard: int) -> None:
        self.connections.is_ready(shard)


@pytest.fixture
async def client(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sharded]:
    there = DiscordServer(SERVERS, 1)
    there.shards = TOTAL
    async with there.open() as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        client = Sharded(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
        async with client:
            await client.login(TOKEN)
            client.connections = ShardConnections(client, TOTAL, f"ws://{there.address}/gateway")
            connecting = asyncio.create_task(client.connect())
            yield client
            await client.close()
            await connecting


def servers(client: discord.Client) -> set[int]:
    return {shard_of(guild.id, TOTAL) for guild in client.guilds}


def test_direct_messages_are_the_first_shards() -> None:
    assert [shard_of(server, TOTAL) for server in (None, server_id(0), server_id(3))] == [0, 1, 0]


@pytest.mark.parametrize(
    ("left", "shards", "warns"),
    [(501, 1, False), (500, 1, True), (701, 700, False), (700, 700, True)],
)
def test_too_few_log_ins_for_another_start_are_warned_of(
    left: int, shards: int, warns: bool
) -> None:
    warning = log_in_warning(
        {"total": 1000, "remaining": left, "reset_after": 1, "max_concurrency": 1}, shards
    )
    assert (warning is not None) is warns


async def test_shards_are_opened_and_closed_one_by_one(client: Sharded) -> None:
    connections = client.connections
    assert not client.is_ready()
    await connections.open(3)
    assert client.is_ready()
    await connections.open(1)
    assert servers(client) == {1, 3}
    assert [connections.hears(shard) for shard in range(TOTAL)] == [False, True, False, True]
    await connections.close(3)
    assert [*client.shards] == [1]
    assert servers(client) == {1, 3}, "what it still told is being done"
    connections.forget_servers(3)
    assert servers(client) == {1}
    await connections.close(3)
    await connections.open(3)
    assert servers(client) == {1, 3}
    assert not client.shards[3].is_closed()


async def test_what_discord_py_has_put_off_does_not_bring_a_closed_shard_back(
    client: Sharded,
) -> None:
    connections = client.connections
    await connections.open(2)
    parent = getattr(client, SHARDS)[2]
    await connections.close(2)
    await parent.reconnect()
    await parent.reidentify(None)
    parent.launch()  # as the end of one that was under way
    await asyncio.sleep(0)
    assert not parent.ws.open
    assert not client.shards


async def test_broken_connection_is_not_heard_until_it_is_there_again(client: Sharded) -> None:
    await client.connections.open(2)
    await client.shards[2].disconnect()
    assert not client.connections.hears(2)

"""Servers' settings for the matches in them."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from data import tables
from data.connection import Connection
from data.database import Database
from data.values import ServerSettings


class Servers:
    """Settings of servers: a `ServerSettings` for each, with a row for each setting."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cache: dict[int, ServerSettings] = {}
        """A cache, since every message in a server depends on its settings."""
        self._changes = 0
        """The number of changes so far, so that no outdated settings are put into the cache."""

    async def of(self, server: int | None) -> ServerSettings:
        """Return a server's settings; outside of servers, the defaults."""
        if server is None:
            return ServerSettings()
        if server in self._cache:
            return self._cache[server]
        changes = self._changes
        async with self._database.reading() as connection:
            chosen = await load_server_settings(connection, server)
        if changes == self._changes:
            self._cache[server] = chosen
        return chosen

    async def choose(self, server: int, chosen: ServerSettings) -> None:
        """Store a server's settings."""
        async with self._changing(server) as connection:
            for setting, value in chosen.write().items():
                await tables.people.choose_for_server(connection, server, setting, value)

    async def explain(self, server: int, missing: str) -> None:
        """Record that the members of a server were told which permissions are missing."""
        async with self._changing(server) as connection:
            await tables.people.choose_for_server(connection, server, "explained", missing)

    async def forget(self, server: int) -> None:
        """Remove the settings of a server that the bot has left."""
        async with self._changing(server) as connection:
            await tables.people.remove_server(connection, server)

    async def forget_others(self, servers: Collection[int]) -> None:
        """Remove the settings of all servers except these."""
        async with self._database.reading() as connection:
            known = await tables.people.servers(connection)
        for server in known:
            if server not in servers:
                await self.forget(server)

    @asynccontextmanager
    async def _changing(self, server: int) -> AsyncIterator[Connection]:
        """Change a server's settings, and invalidate the cache even if the change fails."""
        try:
            async with self._database.transaction() as connection:
                yield connection
        finally:
            self._changes += 1
            self._cache.pop(server, None)


async def load_server_settings(connection: Connection, server: int | None) -> ServerSettings:
    """Load a server's settings; the defaults outside of servers."""
    rows = [] if server is None else await tables.people.of_server(connection, server)
    return ServerSettings().changed({row["setting"]: row["value"] for row in rows})


async def faults_of_servers(connection: Connection) -> list[str]:
    """Find servers' settings whose values are invalid, each as one line."""
    found = []
    for server in await tables.people.servers(connection):
        try:
            await load_server_settings(connection, server)
        except ValueError as error:
            found.append(f"server {server}: one of its settings means nothing: {error}")
    return found

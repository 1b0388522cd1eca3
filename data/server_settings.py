"""Servers: what each has chosen for the matches in it."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from data import tables
from data.connection import Connection
from data.database import Database
from data.values import ServerSettings


class Servers:
    """What there is to choose: a value of `Local` for each server, a row for each choice."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._loaded: dict[int, ServerSettings] = {}
        """A copy of what was asked for before; whatever is said in a server depends on it."""
        self._changes = 0
        """How often something was changed, so that no copy is kept of what was read before."""

    async def of(self, server: int | None) -> ServerSettings:
        """Give what holds in a server; outside of all, what holds where nobody chose."""
        if server is None:
            return ServerSettings()
        if server in self._loaded:
            return self._loaded[server]
        changes = self._changes
        async with self._database.reading() as connection:
            local = await load_local(connection, server)
        if changes == self._changes:
            self._loaded[server] = local
        return local

    async def choose(self, server: int, local: ServerSettings) -> None:
        """Keep what a server has chosen."""
        async with self._changing(server) as connection:
            for setting, value in local.write().items():
                await tables.settings.choose_for_server(connection, server, setting, value)

    async def explain(self, server: int, missing: str) -> None:
        """Note that the members of a server were told which permissions are missing."""
        async with self._changing(server) as connection:
            await tables.settings.choose_for_server(connection, server, "explained", missing)

    async def forget(self, server: int) -> None:
        """Remove what a server has chosen, which the bot has left."""
        async with self._changing(server) as connection:
            await tables.settings.remove_server(connection, server)

    async def forget_others(self, servers: Collection[int]) -> None:
        """Remove what all servers but these have chosen."""
        async with self._database.reading() as connection:
            known = await tables.settings.servers(connection)
        for server in known:
            if server not in servers:
                await self.forget(server)

    @asynccontextmanager
    async def _changing(self, server: int) -> AsyncIterator[Connection]:
        """Change what a server has chosen, and drop the copy, whatever came of the change."""
        try:
            async with self._database.transaction() as connection:
                yield connection
        finally:
            self._changes += 1
            self._loaded.pop(server, None)


async def load_local(connection: Connection, server: int | None) -> ServerSettings:
    """Load what holds in a server."""
    rows = [] if server is None else await tables.settings.of_server(connection, server)
    return ServerSettings().changed({row["setting"]: row["value"] for row in rows})


async def faults_of_servers(connection: Connection) -> list[str]:
    """Find choices of servers that mean nothing, each as one line."""
    found = []
    for server in await tables.settings.servers(connection):
        try:
            await load_local(connection, server)
        except ValueError as error:
            found.append(f"server {server}: one of its settings means nothing: {error}")
    return found

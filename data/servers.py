"""Servers: what each has chosen for the matches in it."""

from collections.abc import Collection

from data import tables
from data.connection import Connection
from data.database import Database
from data.local import Local


class Servers:
    """What there is to choose: a value of `Local` for each server, a row for each choice."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, server: int | None) -> Local:
        """Give what holds in a server; outside of all, what holds where nobody chose."""
        if server is None:
            return Local()
        async with self._database.reading() as connection:
            return await load_local(connection, server)

    async def choose(self, server: int, local: Local) -> None:
        """Keep what a server has chosen."""
        async with self._database.transaction() as connection:
            for setting, value in local.write().items():
                await tables.servers.choose(connection, server, setting, value)

    async def explain(self, server: int, missing: str) -> None:
        """Note that the members of a server were told which permissions are missing."""
        async with self._database.transaction() as connection:
            await tables.servers.choose(connection, server, "explained", missing)

    async def forget(self, server: int) -> None:
        """Remove what a server has chosen, which the bot has left."""
        async with self._database.transaction() as connection:
            await tables.servers.remove(connection, server)

    async def forget_others(self, servers: Collection[int]) -> None:
        """Remove what all servers but these have chosen."""
        async with self._database.reading() as connection:
            known = await tables.servers.numbers(connection)
        for server in known:
            if server not in servers:
                await self.forget(server)


async def load_local(connection: Connection, server: int | None) -> Local:
    """Load what holds in a server."""
    rows = [] if server is None else await tables.servers.of(connection, server)
    return Local().changed({row["setting"]: row["value"] for row in rows})


async def faults_of_servers(connection: Connection) -> list[str]:
    """Find choices of servers that mean nothing, each as one line."""
    found = []
    for server in await tables.servers.numbers(connection):
        try:
            await load_local(connection, server)
        except ValueError as error:
            found.append(f"server {server}: one of its settings means nothing: {error}")
    return found

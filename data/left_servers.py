"""Servers that the bot has left: what is stored of them waits a while, and is forgotten."""

import json
from collections.abc import Callable, Collection
from datetime import datetime

from data.clubs import FORGET_SERVER, leave_clubs
from data.columns import stamp
from data.contest_values import MOST_GONE
from data.database import Subject
from data.load_contest import LIVE

# ruff: noqa: S608 (the statements are put together from our own words only)

OF_SERVER = (
    "DELETE FROM server_settings WHERE server = :server",
    "DELETE FROM daily_puzzles WHERE server = :server",
    "DELETE FROM daily_posts WHERE server = :server",
    "DELETE FROM daily_players WHERE server = :server",
    # A rush begun there counts elsewhere.
    "UPDATE puzzle_rushes SET server = NULL WHERE server = :server",
    "DELETE FROM rush_bests WHERE server = :server",
    "DELETE FROM digests WHERE server = :server",
    FORGET_SERVER,
    (
        "DELETE FROM contest_messages "
        "WHERE contest IN (SELECT id FROM contests WHERE server = :server)"
    ),
)
"""Statements that remove all of a server but its matches, contests and ladders."""


class LeftServers(Subject):
    """Servers that the bot has left, and those to which it has come back."""

    async def leave(self, server: int, now: datetime) -> None:
        """Record that the bot left a server: for a while its events wait; its ladders rest."""
        async with self._database.transaction() as connection:
            await connection.insert("servers_left", "DO NOTHING", server=server, since=stamp(now))
            await connection.change(
                "UPDATE contests SET left = :now, due = :until "
                f"WHERE server = :server AND left IS NULL AND {LIVE}",
                server=server,
                now=stamp(now),
                until=stamp(now + MOST_GONE),
            )
            await connection.change(
                "UPDATE contests SET shown = version, news = NULL "
                f"WHERE server = :server AND NOT {LIVE}",
                server=server,
            )
            await leave_clubs(connection, server, now)
            await connection.change(
                "UPDATE ladders SET left = :now, card_channel = NULL, card_message = NULL "
                "WHERE server = :server AND left IS NULL",
                server=server,
                now=stamp(now),
            )

    async def leave_others(
        self,
        servers: Collection[int],
        now: datetime,
        are_known: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Record it for all servers but these, if it is known whether the bot is in them."""
        known = await self._reader.numbers(
            "SELECT server FROM server_settings UNION SELECT server FROM daily_puzzles "
            "UNION SELECT server FROM daily_posts "
            "UNION SELECT server FROM rush_bests WHERE server > 0 "
            "UNION SELECT server FROM ladders WHERE left IS NULL "
            "UNION SELECT server FROM matches WHERE crowds <> '' AND ended IS NULL "
            f"UNION SELECT server FROM contests WHERE left IS NULL AND {LIVE} "
            "UNION SELECT server FROM clubs WHERE left IS NULL AND server <> 0 "
            "EXCEPT SELECT server FROM servers_left ORDER BY server"
        )
        for server in known:
            if server not in servers and are_known(server):
                await self.leave(server, now)

    async def come_back(self, servers: Collection[int]) -> None:
        """Keep what is stored of servers in which the bot is again."""
        await self._database.change(
            "DELETE FROM servers_left WHERE server IN (SELECT value FROM json_each(:servers))",
            servers=json.dumps([*servers]),
        )

    async def long_left(self, now: datetime) -> list[int]:
        """List the servers left for as long as events wait."""
        return await self._reader.numbers(
            "SELECT server FROM servers_left WHERE since <= :before", before=stamp(now - MOST_GONE)
        )

    async def forget(self, server: int) -> None:
        """Remove all of a server but its matches, contests and ladders, unless the bot is back."""
        async with self._database.changing_settings() as connection:
            if await connection.change(
                "DELETE FROM servers_left WHERE server = :server", server=server
            ):
                for statement in OF_SERVER:
                    await connection.change(statement, server=server)

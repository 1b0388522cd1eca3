"""Players who can no longer see the channel of their match: matches to check, players notified."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from data.columns import moment, stamp
from data.connection import Connection
from data.database import Subject


class AccessCheck(NamedTuple):
    """A match whose channel some of its players may no longer see, and the sides notified of it."""

    match: int
    since: datetime
    unseen: tuple[int, ...]


class LostAccess(Subject):
    """Matches whose channel may have been closed to a player; the poller looks, and tells them."""

    async def mark_channel(self, channel: int, now: datetime) -> None:
        """Let the live matches of a channel, and of the threads made for them, be looked at."""
        await self._database.change(
            "UPDATE matches SET access_check = :now WHERE id IN "
            "(SELECT id FROM matches WHERE channel = :channel AND ended IS NULL UNION ALL "
            "SELECT id FROM matches WHERE home_channel = :channel AND ended IS NULL)",
            channel=channel,
            now=stamp(now),
        )

    async def mark_match(self, number: int, now: datetime) -> None:
        """Let a match be looked at."""
        await self._database.run(lambda connection: mark_match(connection, number, now))

    async def mark_server(self, server: int, now: datetime) -> None:
        """Let the live matches of a server be looked at."""
        await self._database.change(
            "UPDATE matches SET access_check = :now WHERE server = :server AND ended IS NULL",
            server=server,
            now=stamp(now),
        )

    async def due(self, most: int) -> list[AccessCheck]:
        """List some matches that are to be looked at, the longest waiting first."""
        rows = await self._reader.rows(
            "SELECT id, access_check, unseen FROM matches WHERE access_check IS NOT NULL "
            "ORDER BY access_check, id LIMIT :most",
            most=most,
        )
        return [
            AccessCheck(row["id"], moment(row["access_check"]), tuple(map(int, row["unseen"])))
            for row in rows
        ]

    async def mark_told(self, number: int, unseen: Collection[int]) -> None:
        """Record the sides that were told that they do not see the channel, and nobody else."""
        await self._database.change(
            "UPDATE matches SET unseen = :unseen WHERE id = :match",
            match=number,
            unseen="".join(map(str, sorted(unseen))),
        )

    async def looked(self, due: AccessCheck) -> None:
        """Record that a match was looked at, unless it is to be looked at again since."""
        await self._database.change(
            "UPDATE matches SET access_check = NULL WHERE id = :match AND access_check = :since",
            match=due.match,
            since=stamp(due.since),
        )


async def mark_match(connection: Connection, number: int, now: datetime) -> None:
    """Let a match be looked at."""
    await connection.change(
        "UPDATE matches SET access_check = :now WHERE id = :match", match=number, now=stamp(now)
    )

"""Who can no longer see the channel of a match: which matches are to be looked at, who was told."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from data import tables
from data.columns import moment, stamp
from data.database import Database


class AccessCheck(NamedTuple):
    """A match whose channel some of its players may no longer see, and the sides told so."""

    match: int
    since: datetime
    unseen: tuple[int, ...]


class LostAccess:
    """Matches whose channel may have been closed to a player; the poller looks, and tells them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mark_channel(self, channel: int, now: datetime) -> None:
        """Let the live matches of a channel be looked at."""
        async with self._database.transaction() as connection:
            await tables.lost_access.mark_channel(connection, channel, stamp(now))

    async def mark_match(self, number: int, now: datetime) -> None:
        """Let a match be looked at."""
        async with self._database.transaction() as connection:
            await tables.lost_access.mark_match(connection, number, stamp(now))

    async def mark_server(self, server: int, now: datetime) -> None:
        """Let the live matches of a server be looked at."""
        async with self._database.transaction() as connection:
            await tables.lost_access.mark_server(connection, server, stamp(now))

    async def due(self, most: int) -> list[AccessCheck]:
        """List some matches that are to be looked at, the longest waiting first."""
        async with self._database.reading() as connection:
            rows = await tables.lost_access.due(connection, most)
        return [
            AccessCheck(row["id"], moment(row["access_check"]), tuple(map(int, row["unseen"])))
            for row in rows
        ]

    async def tell(self, number: int, unseen: Collection[int]) -> None:
        """Record the sides that were told that they do not see the channel, and nobody else."""
        async with self._database.transaction() as connection:
            await tables.lost_access.tell(connection, number, "".join(map(str, sorted(unseen))))

    async def looked(self, due: AccessCheck) -> None:
        """Record that a match was looked at, unless it is to be looked at again since."""
        async with self._database.transaction() as connection:
            await tables.lost_access.unmark(connection, due.match, stamp(due.since))

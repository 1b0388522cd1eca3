"""Reviews: what the computer found in finished matches, worked out once and kept."""

from datetime import datetime

from data import tables
from data.database import Database
from data.tables.columns import stamp


class Reviews:
    """Reviews as the computer writes them, which it alone can read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, match: int) -> str | None:
        """Find the review of a match, if there is one."""
        async with self._database.reading() as connection:
            return await tables.reviews.find(connection, match)

    async def keep(self, match: int, text: str, now: datetime) -> None:
        """Keep the review of a match, which is over; one that is there stays as it is."""
        async with self._database.transaction() as connection:
            await tables.reviews.add(connection, match, text, stamp(now))

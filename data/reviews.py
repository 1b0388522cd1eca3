"""The stored reviews of finished matches."""

from datetime import datetime

from data import tables
from data.columns import stamp
from data.database import Database


class StoredReviews:
    """Reviews in the computer's own format, which only the computer reads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, match: int) -> str | None:
        """Find the review of a match, if there is one."""
        async with self._database.reading() as connection:
            return await tables.reviews.find(connection, match)

    async def keep(self, match: int, text: str, now: datetime) -> None:
        """Store the review of a finished match; an existing one is kept."""
        async with self._database.transaction() as connection:
            await tables.reviews.add(connection, match, text, stamp(now))

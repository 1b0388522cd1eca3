"""The stored reviews of finished matches."""

from datetime import datetime

from data.columns import stamp
from data.database import Subject


class StoredReviews(Subject):
    """Reviews in the computer's own format, which only the computer reads."""

    async def find(self, match: int) -> str | None:
        """Find the review of a match, if there is one."""
        row = await self._reader.row("SELECT text FROM reviews WHERE match = :match", match=match)
        return None if row is None else str(row["text"])

    async def keep(self, match: int, text: str, now: datetime) -> None:
        """Store the review of a finished match; an existing one is kept."""
        await self._database.insert(
            "reviews", "DO NOTHING", match=match, text=text, made=stamp(now)
        )

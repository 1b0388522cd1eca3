"""The daily copies of the database: made beside play, and told to the host a line at a time."""

from __future__ import annotations

import asyncio
import logging
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from data import Keeping, Unusable

if TYPE_CHECKING:
    from bot import Parlour

log = logging.getLogger(__name__)

AGAIN = timedelta(hours=1)
"""After how long a copy that could not be made is tried again."""


class Copies:
    """Has the day's copy made, in a task of its own: nothing else waits for it."""

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._making: asyncio.Task[None] | None = None
        self._done: date | None = None
        self._tried: datetime | None = None
        self._told: date | None = None

    def look_after(self, now: datetime) -> None:
        """Begin the day's copy, unless it is there, or being made, or was just tried in vain."""
        idle = self._making is None or self._making.done()
        # Both ways: a clock that was set back shall not make it wait for years.
        rested = self._tried is None or abs(now - self._tried) >= AGAIN
        if idle and rested and self._done != now.date():
            self._making = asyncio.create_task(self._make(now), name="copy")

    def stop(self) -> None:
        """Give up the copy that is being made."""
        if self._making is not None:
            self._making.cancel()

    async def finished(self) -> None:
        """Wait for the copy that is being made."""
        if self._making is not None:
            await self._making

    async def _make(self, now: datetime) -> None:
        settings = self._bot.settings
        keeping = Keeping(settings.backups, settings.weekly_backups)
        try:
            made = await self._bot.store.backups.daily(settings.backup_folder, keeping, now)
        except Exception as trouble:
            self._tried = now
            if self._told != now.date():
                self._told = now.date()
                # Only what nobody expected needs a trace.
                trace = None if isinstance(trouble, Unusable) else trouble
                log.warning(
                    "today's copy of the database failed; none is removed, and it is tried again "
                    "every hour. %s",
                    trouble,
                    exc_info=trace,
                )
            return
        if made is not None:
            again = " again" if self._told else ""
            log.info("today's copy of the database is made%s: %s", again, made)
        self._done, self._tried, self._told = now.date(), None, None

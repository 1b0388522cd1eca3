"""The day's backup of the database, made while the bot runs."""

import asyncio
import logging
from datetime import date, datetime, timedelta

from data import Unusable
from data.maintenance.backup_folder import Retention
from interactions import Bot

log = logging.getLogger(__name__)

RETRY_AFTER = timedelta(hours=1)
"""After how long a backup that failed is tried again."""


class DailyBackup:
    """Makes the day's backup, in a task of its own: nothing else waits for it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._making: asyncio.Task[None] | None = None
        self._done: date | None = None
        self._tried: datetime | None = None
        self._warned: date | None = None

    def begin_if_due(self, now: datetime) -> None:
        """Begin the day's backup, unless it is made, being made, or has just failed."""
        idle = self._making is None or self._making.done()
        # `abs`, for a clock that was set back shall not make it wait for years.
        may_retry = self._tried is None or abs(now - self._tried) >= RETRY_AFTER
        if idle and may_retry and self._done != now.date():
            self._making = asyncio.create_task(self._make(now), name="copy")

    def stop(self) -> None:
        """Cancel the backup that is being made."""
        if self._making is not None:
            self._making.cancel()

    async def _make(self, now: datetime) -> None:
        settings = self._bot.settings
        keeping = Retention(settings.backups, settings.weekly_backups)
        try:
            made = await self._bot.store.backups.daily(settings.backup_folder, keeping, now)
        except Exception as trouble:
            self._tried = now
            if self._warned != now.date():
                self._warned = now.date()
                # Only an unexpected failure needs a traceback.
                traceback = None if isinstance(trouble, Unusable) else trouble
                log.warning(
                    "today's backup failed; no old one is removed, and it is retried "
                    "every hour. %s",
                    trouble,
                    exc_info=traceback,
                )
            return
        if made is not None:
            again = " again" if self._warned else ""
            log.info("made today's backup%s: %s", again, made)
        self._done, self._tried, self._warned = now.date(), None, None

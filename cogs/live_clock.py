"""The clock of live matches, which is looked at all the time and not only in the rounds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

import discord

from data import StoredMatch, Unusable
from delivery import notify, reminders
from delivery.job_queue import Job, JobQueue
from interactions import Bot
from interactions.errors import SHORT_LOG
from rules import Refusal

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)

LOOKS_A_ROUND = 60
"""How often it is looked at in the time of a round: with the usual 30 seconds, twice a second."""
LONGEST_WAIT = 1.0
"""The most seconds between two looks, however rare the rounds are: a loss is told within two."""
BY_HAND = 86_400
"""Where rounds are at least as many seconds apart, somebody else runs them, and looks as well."""
TELLING_SECONDS = 1.0
"""How long telling may keep the clock from being looked at again; it goes on beside that."""


def seconds_between_looks(poll_seconds: float) -> float:
    """Return how long to wait for the next look where a round comes every so many seconds."""
    wait = poll_seconds / LOOKS_A_ROUND
    return wait if poll_seconds >= BY_HAND else min(LONGEST_WAIT, wait)


class LiveClock:
    """Ends live matches whose time is over, and asks silent players whether they are there.

    What it cannot tell, because Discord has trouble, the rounds tell later.
    """

    def __init__(self, bot: Bot, may_decide: Callable[[datetime], Awaitable[bool]]) -> None:
        """Set what tells whether somebody may lose on time at this moment."""
        self._bot = bot
        self._may_decide = may_decide
        self._queue = JobQueue(bot)
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking."""
        self._looking = asyncio.create_task(self._look_forever(), name="live clock")

    def stop(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
        self._queue.stop()

    async def _look_forever(self) -> None:
        await self._bot.wait_until_ready()
        while True:
            await asyncio.sleep(seconds_between_looks(self._bot.settings.poll_seconds))
            await self.look()

    async def look(self) -> None:
        """Do what is due in live matches; failures are logged."""
        try:
            await self._look(discord.utils.utcnow())
        except Unusable as trouble:
            log.warning("the clock of live matches failed; it continues. %s", trouble)
        except Exception:
            log.exception("the clock of live matches failed; it continues")

    async def _look(self, now: datetime) -> None:
        clock = self._bot.store.clock
        due = await clock.live_due(now)
        if not any(due) or not await self._may_decide(now):
            return
        due = await clock.live_due(now)  # a jump of the machine's clock moves it
        ended = [await self._run_out(number, now) for number in due.time_outs]
        asked = [Job("presence", n, partial(self._ask, n, now)) for n in due.reminders]
        await self._queue.run([[job for job in ended if job], asked], now, TELLING_SECONDS)

    async def _run_out(self, number: int, now: datetime) -> Job | None:
        """End a match whose time ran out; return what tells it, or `None` if a move came first."""
        try:
            before, after, _ = await self._bot.store.matches.run_out(number, now)
        except Refusal:
            return None
        return Job("live match", number, partial(self._tell, before, after))

    async def _tell(self, before: StoredMatch, after: StoredMatch, _tried: datetime | None) -> None:
        await notify.notify_players(self._bot, after, before=before, just_happened=True)

    async def _ask(self, number: int, now: datetime, tried: datetime | None) -> None:
        await reminders.remind(self._bot, number, now, tried)

"""The clock of live matches, which is looked at all the time and not only in the rounds."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from functools import partial

import discord

from data import StoredMatch, Unusable
from delivery import notify, reminders
from delivery.job_queue import Job, JobQueue, Tries
from interactions import Bot
from interactions.clock_jumps import follow_clock
from interactions.short_log import SHORT_LOG, Once
from rules import Refusal

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)
log.addFilter(Once())

LOOKS_A_ROUND = 60
"""How often it is looked at in the time of a round: with the usual 30 seconds, twice a second."""
LONGEST_WAIT = 1.0
"""The most seconds between two looks, however rare the rounds are: a loss is told within two."""
BY_HAND = 86_400
"""Where rounds are at least as many seconds apart, somebody else runs them, and looks as well."""
TELLING_SECONDS = 1.0
"""How long telling may keep the clock from being looked at again; it goes on beside that."""
SILENCE = timedelta(minutes=1)
"""How long nothing is logged after a look that failed, for the next ones fail in the same way."""


def seconds_between_looks(poll_seconds: float) -> float:
    """Return how long to wait for the next look where a round comes every so many seconds."""
    wait = poll_seconds / LOOKS_A_ROUND
    return wait if poll_seconds >= BY_HAND else min(LONGEST_WAIT, wait)


class LiveClock:
    """Ends live matches whose time is over, and asks silent players whether they are there.

    What it cannot tell, because Discord has trouble, the rounds tell later; and while Discord takes
    nothing, they give time back.
    """

    def __init__(self, bot: Bot, may_decide: Callable[[datetime], Awaitable[bool]]) -> None:
        """Set what tells whether somebody may lose on time at this moment."""
        self._bot = bot
        self._may_decide = may_decide
        self._queue = JobQueue(bot)
        self._tasks: list[asyncio.Task[None]] = []
        self._failed: dict[int, Tries] = {}
        """Matches that could not be ended, for a reason that may stay."""
        self._logged: datetime | None = None

    @property
    def is_failing(self) -> bool:
        """Whether Discord has taken nothing since it did not take what is due here."""
        return self._queue.is_failing

    def start(self) -> None:
        """Start looking."""
        self._tasks = [
            asyncio.create_task(self._look_forever(), name="live clock"),
            asyncio.create_task(self._follow_forever(), name="machine's clock"),
        ]

    def stop(self) -> None:
        """Stop looking."""
        for task in self._tasks:
            task.cancel()
        self._queue.stop()

    async def _look_forever(self) -> None:
        await self._bot.wait_until_ready()
        while True:
            await asyncio.sleep(seconds_between_looks(self._bot.settings.poll_seconds))
            await self.look()

    async def _follow_forever(self) -> None:
        """Follow the machine's clock, whatever a look waits for, so that each pause is seen."""
        await self._bot.wait_until_ready()
        wait = seconds_between_looks(self._bot.settings.poll_seconds)
        self._bot.store.clock_jumps.watch(timedelta(seconds=wait))
        while True:
            await self._trying(follow_clock(self._bot))
            await asyncio.sleep(wait)

    async def look(self) -> None:
        """Do what is due in live matches."""
        await self._trying(self._look(discord.utils.utcnow()))

    async def _trying(self, work: Awaitable[None]) -> None:
        """Log what fails, but not at every look."""
        now = discord.utils.utcnow()
        try:
            await work
        except Exception as trouble:
            if self._logged is not None and abs(now - self._logged) < SILENCE:
                return
            self._logged = now
            words = "the clock of live matches failed; it continues"
            if isinstance(trouble, Unusable):
                log.warning("%s. %s", words, trouble)
            else:
                log.exception(words)

    async def _look(self, now: datetime) -> None:
        if not self._bot.share.does_due:
            return
        items = self._bot.store.due
        due = await items.find_live(now)
        if not any(due) and not self.is_failing:
            return
        ended: list[Job] = []
        if any(due) and await self._may_decide(now):
            due = await items.find_live(now)  # a jump of the machine's clock moves it
            ended = await self._end(due.time_outs, now)
        # Whatever Discord does not take is tried again, so that it is seen when it does.
        for number in due.reminders:
            try:
                await self._bot.store.matches.remind(number, now)
            except Refusal:
                pass  # a move came in between
            except Unusable:
                raise
            except Exception:
                log.exception("match %d: nobody can be asked", number)
        asked = [
            Job("presence", one.id, partial(reminders.send_reminder, self._bot, one))
            for one in await self._bot.store.reminders.to_send(now, live=True)
        ]
        await self._queue.run([ended, asked], now, TELLING_SECONDS)

    async def _end(self, numbers: Iterable[int], now: datetime) -> list[Job]:
        """End matches whose time ran out, whatever fails in one of them; return what tells them."""
        jobs = []
        for number in numbers:
            failed = self._failed.get(number)
            if failed is not None and failed.are_paused(now):
                continue
            try:
                before, after, _ = await self._bot.store.matches.run_out(number, now)
            except Refusal:
                continue  # a move came in between
            except Unusable:
                raise
            except Exception:
                log.exception("match %d could not be ended; it is tried again", number)
                if failed is None:
                    self._failed[number] = Tries(now, now)
                else:
                    failed.again(now)
                continue
            self._failed.pop(number, None)
            jobs.append(Job("live match", number, partial(self._tell, before, after)))
        return jobs

    async def _tell(self, before: StoredMatch, after: StoredMatch, _tried: datetime | None) -> None:
        await notify.notify_players(self._bot, after, before=before, just_happened=True)

"""The queue of what background rounds do in Discord: some jobs at once, retried after a pause."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, zip_longest
from typing import ParamSpec, TypeAlias, TypeVar

import discord

from delivery.posting import is_refused
from interactions import Bot
from interactions.discord_requests import in_background
from interactions.errors import SEND_ERRORS
from interactions.short_log import SHORT_LOG, Once
from rules import Refusal

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)
log.addFilter(Once())

AT_ONCE = 8
"""How many things are told at the same time."""
CROWDED = 200
"""How many things that wait are many: Discord takes some seconds for them."""
LISTED_AT_ONCE = 500
"""After how many jobs that are listed others have their turn; thousands take a while."""
FAILURES = 3
"""After how many failures of Discord in a row the others wait for the next round."""
JOB_SECONDS = 60.0
"""The most seconds for one thing; discord.py itself asks for 25 s whether a failing Discord works.
"""
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=20), timedelta(minutes=5)
"""The pause after the first failure, which doubles with each, and the longest one."""


T = TypeVar("T")
P = ParamSpec("P")
Key: TypeAlias = tuple[str, int, datetime | None]
"""What distinguishes a job from all others."""


@dataclass(frozen=True)
class Job:
    """One thing to tell: its kind, the number of its match or person, and what tells it."""

    kind: str
    number: int
    tell: Callable[[datetime | None], Awaitable[object]]
    """Tells it; the argument is since when it was tried in vain, if it was."""
    since: datetime | None = None
    """Since when it is due, if there may soon be other news of the same number."""
    tidies: bool = False
    """Whether everything is told, and only past cards are left to replace or to edit."""

    @property
    def key(self) -> Key:
        """What distinguishes it from all others."""
        return self.kind, self.number, self.since


def untried(
    work: Callable[P, Awaitable[object]], *args: P.args, **kwargs: P.kwargs
) -> Callable[[datetime | None], Awaitable[object]]:
    """Return what tells a job in the same way whether or not it was tried before."""
    return lambda _tried: work(*args, **kwargs)


@dataclass
class Tries:
    """How often something was tried, since when, and when last."""

    first: datetime
    last: datetime
    times: int = 1
    trouble_since: datetime | None = None
    """Since when Discord has failed in it, if it did so the last time."""
    asked_pause: timedelta = timedelta(0)
    """For how long Discord has asked to wait the last time."""

    @property
    def next(self) -> datetime:
        """When it is to be tried again."""
        doubled: timedelta = FIRST_PAUSE * 2 ** min(self.times - 1, 10)
        return self.last + max(self.asked_pause, min(LONGEST_PAUSE, doubled))

    def are_paused(self, now: datetime) -> bool:
        """Tell whether it is too early to try again."""
        # `abs`, for a clock that was set back shall not make it wait for years.
        return abs(now - self.last) < self.next - self.last

    def again(self, now: datetime) -> None:
        """Note one more try."""
        self.last, self.times = now, self.times + 1


class JobQueue:
    """Does what is due, whatever of it fails; nobody waits for anybody else's message."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._tries: dict[Key, Tries] = {}
        self._running: dict[Key, asyncio.Task[None]] = {}
        self._begun: set[Key] = set()
        """What was begun in this round."""
        self._in_a_row = 0
        self.is_behind = False
        """Whether the last round ended with jobs that only its own end kept from being begun."""

    @property
    def is_failing(self) -> bool:
        """Whether Discord has taken nothing, of anybody's, since it failed in something due."""
        taken = self._bot.requests.taken
        troubles = [tries.trouble_since for tries in self._tries.values()]
        return any(since and (taken is None or taken < since) for since in troubles)

    async def run(self, kinds: Sequence[Iterable[Job]], now: datetime, seconds: float) -> int:
        """Do jobs for some seconds, of each kind in turn, so that none waits for another.

        What only tidies comes last, after all of which somebody waits to hear.
        What is begun goes on after that. Returns how many could not be begun, because the round was
        over or Discord failed: they are due again in the next round.
        """
        each = chain.from_iterable(zip_longest(*kinds))
        jobs = [job async for job in _some_at_a_time(each) if job is not None]
        jobs.sort(key=lambda job: job.tidies)
        self._forget({job.key async for job in _some_at_a_time(jobs)})
        queue = deque([job async for job in _some_at_a_time(jobs) if self._may_begin(job, now)])
        self._in_a_row = 0
        self._begun.clear()
        self.is_behind = False
        try:
            async with asyncio.timeout(seconds):
                while queue or self._running:
                    self._begin_some(queue, now)
                    if not self._running:
                        break
                    await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            log.info("the round is over; jobs that wait for the next one: %d", len(queue))
            self.is_behind = bool(queue) and self._in_a_row < FAILURES
        async for job in _some_at_a_time(jobs):
            if job.key not in self._begun:
                self._bot.metrics.waits(job.kind)
        return len(queue)

    def stop(self) -> None:
        """Cancel what is being told."""
        for task in self._running.values():
            task.cancel()

    def _begin_some(self, queue: deque[Job], now: datetime) -> None:
        while queue and len(self._running) < AT_ONCE and self._in_a_row < FAILURES:
            job = queue.popleft()
            crowded = len(queue) >= CROWDED and not job.tidies
            task = asyncio.create_task(
                self._run(job, now, crowded=crowded), name=f"{job.kind} {job.number}"
            )
            self._running[job.key] = task
            self._begun.add(job.key)
            task.add_done_callback(partial(self._end, job))

    def _end(self, job: Job, _task: asyncio.Task[None]) -> None:
        del self._running[job.key]

    def _may_begin(self, job: Job, now: datetime) -> bool:
        tries = self._tries.get(job.key)
        paused = tries is not None and tries.are_paused(now)
        return job.key not in self._running and not paused

    async def _run(self, job: Job, now: datetime, *, crowded: bool) -> None:
        """Do a job, and note whether Discord failed. Whatever is not done is due again."""
        before = self._tries.get(job.key)
        tries = Tries(now, now) if before is None else before
        if before is not None:
            tries.again(now)
        self._tries[job.key] = tries
        with in_background() as traffic:
            traffic.is_crowded = crowded
            try:
                with self._bot.metrics.item(job.kind):
                    async with asyncio.timeout(JOB_SECONDS):
                        await job.tell(None if before is None else before.first)
            except Refusal:
                pass  # a move or an answer came in between
            except SEND_ERRORS as failure:
                log.warning(
                    "%s %d: Discord didn't accept it; it is retried: %s",
                    job.kind,
                    job.number,
                    failure,
                )
            except Exception:
                log.exception("%s %d failed; the other jobs continue", job.kind, job.number)
        tries.asked_pause = timedelta(seconds=traffic.retry_after)
        if traffic.is_in_trouble:
            self._in_a_row += not traffic.retry_after  # which holds there alone
            tries.trouble_since = tries.trouble_since or discord.utils.utcnow()
        else:
            self._in_a_row = 0 if traffic.sent else self._in_a_row
            tries.trouble_since = None
        self._bot.show_life()

    def _forget(self, due: set[Key]) -> None:
        """Forget how often something was tried that is not due any more."""
        self._tries = {
            key: tries for key, tries in self._tries.items() if key in due or key in self._running
        }


async def _some_at_a_time(items: Iterable[T]) -> AsyncIterator[T]:
    """Yield what may be thousands of items, letting others have their turn now and then."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % LISTED_AT_ONCE == 0:
            await asyncio.sleep(0)


async def each_until_trouble(
    due: Iterable[T],
    name: Callable[[T], str],
    work: Callable[[T], Awaitable[None]],
    done: Callable[[T], Awaitable[None]],
) -> None:
    """Do some work after the other, and note what is `done`; what Discord limits is due again.

    All other trouble of Discord's ends it.
    """
    for one in due:
        try:
            await work(one)
        except SEND_ERRORS as failure:
            log.info("%s: it is done later: %s", name(one), failure)
            if isinstance(failure, discord.RateLimited):
                continue
            if not is_refused(failure):
                return
        except Refusal as refusal:
            log.info("%s: %s", name(one), refusal)
        except Exception:
            log.exception("%s: it can't be done", name(one))
        await done(one)

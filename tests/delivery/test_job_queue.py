"""The queue of background jobs: eight at once, for a limited time, and again after a pause."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from discord.http import Route

from delivery import job_queue
from delivery.job_queue import AT_ONCE, CROWDED, Job, JobQueue
from hosting.metrics import Metrics
from hosting.settings import Settings
from interactions import Bot
from interactions.discord_requests import DiscordRequests, is_crowded
from rules import Refusal
from tests.data.sample_matches import NOW
from tests.programs import PATIENCE
from tests.simulated_discord.interruptions import trouble
from tests.thorough import THOROUGH

SECOND = timedelta(seconds=1)
ROUTE = Route("POST", "/channels/1/messages")


class SmallBot:
    """A bot with nothing but requests, which fail or hang as a test likes, and signs of life."""

    def __init__(self) -> None:
        self.requests = DiscordRequests()
        self.metrics = Metrics(Settings(database=Path("never-written.sqlite3")))
        self.http: Any = self
        self.fails, self.asks_to_wait = False, 0
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.signs = self.running = self.most = 0
        self.told: list[tuple[str, int]] = []
        self.requests.watch(cast("Any", self))

    async def request(self, _route: Route, **_options: object) -> None:
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await asyncio.sleep(0)
            await self.goes_on.wait()
            if self.fails:
                raise discord.RateLimited(self.asks_to_wait) if self.asks_to_wait else trouble()
        finally:
            self.running -= 1

    def show_life(self) -> None:
        self.signs += 1

    def job(self, kind: str, number: int) -> Job:
        async def tell(_tried: object) -> None:
            self.told.append((kind, number))
            await self.http.request(ROUTE)

        return Job(kind, number, tell)

    def jobs(self, number: int, kind: str = "reminder") -> list[Job]:
        return [self.job(kind, one) for one in range(number)]


@pytest.fixture
async def bot() -> SmallBot:
    return SmallBot()


@pytest.fixture
async def queue(bot: SmallBot) -> JobQueue:
    return JobQueue(cast("Bot", bot))


async def test_eight_are_told_at_once_with_signs_of_life(bot: SmallBot, queue: JobQueue) -> None:
    waiting = await queue.run([bot.jobs(30)], NOW, PATIENCE)
    assert (bot.most, bot.signs, len(bot.told)) == (8, 30, 30)
    assert waiting == 0


@THOROUGH
async def test_no_kind_waits_for_another(bot: SmallBot, queue: JobQueue) -> None:
    await queue.run([bot.jobs(50), bot.jobs(2, "match")], NOW, PATIENCE)
    assert bot.told[:4] == [("reminder", 0), ("match", 0), ("reminder", 1), ("match", 1)]


@THOROUGH
async def test_three_failures_in_a_row_end_the_round(bot: SmallBot, queue: JobQueue) -> None:
    bot.fails = True
    waiting = await queue.run([bot.jobs(100)], NOW, PATIENCE)
    assert len(bot.told) <= AT_ONCE + 2, "those that were begun before"
    assert waiting == 100 - len(bot.told)
    assert queue.is_failing
    bot.fails = False
    await queue.run([bot.jobs(100)], NOW + 20 * SECOND, PATIENCE)
    assert len({*bot.told}) == 100
    assert not queue.is_failing


async def test_a_long_wait_ends_no_round_and_is_waited_to_its_end(
    bot: SmallBot, queue: JobQueue
) -> None:
    bot.fails, bot.asks_to_wait = True, 600
    assert await queue.run([bot.jobs(20)], NOW, PATIENCE) == 0
    assert len(bot.told) == 20
    await queue.run([bot.jobs(20)], NOW + 599 * SECOND, PATIENCE)
    assert len(bot.told) == 20
    await queue.run([bot.jobs(20)], NOW + 600 * SECOND, PATIENCE)
    assert len(bot.told) == 40


async def test_a_round_is_limited_and_what_it_began_goes_on(bot: SmallBot, queue: JobQueue) -> None:
    bot.goes_on.clear()
    waiting = await queue.run([bot.jobs(20)], NOW, 0.01)
    assert (len(bot.told), waiting) == (AT_ONCE, 12)
    waiting = await queue.run([bot.jobs(20)], NOW + 60 * SECOND, 0.01)
    assert (len(bot.told), waiting) == (AT_ONCE, 12), "nothing twice"
    bot.goes_on.set()
    await queue.run([bot.jobs(20)[AT_ONCE:]], NOW + 90 * SECOND, PATIENCE)
    assert sorted(bot.told) == [("reminder", number) for number in range(20)]


async def test_it_is_behind_where_a_rounds_end_left_jobs(bot: SmallBot, queue: JobQueue) -> None:
    async def is_behind_after(minute: int, seconds: float) -> bool:
        await queue.run([bot.jobs(20)], NOW + minute * 60 * SECOND, seconds)
        return queue.is_behind

    bot.goes_on.clear()
    assert await is_behind_after(0, 0.01)
    bot.goes_on.set()
    assert not await is_behind_after(1, PATIENCE)
    bot.fails = True
    assert not await is_behind_after(2, PATIENCE), "a failing Discord is left alone for a while"


async def test_what_tidies_is_done_however_many_wait(queue: JobQueue) -> None:
    crowded: dict[bool, list[bool]] = {True: [], False: []}

    def job(number: int, *, tidies: bool) -> Job:
        async def tell(_tried: object) -> None:
            crowded[tidies].append(is_crowded())

        return Job(f"match {tidies}", number, tell, tidies=tidies)

    for tidies in crowded:
        await queue.run([[job(one, tidies=tidies) for one in range(CROWDED + 2)]], NOW, PATIENCE)
    assert not any(crowded[True])
    assert crowded[False][0]


async def test_while_thousands_are_listed_others_take_turns(bot: SmallBot, queue: JobQueue) -> None:
    turns, seen = 0, list[int]()

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def listed() -> Iterator[Job]:
        for number in range(5_000):
            seen.append(turns)
            yield bot.job("reminder", number)

    there = asyncio.create_task(others())
    await queue.run([listed()], NOW, 0.01)
    there.cancel()
    assert seen[-1] - seen[0] >= 5


async def test_what_tidies_comes_last(bot: SmallBot, queue: JobQueue) -> None:
    tidying = [replace(job, tidies=True) for job in bot.jobs(3, "match")]
    await queue.run([tidying, bot.jobs(3)], NOW, PATIENCE)
    assert [kind for kind, _ in bot.told] == ["reminder"] * 3 + ["match"] * 3


async def test_what_hangs_is_given_up_and_counts_as_a_failure(
    bot: SmallBot, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "JOB_SECONDS", 0.01)
    bot.goes_on.clear()
    await queue.run([bot.jobs(1)], NOW, PATIENCE)
    assert queue.is_failing
    assert bot.running == 0


async def test_the_pause_doubles_up_to_five_minutes(bot: SmallBot, queue: JobQueue) -> None:
    bot.fails = True
    now, tried = NOW, []
    for _ in range(200):
        await queue.run([bot.jobs(1)], now, PATIENCE)
        tried += [(now - NOW) // SECOND] * len(bot.told)
        bot.told.clear()
        now += 10 * SECOND
    assert tried[:6] == [0, 20, 60, 140, 300, 600]
    assert {after - before for before, after in pairwise(tried[4:])} == {300}


async def test_what_was_tried_says_since_when_and_is_forgotten_when_over(queue: JobQueue) -> None:
    seen = []

    async def tell(tried: object) -> None:
        seen.append(tried)
        raise trouble()

    job = Job("reminder", 1, tell)
    await queue.run([[job]], NOW, PATIENCE)
    await queue.run([[job]], NOW + 30 * SECOND, PATIENCE)
    await queue.run([[]], NOW + 60 * SECOND, PATIENCE)
    await queue.run([[job]], NOW + 61 * SECOND, PATIENCE)
    assert seen == [None, NOW, None]


async def test_what_is_overtaken_is_over_and_no_failure(
    queue: JobQueue, caplog: pytest.LogCaptureFixture
) -> None:
    tries = []

    async def overtaken(tried: object) -> None:
        tries.append(tried)
        raise Refusal("a move came in between")

    await queue.run([[Job("reminder", 1, overtaken)]], NOW, PATIENCE)
    await queue.run([[]], NOW + SECOND, PATIENCE)
    await queue.run([[Job("reminder", 1, overtaken)]], NOW + 2 * SECOND, PATIENCE)
    assert tries == [None, None]
    assert not queue.is_failing
    assert caplog.records == []


async def test_a_stop_ends_what_is_being_told(bot: SmallBot, queue: JobQueue) -> None:
    bot.goes_on.clear()
    await queue.run([bot.jobs(3)], NOW, 0.01)
    for _ in range(9):
        await asyncio.sleep(0)
    assert bot.running == 3
    queue.stop()
    await asyncio.wait(queue._running.values(), timeout=PATIENCE)
    assert bot.running == 0

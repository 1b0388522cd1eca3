"""Requests to Discord: background work is paced, people never wait, and failures are noted."""

import asyncio
from typing import Any, cast

import discord
import pytest
from discord.http import HTTPClient, Ratelimit, Route

from interactions.discord_requests import (
    PER_SECOND,
    SWEEP,
    SWEEP_SECONDS,
    DiscordRequests,
    in_background,
)
from tests.simulated_discord.interruptions import trouble

ROUTE = Route("POST", "/channels/1/messages")


class Clock:
    """A clock that passes only while somebody sleeps, and an HTTP client that notes the times."""

    def __init__(self) -> None:
        self.time = 0.0
        self.sent: list[float] = []
        self.failure: Exception | None = None
        self.requests = DiscordRequests(lambda: self.time, self.sleep)
        self.http: Any = cast("Any", self)
        self.requests.watch(cast("Any", self))

    async def sleep(self, seconds: float) -> None:
        self.time += seconds

    async def request(self, _route: Route, **_options: object) -> None:
        self.sent.append(self.time)
        if self.failure is not None:
            raise self.failure


@pytest.fixture
async def clock() -> Clock:
    return Clock()


async def test_background_work_sends_forty_requests_in_any_second(clock: Clock) -> None:
    with in_background() as traffic:
        for _ in range(200):
            await clock.http.request(ROUTE)
    assert traffic.sent == 200
    for time in clock.sent:
        assert sum(time <= other < time + 1 for other in clock.sent) <= PER_SECOND
    assert clock.time == pytest.approx(4)


async def test_people_never_wait_and_background_work_leaves_them_room(clock: Clock) -> None:
    for _ in range(60):
        await clock.http.request(ROUTE)
    assert clock.time == 0
    with in_background():
        await clock.http.request(ROUTE)
    assert clock.time == 1


async def test_tasks_that_begin_in_background_work_belong_to_it(clock: Clock) -> None:
    with in_background() as traffic:
        await asyncio.gather(*[clock.http.request(ROUTE) for _ in range(50)])
    assert (traffic.sent, clock.time) == (50, 1)
    await clock.http.request(ROUTE)
    assert traffic.sent == 50


async def test_nobody_who_waits_for_room_waits_for_another_who_sleeps() -> None:
    """In simulated time a sleeper wakes only once all others wait for time, too."""
    clock, everybody, asleep = Clock(), asyncio.Event(), 0

    async def sleep_together(seconds: float) -> None:
        nonlocal asleep
        asleep += 1
        if asleep == 3:
            clock.time += seconds
            everybody.set()
        await everybody.wait()

    requests = DiscordRequests(lambda: clock.time, sleep_together)
    clock.requests, clock.request = requests, Clock.request.__get__(clock)  # type: ignore[method-assign]
    requests.watch(cast("Any", clock))
    with in_background():
        await asyncio.wait_for(
            asyncio.gather(*[clock.http.request(ROUTE) for _ in range(PER_SECOND + 3)]), 10
        )
    assert clock.sent.count(1) == 3


class Refused:
    """An answer of Discord's that refuses."""

    status, reason = 403, "Forbidden"


async def test_a_refusal_is_an_answer_and_an_error_of_the_server_is_none(clock: Clock) -> None:
    for failure, in_trouble in (
        (trouble(), True),
        (OSError(), True),
        (discord.Forbidden(Refused(), None), False),
    ):
        clock.failure = failure
        with in_background() as traffic, pytest.raises(type(failure)):
            await clock.http.request(ROUTE)
        assert traffic.is_in_trouble is in_trouble


async def test_discord_is_asked_only_where_it_has_answered_nothing_just_now(clock: Clock) -> None:
    now = discord.utils.utcnow()
    clock.failure = trouble()
    assert not await clock.requests.is_discord_there(clock.http, now)
    clock.failure = None
    assert await clock.requests.is_discord_there(clock.http, now)
    assert len(clock.sent) == 2
    assert await clock.requests.is_discord_there(clock.http, discord.utils.utcnow())
    assert len(clock.sent) == 2
    assert clock.requests.taken is None, "asking shows nothing of what Discord takes"


async def test_rate_limits_of_unused_channels_are_looked_through_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time, looks = 0.0, 0

    def is_inactive(_limit: Ratelimit) -> bool:
        nonlocal looks
        looks += 1
        return time > 0

    http = HTTPClient(asyncio.get_running_loop())
    DiscordRequests(lambda: time).watch(http)
    http.get_ratelimit("another")
    monkeypatch.setattr(Ratelimit, "is_inactive", is_inactive)
    for channel in range(1_000):
        http.get_ratelimit(f"channel {channel}")
    assert looks < 1_000, "not all of them for each"
    time = SWEEP_SECONDS
    http.get_ratelimit("one more")
    assert len(http._buckets) < 1_000, "but some time they are"


def test_discord_py_still_has_the_private_name_that_is_used() -> None:
    gone = f"discord.py has no HTTPClient.{SWEEP} any more; the bot starts without, a tenth slower"
    assert hasattr(HTTPClient, SWEEP), gone


async def test_the_bot_starts_where_discord_py_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interactions.discord_requests.SWEEP", "_renamed")
    clock = Clock()
    await clock.http.request(ROUTE)
    assert clock.sent == [0.0]


@pytest.mark.parametrize(("live", "most"), [(1, 200), (2, 25), (5, 10), (80, 1)])
async def test_one_of_several_processes_sends_its_part(
    live: int, most: int, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    clock.requests.part = lambda: 1 / live
    for _ in range(200):
        await clock.http.request(ROUTE)
    for time in clock.sent:
        assert sum(time <= other < time + 1 for other in clock.sent) <= most
    assert clock.requests.waited == (0 if live == 1 else 200 // most - 1)
    said = f"people wait, since this process may send only {most} requests a second"
    assert caplog.text.count(said) == (0 if live == 1 else -(-clock.requests.waited // 60))
    with in_background():
        await clock.http.request(ROUTE)

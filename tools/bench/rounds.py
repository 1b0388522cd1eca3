"""Seconds of a background round where Discord is slow or fails, in a simulated Discord."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import discord
import simcord
from simcord.http.client import FakeHTTPClient

import cogs.rounds
import interactions.clock_jumps
from cogs.rounds import RoundsCog
from data import ChallengeState, Person, Place, Seat, Terms
from hosting.settings import Settings
from match.clock import Pace
from tools.bench.measuring import scaled
from tools.bench.simulation import PatientEnv, TimedParlour

FAILING, SPEED = 25.0, 0.01
"""The seconds that discord.py takes to give up a request, and the part of them that is waited."""
SLOW = 0.1
"""The seconds of a request where Discord answers."""
OUTAGE, SLOW_ROUND = 7, 200
"""The number of reminders that are due."""
CHANNELS = 50
DUE = timedelta(hours=19.2)
"""The time at which four fifths of a turn of one day are over."""


def run(scale: float = 1.0) -> None:
    """Measure, and print the results."""
    outage, slow = scaled(OUTAGE, scale), scaled(SLOW_ROUND, scale)
    print("rounds: one round; the matches are in 50 channels")
    asyncio.run(_measure(outage, "fails", Delays(FAILING * SPEED, ("GET", "POST")), SPEED))
    asyncio.run(_measure(outage, "takes nothing", Delays(FAILING * SPEED, ("POST",)), SPEED))
    asyncio.run(_measure(slow, f"answers in {SLOW * 1000:.0f} ms", Delays(SLOW)))


class Delays:
    """Lets every request take some seconds, and those of some methods fail after that."""

    def __init__(self, seconds: float, failing: tuple[str, ...] = ()) -> None:
        self._seconds, self._failing = seconds, failing
        self._running = self.most = self.sent = 0
        self.is_on = False

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Put it between the bot and the simulated Discord."""
        real = FakeHTTPClient.request

        async def request(client: FakeHTTPClient, route: Any, **options: Any) -> Any:
            if self.is_on:
                await self._wait(route.method)
            return await real(client, route, **options)

        FakeHTTPClient.request = request  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            FakeHTTPClient.request = real  # type: ignore[method-assign]

    async def _wait(self, method: str) -> None:
        self.sent += 1
        self._running += 1
        self.most = max(self.most, self._running)
        try:
            fails = method in self._failing
            await asyncio.sleep(self._seconds if fails or not self._failing else SLOW * SPEED)
            if fails:
                raise discord.DiscordServerError(_Failure(), None)
        finally:
            self._running -= 1


async def _measure(due: int, what: str, delays: Delays, speed: float = 1) -> None:
    with tempfile.TemporaryDirectory() as folder, delays.patched():
        settings = Settings(database=Path(folder) / "bot.sqlite3", backups=0, poll_seconds=86_400)
        env = PatientEnv(TimedParlour(settings), shard_count=1, settle_timeout=60)
        for module in (cogs.rounds, interactions.clock_jumps):
            vars(module)["monotonic"] = lambda: env.now().timestamp()
        await env.start()
        try:
            await _add_matches(env, due)
            assert isinstance(env.bot, TimedParlour)
            rounds = env.bot.get_cog("RoundsCog")
            assert isinstance(rounds, RoundsCog)
            await env.advance_time(DUE.total_seconds() - 30)
            with env.time_context():
                await rounds.poll()
            await env.advance_time(60)
            delays.is_on = True
            began = perf_counter()
            with env.time_context():
                await rounds.poll()
            seconds = (perf_counter() - began) / speed
            print(
                f"  {due:3} reminders, Discord {what}: {seconds:6.1f} s, "
                f"{delays.sent} requests, {delays.most} at once"
            )
            delays.is_on = False
        finally:
            await env.shutdown()
            await env.bot.close()


async def _add_matches(env: simcord.Env, number: int) -> None:
    """Begin matches of a day per move, and tell them."""
    guild = env.create_guild()
    channels = [guild.create_text_channel(f"games-{one}") for one in range(CHANNELS)]
    ann, ben = (guild.add_member(env.create_user(name)) for name in ("Ann", "Ben"))
    assert isinstance(env.bot, TimedParlour)
    store, now = env.bot.store, env.now()
    people = [Person(who.id, who.name) for who in (ann, ben)]
    terms = Terms("ringo", {}, Seat.FIRST, pace=Pace.a_move(1))
    for one in range(number):
        place = Place(channels[one % CHANNELS].id, guild.id)
        challenge = await store.challenges.make(people[0], None, terms, place, now)
        _, match = await store.challenges.accept(challenge.number, people[1], place, now)
        await store.challenges.mark_announced(challenge.number, ChallengeState.ACCEPTED)
        await store.cards.mark_announced(match.number, match.count)


class _Failure:
    """The answer of a Discord that fails."""

    status, reason = 500, "Internal Server Error"

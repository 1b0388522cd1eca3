"""A simulated Discord with the bot, people and live matches, for measurements."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import simcord

from bot import Parlour
from data import Person, Place, Seat, StoredMatch, Terms
from hosting.settings import Settings
from interactions.rate_limits import RateLimit, RateLimiter
from match import verbs
from match.event import Event
from rules import GAMES

CHANNELS, PEOPLE = 50, 100
MOVES = 6
"""The most moves of a match before the measurements."""
Seconds: TypeAlias = list[float]
Ask: TypeAlias = Coroutine[object, object, object]
"""An action of a person in Discord, not yet awaited."""


class PatientEnv(simcord.Env):
    """A simulated Discord that waits longer than its 5 seconds for a bot on a busy machine."""

    async def _settle_internal(self, **options: Any) -> None:  # as simcord passes them
        if options.get("timeout"):
            options["timeout"] = max(options["timeout"], self.settle_timeout)
        await super()._settle_internal(**options)

    async def wait_until_painted(self) -> None:
        """Wait for the thread in which the bot draws boards in advance."""
        for thread in threading.enumerate():
            if thread.name == "boards":
                await asyncio.to_thread(thread.join)


class NoRateLimit(RateLimiter):
    """No rate limits, as measurements repeat actions without a pause."""

    def note(self, limit: RateLimit, person: int, now: datetime) -> None:
        pass


class TimedParlour(Parlour):
    """The bot, recording when it receives an interaction."""

    heard = 0.0

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.rate_limiter = NoRateLimit()

    def dispatch(self, event_name: str, /, *words: Any, **named: Any) -> None:
        if event_name == "interaction":
            self.heard = perf_counter()
        super().dispatch(event_name, *words, **named)


class RequestLog(list[Any]):
    """The simulated Discord's record of requests, with the time of each."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: Seconds = []

    def append(self, entry: Any) -> None:
        self.moments.append(perf_counter())
        super().append(entry)

    def reset(self) -> None:
        """Delete all records."""
        self.clear()
        self.moments.clear()


@dataclass
class Simulation:
    """A simulated Discord with the bot, its channels, people and the numbers of live matches."""

    env: simcord.Env
    arrivals: RequestLog
    guild: simcord.GuildHandle
    channels: dict[int, simcord.ChannelHandle]
    rng: random.Random = field(default_factory=lambda: random.Random(3))
    people: dict[int, simcord.MemberActor] = field(default_factory=dict)
    live: list[int] = field(default_factory=list)

    @property
    def bot(self) -> TimedParlour:
        """The running bot."""
        assert isinstance(self.env.bot, TimedParlour)
        return self.env.bot

    async def match(self, rng: random.Random, game: str | None = None) -> StoredMatch:
        """Return a random live match."""
        while True:
            match = await self.bot.store.matches.find(rng.choice(self.live))
            if not match.result and game in (None, match.game):
                return match

    def newcomer(self) -> simcord.MemberActor:
        """Add a person, who plays nothing yet."""
        person = self.guild.add_member(self.env.create_user(f"Player {len(self.people)}"))
        self.people[person.id] = person
        return person

    async def begin(self, game: str, *people: simcord.MemberActor) -> StoredMatch:
        """Start a match of two people, or newcomers, in any of the channels."""
        store, now = self.bot.store, self.env.now()
        one, two = (
            Person(who.id, who.name) for who in people or (self.newcomer(), self.newcomer())
        )
        place = Place(self.rng.choice([*self.channels]), self.guild.id)
        challenge = await store.challenges.make(one, None, Terms(game, {}, Seat.FIRST), place, now)
        _, match = await store.challenges.accept(challenge.number, two, place, now)
        return match

    def mover(self, match: StoredMatch) -> simcord.MemberActor:
        """Return the person to move."""
        assert match.to_move is not None, "the match goes on"
        return self.people[match.to_move]

    def channel(self, match: StoredMatch) -> simcord.ChannelHandle:
        """Return the channel of a match."""
        return self.channels[match.place.channel]

    async def time(self, ask: Ask) -> Seconds:
        """Return the seconds from an interaction to the answer and to each later request."""
        self.arrivals.reset()
        await ask
        assert self.arrivals[0].path.endswith("/callback"), "the first request is the answer"
        return [moment - self.bot.heard for moment in self.arrivals.moments]


@asynccontextmanager
async def running_bot(folder: Path) -> AsyncIterator[PatientEnv]:
    """Run the bot in a simulated Discord, with its database in a folder."""
    settings = Settings(database=folder / "bot.sqlite3", backups=0, poll_seconds=86_400)
    env = PatientEnv(TimedParlour(settings), shard_count=1, settle_timeout=60)
    try:
        await env.start()
        yield env
    finally:
        await env.shutdown()
        await env.bot.close()


async def simulate(env: simcord.Env, number: int) -> Simulation:
    """Create channels and people, and start a number of matches with some random moves.

    The bot must already be running.
    """
    arrivals = env.backend.http_requests = RequestLog()
    guild = env.create_guild()
    channels = [guild.create_text_channel(f"games-{number}") for number in range(CHANNELS)]
    by_id = {channel.id: channel for channel in channels}
    simulation, now = Simulation(env, arrivals, guild, by_id), env.now()
    rng = simulation.rng
    people = [simulation.newcomer() for _ in range(PEOPLE)]
    for one_match in range(number):
        match = await simulation.begin([*GAMES][one_match % len(GAMES)], *rng.sample(people, 2))
        for _ in range(rng.randint(0, MOVES)):
            if match.over:
                break
            move = partial(_any_move, rng=rng, now=now)
            match = (await simulation.bot.store.matches.apply(match, move)).after
        simulation.live.append(match.number)
    return simulation


def _any_move(match: StoredMatch, *, rng: random.Random, now: datetime) -> Event:
    """Play a random legal move."""
    text = rng.choice(list(match.position.moves()))
    return verbs.play(match, match.seats[match.turn], now, text)

"""The bot in a simulated Discord, with people and live matches, to be measured."""

import random
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias

import simcord

from bot import Parlour
from cogs.haste import Haste, Limit
from data import KeptMatch, Person, Place, Seat, Terms
from match import verbs
from match.event import Event
from rules import GAMES
from settings import Settings

LIVE, CHANNELS, PEOPLE = 1_000, 50, 100
MOVES = 6
"""So many moves, at most, a match has seen when the measuring begins."""
Seconds: TypeAlias = list[float]
Ask: TypeAlias = Coroutine[object, object, object]
"""Something that a person does in Discord, still to be awaited."""


class Patient(Haste):
    """Lets people ask as often as they like: here one round follows the other at once."""

    def note(self, limit: Limit, person: int, now: datetime) -> None:
        pass


class Timed(Parlour):
    """The bot, noting when it hears of an interaction."""

    heard = 0.0

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.haste = Patient()

    def dispatch(self, event_name: str, /, *words: Any, **named: Any) -> None:
        if event_name == "interaction":
            self.heard = perf_counter()
        super().dispatch(event_name, *words, **named)


class Arrivals(list[Any]):
    """The simulated Discord's record of requests, with the moment when each came."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: Seconds = []

    def append(self, entry: Any) -> None:
        self.moments.append(perf_counter())
        super().append(entry)

    def forget(self) -> None:
        """Begin anew."""
        self.clear()
        self.moments.clear()


@dataclass
class Parlours:
    """A simulated Discord with the bot, its channels and people, and the bot's live matches."""

    env: simcord.Env
    arrivals: Arrivals
    channels: dict[int, simcord.ChannelHandle]
    people: dict[int, simcord.MemberActor]
    live: list[int]

    @property
    def bot(self) -> Timed:
        """The bot that runs now."""
        assert isinstance(self.env.bot, Timed)
        return self.env.bot

    async def match(self, lots: random.Random, game: str | None = None) -> KeptMatch:
        """Draw a live match by lot."""
        while True:
            match = await self.bot.store.matches.find(lots.choice(self.live))
            if not match.result and game in (None, match.game):
                return match

    def mover(self, match: KeptMatch) -> simcord.MemberActor:
        """Find who is to move."""
        assert match.to_move is not None, "the match goes on"
        return self.people[match.to_move]

    def channel(self, match: KeptMatch) -> simcord.ChannelHandle:
        """Find where a match lives."""
        return self.channels[match.place.channel]

    async def time(self, ask: Ask) -> Seconds:
        """Measure until the answer and until each request after it, from the interaction on."""
        self.arrivals.forget()
        await ask
        assert self.arrivals[0].path.endswith("/callback"), "the first request is the answer"
        return [moment - self.bot.heard for moment in self.arrivals.moments]


async def furnish(env: simcord.Env) -> Parlours:
    """Open channels, let people come in, and begin their matches, some moves in.

    The bot is to run already.
    """
    assert isinstance(env.bot, Timed)
    arrivals = env.backend.http_requests = Arrivals()
    guild = env.create_guild()
    channels = [guild.create_text_channel(f"games-{number}") for number in range(CHANNELS)]
    people = [guild.add_member(env.create_user(f"Player {n}")) for n in range(PEOPLE)]
    store, lots, now = env.bot.store, random.Random(3), env.now()
    live = []
    for number in range(LIVE):
        one, two = (Person(who.id, who.name) for who in lots.sample(people, 2))
        place = Place(lots.choice(channels).id, guild.id)
        terms = Terms(list(GAMES)[number % len(GAMES)], {}, Seat.FIRST)
        challenge = await store.challenges.make(one, None, terms, place, now)
        _, match = await store.challenges.accept(challenge.number, two, place, now)
        for _ in range(lots.randint(0, MOVES)):
            if match.over:
                break
            move = partial(_any_move, lots=lots, now=now)
            match = (await store.matches.happen(match, move)).after
        live.append(match.number)
    by_id = {channel.id: channel for channel in channels}
    return Parlours(env, arrivals, by_id, {who.id: who for who in people}, live)


def _any_move(match: KeptMatch, *, lots: random.Random, now: datetime) -> Event:
    """Decide on any legal move."""
    text = lots.choice(list(match.position.moves()))
    return verbs.play(match, match.seats[match.turn], now, text)

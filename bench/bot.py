"""How fast the bot answers with 1,000 live matches, in a simulated Discord, and how it starts."""

import asyncio
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import simcord

from bot import Parlour
from cogs.haste import Haste, Limit
from data import KeptMatch, Person, Place, Seat, Terms
from rules import GAMES, verbs
from rules.event import Event
from settings import Settings

LIVE, CHANNELS, PEOPLE = 1_000, 50, 100
MOVES = 6
"""So many moves, at most, a match has seen when the measuring begins."""
ROUNDS = 100
"""How often each thing is measured."""
TICK = 0.001
Seconds = list[float]
Ask = Coroutine[object, object, object]
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

    async def time(self, ask: Ask) -> tuple[float, float]:
        """Measure until the answer and until the last request after an interaction, in seconds."""
        self.arrivals.forget()
        await ask
        first, last = self.arrivals.moments[0], self.arrivals.moments[-1]
        assert self.arrivals[0].path.endswith("/callback"), "the first request is the answer"
        return first - self.bot.heard, last - self.bot.heard


def run() -> None:
    """Measure, and print the figures beside the most that they should be."""
    # Not where temporary files lie, which may be in memory.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> None:
    settings = Settings(database=folder / "bot.sqlite3", backups=0, poll_seconds=86_400)
    env = simcord.Env(Timed(settings), shard_count=1)
    try:
        await env.start()
        house = await _furnish(env)
        await env.bot.close()
        began = perf_counter()
        await env.restart_bot(Timed(settings))
        ready = perf_counter() - began
        imported = _imports()
        await _boards_are_painted()
        print(f"bot: {LIVE} live matches, each figure of {ROUNDS} rounds; median and p99 in ms")
        _line("start: imports", [imported])
        _line("start: until ready", [ready])
        _line("start, both", [imported + ready], most=3000)
        await _compare(house, folder / "bare.sqlite3")
    finally:
        await env.shutdown()
        await env.bot.close()


async def _compare(house: Parlours, path: Path) -> None:
    """Have people ask for everything, and hold the times against what is wanted."""
    lots = random.Random(4)
    answers = []
    for name, ask in _asked(house, lots).items():
        times = [(await house.time(await ask()))[0] for _ in range(ROUNDS)]
        answers += times
        _line(f"answer: {name}", times)
    bares, moves = await _moves(house, lots, path)
    answered, whole = zip(*moves, strict=True)
    _line("answer: /move, with the new card", answered)
    _line("answer: all together", [*answers, *answered], most99=100)
    most = statistics.median(bares) * 1000 + 20
    _line("bare insert and commit", bares)
    _line("/move, until the old card is redrawn", whole, most=most)
    _line("the event loop is late in a /move by", await _hold_ups(house, lots))


async def _furnish(env: simcord.Env) -> Parlours:
    """Open channels, let people come in, and begin their matches, some moves in."""
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


def _asked(house: Parlours, lots: random.Random) -> dict[str, Callable[[], Awaitable[Ask]]]:
    """Name the things people ask for, each with what draws a match by lot and asks it there."""

    def slash(name: str, **options: object) -> Callable[[], Awaitable[Ask]]:
        async def ask() -> Ask:
            match = await house.match(lots)
            return house.mover(match).slash(house.channel(match), name, **options)

        return ask

    async def board() -> Ask:
        match = await house.match(lots)
        return house.mover(match).slash(house.channel(match), "board", match=match.number)

    async def autocomplete() -> Ask:
        match = await house.match(lots)
        return house.mover(match).autocomplete(house.channel(match), "move", "move", "a")

    async def picker() -> Ask:
        match = await house.match(lots, "bizingo")
        who, channel = house.mover(match), house.channel(match)
        await who.slash(channel, "board", match=match.number)
        card = channel.last_message
        assert card is not None
        return who.click(card, label="Move")

    return {
        "/matches": slash("matches"),
        "/leaderboard": slash("leaderboard", game="ringo"),
        "/rules, with a picture": slash("rules", game="ringo"),
        "/help": slash("help"),
        "/move's list while typing": autocomplete,
        "/board, with its picture": board,
        "the picker, with its picture": picker,
    }


async def _moves(
    house: Parlours, lots: random.Random, path: Path
) -> tuple[Seconds, list[tuple[float, float]]]:
    """Make moves, each beside a bare insert and commit on the same disk."""
    bares, moves = [], []
    with closing(sqlite3.connect(path, isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE one (at INTEGER)")
        for _ in range(ROUNDS):
            match = await house.match(lots)
            # With a card that can be redrawn, as every match has that was begun in Discord.
            await house.mover(match).slash(house.channel(match), "board", match=match.number)
            began = perf_counter()
            bare.execute("INSERT INTO one VALUES (1)")
            bares.append(perf_counter() - began)
            moves.append(await house.time(_move(house, match, lots)))
            assert [entry.method for entry in house.arrivals] == ["POST", "PATCH"]
    return bares, moves


def _move(house: Parlours, match: KeptMatch, lots: random.Random) -> Ask:
    text = lots.choice(list(match.position.moves()))
    who = house.mover(match)
    return who.slash(house.channel(match), "move", move=text, match=match.number)


async def _hold_ups(house: Parlours, lots: random.Random) -> Seconds:
    """Tick beside moves, and give by how much each tick came late."""
    late: Seconds = []
    over = False

    async def tick() -> None:
        while not over:
            began = perf_counter()
            await asyncio.sleep(TICK)
            late.append(perf_counter() - began - TICK)

    for _ in range(ROUNDS):
        match = await house.match(lots)
        move = _move(house, match, lots)
        over = False
        ticking = asyncio.create_task(tick())
        await move
        over = True
        await ticking
    return late


async def _boards_are_painted() -> None:
    """Wait for the boards that the bot paints ahead in a thread of its own."""
    for thread in threading.enumerate():
        if thread.name == "boards":
            await asyncio.to_thread(thread.join)


def _imports() -> float:
    """Measure how long Python takes to start and to load the bot."""
    began = perf_counter()
    subprocess.run([sys.executable, "-c", "import bot"], check=True)
    return perf_counter() - began


def _line(
    name: str, times: Sequence[float], *, most: float | None = None, most99: float | None = None
) -> None:
    """Print the median and the 99th percentile, and what they should be at most."""
    middle = statistics.median(times) * 1000
    words = f"  {name:38}{middle:9.2f}"
    if times[1:]:
        words += f"   p99{statistics.quantiles(times, n=100)[98] * 1000:8.2f}"
        words += f"   max{max(times) * 1000:8.2f}"
    for wanted in (most, most99):
        words += "" if wanted is None else f"   at most {wanted:.0f}"
    print(words)

"""Speed of the bot with 1,000 live matches in a simulated Discord, and of its start."""

import asyncio
import random
import sqlite3
import statistics
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter

from data import StoredMatch
from tools.bench.measuring import folder_on_disk, measure_loop_delay, print_times, scaled
from tools.bench.simulation import Ask, Seconds, Simulation, TimedParlour, running_bot, simulate

LIVE, ROUNDS = 1_000, 100
"""The number of live matches, and of measurements of each action."""


def run(scale: float = 1.0) -> None:
    """Measure, and print the results with their upper limits."""
    live, rounds = scaled(LIVE, scale, least=20), scaled(ROUNDS, scale, least=2)
    with folder_on_disk() as folder:
        asyncio.run(_measure(folder, live, rounds))


async def _measure(folder: Path, live: int, rounds: int) -> None:
    async with running_bot(folder) as env:
        simulation = await simulate(env, live)
        await env.bot.close()
        began = perf_counter()
        await env.restart_bot(TimedParlour(simulation.bot.settings))
        ready = perf_counter() - began
        imported = _imports()
        await env.wait_until_painted()
        print(f"bot: {live} live matches, each figure of {rounds} rounds; median and p99 in ms")
        print_times("start: imports", [imported])
        print_times("start: until ready", [ready])
        print_times("start, both", [imported + ready], most=3000)
        await _compare(simulation, folder / "bare.sqlite3", rounds)


async def _compare(simulation: Simulation, path: Path, rounds: int) -> None:
    """Measure all actions, and print the times with their upper limits."""
    rng = random.Random(4)
    answers = []
    for name, ask in _asked(simulation, rng).items():
        times = [(await simulation.time(await ask()))[0] for _ in range(rounds)]
        answers += times
        print_times(f"answer: {name}", times)
    bares, moves = await _moves(simulation, rng, path, rounds)
    answered, whole = zip(*moves, strict=True)
    print_times("answer: /move, with the new card", answered)
    print_times("answer: all together", [*answers, *answered], most99=100)
    most = statistics.median(bares) * 1000 + 20
    print_times("bare insert and commit", bares)
    print_times("/move, until the past card is redrawn", whole, most=most)
    print_times("the event loop is late in a /move by", await _loop_delays(simulation, rng, rounds))


def _asked(simulation: Simulation, rng: random.Random) -> dict[str, Callable[[], Awaitable[Ask]]]:
    """Return the actions by name, each a function that chooses a match at random and acts in it."""

    def slash(name: str, **options: object) -> Callable[[], Awaitable[Ask]]:
        async def ask() -> Ask:
            match = await simulation.match(rng)
            return simulation.mover(match).slash(simulation.channel(match), name, **options)

        return ask

    async def board() -> Ask:
        match = await simulation.match(rng)
        return simulation.mover(match).slash(simulation.channel(match), "board", match=match.number)

    async def autocomplete() -> Ask:
        match = await simulation.match(rng)
        return simulation.mover(match).autocomplete(simulation.channel(match), "move", "move", "a")

    async def picker() -> Ask:
        match = await simulation.match(rng, "bizingo")
        who, channel = simulation.mover(match), simulation.channel(match)
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
    simulation: Simulation, rng: random.Random, path: Path, rounds: int
) -> tuple[Seconds, list[tuple[float, float]]]:
    """Measure moves, each next to a bare insert and commit on the same disk."""
    bares, moves = [], []
    with closing(sqlite3.connect(path, isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE one (at INTEGER)")
        for _ in range(rounds):
            match = await simulation.match(rng)
            # With a card that can be redrawn, as for every match that was started in Discord.
            await simulation.mover(match).slash(
                simulation.channel(match), "board", match=match.number
            )
            began = perf_counter()
            bare.execute("INSERT INTO one VALUES (1)")
            bares.append(perf_counter() - began)
            answered, redrawn, *_ = await simulation.time(_move(simulation, match, rng))
            moves.append((answered, redrawn))
            # The requests that follow remind the mover of other matches.
            assert [entry.method for entry in simulation.arrivals[:2]] == ["POST", "PATCH"]
    return bares, moves


def _move(simulation: Simulation, match: StoredMatch, rng: random.Random) -> Ask:
    text = rng.choice(list(match.position.moves()))
    who = simulation.mover(match)
    return who.slash(simulation.channel(match), "move", move=text, match=match.number)


async def _loop_delays(simulation: Simulation, rng: random.Random, rounds: int) -> Seconds:
    """Measure the delays of the event loop during moves."""
    late: Seconds = []
    for _ in range(rounds):
        match = await simulation.match(rng)
        async with measure_loop_delay() as meanwhile:
            await _move(simulation, match, rng)
        late += meanwhile
    return late


def _imports() -> float:
    """Return the seconds that Python takes to start and to import the bot."""
    began = perf_counter()
    subprocess.run([sys.executable, "-c", "import bot"], check=True)
    return perf_counter() - began

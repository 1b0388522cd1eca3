"""Cost of the board in a browser: a state, a play beside `/move`, and a thousand open pages.

The pages are opened by a process of their own, so that only what the bot does is measured.
"""

import asyncio
import gc
import json
import random
import resource
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import process_time, thread_time
from typing import Any

import discord
from aiohttp import web

from data import StoredMatch
from data.web_links import Opener
from match import verbs
from rendering.drawings import scene_of
from rules import GAMES
from tools.bench.measuring import (
    TICK,
    CannotMeasureError,
    folder_on_disk,
    measure_loop_delay,
    print_times,
    scaled,
)
from tools.bench.simulation import Simulation, running_bot, simulate
from web.doors import MOST_OPEN
from web.server import BoardServer

LIVE, ROUNDS, PAGES = 100, 100, 1_000
"""The numbers of live matches, of measurements of each action, and of open pages."""
STATE_MS, OPEN_MB, LATE_MS, AT_MOST = 8, 60, 50, 1.0
"""What these may cost, and a play as a part of a `/move`."""
FIRST_ID = 1 << 22
"""No number that Discord gives is smaller; those who only watch have smaller ones."""
QUIET_SECONDS = 2.0
"""How long the open pages are watched while nothing happens."""


def run(scale: float = 1.0) -> None:
    """Measure, and print the results with their upper limits."""
    with folder_on_disk() as folder:
        asyncio.run(_measure(folder, scale))


async def _measure(folder: Path, scale: float) -> None:
    rounds = scaled(ROUNDS, scale, least=3)
    async with running_bot(folder) as env:
        await env.wait_until_painted()
        boards = Boards(await simulate(env, scaled(LIVE, scale, least=20)))
        await boards.start()
        try:
            await boards.measure_states(rounds)
            await boards.measure_plays(rounds)
            await boards.measure_pages(scaled(PAGES, scale, least=10))
        finally:
            await boards.stop()


class Boards:
    """The server of boards of a bot, and a program that asks it."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation, self._rng = simulation, random.Random(6)
        self._server = BoardServer(simulation.bot)
        self._keys: dict[int, list[str]] = {}

    async def start(self) -> None:
        """Serve, and start the program."""
        self._runner = web.AppRunner(self._server.app(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self._looking = asyncio.create_task(self._server.listeners.look_on())
        port = str(self._runner.addresses[0][1])
        self._program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tools.bench.board_pages", port),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )

    async def stop(self) -> None:
        """Stop both."""
        self._looking.cancel()
        self._server.listeners.end()
        await self._runner.cleanup()
        self._program.kill()
        await self._program.wait()

    async def measure_states(self, rounds: int) -> None:
        """Measure what the loop's thread, and all threads, do for a state that a page asks for."""
        for words in ("a page's first state", "a state"):
            loop, every = [], []
            for _ in range(rounds):
                match = await self._simulation.match(self._rng)
                asked = await self._asked("state", match)
                began = thread_time(), process_time()
                await self._ask(asked)
                loop.append(thread_time() - began[0])
                every.append(process_time() - began[1])
            print_times(f"{words}: the loop's processor", loop, most=STATE_MS)
            print_times(f"{words}: all threads'", every)

    async def measure_plays(self, rounds: int) -> None:
        """Measure plays on a page beside the same moves by command, with all that they tell.

        In each game two pairs of people who play nothing else make the same moves, one on a page
        and one by command, and each is the first in turns. What is compared is the sum of the
        medians of all games, since their pictures differ more than the two ways do.
        """
        games: list[list[float]] = []
        for game, rules in GAMES.items():
            times: tuple[list[tuple[float, float]], ...] = [], []
            twins = list[StoredMatch]()
            for number in range(2 * rounds // len(GAMES)):
                if not twins or twins[0].over:
                    twins = [await self._simulation.begin(game) for _ in times]
                text = self._rng.choice([*twins[0].position.moves()])
                for way in (0, 1) if number % 2 else (1, 0):
                    times[way].append(await self._time_play(twins[way], text, on_page=not way))
                    twins[way] = await self._simulation.bot.store.matches.find(twins[way].number)
            measured = (each for way in times for each in zip(*way, strict=True))
            games.append([1000 * statistics.median(each) for each in measured])
            _print_plays(rules.name, *games[-1])
        _print_plays("all games", *map(sum, zip(*games, strict=True)))

    async def _time_play(
        self, match: StoredMatch, text: str, *, on_page: bool
    ) -> tuple[float, float]:
        """Return the seconds that all threads, and the loop's, work for a play.

        It is as if nothing of it were drawn.
        """
        await self._ask(await self._asked("state", match))
        asked = await self._asked("play", match, count=match.count, move=text)
        who, channel = self._simulation.mover(match), self._simulation.channel(match)
        scene_of.cache_clear()  # its twin's
        began = process_time(), thread_time()
        if on_page:
            await self._ask(asked)
            await self._server.actions.settle()
            await self._simulation.env.settle()
        else:
            await who.slash(channel, "move", move=text, match=match.number)
        return process_time() - began[0], thread_time() - began[1]

    async def measure_pages(self, number: int) -> None:
        """Measure what open pages hold, and how late the loop is when all hear of a move."""
        match = await self._simulation.match(self._rng)
        keys = [await self._key(1 + page // MOST_OPEN, match) for page in range(number)]
        gc.collect()
        before = _megabytes()
        opened = {"keys": keys, "match": match.number, "count": match.count}
        for ask in ("state", "listen"):
            assert await self._ask({"ask": ask, **opened}) == number
        gc.collect()
        held = _megabytes() - before
        print(f"  {f'{number} open pages: MB':38}{held:9.2f}   at most {OPEN_MB}")
        async with measure_loop_delay() as quiet:
            await asyncio.sleep(QUIET_SECONDS)
        print_times("the loop is late beside them by", quiet, most99=LATE_MS)
        text, now = next(iter(match.position.moves())), self._simulation.env.now()
        async with measure_loop_delay() as late, _stretches() as worked:
            await self._simulation.bot.store.matches.apply(
                match.number, lambda one: verbs.play(one, one.seats[one.turn], now, text)
            )
            await self._ask({"ask": "heard"})
        print_times("… when all hear of a move and ask", late, most99=LATE_MS)
        print(
            f"  {'the longest work in one go, ms':38}{max(worked) * 1000:9.2f}   at most {LATE_MS}"
        )

    async def _asked(self, ask: str, match: StoredMatch, **fields: object) -> dict[str, Any]:
        assert match.to_move is not None, "the match goes on"
        key = await self._key(match.to_move, match)
        return {"ask": ask, "keys": [key], "match": match.number, **fields}

    async def _key(self, person: int, match: StoredMatch) -> str:
        """Open a page for somebody who may see a match."""
        bot, now = self._simulation.bot, discord.utils.utcnow()
        kept = self._keys.setdefault(person, [])
        if not kept or (len(kept) < MOST_OPEN and person < FIRST_ID):
            token = await bot.store.web_links.make(Opener(person, "Cleo"), now)
            key, _ = await self._server.doors.enter(token, now, agreed=False)
            kept.append(key)
        session, _ = await self._server.doors.session(kept[-1], now)
        session.asked, session.seen[match.number] = -1_000_000, session.ends
        return kept[-1]

    async def _ask(self, asked: dict[str, Any]) -> int:
        """Let the program ask, and return how often that was answered."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(json.dumps(asked).encode() + b"\n")
        answered = await self._program.stdout.readline()
        if not answered:
            raise CannotMeasureError("The program that asks has ended; it says why above.")
        return int(answered)


def _print_plays(game: str, page: float, looped: float, move: float, move_looped: float) -> None:
    """Print the milliseconds of a play on a page beside those of a `/move`."""
    for words, one, other in ((game, page, move), ("its part on the loop", looped, move_looped)):
        said = f"  {f'a play, a /move: {words}':38}{one:9.2f}{other:9.2f}"
        print(f"{said}{one / other:8.2f}x   at most {AT_MOST:.2f}x")


@asynccontextmanager
async def _stretches() -> AsyncIterator[list[float]]:
    """Measure what the loop's thread does between two ticks, however busy the machine is."""
    worked: list[float] = []

    async def tick() -> None:
        while True:
            began = thread_time()
            await asyncio.sleep(TICK)
            worked.append(thread_time() - began)

    ticking = asyncio.create_task(tick())
    try:
        yield worked
    finally:
        ticking.cancel()


def _megabytes() -> float:
    """Return how much memory this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1_000_000

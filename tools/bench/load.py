"""The bot under load: its own process, against a simulated Discord with thousands of servers.

People press something five times a second for five minutes; then thousands of reminders and
time-outs are due in the same second while people go on. `python -m tools.bench load`, or a part:
`python -m tools.bench load --scale 0.1`, or more presses: `python -m tools.bench load --rate 50`.
"""

import asyncio
import json
import random
import resource
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from time import perf_counter, time

from rules import GAMES
from tools.bench.discord_server import (
    TOKEN,
    DiscordServer,
    Json,
    Press,
    command,
    completion,
    server_id,
    server_number,
)
from tools.bench.load_database import (
    CHANNELS,
    OLD_SERVERS,
    Size,
    count_left,
    fill,
    move_due,
    second_due,
)
from tools.bench.measuring import CannotMeasureError, folder_on_disk, print_times

RATE, MINUTES = 5.0, 5
"""Presses a second unless one chooses, and for how many minutes before everything is due."""
SOONEST = timedelta(seconds=20)
"""The least time until then, in which the bot starts."""
LOOK_SECONDS = 0.2
"""Seconds between two looks at what is left."""
PATIENCE = timedelta(minutes=15)
"""The seconds to wait for the last of what is due."""
Done = dict[str, float]
"""After how many seconds all that was due was done, by the names of `count_left`."""
STARTER = """\
import asyncio, json, sys, time
import discord
discord.http.Route.BASE, told = sys.argv.pop(1), sys.argv.pop(1)
import bot

TICK = 0.01
late = []

async def tick():
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append((time.time(), time.perf_counter() - began - TICK))

class Measured(bot.Parlour):
    async def setup_hook(self):
        await super().setup_hook()
        self.ticking = asyncio.create_task(tick())

bot.Parlour = Measured
try:
    bot.main()
finally:
    open(told, "w").write(json.dumps(late))
"""
"""The program `bot.py`, with Discord at the address in its first argument.

It writes the delays of its event loop into the file of its second argument.
"""


@dataclass
class Measured:
    """The measurements of a phase: seconds until each answer, by the kind of press."""

    began: float = field(default_factory=time)
    ended: float = 0.0
    answers: dict[str, list[float]] = field(default_factory=dict)
    unanswered: int = 0
    requests: int = 0
    """The bot's requests to Discord meanwhile, answers to presses included."""


def run(scale: float = 1.0, rate: float = RATE) -> None:
    """Measure, and print the results with their limits."""
    with folder_on_disk() as folder:
        before = max(SOONEST, timedelta(minutes=MINUTES) * min(1, 10 * scale))
        asyncio.run(_measure(folder, Size.scaled(scale), before, rate))


async def _measure(folder: Path, size: Size, before: timedelta, rate: float) -> None:
    path, delays = folder / "load.sqlite3", folder / "delays.json"
    began = perf_counter()
    due_at = datetime.now(UTC) + timedelta(days=1)
    events = await fill(path, size, due_at)
    print(f"load: {size}, {events} events, made in {perf_counter() - began:.0f} s")
    discord = DiscordServer(size.servers, CHANNELS)
    async with discord.open() as address:
        await move_due(path, size, due_at, before)
        async with running_bot(folder, address, path, delays) as process:
            began = perf_counter()
            await wait_until_ready(process, folder / "log.txt")
            print(f"  ready after {perf_counter() - began:.1f} s")
            presses = Presses(discord, path, size, rate)
            calm, crowded, done = await _phases(presses, path, size)
    lost = presses.lost()
    _report(size, calm, crowded, done, delays)
    print(f"  moves answered and not stored       {lost:9d}   at most 0")
    report_log(folder / "log.txt", discord)


async def _phases(presses: "Presses", path: Path, size: Size) -> tuple[Measured, Measured, Done]:
    """Press for some minutes, then until all is told and tidy; return when that was."""
    due = second_due(path, size)
    calm = Measured()
    while time() < due:
        await presses.press(calm)
    calm.ended = time()
    crowded, asked = Measured(), presses.discord.requests.total()
    telling = asyncio.create_task(_until_tidy(path, size, due))
    while not telling.done():
        await presses.press(crowded)
    done = await telling
    crowded.ended = time()
    crowded.requests = presses.discord.requests.total() - asked
    await presses.finish()
    return calm, crowded, done


async def _until_tidy(path: Path, size: Size, due: float) -> Done:
    """Wait until all that was due is told and tidy; return when that was."""
    done = Done()
    while "untidy" not in done and time() < due + PATIENCE.total_seconds():
        left = await asyncio.to_thread(count_left, path, size)
        for kind, number in left.items():
            if not number:
                done.setdefault(kind, time() - due)
        await asyncio.sleep(LOOK_SECONDS)
    return done


class Presses:
    """Presses something at random, so many times a second, and measures the answers."""

    def __init__(self, discord: DiscordServer, path: Path, size: Size, rate: float) -> None:
        self.discord, self._path, self._size = discord, path, size
        self._pause = 1 / rate
        self._rng = random.Random(7)
        self._waiting: set[asyncio.Task[None]] = set()
        self._next = perf_counter()
        self._moves: dict[int, int] = {}
        """The event counts of matches before the moves that were answered in them."""

    async def press(self, into: Measured) -> None:
        """Wait for the time of the next press, and send it."""
        self._next += self._pause
        await asyncio.sleep(max(0.0, self._next - perf_counter()))
        kind, number, told, server, channel, person = await asyncio.to_thread(self._choose)
        press = await self.discord.interact(server, channel, person, told)
        task = asyncio.create_task(self._wait(press, kind, number, into))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def finish(self) -> None:
        """Wait for the last answers."""
        await asyncio.gather(*self._waiting)

    def lost(self) -> int:
        """Count the matches whose move was answered and is not stored."""
        with closing(sqlite3.connect(self._path)) as connection:
            return sum(
                connection.execute("SELECT count FROM matches WHERE id = ?", (number,)).fetchone()[
                    0
                ]
                <= count
                for number, count in self._moves.items()
            )

    async def _wait(self, press: Press, kind: str, number: tuple[int, int], into: Measured) -> None:
        try:
            async with asyncio.timeout(PATIENCE.total_seconds()):
                into.answers.setdefault(kind, []).append(await press.answered)
        except TimeoutError:
            into.unanswered += 1
            return
        if kind == "/move":
            self._moves[number[0]] = number[1]

    def _choose(self) -> tuple[str, tuple[int, int], Json, int, int, int]:
        """Choose what to press, and in which match of those that are not due."""
        with closing(sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True)) as connection:
            while True:
                number = self._rng.randint(self._size.due + 1, self._size.live)
                row = connection.execute(
                    "SELECT game, position, turn, first, second, server, channel, how, count "
                    "FROM matches WHERE id = ?",
                    (number,),
                ).fetchone()
                if row[7] is None:
                    break
        game, written, turn, first, second, server, channel, _, count = row
        person = (first, second)[turn]
        kind = self._rng.choices(
            ["/move", "/board", "/matches", "/leaderboard", "typing"], [5, 2, 1, 1, 1]
        )[0]
        if number in self._moves:  # of one move it is known whether it is stored
            kind = "/board"
        if kind == "/move":
            move = self._rng.choice([*GAMES[game].decode(written).moves()])
            told = command("move", move=move, match=number)
        elif kind == "/leaderboard":
            told = command("leaderboard", game=game)
            server = server_id(self._rng.randrange(OLD_SERVERS))
            channel = server + 1
        elif kind == "typing":
            told = completion("move", "move", "a")
        elif kind == "/board":
            told = command("board", match=number)
        else:
            told = command(kind[1:])
        return kind, (number, count), told, server_number(server), channel - server, person


# The bot.


@asynccontextmanager
async def running_bot(
    folder: Path, address: str, path: Path, delays: Path
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot until the end of the block."""
    with (folder / "log.txt").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            STARTER,
            address,
            str(delays),
            env={
                "PYTHONPATH": str(Path.cwd()),
                "DISCORD_TOKEN": TOKEN,
                "PARLOUR_DATABASE": str(path),
                "PARLOUR_BACKUPS": "0",
            },
            stderr=log,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()


async def wait_until_ready(process: asyncio.subprocess.Process, log: Path) -> None:
    """Wait until the bot says that it is ready. Raises `CannotMeasureError` if it ends before."""
    while "ready as" not in (said := await asyncio.to_thread(log.read_text, "utf-8")):
        if process.returncode is not None:
            raise CannotMeasureError(f"The bot has ended before it was ready:\n{said}")
        await asyncio.sleep(0.2)


# The report.


def _report(size: Size, calm: Measured, crowded: Measured, done: Done, delays: Path) -> None:
    late = json.loads(delays.read_text(encoding="utf-8"))
    for name, phase in (("before", calm), (f"while {size.due} are due", crowded)):
        times = [seconds for kind in phase.answers.values() for seconds in kind]
        print(f"  {name}: {len(times)} answers, {phase.unanswered} never; in ms")
        for kind, some in [("all", times), *sorted(phase.answers.items())]:
            print_times(kind, some, most99=1000 if kind == "all" else None)
        print_times(
            "the event loop was late by",
            [seconds for at, seconds in late if phase.began <= at < phase.ended],
        )
    for kind, words, most in (
        ("undecided", "seconds until the last time-out was decided", 60),
        ("untold_time_outs", "... and told", None),
        ("untold", "seconds until the last due was told", size.due / 40 + 60),
        ("untidy", "... and the last past card was tidied", None),
    ):
        limit = "" if most is None else f"   at most {most:.0f}"
        print(f"  {words:44}{done.get(kind, inf):9.1f}{limit}")
    rate = crowded.requests / (crowded.ended - crowded.began)
    print(f"  requests a second meanwhile         {rate:9.0f}   Discord takes 50, besides answers")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"  memory of the bot at most, MB       {memory:9.0f}   at most 1024")


def report_log(log: Path, discord: DiscordServer) -> None:
    """Print how many requests there were, and what the bot's log warns of."""
    lines = log.read_text(encoding="utf-8").splitlines()
    bad = [line for line in lines if " WARNING " in line or " ERROR " in line]
    print(f"  requests {dict(discord.requests)}; warnings and errors in the log: {len(bad)}")
    for line in bad[:5]:
        print(f"    {line[:200]}")
    for request, number in discord.unknown.most_common(5):
        print(f"    not known here: {request} ({number} times)")

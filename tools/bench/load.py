"""The bot under load: its own process, against a simulated Discord with thousands of servers.

People press something five times a second for five minutes; then thousands of reminders and
time-outs are due in the same second while people go on. `python -m tools.bench load`, or a part:
`python -m tools.bench load --scale 0.1`, or more presses: `python -m tools.bench load --rate 50`.
"""

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from time import perf_counter, time

from data.driver import Location
from rules import GAMES
from tools.bench.asked import command, completion
from tools.bench.discord_server import DiscordServer, Json, Press, server_id, server_number
from tools.bench.load_bots import (
    ENGINES,
    database,
    peak_memory,
    processor_seconds,
    report_log,
    running_bots,
    until_idle,
)
from tools.bench.load_database import (
    CHANNELS,
    OLD_SERVERS,
    Size,
    count_left,
    fill,
    move_due,
    read,
    second_due,
)
from tools.bench.measuring import folder_on_disk, print_times

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


@dataclass
class Measured:
    """The measurements of a phase: seconds until each answer, by the kind of press."""

    began: float = field(default_factory=time)
    ended: float = 0.0
    answers: dict[str, list[float]] = field(default_factory=dict)
    unanswered: int = 0
    processor: float = 0.0
    """The seconds of processor that the bot took meanwhile."""
    requests: int = 0
    """The bot's requests to Discord meanwhile, answers to presses included."""


def run(
    scale: float = 1.0, rate: float = RATE, processes: int = 1, engine: str = ENGINES[0]
) -> None:
    """Measure, and print the results with their limits."""
    with folder_on_disk() as folder, database(folder, engine) as location:
        before = max(SOONEST, timedelta(minutes=MINUTES) * min(1, 10 * scale))
        folders = [folder / str(number) for number in range(processes)]
        asyncio.run(_measure(folders, location, Size.scaled(scale), before, rate))


async def _measure(
    folders: list[Path], path: Location, size: Size, before: timedelta, rate: float
) -> None:
    for folder in folders:
        folder.mkdir()
    began = perf_counter()
    due_at = datetime.now(UTC) + timedelta(days=1)
    events = await fill(path, size, due_at)
    print(f"load: {size}, {events} events, made in {perf_counter() - began:.0f} s")
    discord = DiscordServer(size.servers, CHANNELS)
    discord.shards = max(discord.shards, len(folders))
    async with discord.open() as address:
        await move_due(path, size, due_at, before)
        began = perf_counter()
        async with running_bots(folders, address, path, discord) as bots:
            print(f"  ready after {perf_counter() - began:.1f} s")
            await until_idle(bots)  # it draws all boards in advance
            presses = Presses(discord, path, size, rate)
            phases, done = await _phases(presses, path, size, bots)
            memory = sum(map(peak_memory, bots))
    lost = presses.lost()
    late = [each for one in folders for each in json.loads((one / "delays.json").read_bytes())]
    _report(size, phases, done, late, memory)
    print(f"  moves answered and not stored       {lost:9d}   at most 0")
    for folder in folders:
        report_log(folder / "log.txt", discord)


async def _phases(
    presses: "Presses", path: Location, size: Size, bots: Sequence[int]
) -> tuple[list[Measured], Done]:
    """Press for some minutes, then until all is told and tidy; return when that was.

    In the last third of that time before all people only move.
    """
    due = second_due(path, size)
    began = time()
    calm, moves, crowded = Measured(), Measured(), Measured()
    for phase, until in ((calm, due - (due - began) / 3), (moves, due)):
        phase.began, had = time(), processor_seconds(bots)
        presses.only_moves = phase is moves
        while time() < until:
            await presses.press(phase)
        phase.ended, phase.processor = time(), processor_seconds(bots) - had
    presses.only_moves = False
    crowded.began, asked = time(), presses.discord.requests.total()
    telling = asyncio.create_task(_until_tidy(path, size, due))
    while not telling.done():
        await presses.press(crowded)
    done = await telling
    crowded.ended = time()
    crowded.requests = presses.discord.requests.total() - asked
    await presses.finish()
    return [calm, moves, crowded], done


async def _until_tidy(path: Location, size: Size, due: float) -> Done:
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

    def __init__(self, discord: DiscordServer, path: Location, size: Size, rate: float) -> None:
        self.discord, self._path, self._size = discord, path, size
        self._pause = 1 / rate
        self.only_moves = False
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
        counts = dict(map(tuple, read(self._path, "SELECT id, count FROM matches")))
        return sum(counts[number] <= count for number, count in self._moves.items())

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
        while True:
            number = self._rng.randint(self._size.due + 1, self._size.live)
            (row,) = read(
                self._path,
                "SELECT game, position, turn, first, second, server, channel, how, count "
                "FROM matches WHERE id = :number",
                number=number,
            )
            if row[7] is None and not (self.only_moves and number in self._moves):
                break
        game, written, turn, first, second, server, channel, _, count = row
        person = (first, second)[turn]
        kind = self._rng.choices(
            ["/move", "/board", "/matches", "/leaderboard", "typing"], [5, 2, 1, 1, 1]
        )[0]
        if self.only_moves:
            kind = "/move"
        elif number in self._moves:  # of one move it is known whether it is stored
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


# The report.


def _report(
    size: Size, phases: list[Measured], done: Done, late: list[list[float]], memory: float
) -> None:
    crowded = phases[-1]
    names = ("before", "before, only moves", f"while {size.due} are due")
    for name, phase in zip(names, phases, strict=True):
        times = [seconds for kind in phase.answers.values() for seconds in kind]
        print(f"  {name}: {len(times)} answers, {phase.unanswered} never; in ms")
        for kind, some in [("all", times), *sorted(phase.answers.items())]:
            print_times(kind, some, most99=1000 if kind == "all" else None)
        print_times(
            "the event loop was late by",
            [seconds for at, seconds in late if phase.began <= at < phase.ended],
        )
        if phase.processor:
            print(f"  {'processor for each':38}{phase.processor / len(times) * 1000:9.2f}")
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
    print(f"  memory of the bot at most, MB       {memory:9.0f}   at most 1024")

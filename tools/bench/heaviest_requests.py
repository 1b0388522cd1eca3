"""The heaviest that one person can ask for, again and again, while others look at their boards.

The bot runs in its own process against a simulated Discord:
`python -m tools.bench heaviest_requests`.
"""

import asyncio
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, time

from cogs.import_record import MOST_BYTES
from data import Store
from data.database import Database
from rules import GAMES
from tools.bench.asked import button_press, command
from tools.bench.discord_server import DiscordServer, Json
from tools.bench.load import Measured
from tools.bench.load_bots import report_log, running_bot, wait_until_ready
from tools.bench.load_database import (
    CHANNELS,
    FIRST_PERSON,
    Size,
    add_match,
    fill,
    random_story,
    seated,
)
from tools.bench.measuring import folder_on_disk, print_times, scaled

SIZE = Size(servers=20, live=1000, people=200, events=40_000, due=0)
SECONDS, RATE = 20, 5
"""The seconds for which each kind is asked, and the boards a second for others meanwhile."""
STORIES = 40
"""The number of games played for the longest of them."""
AT_MOST = {"a board beside it": 1.0, "the event loop was late by": 0.05}
"""The wanted limits of every single answer and delay, in seconds."""


def run(scale: float = 1.0) -> None:
    """Measure, and print the results with their limits."""
    with folder_on_disk() as folder:
        asyncio.run(_measure(folder, max(1.0, SECONDS * scale), scaled(STORIES, scale)))


async def _measure(folder: Path, seconds: float, stories: int) -> None:
    path, delays = folder / "heavy.sqlite3", folder / "delays.json"
    await fill(path, SIZE, datetime.now(UTC) + timedelta(days=1))
    number = SIZE.matches + 1
    record = await _finished_match(path, number, stories)
    discord = DiscordServer(SIZE.servers, CHANNELS)
    discord.files["match.txt"] = record.encode()
    phases: dict[str, tuple[Measured, list[float]]] = {}
    async with discord.open() as address, running_bot(folder, address, path, delays) as process:
        await wait_until_ready(process, folder / "log.txt")
        people = People(discord, seconds)
        for kind, told in _requests(discord, number).items():
            phases[kind] = await people.press_beside(told)
    report_log(folder / "log.txt", discord)
    _report(phases, json.loads(delays.read_text(encoding="utf-8")))


async def _finished_match(path: Path, number: int, games: int) -> str:
    """Add the longest of some finished matches, and return its record with a very long name."""
    rng = random.Random(3)
    stories = [random_story(key, rng) for key in GAMES for _ in range(games)]
    match, events = max((found[-1] for found in stories), key=lambda last: len(last[1]))
    database = await Database.open(path)
    async with database.transaction() as connection:
        where = seated(number, FIRST_PERSON, FIRST_PERSON + 1, server=0, channel=1)
        await add_match(connection, number, match, events, where)
    await database.close()
    async with await Store.open(path, datetime.now(UTC)) as store:
        record = await store.matches.record(number)
    return record.replace("Player 0", "w" * (MOST_BYTES - len(record)))


def _requests(discord: DiscordServer, match: int) -> dict[str, Callable[[], Json]]:
    """Return what is asked for, by what it is called; first nothing, for comparison."""
    return {
        "nothing": dict,
        "/match import": lambda: discord.attached(command("match import"), "record", "match.txt"),
        "/match record": lambda: command("match record", match=match),
        "/match replay": lambda: command("match replay", match=match),
        "/match review": lambda: command("match review", match=match),
        "GIF": lambda: button_press(f"gif|{match}"),
        "Explore": lambda: button_press(f"explore|{match}"),
        "export": lambda: button_press("privacy|export"),
        "/profile": lambda: command("profile"),
        "/leaderboard": lambda: command("leaderboard"),
        "/puzzle play": lambda: command("puzzle play"),
        "/puzzle rush": lambda: command("puzzle rush"),
        "/ladder": lambda: command("ladder", game="hoyito"),
        "/matches": lambda: command("matches"),
    }


class People:
    """One person asks for something heavy again and again; others look at their boards."""

    def __init__(self, discord: DiscordServer, seconds: float) -> None:
        self._discord, self._seconds = discord, seconds
        self._rng = random.Random(7)

    async def press_beside(self, told: Callable[[], Json]) -> tuple[Measured, list[float]]:
        """Return the answers to others, and those to the one who asks for something heavy."""
        boards = Measured()
        heavy: list[float] = []
        asking = asyncio.create_task(self._ask(told, heavy))
        answers: list[asyncio.Future[float]] = []
        until = perf_counter() + self._seconds
        while perf_counter() < until:
            number = self._rng.randrange(1, SIZE.live + 1)
            person = FIRST_PERSON + 2 + self._rng.randrange(SIZE.people - 2)
            press = await self._discord.interact(
                number % SIZE.servers, CHANNELS - 1, person, command("board", match=number)
            )
            answers.append(press.answered)
            await asyncio.sleep(1 / RATE)
        boards.answers["board"] = list(await asyncio.gather(*answers))
        boards.ended = time()
        asking.cancel()
        return boards, heavy

    async def _ask(self, told: Callable[[], Json], into: list[float]) -> None:
        if not told():
            return  # nothing is asked for
        while True:
            press = await self._discord.interact(0, 1, FIRST_PERSON, told())
            into.append(await press.answered)


def _report(phases: dict[str, tuple[Measured, list[float]]], delays: list[list[float]]) -> None:
    for kind, (boards, heavy) in phases.items():
        print(f"  {kind}: {len(heavy)} answers")
        late = [seconds for at, seconds in delays if boards.began <= at < boards.ended]
        lines = {"its answer": heavy, "a board beside it": boards.answers["board"]}
        for name, times in (lines | {"the event loop was late by": late}).items():
            print_times(name, times, most99=AT_MOST.get(name, 0.0) * 1000 or None)

"""How fast matches are kept: in a full database, in an empty one, beside a bare commit."""

import asyncio
import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from bench import life
from data import PACES, Confirm, KeptMatch, Ledger, Place, tables
from data.connection import Value
from data.database import Database
from data.maintenance.check import true_ratings
from data.tables.columns import stamp
from data.tables.events import event_columns
from data.tables.match_columns import start_columns, state_columns
from match import verbs
from match.clock import Clock
from match.event import Event
from match.pace import Pace
from rules import GAMES, Position

LIVE, EVENTS, PEOPLE, SERVERS, PLAYS = 10_000, 1_000_000, 2_000, 50, 1_000
MOVES = 60
"""Moves that a live match has seen on average."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ASKED = timedelta(hours=13)
"""So much later the clock is asked what is due."""
Figures = dict[str, float]
Columns = dict[str, Value]
Story = list[tuple[KeptMatch, list[Columns]]]
"""A match as it stood after each move, with the rows of its events until then."""


def run() -> None:
    """Measure, and print the figures beside the most that they should be."""
    # Not where temporary files lie, which may be in memory.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        full, empty = Path(folder, "full.sqlite3"), Path(folder, "empty.sqlite3")
        began = perf_counter()
        # Each in a process of its own, so that the memory is that of a bot alone.
        with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
            processes.submit(fill, empty, PLAYS, 0).result()
            number = processes.submit(fill, full, LIVE, EVENTS).result()
            made = perf_counter() - began
            print(f"data: {LIVE} live matches, {number} events (made in {made:.0f} s), in ms")
            little = processes.submit(measure, empty).result()
            much = processes.submit(measure, full).result()
    lines = [
        ("bare insert and commit, median", much["bare"], None),
        ("bare insert and commit, p99", much["bare99"], None),
        ("play in an empty database, median", little["play"], None),
        ("play, median", much["play"], min(much["bare"] + 3, little["play"] * 1.5)),
        ("play, p99", much["play99"], much["bare99"] + 10),
        ("play, processor time, mean", much["play_cpu"], None),
        ("my matches, slowest", much["mine"], 20),
        ("leaderboard, slowest", much["board"], 20),
        ("leaderboard of a server, slowest", much["there"], 20),
        ("due, slowest", much["due"], 20),
        ("due, median", much["due50"], None),
        ("open in a server, slowest", much["lobby"], 20),
        ("opening", much["open"], 1000),
        ("resident memory at most, MB", much["memory"], 200),
    ]
    for name, figure, most in lines:
        print(f"  {name:36}{figure:9.2f}" + ("" if most is None else f"   at most {most:.2f}"))
    print("in bare inserts with their commit, median by median:")
    for name, figure in (("play", much["play"]), ("due", much["due50"])):
        print(f"  {name:36}{figure / much['bare']:9.2f}")
    print(f"  {'play, processor time':36}{much['play_cpu'] / much['bare_cpu']:9.2f}")


def measure(path: Path) -> Figures:
    """Measure in milliseconds what a bot does with a database, whose pages lie on the disk."""
    return asyncio.run(_measure(path))


async def _measure(path: Path) -> Figures:
    lots = random.Random(1)
    next_moves = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    _let_go_of(path)
    now = NOW + timedelta(hours=1)
    began = perf_counter()
    ledger = await Ledger.open(path, now)
    figures = {"open": (perf_counter() - began) * 1000}
    plays, bares = [], []
    processor = {"bare_cpu": 0.0, "play_cpu": 0.0}
    with closing(sqlite3.connect(path.with_suffix(".bare"), isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE one (at INTEGER)")
        for number, person, text in lots.sample(next_moves, PLAYS):
            began, used = perf_counter(), process_time()
            bare.execute("INSERT INTO one VALUES (1)")
            bares.append((perf_counter() - began) * 1000)
            processor["bare_cpu"] += process_time() - used
            move = partial(_move, person=person, now=now, text=text)
            began, used = perf_counter(), process_time()
            await ledger.matches.happen(number, move)
            plays.append((perf_counter() - began) * 1000)
            processor["play_cpu"] += process_time() - used
    figures |= {name: seconds * 1000 / PLAYS for name, seconds in processor.items()}
    for name, times in (("bare", bares), ("play", plays)):
        figures[name] = statistics.median(times)
        figures[f"{name}99"] = statistics.quantiles(times, n=100)[98]
    later = NOW + ASKED
    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "mine": lambda: ledger.matches.of(lots.randint(1, PEOPLE)),
        "board": lambda: ledger.ratings.leaderboard("ringo", later),
        "there": lambda: ledger.ratings.leaderboard("ringo", later, lots.randrange(SERVERS)),
        "due": lambda: ledger.clock.due(later),
        "lobby": lambda: _lobby(ledger, lots, later),
    }
    for name, ask in asked.items():
        times = []
        for _ in range(50):
            began = perf_counter()
            await ask()
            times.append((perf_counter() - began) * 1000)
        figures[name] = max(times)
        figures[f"{name}50"] = statistics.median(times)
    await ledger.close()
    figures["memory"] = _most_memory()
    return figures


def _move(match: KeptMatch, *, person: int, now: datetime, text: str) -> Event:
    return verbs.play(match, person, now, text)


async def _lobby(ledger: Ledger, lots: random.Random, now: datetime) -> None:
    """Look for somebody to play with, as the lobby does."""
    server = lots.randrange(SERVERS)
    channels = await ledger.offers.channels(server, now)
    await ledger.offers.open(server, channels, lots.randint(1, PEOPLE), now, 7)


def fill(path: Path, live: int, events: int) -> int:
    """Make a database with so many live matches, and finished ones up to so many events."""
    return asyncio.run(_fill(path, live, events))


async def _fill(path: Path, live: int, events: int) -> int:
    lots = random.Random(2)
    paces = (*PACES, *PACES[:5])
    stories = [story(GAMES[game], lots, pace) for game in GAMES for pace in paces]
    around = life.Around(lots)
    states: dict[tuple[int, int], Columns] = {}
    next_moves: list[tuple[int, int, str]] = []
    number = 0

    def rows_of(match: int, rows: list[Columns], shift: int) -> Iterator[Columns]:
        for row in rows:
            yield row | {"match": match, "at": int(row["at"] or 0) + shift}

    database = await Database.open(path)
    async with database.transaction() as connection:
        for person in range(1, PEOPLE + 1):
            await tables.people.add(connection, person, f"Player {person}")
            await tables.settings.choose(connection, person, "confirm", Confirm.WHERE_IT_COSTS)
        match = 0
        while match < live or number < events:
            match += 1
            which = lots.randrange(len(stories))
            one = stories[which]
            length = len(one) - 1
            if match <= live:
                length = lots.randrange(min(length, 2 * MOVES))
            kept, rows = one[length]
            if (which, length) not in states:
                states[which, length] = start_columns(kept) | state_columns(kept)
            state = states[which, length]
            shift = stamp(NOW - life.age(state, NOW, ASKED, lots)) - stamp(NOW)
            shifted: Columns = {
                column: int(time) + shift
                for column in ("started", "since", "alarm", "deadline", "ended")
                if (time := state[column])
            }
            seats = lots.sample(range(1, PEOPLE + 1), 2)
            there: Columns = {
                "first": seats[0],
                "second": seats[1],
                "server": lots.randrange(SERVERS),
                "channel": lots.randrange(20 * SERVERS),
            }
            if match <= live:
                there |= life.reminded(shifted, lots) | {"came_of": around.came_of(seats[0])}
            await tables.matches.add(connection, state | shifted | there)
            await tables.events.add(connection, rows_of(match, rows, shift))
            number += len(rows)
            if match <= live:
                moves = [row for row in one[-1][1][len(rows) :] if row["kind"] == "move"][:2]
                texts = [str(row["text"]) for row in moves]
                next_moves.append((match, seats[kept.turn], texts[0]))
                answers = [row["side"] for row in moves] == [kept.turn, 1 - kept.turn]
                if answers and around.is_planned():
                    await life.plan(connection, match, 1 - kept.turn, *texts)
        await around.offer(connection, 20 * SERVERS, NOW)
        standings, changes = await true_ratings(connection)
        for change in changes:
            await tables.ratings.add_change(connection, change)
        for standing in standings:
            await tables.ratings.set_standing(connection, standing)
        await tables.clock.set_pulse(connection, stamp(NOW))
    await database.close()
    await life.go_away(path, PEOPLE, NOW)
    path.with_suffix(".json").write_text(json.dumps(next_moves), encoding="utf-8")
    return number


def story(rules: type[Position], lots: random.Random, pace: Pace | None = PACES[0]) -> Story:
    """Play a game at random, and keep how the match stood after each move."""
    start = rules.start({})
    match = KeptMatch(
        number=0,
        options={},
        started=NOW,
        place=Place(0),
        position=start,
        seats=(1, 2),
        names=("", ""),
        clock=Clock(pace, NOW),
        rated=True,
    )
    story: Story = [(match, [])]
    while not match.over:
        text = lots.choice(list(match.position.moves()))
        event = verbs.play(match, match.seats[match.turn], NOW, text)
        match, events = verbs.follow(match, event)
        story.append((match, [*story[-1][1], *(event_columns(0, event) for event in events)]))
    return story


def _let_go_of(path: Path) -> None:
    """Have the system forget what it holds of a file in memory, where it can be told to."""
    if sys.platform == "linux":
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _most_memory() -> float:
    """Give the most memory that this process has held, in MB; 0 where that is not told."""
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 (Windows has none)

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024**2 if sys.platform == "darwin" else 1024)

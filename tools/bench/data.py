"""Speed of storing matches in a full database and an empty one, compared with a bare commit."""

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

from data import PACES, Confirm, Place, Store, StoredMatch, tables
from data.columns import insert_into, stamp
from data.connection import Value
from data.database import Database
from data.events import add_events, event_columns
from data.maintenance.check import true_ratings
from data.match_columns import start_columns, state_columns
from data.people import add_person
from match import verbs
from match.clock import Clock, Pace
from match.event import Event
from rules import GAMES, Position
from tools.bench import data_around_matches

LIVE, EVENTS, PEOPLE, SERVERS, PLAYS = 10_000, 1_000_000, 2_000, 50, 1_000
MOVES = 60
"""The average number of moves of a live match."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ASKED = timedelta(hours=13)
"""The age of the matches when the clock is asked what is due."""
Figures = dict[str, float]
Columns = dict[str, Value]
Story = list[tuple[StoredMatch, list[Columns]]]
"""A match after each of its moves, with the rows of its events so far."""


def run() -> None:
    """Measure, and print the results with their upper limits."""
    # Not in the folder for temporary files, which may be in memory.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        full, empty = Path(folder, "full.sqlite3"), Path(folder, "empty.sqlite3")
        began = perf_counter()
        # Each in a process of its own, so that its memory is that of a bot alone.
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
    """Measure the bot's use of a database in milliseconds; its pages are not in memory at first."""
    return asyncio.run(_measure(path))


async def _measure(path: Path) -> Figures:
    rng = random.Random(1)
    next_moves = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    _drop_from_page_cache(path)
    now = NOW + timedelta(hours=1)
    began = perf_counter()
    store = await Store.open(path, now)
    figures = {"open": (perf_counter() - began) * 1000}
    plays, bares = [], []
    processor = {"bare_cpu": 0.0, "play_cpu": 0.0}
    with closing(sqlite3.connect(path.with_suffix(".bare"), isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE one (at INTEGER)")
        for number, person, text in rng.sample(next_moves, PLAYS):
            began, used = perf_counter(), process_time()
            bare.execute("INSERT INTO one VALUES (1)")
            bares.append((perf_counter() - began) * 1000)
            processor["bare_cpu"] += process_time() - used
            move = partial(_move, person=person, now=now, text=text)
            began, used = perf_counter(), process_time()
            await store.matches.happen(number, move)
            plays.append((perf_counter() - began) * 1000)
            processor["play_cpu"] += process_time() - used
    figures |= {name: seconds * 1000 / PLAYS for name, seconds in processor.items()}
    for name, times in (("bare", bares), ("play", plays)):
        figures[name] = statistics.median(times)
        figures[f"{name}99"] = statistics.quantiles(times, n=100)[98]
    later = NOW + ASKED
    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "mine": lambda: store.matches.of(rng.randint(1, PEOPLE)),
        "board": lambda: store.ratings.leaderboard("ringo", later),
        "there": lambda: store.ratings.leaderboard("ringo", later, rng.randrange(SERVERS)),
        "due": lambda: store.clock.due(later),
        "lobby": lambda: _lobby(store, rng, later),
    }
    for name, ask in asked.items():
        times = []
        for _ in range(50):
            began = perf_counter()
            await ask()
            times.append((perf_counter() - began) * 1000)
        figures[name] = max(times)
        figures[f"{name}50"] = statistics.median(times)
    await store.close()
    figures["memory"] = _most_memory()
    return figures


def _move(match: StoredMatch, *, person: int, now: datetime, text: str) -> Event:
    return verbs.play(match, person, now, text)


async def _lobby(store: Store, rng: random.Random, now: datetime) -> None:
    """List open challenges, as the lobby does."""
    server = rng.randrange(SERVERS)
    channels = await store.open_challenges.channels(server, now)
    await store.open_challenges.open(server, channels, rng.randint(1, PEOPLE), now, 7)


def fill(path: Path, live: int, events: int) -> int:
    """Create a database with live matches, and with finished ones until it has enough events."""
    return asyncio.run(_fill(path, live, events))


async def _fill(path: Path, live: int, events: int) -> int:
    rng = random.Random(2)
    paces = (*PACES, *PACES[:5])
    stories = [story(GAMES[game], rng, pace) for game in GAMES for pace in paces]
    around = data_around_matches.DataAroundMatches(rng)
    states: dict[tuple[int, int], Columns] = {}
    next_moves: list[tuple[int, int, str]] = []
    number = 0

    def rows_of(match: int, rows: list[Columns], shift: int) -> Iterator[Columns]:
        for row in rows:
            yield row | {"match": match, "at": int(row["at"] or 0) + shift}

    database = await Database.open(path)
    async with database.transaction() as connection:
        for person in range(1, PEOPLE + 1):
            await add_person(connection, person, f"Player {person}")
            await connection.change(
                "INSERT INTO settings (person, setting, value) VALUES (:person, 'confirm', :value)",
                person=person,
                value=Confirm.WHERE_IT_COSTS,
            )
        match = 0
        while match < live or number < events:
            match += 1
            which = rng.randrange(len(stories))
            one = stories[which]
            length = len(one) - 1
            if match <= live:
                length = rng.randrange(min(length, 2 * MOVES))
            kept, rows = one[length]
            if (which, length) not in states:
                states[which, length] = start_columns(kept) | state_columns(kept)
            state = states[which, length]
            shift = stamp(NOW - data_around_matches.age(state, NOW, ASKED, rng)) - stamp(NOW)
            shifted: Columns = {
                column: int(time) + shift
                for column in ("started", "since", "alarm", "deadline", "ended")
                if (time := state[column])
            }
            seats = rng.sample(range(1, PEOPLE + 1), 2)
            there: Columns = {
                "first": seats[0],
                "second": seats[1],
                "server": rng.randrange(SERVERS),
                "channel": rng.randrange(20 * SERVERS),
            }
            if match <= live:
                there |= data_around_matches.reminder_columns(shifted, rng)
                there["came_of"] = around.came_of(seats[0])
            columns = state | shifted | there
            await connection.insert(insert_into("matches", columns), **columns)
            await add_events(connection, rows_of(match, rows, shift))
            number += len(rows)
            if match <= live:
                moves = [row for row in one[-1][1][len(rows) :] if row["kind"] == "move"][:2]
                texts = [str(row["text"]) for row in moves]
                next_moves.append((match, seats[kept.turn], texts[0]))
                answers = [row["side"] for row in moves] == [kept.turn, 1 - kept.turn]
                if answers and around.has_conditional_line():
                    await data_around_matches.add_conditional_move(
                        connection, match, 1 - kept.turn, *texts
                    )
        await around.add_standing_challenges(connection, 20 * SERVERS, NOW)
        standings, changes = await true_ratings(connection)
        await tables.ratings.add_changes(connection, changes)
        await tables.ratings.set_standings(connection, standings)
        await tables.outages.set_pulse(connection, stamp(NOW))
    await database.close()
    await data_around_matches.add_vacations(path, PEOPLE, NOW)
    path.with_suffix(".json").write_text(json.dumps(next_moves), encoding="utf-8")
    return number


def story(rules: type[Position], rng: random.Random, pace: Pace | None = PACES[0]) -> Story:
    """Play a random game, and return the match after each move."""
    start = rules.start({})
    match = StoredMatch(
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
        text = rng.choice(list(match.position.moves()))
        event = verbs.play(match, match.seats[match.turn], NOW, text)
        match, events = verbs.follow(match, event)
        story.append((match, [*story[-1][1], *(event_columns(0, event) for event in events)]))
    return story


def _drop_from_page_cache(path: Path) -> None:
    """Drop a file from the system's page cache, where the system allows it."""
    if sys.platform == "linux":
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _most_memory() -> float:
    """Return the peak memory of this process in MB, or 0 if it is not available."""
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 (Windows has none)

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024**2 if sys.platform == "darwin" else 1024)

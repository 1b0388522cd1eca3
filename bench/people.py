"""Whether anything that somebody with 10,000 matches asks for holds others up.

While it is asked for, another plays, and a ticker notes how late the event loop is.
"""

import asyncio
import random
import statistics
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import perf_counter

from bench.data import NOW, Columns, Story, story
from bench.ticking import ticking
from cogs.people.packing import packed
from data import KeptMatch, Ledger, Person, Place, Posted, Seat, Terms, tables
from data.database import Database
from data.maintenance.check import true_ratings
from data.tables.columns import stamp
from data.tables.events import event_columns
from data.tables.match_columns import start_columns, state_columns
from match import verbs
from match.event import Event
from rules import GAMES

MATCHES, MOVES, PEOPLE, SERVER = 10_000, 60, 200, 1
SOMEBODY, OTHERS = 1, (Person(1001, "One"), Person(1002, "Two"))
MOST = 50
"""Milliseconds that others may be held up."""
FILE = 10 * 1024**2
"""So large a file Discord takes from anybody."""


@dataclass
class HeldUp:
    """By how many seconds each tick came late, and how long another's moves took."""

    late: list[float]
    plays: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return f"loop late by {_in_ms(self.late)}   a move beside {_in_ms(self.plays)}"


def run() -> None:
    """Measure, and print the figures beside the most that they should be."""
    # Not where temporary files lie, which may be in memory.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        asyncio.run(_measure(Path(folder, "people.sqlite3")))


async def _measure(path: Path) -> None:
    events = await _fill(path)
    print(f"people: one with {MATCHES} matches and {events} events; in ms; p99, and at most {MOST}")
    async with await Ledger.open(path, NOW) as ledger:
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "nothing, for comparison": lambda: asyncio.sleep(2),
            "/matches": lambda: ledger.matches.of(SOMEBODY),
            "/profile: matches": lambda: ledger.matches.finished(SOMEBODY),
            "/profile: ratings": lambda: ledger.ratings.history(SOMEBODY, "ringo", 5),
            "/profile: against": lambda: ledger.ratings.head_to_head(SOMEBODY, 2),
            "/leaderboard": lambda: ledger.ratings.leaderboard("ringo", NOW, SERVER),
            "export": lambda: _export(ledger),
            "delete": lambda: ledger.forgetting.forget(SOMEBODY, NOW),
            "a round, once deleted": lambda: ledger.tidy(NOW),
        }
        for name, ask in asked.items():
            async with _others(ledger) as held_up:
                began = perf_counter()
                answer = await ask()
                taken = (perf_counter() - began) * 1000
                # Long enough that some ticks and moves fall beside what takes no time.
                await asyncio.sleep(0.2)
            words = answer if isinstance(answer, str) else ""
            print(f"  {name:24}{taken:9.0f}   {held_up}  {words}")


def _in_ms(times: list[float]) -> str:
    """Write the 99th percentile and the longest of some times in milliseconds."""
    p99 = statistics.quantiles(times, n=100)[98]
    return f"{p99 * 1000:5.1f}, at most {max(times) * 1000:5.1f}"


async def _export(ledger: Ledger) -> str:
    files = [len(file) async for file in packed(ledger.people.export(SOMEBODY), FILE)]
    return f"{len(files)} files, {sum(files) / 1024**2:.1f} MB"


@asynccontextmanager
async def _others(ledger: Ledger) -> AsyncIterator[HeldUp]:
    """Tick, and let two others play, all the while."""
    async with ticking() as late:
        held_up = HeldUp(late)
        playing = asyncio.create_task(_play(ledger, held_up.plays))
        await asyncio.sleep(0.1)
        yield held_up
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


async def _play(ledger: Ledger, plays: list[float]) -> None:
    lots = random.Random(1)
    while True:
        match = await _begin(ledger)
        while not match.over:
            move = partial(_any_move, lots=lots)
            began = perf_counter()
            match = (await ledger.matches.happen(match.number, move)).after
            plays.append(perf_counter() - began)
            await asyncio.sleep(0)


async def _begin(ledger: Ledger) -> KeptMatch:
    place = Place(7, SERVER)
    challenge = await ledger.challenges.make(
        OTHERS[0], OTHERS[1], Terms("bivouac", {}, Seat.FIRST), place, NOW
    )
    return (await ledger.challenges.accept(challenge.number, OTHERS[1], place, NOW))[1]


def _any_move(match: KeptMatch, *, lots: random.Random) -> Event:
    text = lots.choice(list(match.position.moves()))
    return verbs.play(match, match.seats[match.turn], NOW, text)


def _given_up(whole: Story) -> tuple[KeptMatch, list[Columns]]:
    """Let a match end after some moves, as most do."""
    match, rows = whole[min(MOVES, len(whole) - 2)]
    event = verbs.resign(match, match.seats[match.turn], NOW)
    return match.after(event), [*rows, event_columns(0, event)]


async def _fill(path: Path) -> int:
    """Let somebody finish rated matches with many others; give how many events there are."""
    lots = random.Random(2)
    stories = [_given_up(story(GAMES[game], lots)) for game in GAMES for _ in range(12)]
    database = await Database.open(path)
    number = 0
    async with database.transaction() as connection:
        for person in range(1, PEOPLE + 1):
            await tables.people.add(connection, person, f"Player {person}")
        for match in range(1, MATCHES + 1):
            kept, rows = lots.choice(stories)
            seats = [SOMEBODY, lots.randrange(2, PEOPLE + 1)]
            lots.shuffle(seats)
            ended = NOW - timedelta(hours=MATCHES - match + lots.random())
            card = Posted(10**18 + lots.randrange(50), 10**18 + match)
            there = {
                "first": seats[0],
                "second": seats[1],
                "server": SERVER,
                "channel": card.channel,
                "card_channel": card.channel,
                "card_message": card.message,
                "ended": stamp(ended),
            }
            columns = start_columns(kept) | state_columns(kept) | there
            await tables.matches.add(connection, columns)
            shift = stamp(ended) - stamp(NOW)
            await tables.events.add(
                connection,
                [row | {"match": match, "at": int(row["at"] or 0) + shift} for row in rows],
            )
            number += len(rows)
        standings, changes = await true_ratings(connection)
        for change in changes:
            await tables.ratings.add_change(connection, change)
        for standing in standings:
            await tables.ratings.set_standing(connection, standing)
    await database.close()
    return number

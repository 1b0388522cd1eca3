"""Whether requests of a player with 10,000 matches delay other players.

During each request two others play, and the delay of the event loop is measured.
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

from cogs.privacy import chunked_files
from data import MessageRef, Person, Place, Seat, Store, StoredMatch, Terms, tables
from data.columns import insert_into, stamp
from data.database import Database
from data.events import add_events, event_columns
from data.maintenance.check import true_ratings
from data.match_columns import start_columns, state_columns
from data.people import add_person
from match import verbs
from match.event import Event
from rules import GAMES
from tools.bench.data import NOW, Columns, Story, story
from tools.bench.loop_delay import measure_loop_delay

MATCHES, MOVES, PEOPLE, SERVER = 10_000, 60, 200, 1
SOMEBODY, OTHERS = 1, (Person(1001, "One"), Person(1002, "Two"))
MOST = 50
"""The longest acceptable delay of others, in milliseconds."""
FILE = 10 * 1024**2
"""The largest file that Discord accepts from any user, in bytes."""


@dataclass
class Delays:
    """Seconds by which the event loop was late at each tick, and those of the others' moves."""

    late: list[float]
    plays: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return f"loop late by {_in_ms(self.late)}   a move beside {_in_ms(self.plays)}"


def run() -> None:
    """Measure, and print the results with their upper limits."""
    # Not in the folder for temporary files, which may be in memory.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        asyncio.run(_measure(Path(folder, "people.sqlite3")))


async def _measure(path: Path) -> None:
    events = await _fill(path)
    print(f"people: one with {MATCHES} matches and {events} events; in ms; p99, and at most {MOST}")
    async with await Store.open(path, NOW) as store:
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "nothing, for comparison": lambda: asyncio.sleep(2),
            "/matches": lambda: store.matches.of(SOMEBODY),
            "/profile: matches": lambda: store.lists.finished(SOMEBODY, 25),
            "/profile: ratings": lambda: store.ratings.history(SOMEBODY, "ringo", 5),
            "/profile: against": lambda: store.statistics.head_to_head(SOMEBODY, 2),
            "/leaderboard": lambda: store.ratings.leaderboard("ringo", NOW, SERVER),
            "export": lambda: _export(store),
            "delete": lambda: store.forgetting.forget(SOMEBODY, NOW),
            "a round, once deleted": lambda: store.tidy(NOW),
        }
        for name, ask in asked.items():
            async with _others(store) as delays:
                began = perf_counter()
                answer = await ask()
                taken = (perf_counter() - began) * 1000
                # Long enough for some ticks and moves, even if the request takes no time.
                await asyncio.sleep(0.2)
            words = answer if isinstance(answer, str) else ""
            print(f"  {name:24}{taken:9.0f}   {delays}  {words}")


def _in_ms(times: list[float]) -> str:
    """Format the 99th percentile and the maximum of some times in milliseconds."""
    p99 = statistics.quantiles(times, n=100)[98]
    return f"{p99 * 1000:5.1f}, at most {max(times) * 1000:5.1f}"


async def _export(store: Store) -> str:
    files = [len(file) async for file in chunked_files(store.people.export(SOMEBODY), FILE)]
    return f"{len(files)} files, {sum(files) / 1024**2:.1f} MB"


@asynccontextmanager
async def _others(store: Store) -> AsyncIterator[Delays]:
    """Measure the event loop's delay and let two others play during the block."""
    async with measure_loop_delay() as late:
        delays = Delays(late)
        playing = asyncio.create_task(_play(store, delays.plays))
        await asyncio.sleep(0.1)
        yield delays
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


async def _play(store: Store, plays: list[float]) -> None:
    rng = random.Random(1)
    while True:
        match = await _begin(store)
        while not match.over:
            move = partial(_any_move, rng=rng)
            began = perf_counter()
            match = (await store.matches.happen(match.number, move)).after
            plays.append(perf_counter() - began)
            await asyncio.sleep(0)


async def _begin(store: Store) -> StoredMatch:
    place = Place(7, SERVER)
    challenge = await store.challenges.make(
        OTHERS[0], OTHERS[1], Terms("bivouac", {}, Seat.FIRST), place, NOW
    )
    return (await store.challenges.accept(challenge.number, OTHERS[1], place, NOW))[1]


def _any_move(match: StoredMatch, *, rng: random.Random) -> Event:
    text = rng.choice(list(match.position.moves()))
    return verbs.play(match, match.seats[match.turn], NOW, text)


def _given_up(whole: Story) -> tuple[StoredMatch, list[Columns]]:
    """End a match by resignation after some moves, as most matches end."""
    match, rows = whole[min(MOVES, len(whole) - 2)]
    event = verbs.resign(match, match.seats[match.turn], NOW)
    return match.after(event), [*rows, event_columns(0, event)]


async def _fill(path: Path) -> int:
    """Fill the database with one player's finished rated matches; return the number of events."""
    rng = random.Random(2)
    stories = [_given_up(story(GAMES[game], rng)) for game in GAMES for _ in range(12)]
    database = await Database.open(path)
    number = 0
    async with database.transaction() as connection:
        for person in range(1, PEOPLE + 1):
            await add_person(connection, person, f"Player {person}")
        for match in range(1, MATCHES + 1):
            kept, rows = rng.choice(stories)
            seats = [SOMEBODY, rng.randrange(2, PEOPLE + 1)]
            rng.shuffle(seats)
            ended = NOW - timedelta(hours=MATCHES - match + rng.random())
            card = MessageRef(10**18 + rng.randrange(50), 10**18 + match)
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
            await connection.insert(insert_into("matches", columns), **columns)
            shift = stamp(ended) - stamp(NOW)
            await add_events(
                connection,
                [row | {"match": match, "at": int(row["at"] or 0) + shift} for row in rows],
            )
            number += len(rows)
        standings, changes = await true_ratings(connection)
        await tables.ratings.add_changes(connection, changes)
        await tables.ratings.set_standings(connection, standings)
    await database.close()
    return number

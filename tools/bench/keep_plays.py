"""A program that keeps plays in a full database; `play_speed` runs that of each version in turns.

The first line of its input says what the database holds: games, live matches and events. Each
further line is a number of plays to keep; it is answered with what one costs, in milliseconds.
"""

import asyncio
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from data import Person, Store, StoredMatch
from data.columns import MICROSECOND
from data.database import Database
from data.match_columns import start_columns, state_columns
from data.people import add_person
from match import verbs
from match.event import Event
from rules import GAMES
from tools.bench.load_database import Columns, Story, add_match, tell_story

PEOPLE, SERVERS = 2_000, 50
MOVES = 120
"""The largest number of moves of a match that goes on."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
OLDEST = timedelta(days=2)
"""The age of the oldest turn."""
TIMES = ("started", "since", "alarm", "deadline", "ended")


class Stored(NamedTuple):
    """A match in the database: a whole game, how much of it was played, by whom, where and when."""

    moves: list[str]
    story: Story
    length: int
    seats: tuple[int, int]
    place: tuple[int, int]
    age: int


def _play(match: StoredMatch, person: int, text: str) -> Event:
    return verbs.play(match, person, NOW, text)


async def _fill(path: Path, matches: list[Stored]) -> None:
    """Create a database with people and matches."""
    database = await Database.open(path)
    async with database.transaction() as connection:
        for person in range(1, PEOPLE + 1):
            await add_person(connection, Person(person, f"Player {person}"))
        for number, (_, story, length, seats, place, age) in enumerate(matches, start=1):
            match, kept = story[length]
            columns = start_columns(match) | state_columns(match)
            where: Columns = {time: int(at) - age for time in TIMES if (at := columns[time])}
            where |= zip(("first", "second", "server", "channel"), seats + place, strict=True)
            events = [replace(event, at=event.at - age * MICROSECOND) for event in kept]
            await add_match(connection, number, match, events, where)
    await database.close()


def _matches(games: Sequence[tuple[str, list[str]]], live: int, events: int) -> list[Stored]:
    """Choose matches that go on, then finished ones until there are enough events."""
    stories = [(moves, tell_story(GAMES[key].start(), moves, NOW)) for key, moves in games]
    rng, matches, number = random.Random(2), list[Stored](), 0
    while len(matches) < live or number < events:
        moves, story = rng.choice(stories)
        length = len(moves)
        if len(matches) < live:
            length = rng.randrange(min(length, MOVES))
        first, second = rng.sample(range(1, PEOPLE + 1), 2)
        place = rng.randrange(SERVERS), rng.randrange(20 * SERVERS)
        age = int(OLDEST.total_seconds() * 1_000_000 * rng.random())
        matches.append(Stored(moves, story, length, (first, second), place, age))
        number += len(story[length][1])
    return matches


def _plays(matches: list[Stored]) -> list[tuple[int, int, str]]:
    """List what is played: the next move in each match that goes on, then one more, and so on."""
    rng, plays, more = random.Random(3), list[tuple[int, int, str]](), 0
    numbered = list(enumerate(matches, start=1))
    while numbered := [each for each in numbered if each[1].length + more < len(each[1].moves)]:
        rng.shuffle(numbered)
        for number, (moves, story, length, seats, _, _) in numbered:
            turn = story[length + more][0].position.turn
            plays.append((number, seats[turn], moves[length + more]))
        more += 1
    return plays


async def keep_plays(path: Path) -> None:
    """Fill a database as the first line asks, and keep as many plays as each of the others says."""
    games, live, events = json.loads(sys.stdin.readline())
    matches = _matches(games, live, events)
    await _fill(path, matches)
    plays = iter(_plays(matches[:live]))
    async with await Store.open(path, NOW) as store:
        print(json.dumps(sum(match.length for match in matches)), flush=True)
        for line in sys.stdin:
            following = list(islice(plays, int(line)))
            began, used = perf_counter(), process_time()
            for number, person, text in following:
                await store.matches.apply(number, partial(_play, person=person, text=text))
            cost = process_time() - used, perf_counter() - began
            print(json.dumps([seconds * 1000 / len(following) for seconds in cost]), flush=True)


if __name__ == "__main__":
    asyncio.run(keep_plays(Path(sys.argv[2])))

"""A program that keeps plays in a full database; `play_speed` runs that of each version in turns.

The first line of its input says what the database holds: games, live matches and events. Each
further line is a number of plays to keep; it is answered with what one costs, in milliseconds.
"""

import asyncio
import json
import random
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from data import Place, Store, StoredMatch
from data.database import Database
from data.events import add_events, event_columns
from data.match_columns import start_columns, state_columns
from data.people import add_person
from data.time_controls import PACES
from match import verbs
from match.clock import Clock
from match.event import Event
from rules import GAMES

PEOPLE, SERVERS = 2_000, 50
MOVES = 120
"""The largest number of moves of a match that goes on."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
OLDEST = timedelta(days=2)
"""The age of the oldest turn."""
TIMES = ("started", "since", "alarm", "deadline", "ended")


class Story(NamedTuple):
    """A whole game: its moves, the match after each of them, and its events until then."""

    moves: list[str]
    matches: list[StoredMatch]
    events: list[list[Event]]


class Stored(NamedTuple):
    """A match in the database: which story it tells, how much of it, and who plays it."""

    story: Story
    length: int
    seats: tuple[int, int]
    place: tuple[int, int]
    age: int


def _play(match: StoredMatch, person: int, text: str) -> Event:
    return verbs.play(match, person, NOW, text)


def _tell(game: str, moves: list[str]) -> Story:
    """Play a whole game."""
    match = StoredMatch(
        number=0,
        options={},
        started=NOW,
        place=Place(0),
        position=GAMES[game].start(),
        seats=(1, 2),
        names=("", ""),
        clock=Clock(PACES[0], NOW),
        rated=True,
    )
    story = Story(moves, [match], [])
    for text in moves:
        match, events = verbs.follow(match, _play(match, match.seats[match.turn], text))
        story.matches.append(match)
        story.events.append(list(events))
    return story


async def _fill(path: Path, matches: list[Stored]) -> None:
    """Create a database with people and matches."""
    database = await Database.open(path)
    async with database.transaction() as connection:
        for person in range(1, PEOPLE + 1):
            await add_person(connection, person, f"Player {person}")
        for number, (story, length, seats, place, age) in enumerate(matches, start=1):
            match = story.matches[length]
            row = start_columns(match) | state_columns(match)
            row |= {time: int(at) - age for time in TIMES if (at := row[time])}
            row |= dict(zip(("first", "second", "server", "channel"), seats + place, strict=True))
            await connection.insert("matches", **row)
            events = [
                event_columns(number, event) for made in story.events[:length] for event in made
            ]
            await add_events(
                connection, [each | {"at": int(each["at"] or 0) - age} for each in events]
            )
    await database.close()


def _matches(stories: list[Story], live: int, events: int) -> list[Stored]:
    """Choose matches that go on, then finished ones until there are enough events."""
    rng, matches, number = random.Random(2), list[Stored](), 0
    while len(matches) < live or number < events:
        story = rng.choice(stories)
        length = len(story.moves)
        if len(matches) < live:
            length = rng.randrange(min(length, MOVES))
        first, second = rng.sample(range(1, PEOPLE + 1), 2)
        place = rng.randrange(SERVERS), rng.randrange(20 * SERVERS)
        age = int(OLDEST.total_seconds() * 1_000_000 * rng.random())
        matches.append(Stored(story, length, (first, second), place, age))
        number += sum(map(len, story.events[:length]))
    return matches


def _plays(matches: list[Stored]) -> list[tuple[int, int, str]]:
    """List what is played: the next move in each match that goes on, then one more, and so on."""
    rng, plays, more = random.Random(3), list[tuple[int, int, str]](), 0
    numbered = list(enumerate(matches, start=1))
    while numbered := [
        each for each in numbered if each[1].length + more < len(each[1].story.moves)
    ]:
        rng.shuffle(numbered)
        for number, (story, length, seats, _, _) in numbered:
            turn = story.matches[length + more].position.turn
            plays.append((number, seats[turn], story.moves[length + more]))
        more += 1
    return plays


async def keep_plays(path: Path) -> None:
    """Fill a database as the first line asks, and keep as many plays as each of the others says."""
    games, live, events = json.loads(sys.stdin.readline())
    matches = _matches([_tell(*game) for game in games], live, events)
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

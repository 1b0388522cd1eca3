"""Keeps plays in a full database, with today's store or with that of an earlier commit.

`tools/bench/play_speed.py` runs it in the tree of each.
"""

import asyncio
import json
import random
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple, Protocol

PEOPLE, SERVERS = 2_000, 50
MOVES = 120
"""The largest number of moves of a match that goes on."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
OLDEST = timedelta(days=2)
"""The age of the oldest turn."""
TIMES = ("started", "since", "alarm", "deadline", "ended")
Columns = dict[str, Any]
Keep = Callable[[int, int, str], Awaitable[object]]
"""Keeps what a person plays in a match of a number."""


class Story(NamedTuple):
    """A whole game: its moves, the match after each of them, and its events until then."""

    moves: list[str]
    matches: list[Any]
    events: list[list[Any]]


class Stored(NamedTuple):
    """A match in the database: which story it tells, how much of it, and who plays it."""

    story: Story
    length: int
    seats: tuple[int, int]
    place: tuple[int, int]
    age: int


class Version(Protocol):
    """How a version of the bot plays and stores matches."""

    def begin(self, game: str) -> Any:
        """Begin a match, at a pace of three days a move."""

    def play(self, match: Any, text: str) -> tuple[Any, list[Any]]:
        """Make a move; return the match after it, and its events."""

    async def fill(self, path: Path, matches: list[Stored]) -> None:
        """Create a database with people and matches."""

    async def open(self, path: Path) -> tuple[Any, Keep]:
        """Open a database; return its store, and what keeps a play."""


class Present:
    """The version in which this file is."""

    def begin(self, game: str) -> Any:
        """Begin a match."""
        clock = import_module("match.clock")
        data = import_module("data")
        return data.StoredMatch(**_beginning(game), clock=clock.Clock(clock.Pace.a_move(3), NOW))

    def play(self, match: Any, text: str) -> tuple[Any, list[Any]]:
        """Make a move."""
        verbs = import_module("match.verbs")
        followed: tuple[Any, list[Any]] = verbs.follow(
            match, verbs.play(match, match.seats[match.turn], NOW, text)
        )
        return followed

    async def fill(self, path: Path, matches: list[Stored]) -> None:
        """Create a database."""
        columns, events = import_module("data.match_columns"), import_module("data.events")
        insert_into = import_module("data.columns").insert_into
        database = await import_module("data.database").Database.open(path)
        async with database.transaction() as connection:
            for person in range(1, PEOPLE + 1):
                await connection.change(
                    "INSERT INTO people (id, name) VALUES (:id, :name)",
                    id=person,
                    name=f"Player {person}",
                )
            for number, (story, length, seats, place, age) in enumerate(matches, start=1):
                match = story.matches[length]
                row: Columns = columns.start_columns(match) | columns.state_columns(match)
                row |= {time: row[time] - age for time in TIMES if row[time]}
                row |= dict(
                    zip(("first", "second", "server", "channel"), seats + place, strict=True)
                )
                await connection.insert(insert_into("matches", row), **row)
                written = [events.event_columns(number, each) for each in _until(story, length)]
                written = [each | {"at": each["at"] - age} for each in written]
                await events.add_events(connection, written)
        await database.close()

    async def open(self, path: Path) -> tuple[Any, Keep]:
        """Open a database."""
        verbs = import_module("match.verbs")
        store = await import_module("data").Store.open(path, NOW)

        def play(match: Any, person: int, text: str) -> Any:
            return verbs.play(match, person, NOW, text)

        def keep(number: int, person: int, text: str) -> Awaitable[object]:
            return store.matches.happen(  # type: ignore[no-any-return]  # of whichever tree
                number, partial(play, person=person, text=text)
            )

        return store, keep


class Earlier:
    """The version of commit 958ff1d."""

    def begin(self, game: str) -> Any:
        """Begin a match."""
        data = import_module("data")
        return data.KeptMatch(**_beginning(game), pace=3, since=NOW)

    def play(self, match: Any, text: str) -> tuple[Any, list[Any]]:
        """Make a move."""
        followed: tuple[Any, list[Any]] = match.follow(
            match.play(match.seats[match.position.turn], text, NOW)
        )
        return followed

    async def fill(self, path: Path, matches: list[Stored]) -> None:
        """Create a database."""
        tables, rows = import_module("data.tables"), import_module("data.rows")
        database = await import_module("data.database").Database.open(path)
        async with database.transaction() as connection:
            for person in range(1, PEOPLE + 1):
                await tables.name_person(connection, person, f"Player {person}")
            for number, (story, length, seats, place, age) in enumerate(matches, start=1):
                match = story.matches[length]
                state: Columns = dict(zip(tables.COPIED, rows.copied(match), strict=True))
                state |= {time: state[time] - age for time in TIMES if state.get(time)}
                game, options, _, _, pace, rated, _, _, rematch_of, started = rows.start_values(
                    match
                )
                start = (game, options, *seats, pace, rated, *place, rematch_of, started - age)
                await tables.add_match(connection, start, list(state.values()))
                events = [rows.event_values(number, each) for each in _until(story, length)]
                events = [(*each, at - age, text) for *each, at, text in events]
                await tables.add_events(connection, events)
        await database.close()

    async def open(self, path: Path) -> tuple[Any, Keep]:
        """Open a database."""
        ledger = await import_module("data").Ledger.open(path, NOW)

        def keep(number: int, person: int, text: str) -> Awaitable[object]:
            return ledger.matches.play(  # type: ignore[no-any-return]  # of whichever tree
                number, person, text, NOW
            )

        return ledger, keep


def _beginning(game: str) -> Columns:
    """Return what a match begins with in either version, but for its clock."""
    return {
        "number": 0,
        "options": {},
        "started": NOW,
        "place": import_module("data").Place(0),
        "position": import_module("rules").GAMES[game].start({}),
        "seats": (1, 2),
        "names": ("", ""),
        "rated": True,
    }


def _until(story: Story, length: int) -> list[Any]:
    """List the events of a match after some of its moves."""
    return [event for made in story.events[:length] for event in made]


def _tell(version: Version, game: str, moves: list[str]) -> Story:
    """Play a whole game."""
    story = Story(moves, [version.begin(game)], [])
    for text in moves:
        match, events = version.play(story.matches[-1], text)
        story.matches.append(match)
        story.events.append(events)
    return story


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


async def keep_plays(which: str, path: Path) -> None:
    """Fill a database as the first line asks, and keep as many plays as each of the others says."""
    version: Version = Present() if which == "present" else Earlier()
    games, live, events = json.loads(sys.stdin.readline())
    matches = _matches([_tell(version, *game) for game in games], live, events)
    await version.fill(path, matches)
    plays = iter(_plays(matches[:live]))
    store, keep = await version.open(path)
    print(json.dumps(sum(match.length for match in matches)), flush=True)
    for line in sys.stdin:
        following = list(islice(plays, int(line)))
        began, used = perf_counter(), process_time()
        for play in following:
            await keep(*play)
        cost = process_time() - used, perf_counter() - began
        print(json.dumps([seconds * 1000 / len(following) for seconds in cost]), flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(keep_plays(sys.argv[1], Path(sys.argv[2])))

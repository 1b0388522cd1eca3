"""The databases of load tests: matches in the middle, some of them due in the same second."""

# ruff: noqa: S608 (the statements are made of our own words only)

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

from data import Person, Place, Store, StoredMatch
from data.checksums import first_checksum
from data.columns import stamp
from data.connection import Connection, Value, connect
from data.database import Database
from data.driver import Location
from data.events import add_events, event_columns
from data.match_columns import start_columns, state_columns
from data.outages import set_pulse
from data.people import add_person
from data.player_rating import Standing, save_standings, standing_columns
from data.time_controls import PACES
from match import verbs
from match.clock import DAY, Clock
from match.event import Event
from match.rating import Rating
from rules import GAMES, Position
from rules.move import PASS
from tools.bench.discord_server import channel_id, server_id
from tools.bench.measuring import random_plays

CHANNELS = 3
"""Channels of a server: two where people play, and one for the matches that will be due."""
TIMED_OUT = 0.2
"""The share of the due matches whose time is over; in the others a reminder is due."""
OLD_SERVERS, FINISHED, MOVES = 20, 10, 20
"""The servers whose leaderboards have people, the matches that were finished there in each game,
and the moves after which they were resigned.
"""
FIRST_PERSON = 10**17
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
"""The beginning of every story."""
Columns = dict[str, Value]
Story = list[tuple[StoredMatch, list[Event]]]
"""A match after each of its moves, with its events so far."""


@dataclass(frozen=True)
class Size:
    """The amounts of everything."""

    servers: int
    live: int
    people: int
    events: int
    due: int

    @property
    def matches(self) -> int:
        """How many matches there are, those included that were finished in old servers."""
        return self.live + OLD_SERVERS * len(GAMES) * FINISHED

    @classmethod
    def scaled(cls, scale: float) -> "Size":
        """Return a part of the full size."""
        full = (10_000, 100_000, 100_000, 1_000_000, 10_000)
        return cls(*(max(20, round(number * scale)) for number in full))


def tell_story(start: Position, moves: Iterable[str]) -> Story:
    """Play some moves, and keep the match after each."""
    match = StoredMatch(
        number=0,
        options={},
        started=BEGUN,
        place=Place(0),
        position=start,
        seats=(1, 2),
        names=("", ""),
        clock=Clock(PACES[0], BEGUN),
        rated=True,
    )
    story: Story = [(match, [])]
    for text in moves:
        played = verbs.play(match, match.seats[match.turn], BEGUN, text)
        match, events = verbs.follow(match, played)
        story.append((match, [*story[-1][1], *events]))
    return story


def random_story(key: str, rng: random.Random) -> Story:
    """Play a random game; forced passes follow by themselves."""
    start = GAMES[key].start({})
    return tell_story(start, (m.text for m, _ in random_plays(start, rng) if m.text != PASS))


async def fill(path: Location, size: Size, due_at: datetime) -> int:
    """Create the database, and return how many events it has; the first matches are due."""
    rng, now = random.Random(5), datetime.now(UTC)
    stories = [random_story(key, rng) for key in GAMES for _ in range(3)]
    database = await Database.open(path)
    total = 0
    async with database.transaction() as connection:
        for number in range(size.people):
            await add_person(connection, Person(FIRST_PERSON + number, f"Player {number}"))
            standing = Standing(Rating(rng.gauss(1500, 300), 80.0), now, wins=5, losses=5)
            key = list(GAMES)[number % len(GAMES)]
            columns = standing_columns(key, FIRST_PERSON + number, standing)
            await save_standings(connection, [columns])
        for number in range(1, size.live + 1):
            match, events = _live(rng, stories, 2 * size.events // size.live)
            match = _clocked(match, number, size, now, due_at, rng)
            one, two = rng.sample(range(size.people), 2)
            server = number % size.servers
            channel = CHANNELS if number <= size.due else rng.randint(1, CHANNELS - 1)
            seats = FIRST_PERSON + one, FIRST_PERSON + two
            where = seated(number, *seats, server, channel)
            await add_match(connection, number, match, events, where)
            total += len(events)
        number = size.live
        for at, key in product(range(OLD_SERVERS), GAMES):
            match, events = _resigned(next(one for one in stories if one[0][0].game == key))
            rated = range([*GAMES].index(key), size.people, len(GAMES))
            for _ in range(FINISHED):
                number, (one, two) = number + 1, rng.sample(rated, 2)
                where = seated(number, FIRST_PERSON + one, FIRST_PERSON + two, at, channel=1)
                await add_match(connection, number, match, events, where)
                total += len(events)
        await set_pulse(connection, stamp(now))
    await database.close()
    async with await Store.open(path, now) as store:
        for number in range(1, size.due + 1):
            if _is_timed_out(number):
                for person in (await store.matches.find(number)).seats:
                    await store.vacations.choose(person, now, by_itself=False)
    return total


async def add_match(
    connection: Connection, number: int, match: StoredMatch, events: list[Event], where: Columns
) -> None:
    """Insert a match whose card shows all of its events, with other columns than it has itself."""
    told = {"told": match.count, "card_count": match.count, "rematch_of": None}
    columns = start_columns(match) | state_columns(match) | told | where
    checksum = first_checksum(columns, (event_columns(number, each) for each in events))
    await connection.insert("matches", **columns, checksum=checksum)
    await add_events(connection, number, events)


def seated(number: int, first: int, second: int, server: int, channel: int) -> Columns:
    """Return the columns of a match whose card stands in a channel of a server."""
    return {
        "first": first,
        "second": second,
        "server": server_id(server),
        "channel": channel_id(server, channel),
        "card_channel": channel_id(server, channel),
        "card_message": (1 << 59) + number,
    }


def _live(rng: random.Random, stories: list[Story], most: int) -> tuple[StoredMatch, list[Event]]:
    """Choose a match in the middle of a story, with its events."""
    one = rng.choice(stories)
    return one[rng.randrange(min(len(one) - 1, most))]


def _resigned(story: Story) -> tuple[StoredMatch, list[Event]]:
    """Return a story that ends early, with its events."""
    match, events = story[min(MOVES, len(story) - 2)]
    match, more = verbs.follow(match, verbs.resign(match, match.seats[match.turn], BEGUN))
    return match, [*events, *more]


def _is_timed_out(number: int) -> bool:
    return number % round(1 / TIMED_OUT) == 0


def _clocked(
    match: StoredMatch, number: int, size: Size, now: datetime, due_at: datetime, rng: random.Random
) -> StoredMatch:
    """Set the clock: a reminder or the end of the time at `due_at`, or neither for a day."""
    assert match.clock.bank is not None
    bank = match.clock.bank[match.turn]
    if number > size.due:
        clock = replace(match.clock, since=now - DAY * rng.random())
    elif _is_timed_out(number):
        clock = replace(match.clock, since=due_at - bank, reminded=2)
    else:
        clock = replace(match.clock, since=due_at - bank * 4 / 5)
    return replace(match, started=now - 5 * DAY, clock=clock)


async def move_due(path: Location, size: Size, due_at: datetime, wait: timedelta) -> None:
    """Let what is due be due some time after now, and say that the bot has just been there."""
    now = datetime.now(UTC)
    sooner = stamp(due_at) - stamp(now + wait)
    database = await Database.open(path)
    async with database.transaction() as writer:
        await writer.change(
            "UPDATE matches SET since = since - :by, alarm = alarm - :by, "
            "deadline = deadline - :by WHERE id <= :due",
            by=sooner,
            due=size.due,
        )
        await set_pulse(writer, stamp(datetime.now(UTC)))
    await database.close()


def read(location: Location, sql: str, **values: Value) -> list[Any]:
    """Read rows of a database, whichever bot uses it."""
    driver = connect(location, read_only=True)
    try:
        return driver.rows(sql, values)
    finally:
        driver.close()


def second_due(path: Location, size: Size) -> float:
    """Return when what is due is due, after the bot has given back the time of its start."""
    due = "SELECT MAX(alarm) AS last FROM matches WHERE id <= :due AND reminded = 0"
    return float(read(path, due, due=size.due)[0]["last"]) / 1e6


def count_left(path: Location, size: Size) -> dict[str, int]:
    """Count the matches that were due and are not done yet, by what is left to do.

    An `untidy` one is untold, or has a past card that is to be replaced or edited.
    """
    untold = "(how IS NULL AND reminded <> 1 OR untold_since IS NOT NULL AND told <> count)"
    (row,) = read(
        path,
        "SELECT COUNT(*) FILTER (WHERE id % :each = 0 AND how IS NULL) AS undecided, "
        f"COUNT(*) FILTER (WHERE id % :each = 0 AND {untold}) AS untold_time_outs, "
        f"COUNT(*) FILTER (WHERE {untold}) AS untold, "
        f"COUNT(*) FILTER (WHERE {untold} OR untold_since IS NOT NULL) AS untidy "
        "FROM matches WHERE id <= :due",
        each=round(1 / TIMED_OUT),
        due=size.due,
    )
    return {name: row[name] for name in row.keys()}  # noqa: SIM118 (a row of SQLite's iterates over values)

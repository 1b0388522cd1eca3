"""People, channels and matches for tests of this room."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping, MutableSequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from data import MessageRef, Person, Place, Seat, Store, StoredMatch, Terms
from data.connection import Value
from data.database import snapshot_of
from data.driver import Location
from data.events import event_from, load_event_rows
from data.maintenance.check import parts
from data.player_rating import Change, change_from
from match import verbs
from match.clock import Pace
from match.event import Event
from match.verbs import Decide
from rules import GAMES

ANN, BEA, CARL, DORA = (Person(n, name) for n, name in enumerate(("Ann", "Bea", "Carl", "Dora"), 1))
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
DAY, HOUR, TICK = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)
HERE, THERE = Place(channel=7, server=70), Place(channel=8, server=80)
CARD = MessageRef(channel=7, message=700)


async def rating_history(store: Store, person: int, pool: str | None = None) -> list[Change]:
    """Return the changes of a person's ratings, of one pool or all, oldest first."""
    rows = await store.ratings._reader.rows(
        "SELECT * FROM rating_changes WHERE person = :person "
        "AND (:pool IS NULL OR game = :pool) ORDER BY at, id",
        person=person,
        pool=pool,
    )
    return [*map(change_from, rows)]


def usual_options(game: str) -> Mapping[str, str]:
    """Return the options of a game for which none are chosen."""
    return GAMES[game].presets[GAMES[game].usual_preset]


def paced(days: int | Pace | None) -> Pace | None:
    """Return the pace of this many days per move."""
    return Pace.a_move(days) if isinstance(days, int) else days


async def begin(
    store: Store,
    game: str = "ringo",
    *,
    first: Person = ANN,
    second: Person = BEA,
    place: Place = HERE,
    pace: int | Pace | None = 5,
    rated: bool = True,
    now: datetime = NOW,
) -> StoredMatch:
    """Begin a match by a challenge that is accepted."""
    terms = Terms(game, usual_options(game), Seat.FIRST, paced(pace), rated)
    challenge = await store.challenges.make(first, second, terms, place, now)
    return (await store.challenges.accept(challenge.number, second, place, now))[1]


@cache
def filled_file(fill: Callable[[Path], Coroutine[None, None, None]]) -> bytes:
    """Return a file as it is filled, which every test of a process gets a copy of."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "parlour.sqlite3"
        asyncio.run(fill(path))
        return path.read_bytes()


class NoLots(random.Random):
    """Random sides, but no lots: whoever joined first is seeded first."""

    def shuffle(self, x: MutableSequence[object]) -> None:
        """Leave the order as it is."""


async def do(
    store: Store,
    match: int | StoredMatch,
    verb: Decide,
    person: int,
    now: datetime = NOW,
    seen: int | None = None,
) -> StoredMatch:
    """Let a person act in a match, and return the match after it."""
    return (
        await store.matches.apply(match, lambda match: verb(match, person, now), seen=seen)
    ).after


async def play(
    store: Store,
    match: int | StoredMatch,
    person: int,
    text: str,
    now: datetime = NOW,
    seen: int | None = None,
    said: str = "",
) -> StoredMatch:
    """Let a person make a move, with an optional message."""
    return (
        await store.matches.apply(
            match, lambda match: verbs.play(match, person, now, text, said), seen=seen
        )
    ).after


async def change(store: Store, statement: str, **values: Value) -> None:
    """Change the database by a statement of its own."""
    async with store._database.transaction() as connection:
        await connection.change(statement, **values)


async def ask_rematch(
    store: Store, match: int, person: int, now: datetime
) -> tuple[StoredMatch, StoredMatch | None]:
    """Ask for a rematch; return the finished match, and the new one if it begins."""
    _, after, rematch = await store.matches.apply(
        match, lambda match: verbs.ask_rematch(match, person, now)
    )
    return after, rematch


async def run_out(store: Store, match: int | StoredMatch, now: datetime) -> StoredMatch:
    """Let a match end by time."""
    return (await store.matches.apply(match, lambda match: verbs.run_out(match, now))).after


async def history(store: Store, match: int) -> list[Event]:
    """Return all events of a match."""
    return [event_from(row) for row in await load_event_rows(store._database.reader, match)]


async def advance(
    store: Store, match: StoredMatch, moves: int, now: datetime = NOW, seed: int = 1
) -> StoredMatch:
    """Play this many random moves, or until the match is over."""
    rng = random.Random(seed)
    for _ in range(moves):
        if match.to_move is None:
            break
        text = rng.choice(list(match.position.moves()))
        match = await play(store, match, match.to_move, text, now, match.count)
    return match


async def faults_of(path: Location) -> list[str]:
    """Return the faults that a full check of a database finds."""
    async with snapshot_of(path) as connection:
        wanted = await parts(connection, quick=False)
        return [fault for part in wanted for fault in await part.find(connection)]

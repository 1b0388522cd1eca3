"""People, places and matches that the tests of this room share."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data import Card, KeptMatch, Ledger, Person, Place, Seat, Terms
from data.check import faults
from data.database import snapshot

ANN, BEA, CARL, DORA = (Person(n, name) for n, name in enumerate(("Ann", "Bea", "Carl", "Dora"), 1))
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
DAY, HOUR, TICK = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)
HERE, THERE = Place(channel=7, server=70), Place(channel=8, server=80)
CARD = Card(channel=7, message=700)


async def begin(
    ledger: Ledger,
    game: str = "ringo",
    *,
    first: Person = ANN,
    second: Person = BEA,
    place: Place = HERE,
    pace: int | None = 5,
    rated: bool = True,
    now: datetime = NOW,
) -> KeptMatch:
    """Have one person challenge another and the match begin."""
    terms = Terms(game, {}, Seat.FIRST, pace, rated)
    challenge = await ledger.challenges.make(first, second, terms, place, now)
    return (await ledger.challenges.accept(challenge.number, second, place, now))[1]


async def advance(
    ledger: Ledger, match: KeptMatch, moves: int, now: datetime = NOW, seed: int = 1
) -> KeptMatch:
    """Play some moves at random, or until the match is over."""
    lots = random.Random(seed)
    for _ in range(moves):
        if match.to_move is None:
            break
        text = lots.choice(list(match.position.moves()))
        match = await ledger.matches.play(match.number, match.to_move, text, now, match.count)
    return match


async def faults_of(path: Path) -> list[str]:
    """Check a whole database."""
    async with snapshot(path) as connection:
        return [fault async for fault in faults(connection)]

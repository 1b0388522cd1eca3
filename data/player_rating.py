"""A player's rating and results in a game, and how a match changes them."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from match.rating import Rating, rate_match


@dataclass(frozen=True)
class Standing:
    """A player's rating in one game as of its last change, and their rated results."""

    rating: Rating = field(default_factory=Rating)
    at: datetime | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def as_of(self, now: datetime) -> Rating:
        """Return the present rating, which is less certain after an absence."""
        return self.rating.absent(self.days(now))

    def days(self, now: datetime) -> float:
        """Return the number of days since the rating last changed."""
        return 0.0 if self.at is None else max(0.0, (now - self.at) / timedelta(days=1))


@dataclass(frozen=True)
class Change:
    """How one match changed one rating, that of a `pool`."""

    match: int
    pool: str
    side: int
    person: int
    at: datetime
    before: Rating
    after: Rating


@dataclass(frozen=True)
class RatedResult:
    """The data of a finished rated match that its ratings, those of a `pool`, depend on.

    `advantage` is what the first side was worth in rating points.
    """

    match: int
    pool: str
    seats: tuple[int, int]
    advantage: int
    winner: int | None
    ended: datetime


Pair = tuple[Standing, Standing]
"""The standings of the players of both sides."""


def after_match(result: RatedResult, before: Pair) -> tuple[Pair, list[Change]]:
    """Return both standings after a rated match, and the changes of their ratings."""
    now, winner = result.ended, result.winner
    days = before[0].days(now), before[1].days(now)
    players = before[0].rating, before[1].rating
    ratings = rate_match(players, days, winner, result.advantage)
    first, second = (
        replace(
            player,
            rating=ratings[side],
            at=now,
            wins=player.wins + (winner == side),
            draws=player.draws + (winner is None),
            losses=player.losses + (winner == 1 - side),
        )
        for side, player in enumerate(before)
    )
    changes = [
        Change(result.match, result.pool, side, person, now, player.as_of(now), ratings[side])
        for side, (person, player) in enumerate(zip(result.seats, before, strict=True))
    ]
    return (first, second), changes


def recompute(
    results: Iterable[RatedResult],
) -> tuple[dict[tuple[str, int], Standing], list[Change]]:
    """Recompute every standing, by pool and person, and every change from results in order."""
    standings: dict[tuple[str, int], Standing] = {}
    changes: list[Change] = []
    for result in results:
        first, second = ((result.pool, person) for person in result.seats)
        pair = standings.get(first, Standing()), standings.get(second, Standing())
        (standings[first], standings[second]), made = after_match(result, pair)
        changes += made
    return standings, changes

"""How people stand in a game, and what the results of matches make of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from data.rows import moment, stamp
from data.tables import Row, Value
from rules.rating import Rating, rate_match


@dataclass(frozen=True)
class Standing:
    """How somebody stands in one game: the rating as last changed, and the rated results."""

    rating: Rating = field(default_factory=Rating)
    at: datetime | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def as_of(self, now: datetime) -> Rating:
        """Give the rating as it is now, less sure after an absence."""
        return self.rating.absent(self.days(now))

    def days(self, now: datetime) -> float:
        """Count the days since the rating was last changed."""
        return 0.0 if self.at is None else max(0.0, (now - self.at) / timedelta(days=1))


@dataclass(frozen=True)
class Change:
    """What one match did to one rating."""

    match: int
    game: str
    side: int
    at: datetime
    before: Rating
    after: Rating


def after_match(
    players: tuple[Standing, Standing], winner: int | None, now: datetime
) -> tuple[Standing, Standing]:
    """Give how both stand after a rated match."""
    first, second = players
    ratings = rate_match((first.rating, second.rating), (first.days(now), second.days(now)), winner)
    after = [
        replace(
            player,
            rating=rating,
            at=now,
            wins=player.wins + (winner == side),
            draws=player.draws + (winner is None),
            losses=player.losses + (winner == 1 - side),
        )
        for side, (player, rating) in enumerate(zip(players, ratings, strict=True))
    ]
    return after[0], after[1]


def recomputed(
    matches: Iterable[Row],
) -> tuple[dict[tuple[str, int], Standing], list[tuple[Value, ...]]]:
    """Work out every standing and every change from the rated matches in their order."""
    standings: dict[tuple[str, int], Standing] = {}
    changes: list[tuple[Value, ...]] = []
    for row in matches:
        game, seats, ended = row["game"], (row["first"], row["second"]), moment(row["ended"])
        first, second = (standings.get((game, person), Standing()) for person in seats)
        after = after_match((first, second), row["winner"], ended)
        changes += change_values(row["id"], game, seats, ended, (first, second), after)
        standings.update(zip([(game, person) for person in seats], after, strict=True))
    return standings, changes


def change_values(
    match: int,
    game: str,
    seats: tuple[int, int],
    at: datetime,
    before: tuple[Standing, Standing],
    after: tuple[Standing, Standing],
) -> list[tuple[Value, ...]]:
    """Write what a match did, in the order that `tables.add_rating_change` keeps it."""
    return [
        (
            match,
            side,
            seats[side],
            game,
            stamp(at),
            before[side].rating.rating,
            before[side].as_of(at).deviation,
            after[side].rating.rating,
            after[side].rating.deviation,
            after[side].rating.volatility,
        )
        for side in (0, 1)
    ]


def rating_values(game: str, person: int, standing: Standing) -> tuple[Value, ...]:
    """Write a standing, in the order that `tables.set_rating` keeps it."""
    rating = standing.rating
    return (
        game,
        person,
        rating.rating,
        rating.deviation,
        rating.volatility,
        None if standing.at is None else stamp(standing.at),
        standing.wins,
        standing.draws,
        standing.losses,
    )


def standing_from(row: Row) -> Standing:
    """Read a standing."""
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Standing(rating, moment(row["at"]), row["wins"], row["draws"], row["losses"])


def change_from(row: Row) -> Change:
    """Read a change."""
    before = Rating(row["rating_before"], row["deviation_before"])
    after = Rating(row["rating"], row["deviation"], row["volatility"])
    return Change(row["match"], row["game"], row["side"], moment(row["at"]), before, after)

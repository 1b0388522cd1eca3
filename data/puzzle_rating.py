"""Puzzle ratings: a person's first answer is a match against the puzzle."""

from dataclasses import dataclass, replace
from datetime import datetime

from match.rating import DatedRating, Rating, rate_match

STARTS = {1: 1200.0, 2: 1400.0, 3: 1600.0, 4: 1800.0}
"""The rating of a puzzle that nobody has tried, by its difficulty."""
START_DEVIATION = 150.0
LIMITS = (1300.0, 1500.0, 1700.0)
"""The ratings above each of which a puzzle is one difficulty harder."""


@dataclass(frozen=True)
class Solver(DatedRating):
    """A person's puzzle rating as of the last change, and how many puzzles it was gained on."""

    tries: int = 0


def untried(difficulty: int) -> Rating:
    """Return the rating of a puzzle that nobody has tried yet."""
    return Rating(STARTS[difficulty], START_DEVIATION)


def after_try(
    solver: Solver, puzzle: Rating, now: datetime, *, was_right: bool
) -> tuple[Solver, Rating]:
    """Return both ratings after a person's first answer to a puzzle."""
    winner = 0 if was_right else 1
    rated, puzzle = rate_match((solver.rating, puzzle), (solver.days(now), 0.0), winner)
    return replace(solver, rating=rated, tries=solver.tries + 1, at=now), puzzle


def measured_difficulty(rating: Rating) -> int | None:
    """Return how hard a puzzle has proved to be, or None while that is not known."""
    if not rating.settled:
        return None
    return 1 + sum(rating.rating > limit for limit in LIMITS)

"""How long the games of a contest take at its pace: whether they fit, and when the last begin."""

from datetime import timedelta

from contests.contest import LEAST, WEEK, Form, division_sizes
from match.clock import Pace

MOVES = 10
"""A game is given the time for so many moves of each side."""


def longest(pace: Pace) -> timedelta:
    """Return how long `MOVES` moves of each side take at most."""
    return 2 * (pace.start + (MOVES - 1) * pace.adds)


def last_start(pace: Pace, weeks: int) -> timedelta:
    """Return how long before the end of some weeks all begins that is left, whatever the cap.

    It is what a game is given, but never more than the second half of the weeks.
    """
    return min(longest(pace), timedelta(days=weeks * WEEK.days // 2))


def games_each(form: Form, most: int, division: int, *, both_sides: bool) -> int:
    """Return how many games somebody has at most, in a cup for each round."""
    opponents = 1
    if form is Form.LEAGUE:
        numbers = range(LEAST[form], most + 1)
        opponents = max(division_sizes(number, division)[0] for number in numbers) - 1
    return opponents * (1 + both_sides)


def weeks_needed(pace: Pace, games: int, at_once: int | None) -> int:
    """Return the weeks in which somebody can play so many games, so many at once (`None`: all)."""
    turns = 1 if at_once is None else -(-games // at_once)
    return -(-turns * longest(pace) // WEEK)

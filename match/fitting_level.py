"""The computer's level at which a person would win about half of their matches."""

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import NamedTuple

from match.rating import Rating

LOWEST, HIGHEST = 1150, 2000
"""The cautious estimates at which the lowest level fits, a newcomer's, and the highest."""
SPREAD = 800.0
"""How far from that a person may well be, one standard deviation."""
FORGETS = 0.97
"""A result counts for so much less than the next one."""
BEYOND, GRID = 800, 25
"""Strengths are looked at so far beyond the levels, and so many points apart."""
RESTS = 3
"""A level fits for at least so many matches."""
AT_ONCE = 2
"""It changes by so many levels at most."""


class Faced(NamedTuple):
    """A result against the computer: its level, the score of 0, 1/2 or 1, and the person's luck.

    `advantage` is what the person's side was worth, in points of a rating.
    """

    level: int
    score: float
    advantage: int = 0


def fitting_level(levels: range, step: int, among_people: Rating, results: Iterable[Faced]) -> int:
    """Return the level that is nearest to a person, each `step` points above the one below.

    It begins from a cautious estimate by the rating that they have among people, by which a
    newcomer gets the lowest level, and then follows their results against the computer, oldest
    first; it changes by two at most, with every third.
    """
    cautious = (among_people.rating - among_people.deviation - LOWEST) / (HIGHEST - LOWEST)
    level = _nearest(levels, levels[0] + cautious * (len(levels) - 1))
    grid = range(step * levels[0] - BEYOND, step * levels[-1] + BEYOND + 1, GRID)
    likely = [-(((each - step * level) / SPREAD) ** 2) / 2 for each in grid]
    waited = RESTS - 1
    for result in results:
        met = step * result.level - result.advantage
        likely = [
            FORGETS * known + _likelihood(each - met, result.score)
            for each, known in zip(grid, likely, strict=True)
        ]
        waited += 1
        nearest = _nearest(levels, _mean(grid, likely) / step)
        if nearest != level and waited >= RESTS:
            level, waited = max(level - AT_ONCE, min(level + AT_ONCE, nearest)), 0
    return level


def _likelihood(ahead: float, score: float) -> float:
    """Return the logarithm of how likely a score is for who is so many points ahead (Elo)."""
    chance = 1 / (1 + 10 ** (-ahead / 400))
    return score * log(chance) + (1 - score) * log(1 - chance)


def _mean(grid: Sequence[int], likely: Sequence[float]) -> float:
    """Return the mean of strengths by the logarithms of how likely they are."""
    most = max(likely)
    weights = [exp(each - most) for each in likely]
    return sum(map(float.__mul__, weights, map(float, grid))) / sum(weights)


def _nearest(levels: range, wanted: float) -> int:
    return min(levels, key=lambda level: abs(level - wanted))

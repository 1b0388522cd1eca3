"""The computer's level at which a person would win about half of their matches."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from match.rating import Rating

LEVELS = tuple(range(1, 11))
STEP: Mapping[str, int] = {"agon": 133, "bivouac": 176, "bizingo": 273, "hoyito": 141, "ringo": 160}
"""The points between a level and the next: the mean of those that were measured in a game."""
USUAL_STEP = 165
LOWEST, AMONG_PEOPLE = 1100, 100
"""The strength of level 1, and the steps of ratings among people at which the next level fits."""
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


def strengths_of(game: str) -> Sequence[int]:
    """Return how strong each level of a game is, the first first."""
    return [LOWEST + STEP.get(game, USUAL_STEP) * number for number in range(len(LEVELS))]


def fitting_level(game: str, among_people: Rating, results: Iterable[Faced]) -> int:
    """Return the level that is nearest to a person in strength.

    It begins from a cautious estimate by the rating that they have among people, by which a
    newcomer gets the lowest level, and then follows their results against the computer, oldest
    first; it changes by two at most, with every third.
    """
    strengths = strengths_of(game)
    cautious = (among_people.rating - among_people.deviation - LOWEST) / AMONG_PEOPLE
    number = min(range(len(LEVELS)), key=lambda each: abs(each - cautious))
    grid = range(strengths[0] - BEYOND, strengths[-1] + BEYOND + 1, GRID)
    likely = [-(((each - strengths[number]) / SPREAD) ** 2) / 2 for each in grid]
    waited = RESTS - 1
    for result in results:
        met = strengths[result.level - LEVELS[0]] - result.advantage
        likely = [
            FORGETS * known + _likelihood(each - met, result.score)
            for each, known in zip(grid, likely, strict=True)
        ]
        waited += 1
        nearest = _nearest(strengths, _mean(grid, likely))
        if nearest != number and waited >= RESTS:
            number, waited = max(number - AT_ONCE, min(number + AT_ONCE, nearest)), 0
    return LEVELS[number]


def _likelihood(ahead: float, score: float) -> float:
    """Return the logarithm of how likely a score is for who is so many points ahead (Elo)."""
    chance = 1 / (1 + 10 ** (-ahead / 400))
    return score * log(chance) + (1 - score) * log(1 - chance)


def _mean(grid: Sequence[int], likely: Sequence[float]) -> float:
    """Return the mean of strengths by the logarithms of how likely they are."""
    most = max(likely)
    weights = [exp(each - most) for each in likely]
    return sum(map(float.__mul__, weights, map(float, grid))) / sum(weights)


def _nearest(strengths: Sequence[int], strength: float) -> int:
    return min(range(len(strengths)), key=lambda number: abs(strengths[number] - strength))

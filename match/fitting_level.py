"""The computer's level at which a person would win about half of their matches."""

from collections.abc import Iterable

from match.rating import MOST_DEVIATION, Rating, rate

LEVELS = (1, 2, 3, 4, 5)
LOWEST, STEP = 1100, 200
"""The rating of level 1, on the scale of ratings among people, and the steps between levels."""
KNOWN = 50.0
"""The assumed deviation of the ratings of the levels."""


def rating_of(level: int) -> Rating:
    """Return how strong a level is taken to be."""
    return Rating(LOWEST + STEP * (level - LEVELS[0]), KNOWN)


def fitting_level(among_people: Rating, results: Iterable[tuple[int, float]]) -> int:
    """Return the level that is nearest to a person in strength.

    It begins from a cautious estimate by the rating that they have among people, by which a
    newcomer gets the lowest level, and then follows their results against the computer, oldest
    first: the level, and a score of 0, 1/2 or 1.
    """
    person = Rating(among_people.rating - among_people.deviation, MOST_DEVIATION)
    for level, score in results:
        person = rate(person, [(rating_of(level), score)], 0.0)
    return min(LEVELS, key=lambda level: abs(rating_of(level).rating - person.rating))

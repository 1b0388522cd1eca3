"""The level at which a person would win about half of their matches."""

import random

import pytest

from computer import LEVELS as PLAYED
from match.fitting_level import LEVELS, fitting_level, rating_of
from match.rating import Rating
from tests.thorough import THOROUGH

NEWCOMER = Rating()


@pytest.mark.parametrize(
    ("among_people", "results", "level"),
    [
        (NEWCOMER, [], 1),
        (NEWCOMER, [(1, 1.0)], 2),
        (NEWCOMER, [(1, 0.0)], 1),
        (NEWCOMER, [(1, 0.5)], 1),
        (NEWCOMER, [(1, 1.0), (2, 0.0)], 1),
        (NEWCOMER, [(1, 1.0), (2, 1.0), (3, 1.0)], 3),
        (NEWCOMER, [(5, 1.0), (5, 1.0), (5, 1.0)], 5),
        (Rating(1500, 80), [], 3),
        (Rating(1500, 80), [(3, 0.0), (3, 0.0)], 2),
        (Rating(2100, 60), [], 5),
        (Rating(1900, 340), [], 3),
        (Rating(900, 60), [], 1),
    ],
)
def test_level_follows_from_the_rating_among_people_and_the_results(
    among_people: Rating, results: list[tuple[int, float]], level: int
) -> None:
    assert fitting_level(among_people, results) == level


def test_levels_are_those_that_the_computer_plays() -> None:
    assert [*PLAYED] == [*LEVELS]


@THOROUGH
@pytest.mark.parametrize("strength", LEVELS)
def test_who_is_as_strong_as_a_level_soon_plays_it_and_wins_about_half(strength: int) -> None:
    """Let somebody play who scores as Elo expects, for a hundred matches."""
    rng, results = random.Random(strength), list[tuple[int, float]]()
    own = rating_of(strength).rating
    for _ in range(100):
        level = fitting_level(NEWCOMER, results[-30:])
        wins = rng.random() < 1 / (1 + 10 ** ((rating_of(level).rating - own) / 400))
        results.append((level, float(wins)))
    later = results[20:]
    assert abs(sum(level for level, _ in later) / len(later) - strength) < 0.7
    if 1 < strength < 5:
        assert 0.4 < sum(score for _, score in later) / len(later) < 0.6

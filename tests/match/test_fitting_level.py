"""The level at which a person would win about half of their matches."""

import random
from itertools import pairwise

import pytest

from computer import LEVELS as PLAYED
from match.fitting_level import LEVELS, STEPS, Faced, fitting_level, strengths_of
from match.rating import Rating
from rules import GAMES
from tests.thorough import THOROUGH, mostly_thorough
from tools.research.strength.all_series import UNMEASURED
from tools.research.strength.repeated_games import read

NEWCOMER = Rating()


@pytest.mark.parametrize(
    ("among_people", "results", "level"),
    [
        (NEWCOMER, [], 1),
        (NEWCOMER, [(1, 0.0)], 1),
        (NEWCOMER, [(1, 0.5)], 1),
        (NEWCOMER, [(1, 1.0)], 2),
        (NEWCOMER, [(1, 1.0), (2, 0.0), (2, 0.0)], 2),
        (NEWCOMER, [(1, 1.0), (2, 0.0), (2, 0.0), (2, 0.0)], 1),
        (NEWCOMER, [(1, 1.0), (2, 1.0), (2, 1.0), (2, 1.0)], 3),
        (Rating(1500, 80), [], 3),
        (Rating(2100, 60), [], 5),
        (Rating(1900, 340), [], 3),
        (Rating(900, 60), [], 1),
    ],
)
def test_level_follows_from_the_rating_among_people_and_the_results(
    among_people: Rating, results: list[tuple[int, float]], level: int
) -> None:
    assert fitting_level("hoyito", among_people, [Faced(*each) for each in results]) == level


def test_who_wins_from_the_better_side_is_not_taken_to_be_as_strong() -> None:
    known = Rating(1500, 80)
    for score in (1.0, 0.5, 0.0):
        levels = [
            fitting_level("hoyito", known, [Faced(3, score, worth)] * 4) for worth in (350, 0, -350)
        ]
        assert levels == sorted(levels)
    assert fitting_level("hoyito", known, [Faced(3, 0.5, -350)] * 4) == 4
    assert fitting_level("hoyito", known, [Faced(3, 0.5, 350)] * 4) == 2


def test_levels_are_those_that_the_computer_plays() -> None:
    assert [*PLAYED] == [*LEVELS]
    assert {*STEPS} == {*GAMES}


@pytest.mark.parametrize("key", STEPS)
def test_steps_are_the_measured_ones(key: str) -> None:
    for level, step in zip(LEVELS[1:], STEPS[key], strict=True):
        name = f"{key} {level}:{level - 1}"
        assert step == (200 if name in UNMEASURED else read()[name].score.points)


def levels_played(key: str, strength: int, seed: int, matches: int) -> list[int]:
    """Return the levels that fit somebody as strong as a level, who scores as Elo expects."""
    rng, results, levels = random.Random(seed), list[Faced](), list[int]()
    own = strengths_of(key)[strength - 1]
    for _ in range(matches):
        levels.append(fitting_level(key, NEWCOMER, results))
        ahead = own - strengths_of(key)[levels[-1] - 1]
        results.append(Faced(levels[-1], float(rng.random() < 1 / (1 + 10 ** (-ahead / 400)))))
    return levels


@pytest.mark.parametrize("key", mostly_thorough(STEPS, "bizingo", "hoyito"))
def test_the_right_level_is_found_within_eight_matches_and_changes_at_most_every_third(
    key: str,
) -> None:
    for strength in LEVELS:
        found = 0
        for seed in range(5):
            levels = levels_played(key, strength, seed, 12)
            changes = [n for n in range(1, 12) if levels[n] != levels[n - 1]]
            assert all(later - sooner >= 3 for sooner, later in pairwise(changes))
            found += abs(levels[8] - strength) <= 1
        assert found >= 4, (key, strength)


@THOROUGH
@pytest.mark.parametrize("strength", LEVELS)
def test_who_is_as_strong_as_a_level_goes_on_playing_it(strength: int) -> None:
    levels = levels_played("hoyito", strength, 1, 60)[8:]
    assert abs(sum(levels) / len(levels) - strength) < 0.7

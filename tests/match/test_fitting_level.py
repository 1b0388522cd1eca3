"""The level at which a person would win about half of their matches."""

import random
from itertools import pairwise

import pytest

from computer import LEVELS as PLAYED
from match.fitting_level import LEVELS, STEP, Faced, fitting_level, strengths_of
from match.rating import Rating
from rules import GAMES
from tests.thorough import THOROUGH, mostly_thorough
from tools.research.strength.repeated_games import read

NEWCOMER = Rating()


@pytest.mark.parametrize(
    ("among_people", "results", "level"),
    [
        (NEWCOMER, [], 1),
        (NEWCOMER, [(1, 0.0)], 1),
        (NEWCOMER, [(1, 0.5)], 1),
        (NEWCOMER, [(1, 1.0)], 3),
        (NEWCOMER, [(1, 1.0), (3, 0.0), (3, 0.0)], 3),
        (NEWCOMER, [(1, 1.0), (3, 0.0), (3, 0.0), (3, 0.0)], 1),
        (NEWCOMER, [(1, 1.0), (3, 1.0), (3, 1.0), (3, 1.0)], 5),
        (Rating(1500, 80), [], 4),
        (Rating(2100, 60), [], 10),
        (Rating(1900, 340), [], 6),
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
            fitting_level("hoyito", known, [Faced(6, score, worth)] * 4) for worth in (350, 0, -350)
        ]
        assert levels == sorted(levels)
    assert fitting_level("hoyito", known, [Faced(6, 0.5, -350)] * 4) == 8
    assert fitting_level("hoyito", known, [Faced(6, 0.5, 350)] * 4) == 4


def test_levels_are_those_that_the_computer_plays() -> None:
    assert [*PLAYED] == [*LEVELS]
    assert {*STEP} == {*GAMES}


@pytest.mark.parametrize("key", STEP)
def test_a_step_is_the_mean_of_those_measured_in_whole_series(key: str) -> None:
    points = [read()[f"{key} {level}:{level - 1}"].score.points for level in LEVELS[1:]]
    assert STEP[key] == round(sum(points) / len(points))


def levels_played(key: str, strength: int, seed: int, matches: int) -> list[int]:
    """Return the levels that fit somebody as strong as a level, who scores as Elo expects."""
    rng, results, levels = random.Random(seed), list[Faced](), list[int]()
    own = strengths_of(key)[strength - 1]
    for _ in range(matches):
        levels.append(fitting_level(key, NEWCOMER, results))
        ahead = own - strengths_of(key)[levels[-1] - 1]
        results.append(Faced(levels[-1], float(rng.random() < 1 / (1 + 10 ** (-ahead / 400)))))
    return levels


@pytest.mark.parametrize("key", mostly_thorough(STEP, "bizingo", "hoyito"))
def test_the_right_level_is_found_within_eight_matches_and_changes_at_most_every_third(
    key: str,
) -> None:
    found = 0
    for strength in LEVELS[:8]:
        for seed in range(5):
            levels = levels_played(key, strength, seed, 12)
            changes = [n for n in range(1, 12) if levels[n] != levels[n - 1]]
            assert all(later - sooner >= 3 for sooner, later in pairwise(changes))
            assert all(abs(now - before) <= 2 for before, now in pairwise(levels))
            found += abs(levels[8] - strength) <= 1
    assert found >= 34, "of 40"


@THOROUGH
@pytest.mark.parametrize("strength", LEVELS[8:])
def test_the_best_find_their_level_within_fourteen_matches(strength: int) -> None:
    found = sum(
        abs(levels_played("hoyito", strength, seed, 15)[14] - strength) <= 1 for seed in range(10)
    )
    assert found >= 8


@THOROUGH
@pytest.mark.parametrize("strength", LEVELS)
def test_who_is_as_strong_as_a_level_goes_on_playing_it(strength: int) -> None:
    levels = levels_played("hoyito", strength, 1, 60)[8:]
    assert abs(sum(levels) / len(levels) - strength) < 1

"""The level at which a person would win about half of their matches."""

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest

from computer import level_step, levels
from match.fitting_level import Faced, fitting_level
from match.rating import Rating
from rules import GAMES
from tests.thorough import THOROUGH, mostly_thorough

NEWCOMER = Rating()


def fitting(key: str, among_people: Rating, results: Iterable[Faced]) -> int:
    """Return the level of a game that fits."""
    return fitting_level(levels(key), level_step(key), among_people, results)


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
        (Rating(1900, 340), [], 5),
        (Rating(900, 60), [], 1),
    ],
)
def test_level_follows_from_the_rating_among_people_and_the_results(
    among_people: Rating, results: list[tuple[int, float]], level: int
) -> None:
    assert fitting("hoyito", among_people, [Faced(*each) for each in results]) == level


def test_who_wins_from_the_better_side_is_not_taken_to_be_as_strong() -> None:
    known = Rating(1500, 80)
    for score in (1.0, 0.5, 0.0):
        fit = [fitting("hoyito", known, [Faced(6, score, worth)] * 4) for worth in (350, 0, -350)]
        assert fit == sorted(fit)
    assert fitting("hoyito", known, [Faced(6, 0.5, -350)] * 4) == 8
    assert fitting("hoyito", known, [Faced(6, 0.5, 350)] * 4) == 4


def levels_played(key: str, strength: int, seed: int, matches: int) -> list[int]:
    """Return the levels that fit somebody as strong as a level, who scores as Elo expects."""
    rng, results, played = random.Random(seed), list[Faced](), list[int]()
    for _ in range(matches):
        played.append(fitting(key, NEWCOMER, results))
        ahead = level_step(key) * (strength - played[-1])
        results.append(Faced(played[-1], float(rng.random() < 1 / (1 + 10 ** (-ahead / 400)))))
    return played


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "bizingo", "hoyito"))
def test_the_right_level_is_found_within_eight_matches_and_changes_at_most_every_third(
    key: str,
) -> None:
    found = 0
    for strength in range(1, 9):
        for seed in range(5):
            played = levels_played(key, strength, seed, 12)
            changes = [n for n in range(1, 12) if played[n] != played[n - 1]]
            assert all(later - sooner >= 3 for sooner, later in pairwise(changes))
            assert all(abs(now - before) <= 2 for before, now in pairwise(played))
            found += abs(played[8] - strength) <= 1
    assert found >= 34, "of 40"


@THOROUGH
@pytest.mark.parametrize(
    ("key", "strength"), [(key, each) for key in ("hoyito", "bizingo") for each in levels(key)[8:]]
)
def test_the_best_find_their_level_within_two_matches_for_each_level(
    key: str, strength: int
) -> None:
    most = 2 * len(levels(key))
    found = sum(
        abs(levels_played(key, strength, seed, most)[-1] - strength) <= 1 for seed in range(10)
    )
    assert found >= 8


@THOROUGH
@pytest.mark.parametrize("strength", levels("hoyito"))
def test_who_is_as_strong_as_a_level_goes_on_playing_it(strength: int) -> None:
    played = levels_played("hoyito", strength, 1, 60)[8:]
    assert abs(sum(played) / len(played) - strength) < 1

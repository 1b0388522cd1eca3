"""Club matches: random ones agree with a second, plain reckoning of the boards and the score."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from contests.club import MOST_BOARDS, BoardGame, games_of, pair, score
from contests.contest import Played
from tests.thorough import mostly_thorough

Pairs = list[tuple[int, int]]


def may_meet(apart: set[tuple[int, int]]) -> Callable[[int, int], bool]:
    return lambda one, other: (one, other) not in apart


def plain_pairs(sizes: tuple[int, int], most: int, apart: set[tuple[int, int]]) -> Pairs:
    """Pair by swaps along a list of boards, each looked for outwards from the board."""
    number = min(sizes[0], sizes[1], most)
    against = {board: board for board in range(number)}
    for board in range(number):
        distance = 0
        while (board, against[board]) in apart and distance <= number:
            for other in (board - distance, board + distance):
                if other not in against:
                    continue
                swapped = {(board, against[other]), (other, against[board])}
                if not swapped & apart:
                    against[board], against[other] = against[other], against[board]
                    break
            distance += 1
    return [(one, other) for one, other in against.items() if (one, other) not in apart]


def plain_score(results: list[tuple[int, int, Fraction | None]]) -> tuple[Fraction, Fraction]:
    """Add up points: of each game the club of the first side, and the points of that side."""
    totals = [Fraction(0), Fraction(0)]
    for _, first, points in results:
        if points is not None:
            totals[first] += points
            totals[1 - first] += 1 - points
    return totals[0], totals[1]


def halves(points: tuple[int, int]) -> tuple[Fraction, Fraction]:
    return Fraction(points[0], 2), Fraction(points[1], 2)


@pytest.mark.parametrize("number", mostly_thorough([500, 10_000]))
def test_random_club_matches_agree_with_a_plain_reckoning(number: int) -> None:
    rng = random.Random(51)
    for _ in range(number):
        sizes, most = (rng.randint(0, 24), rng.randint(0, 24)), rng.randint(2, MOST_BOARDS)
        share = rng.choice((0.0, 0.0, 0.05, 0.3, 0.9))
        apart = {
            (one, other)
            for one in range(sizes[0])
            for other in range(sizes[1])
            if rng.random() < share
        }
        pairs = pair(sizes, most, may_meet(apart))
        assert pairs == plain_pairs(sizes, most, apart)
        ones, others = [one for one, _ in pairs], [other for _, other in pairs]
        assert len({*ones}) == len({*others}) == len(pairs), "nobody plays on two boards"
        assert apart.isdisjoint(pairs), "blocked pairs are not paired"
        assert {*ones, *others} <= {*range(min(*sizes, most))}, "the strongest play"
        if not apart:
            assert pairs == [(board, board) for board in range(min(*sizes, most))]
        both = rng.random() < 0.5
        results, played = [], {}
        for board in range(len(pairs)):
            games = games_of(board, both_sides=both)
            assert {game.first for game in games} == ({0, 1} if both else {board % 2})
            for game in games:
                points = rng.choice((None, 0, 1, 2))
                played[game] = Played(points)
                half = None if points is None else Fraction(points, 2)
                results.append((board, game.first, half))
        found = score(played)
        one, other = plain_score(results)
        assert halves(found.total) == (one, other)
        assert found.winner == (None if one == other else int(other > one))
        for board, scored in found.boards.items():
            own = [each for each in results if each[0] == board]
            assert halves(scored) == plain_score(own)


@pytest.mark.parametrize(
    ("apart", "pairs"),
    [
        ({(1, 1)}, [(0, 1), (1, 0), (2, 2)]),
        ({(0, 0)}, [(0, 1), (1, 0), (2, 2)]),
        ({(1, 1), (0, 1)}, [(0, 0), (1, 2), (2, 1)]),
        ({(1, 0), (1, 1), (1, 2)}, [(0, 0), (2, 2)]),
    ],
    ids=["of two as near the stronger", "the nearest", "the next", "none helps"],
)
def test_blocked_people_change_places_and_both_clubs_field_the_same(
    apart: set[tuple[int, int]], pairs: Pairs
) -> None:
    assert pair((3, 3), 20, may_meet(apart)) == pairs


def test_a_board_of_one_game_alternates_who_has_the_first_side() -> None:
    assert [games_of(board, both_sides=False) for board in (0, 1)] == [
        (BoardGame(0, 0),),
        (BoardGame(1, 1),),
    ]

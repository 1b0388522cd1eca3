"""Streaks, a week's table, puzzle ratings and rushes, as they are reckoned."""

from datetime import timedelta

import pytest

from data.puzzle_days import WeekTotal, next_puzzle, streak, week_table
from data.puzzle_rushes import MISTAKES, Rush
from data.puzzles import LIMITS, STARTS, Solver, after_try, measured_difficulty, untried
from match.rating import SETTLED, Rating
from rules import Name
from tests.data.sample_matches import DAY, NOW


def weeks(stock: dict[str, list[int]], used: dict[tuple[str, int], int], number: int) -> list[str]:
    """Use the next puzzle of a stock on some days in a row; list them."""
    chosen = []
    for _ in range(number):
        day = 1 + max(used.values(), default=0)
        game, puzzle = next_puzzle(stock, used)
        used[game, puzzle] = day
        chosen.append(f"{game}{puzzle}")
    return chosen


def test_no_puzzle_comes_twice_before_all_have_come_and_games_take_turns() -> None:
    stock, used = {"a": [3, 1, 2], "b": [7, 8]}, dict[tuple[str, int], int]()
    assert weeks(stock, used, 6) == ["a3", "b7", "a1", "b8", "a2", "b7"]
    assert weeks(stock, used, 2) == ["a3", "b8"], "and again in the same order"


def test_what_is_added_to_the_stock_comes_first_and_repeats_nothing() -> None:
    stock, used = {"a": [1, 2, 3], "b": [1, 2, 3]}, dict[tuple[str, int], int]()
    before = weeks(stock, used, 5)
    stock["c"] = [5, 6]
    stock["a"] = [4, 1, 2, 3]
    after = weeks(stock, used, 6)
    assert [one[0] for one in (*before, *after)] == list("ababacbacba"), "c at once, then in turn"
    assert after[0] == "c5"
    assert after[2] == "a4", "a new puzzle of a game before its old ones"
    assert len({*before, *after[:4]}) == 9, "none twice before all of a game have come"
    del stock["b"]
    assert {one[0] for one in weeks(stock, used, 4)} == {"a", "c"}, "a game that is gone"


DAYS = range(1, 31)
"""A month with a puzzle every day; the last one is not over."""


@pytest.mark.parametrize(
    ("tried", "away", "expected"),
    [
        ([], [], 0),
        ([30], [], 1),
        ([29], [], 1),  # today's is still to come
        ([28], [], 1),  # one missed day is forgiven
        ([27], [], 0),  # two are not
        (range(20, 31), [], 11),
        ([*range(10, 20), *range(21, 31)], [], 20),  # one missed day in the middle
        ([*range(10, 20), *range(22, 31)], [], 9),  # two in a row
        ([*range(10, 20), 21, 22, *range(24, 31)], [], 9),  # two within seven days
        ([*range(10, 17), *range(18, 24), *range(25, 31)], [], 19),  # two that are seven apart
        ([*range(1, 11), *range(25, 31)], range(11, 25), 16),  # a fortnight of vacation
        ([*range(1, 10), *range(25, 31)], range(11, 25), 15),  # a missed day before it
        ([*range(1, 9), *range(25, 31)], range(11, 25), 6),
        (range(31, 40), [], 0),
    ],
)
def test_streak_counts_days_with_a_try_forgives_one_a_week_and_waits_for_a_vacation(
    tried: range | list[int], away: range | list[int], expected: int
) -> None:
    assert streak(DAYS, set(tried), set(away)) == expected


def test_days_without_a_puzzle_end_no_streak() -> None:
    assert streak([1, 2, 3, 10, 11], {1, 2, 3, 10, 11}, set()) == 5
    assert streak([], {1}, set()) == 0


def test_weeks_table_ranks_by_solved_then_first_tries_and_equals_share_a_place() -> None:
    def total(person: int, solved: int, at_first: int) -> WeekTotal:
        return WeekTotal(person, solved, at_first, Name(f"{person}"))

    table = week_table([total(4, 5, 1), total(3, 6, 2), total(2, 5, 1), total(1, 6, 3)])
    assert [(row.place, row.total.person) for row in table] == [(1, 1), (2, 3), (3, 2), (3, 4)]
    assert week_table([]) == []


def test_first_answer_is_a_match_between_solver_and_puzzle() -> None:
    solver, puzzle = Solver(), untried(3)
    won, beaten = after_try(solver, puzzle, NOW, was_right=True)
    assert won.rating.rating > solver.rating.rating
    assert beaten.rating < puzzle.rating
    assert (won.tries, won.at) == (1, NOW)
    lost, _ = after_try(won, puzzle, NOW + DAY, was_right=False)
    assert lost.rating.rating < won.rating.rating
    easy, _ = after_try(solver, untried(1), NOW, was_right=True)
    assert easy.rating.rating < won.rating.rating
    assert won.as_of(NOW + timedelta(days=400)).deviation > won.rating.deviation


def test_who_solves_a_puzzle_at_first_try_corrects_its_difficulty() -> None:
    assert [measured_difficulty(Rating(start, 60.0)) for start in STARTS.values()] == [1, 2, 3, 4]
    for limit in LIMITS:
        assert measured_difficulty(Rating(limit + 1, SETTLED + 1)) is None
    expert = Solver(Rating(1500.0, 60.0))
    for was_right, expected in ((True, 1), (False, 4)):
        puzzle = untried(2 if was_right else 3)
        assert measured_difficulty(puzzle) is None, "nobody has tried it"
        for _ in range(30):
            _, puzzle = after_try(expert, puzzle, NOW, was_right=was_right)
        assert measured_difficulty(puzzle) == expected


def test_rush_ends_with_the_third_mistake_or_the_last_puzzle() -> None:
    rush = Rush(1, 1, None, None, (("ringo", 1),))
    for number in range(2, 7):
        rush = rush.after(("ringo", number), was_right=True)
    assert (rush.solved, rush.mistakes, rush.step, rush.over) == (5, 0, 6, False)
    for number in range(7, 7 + MISTAKES):
        assert not rush.over
        rush = rush.after(("ringo", number), was_right=False)
    assert rush.over
    assert rush.puzzles[-1] == ("ringo", 8), "the one that ended it stays the present one"
    assert Rush(1, 1, None, None, (("ringo", 1),)).after(None, was_right=True).over
    assert Rush(1, 1, None, None, ()).ended().over

"""Glicko-2 ratings."""

import math

import pytest

from match.rating import (
    CENTRE,
    MOST_WORTH,
    SCALE,
    Rating,
    _weight,
    advantage,
    rate,
    rate_match,
    worth,
)
from rules import Balance, Sentence

# Glickman's example, http://www.glicko.net/glicko/glicko2.pdf, pages 4 and 5.
PLAYER = Rating(1500, 200, 0.06)
RESULTS = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]


def test_weights_of_the_opponents_are_as_printed() -> None:
    weights = [round(_weight(opponent.deviation / SCALE), 4) for opponent, _ in RESULTS]
    assert weights == [0.9955, 0.9531, 0.7242]


def test_glickmans_example_comes_out_to_its_printed_digits() -> None:
    after = rate(PLAYER, RESULTS, periods=1)
    mu, phi = (after.rating - CENTRE) / SCALE, after.deviation / SCALE
    assert round(mu, 4) == -0.2069
    assert round(phi, 4) == 0.8722
    # The paper goes on with these four digits; unrounded the rating is 1464.0507.
    assert round(SCALE * round(mu, 4) + CENTRE, 2) == 1464.06
    assert round(SCALE * round(phi, 4), 2) == 151.52
    # 0.0599960, whose last digits the paper cuts off.
    assert math.floor(after.volatility * 100_000) / 100_000 == 0.05999
    assert after.rating == pytest.approx(1464.0507, abs=5e-5)
    assert after.deviation == pytest.approx(151.5165, abs=5e-5)


def test_a_deviation_of_60_grows_to_110_in_about_a_year() -> None:
    assert Rating(1500, 60).absent(365).deviation == pytest.approx(110, abs=0.1)


def test_a_rating_is_settled_up_to_a_deviation_of_110() -> None:
    assert Rating(1500, 110.0).settled
    assert not Rating(1500, 110.001).settled


def test_absence_never_makes_anybody_less_known_than_a_new_player() -> None:
    assert Rating(1500, 340).absent(10_000).deviation == 350


def test_a_clock_set_back_is_no_absence() -> None:
    assert PLAYER.absent(-3) == PLAYER
    assert rate_match((PLAYER, PLAYER), (-3, -3), 0) == rate_match((PLAYER, PLAYER), (0, 0), 0)


def test_winning_raises_losing_lowers_and_a_draw_of_equals_changes_no_rating() -> None:
    new = Rating()
    first, second = rate_match((new, new), (0, 0), 0)
    assert first.rating - 1500 == pytest.approx(1500 - second.rating)
    assert first.rating == pytest.approx(1662.21, abs=0.01)
    second_won = rate_match((new, new), (0, 0), 1)
    assert (second_won[1].rating, second_won[0].rating) == pytest.approx(
        (first.rating, second.rating)
    )
    drawn = rate_match((new, new), (0, 0), None)
    assert [rating.rating for rating in drawn] == pytest.approx([1500, 1500])


def test_an_absent_opponent_counts_for_less() -> None:
    settled = Rating(1500, 60)
    known, _ = rate_match((settled, settled), (1, 1), 0)
    unknown, _ = rate_match((settled, settled), (1, 1000), 0)
    assert unknown.rating < known.rating


@pytest.mark.parametrize("gap", [0, 500, 2000])
def test_great_surprises_still_converge(gap: int) -> None:
    favourite, outsider = Rating(1500 + gap, 30), Rating(1500, 30)
    after, other = rate_match((favourite, outsider), (0, 0), 1)
    assert after.rating < favourite.rating
    assert other.rating > outsider.rating
    assert all(math.isfinite(value) for value in (after.volatility, other.volatility))


def test_whoever_has_the_easier_side_wins_little_and_loses_much_with_it() -> None:
    new = Rating()
    even = rate_match((new, new), (0, 0), 0)
    easy, hard = (rate_match((new, new), (0, 0), winner, 240) for winner in (0, 1))
    assert 0 < easy[0].rating - 1500 < even[0].rating - 1500 < hard[1].rating - 1500
    assert easy[0].rating - 1500 == pytest.approx(1500 - easy[1].rating)
    assert hard[1].rating - 1500 == pytest.approx(1500 - hard[0].rating)
    turned = rate_match((new, new), (0, 0), 1, -240)
    assert turned == easy[::-1]
    drawn = rate_match((new, new), (0, 0), None, 240)
    assert drawn[0].rating < 1500 < drawn[1].rating


def test_the_easier_side_makes_up_for_as_many_points_less() -> None:
    weaker, stronger = Rating(1400, 80), Rating(1640, 80)
    after = rate_match((weaker, stronger), (0, 0), None, 240)
    assert [rating.rating for rating in after] == pytest.approx([1400, 1640])


def test_without_an_advantage_nothing_is_rated_otherwise_to_the_last_digit() -> None:
    players = Rating(1413.7, 61.3), Rating(1622.9, 88.1)
    assert rate_match(players, (3, 5), 1, 0) == rate_match(players, (3, 5), 1)


@pytest.mark.parametrize(
    ("score", "games", "points"),
    [
        (160, 200, 226),  # 165 of 210: four of five, minus a little for doubt
        (40, 200, -226),
        (16, 20, 147),  # the same share of fewer games is worth less
        (115, 200, 50),
        (114, 200, 0),  # that many more wins may be chance
        (100, 200, 0),
        (86, 200, 0),
        (3, 3, 0),
        (200, 200, MOST_WORTH),
        (0, 200, -MOST_WORTH),
        (0, 0, 0),
    ],
)
def test_a_side_is_worth_its_score_between_equals(score: float, games: int, points: int) -> None:
    assert worth(score, games) == points


@pytest.mark.parametrize("wins", [(150, 50), (20, 170), (104, 96), (115, 85), (114, 86), (3, 0)])
def test_advantage_is_of_the_side_that_wins_more_than_by_chance(wins: tuple[int, int]) -> None:
    balance = Balance((Sentence("light"), Sentence("dark")), wins, 200)
    points = advantage(balance)
    assert points == worth(balance.score, 200) == -advantage(balance.turned())
    assert balance.favours == (None if not points else int(points < 0))


def test_without_counted_games_no_side_has_an_advantage() -> None:
    assert advantage(None) == 0


def test_nobody_is_new_after_a_match_however_long_ago() -> None:
    drawn, _ = rate_match((Rating(), Rating()), (0, 0), None)
    assert Rating().is_new
    assert not drawn.absent(20_000).is_new

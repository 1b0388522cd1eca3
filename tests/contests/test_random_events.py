"""Random events end, pair everybody once, and have the tables of a second, plain reckoning."""

from collections import Counter
from fractions import Fraction

import pytest

from contests import cup, league
from contests.contest import Form
from tests.contests.brute_force import cup_winner, league_rows, pairs_of, places_of
from tests.contests.random_events import RandomEvent
from tests.thorough import THOROUGH

EVERY, PARTS = 400, 4
"""How many are played, and in how many tests; one of these belongs to the short run."""


def check(seed: int) -> None:
    """Play an event, and compare all that follows with the plain reckoning."""
    event = RandomEvent.make(seed)
    event.play()
    if event.form is Form.LEAGUE:
        for division in league.divisions(event.progress):
            check_division(event, division)
    else:
        check_cup(event)


def check_division(event: RandomEvent, division: int) -> None:
    progress, numbers = event.progress, league.members(event.progress, division)
    slots = [slot for group in league.schedule(progress, division) for slot in group]
    met = Counter(slot.pair for slot in slots)
    assert set(met) == pairs_of(numbers)
    assert {*met.values()} == {2 if progress.both_sides else 1}
    for number in numbers:
        first = sum(slot.first == number for slot in slots)
        assert abs(2 * first - sum(number in slot.pair for slot in slots)) <= 1
    rows = league_rows(progress, slots, numbers)
    table = [line for line in league.table(progress, division) if not line.struck]
    quarters = [
        (
            line.number,
            Fraction(line.points, 2),
            tuple(Fraction(points, 2) for points in line.direct),
            Fraction(line.sonneborn, 4),
            line.harder_wins,
        )
        for line in table
    ]
    assert quarters == rows
    assert {line.number: line.place for line in table} == places_of(rows, progress.is_out)
    assert all(line.to_play == 0 for line in table)


def check_cup(event: RandomEvent) -> None:
    progress = event.progress
    bracket = cup.bracket(progress)
    for ties in bracket:
        for tie in ties:
            assert tie.winner == cup_winner(progress, tie.round, tie.index)
    places = cup.places(progress)
    assert sorted(places) == [one.number for one in progress.entrants]
    final = bracket[-1][0]
    assert [number for number, place in places.items() if place == 1] == [
        number for number in final.sides if number is not None and number == final.winner
    ]
    assert final.is_void == progress.is_out.issuperset(n for n in final.sides if n is not None)
    most = 2 * cup.LEGS
    for tie in (tie for ties in bracket for tie in ties if None not in tie.sides):
        games = [
            slot
            for slot in progress.played
            if slot.round == tie.round and {*slot.pair} == {*tie.sides}
        ]
        assert len(games) <= most


@THOROUGH
@pytest.mark.parametrize("part", range(PARTS))
def test_random_events_agree_with_a_plain_reckoning(part: int) -> None:
    for seed in range(part, EVERY, PARTS):
        check(seed)

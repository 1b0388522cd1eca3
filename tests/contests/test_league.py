"""The rules of a league's table, one test each, on both sides of their limits."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from contests import league
from contests.contest import LOSS, WIN, ContestProgress, Entrant, Played, ScheduledGame, TableRules

LEFT, ABSENT = {"left": True}, {"on_time": True, "absent": True}


def played(
    number: int, results: Mapping[str, float], out: Mapping[int, int] | None = None, **fields: int
) -> ContestProgress:
    """Return a league of so many: `01` is the points of 0 in the game with 1, the first side."""
    games = {}
    for pair, points in results.items():
        first, second = map(int, pair)
        games[ScheduledGame(0, first, second)] = Played(int(2 * points))
    entrants = [Entrant(n, out_since=(out or {}).get(n)) for n in range(number)]
    scheduled = {slot for (slot,) in league.schedule(ContestProgress(entrants), 0)}
    turned = {
        slot if slot in scheduled else ScheduledGame(0, slot.second, slot.first): (
            game if slot in scheduled else replace(game, points=WIN - (game.points or 0))
        )
        for slot, game in games.items()
    }
    return ContestProgress(entrants, turned, **fields)  # type: ignore[arg-type]  # a test's own


def won_how(
    progress: ContestProgress, one: int, other: int, how: Mapping[str, bool]
) -> ContestProgress:
    """Return the league in which the game of two was won without being played."""
    games = {
        slot: replace(game, **how) if {*slot.pair} == {one, other} else game
        for slot, game in progress.played.items()
    }
    return replace(progress, played=games)


def places(progress: ContestProgress) -> dict[int, int]:
    return {line.number: line.place for line in league.table(progress, 0)}


def line(progress: ContestProgress, number: int) -> league.TableLine:
    return next(each for each in league.table(progress, 0) if each.number == number)


def test_what_never_began_gives_nobody_a_point() -> None:
    open_still = played(3, {"01": 1})
    assert [line(open_still, n).to_play for n in range(3)] == [1, 1, 2]
    assert not league.is_over(open_still)
    closed = replace(open_still, closed=1)
    assert league.is_over(closed)
    assert [line(closed, n).points for n in range(3)] == [WIN, 0, 0]
    assert [line(closed, n).unplayed for n in range(3)] == [1, 1, 2]
    assert [line(closed, n).draws for n in range(3)] == [0, 0, 0]


def test_who_plays_nothing_does_not_stand_above_somebody_with_a_win() -> None:
    """Who began few games and lost them stands behind who won one, and level with the idle."""
    closed = played(4, {"01": 1, "12": 1, "20": 0}, closed=1)
    assert places(closed) == {0: 1, 1: 2, 2: 3, 3: 3}


def test_two_who_are_both_out_get_nothing_from_each_other() -> None:
    results = {"02": 1, "03": 1, "12": 1, "13": 1, "23": 1}
    one_out = played(4, results, out={0: 0})
    assert line(one_out, 1).points == 3 * WIN
    both_out = played(4, results, out={0: 0, 1: 0})
    assert [line(both_out, n).points for n in (0, 1)] == [2 * WIN, 2 * WIN]
    begun = won_how(played(4, {**results, "01": 0}, out={0: 0}), 0, 1, LEFT)
    assert line(begun, 1).points == 3 * WIN
    then_both = replace(begun, entrants=both_out.entrants)
    assert [line(then_both, n).points for n in (0, 1)] == [2 * WIN, 2 * WIN]


def test_direct_encounter_is_applied_again_among_those_still_level() -> None:
    """Of four with 2½ points two are level among the four too; 4 beat 0, who has more SB.

    FIDE Handbook C.07, article 6.
    """
    results = {
        "01": 0, "02": 1, "03": 0.5, "04": 0, "05": 1, "12": 0, "13": 1, "14": 0, "15": 0,
        "23": 1, "24": 1, "25": 0, "34": 1, "35": 1, "45": 0.5,
    }  # fmt: skip
    progress = played(6, results)
    direct = {n: line(progress, n).direct for n in (3, 4, 0, 5)}
    assert direct == {3: (5,), 4: (3, 2), 0: (3, 0), 5: (1,)}
    assert line(progress, 0).sonneborn > line(progress, 4).sonneborn
    assert places(progress) == {2: 1, 3: 2, 4: 3, 0: 4, 5: 5, 1: 6}
    once = places(replace(progress, rules=TableRules.FIRST))
    assert once[0] < once[4], "so it was before"


def test_whoever_is_out_stands_below_those_who_stay() -> None:
    results = {"01": 1, "02": 1, "03": 1, "12": 1, "13": 0.5, "23": 1}
    assert places(played(4, results)) == {0: 1, 1: 2, 2: 3, 3: 4}
    gone = played(4, results, out={0: 0})
    assert places(gone) == {1: 1, 2: 2, 3: 3, 0: 4}
    assert line(gone, 0).points == 3 * WIN
    assert places(replace(gone, rules=TableRules.FIRST))[0] == 1, "so it was before"


@pytest.mark.parametrize("how", [LEFT, ABSENT])
def test_walkovers_count_in_no_tie_break(how: Mapping[str, bool]) -> None:
    results = {"01": 1, "02": 0, "03": 1, "12": 1, "13": 1, "23": 1}
    on_the_board = played(4, results, harder=0)
    walkover = won_how(on_the_board, 0, 3, how)
    assert line(walkover, 0).points == line(on_the_board, 0).points == 2 * WIN
    before, after = line(on_the_board, 0), line(walkover, 0)
    assert after.sonneborn == before.sonneborn - WIN * line(walkover, 3).points
    assert 3 not in after.results
    of_three = won_how(played(3, {"01": 1, "12": 1, "20": 1}), 0, 1, how)
    assert [line(of_three, n).direct for n in range(3)] == [(), (), ()], "not all have met"
    first = [slot.first for slot in on_the_board.played if {*slot.pair} == {0, 3}]
    assert before.harder_wins - after.harder_wins == (first == [0])


def test_direct_encounter_needs_that_all_who_are_tied_have_met() -> None:
    met = played(3, {"01": 1, "12": 1, "20": 1})
    assert [line(met, n).direct for n in range(3)] == [(2,), (2,), (2,)]
    missing = played(4, {"03": 1, "13": 1})
    assert line(missing, 0).direct == line(missing, 1).direct == ()
    assert places(missing) == {0: 1, 1: 1, 2: 3, 3: 3}


def test_a_league_that_began_by_earlier_rules_keeps_its_table() -> None:
    old = played(3, {"01": 1}, closed=1, rules=TableRules.FIRST)
    assert [line(old, n).points for n in range(3)] == [3, 1, 2]
    gone = played(3, {"02": 1, "12": 1}, {0: 0, 1: 0}, rules=TableRules.FIRST)
    first = min(slot.first for (slot,) in league.schedule(gone, 0) if {*slot.pair} == {0, 1})
    assert line(gone, first).points == WIN + LOSS
    assert line(gone, 1 - first).points == 2 * WIN
    cycle = won_how(replace(played(3, {"01": 1, "12": 1, "20": 1}), rules=old.rules), 0, 1, LEFT)
    assert [line(cycle, n).direct for n in range(3)] == [(2,)] * 3
    assert line(cycle, 0).sonneborn == 2 * WIN

"""Whoever is absent gives nobody a title and turns no bracket; a tie is played once more."""

from dataclasses import replace

from contests import cup, league
from contests.contest import (
    LOSS,
    WIN,
    ContestProgress,
    Entrant,
    Played,
    ScheduledGame,
    TableRules,
    has_won,
)


def test_whoever_is_out_stands_below_all_who_stay() -> None:
    entrants = [Entrant(0, out_since=0), Entrant(1), Entrant(2)]
    played = {
        ScheduledGame(0, *slot): Played(WIN if slot[0] == 0 else 0)
        for slot in league._pairs(3)
        if 0 in slot
    }
    lines = league.table(ContestProgress(entrants, played, closed=1), 0)
    assert [(line.number, line.place) for line in lines] == [(1, 1), (2, 1), (0, 3)]
    assert lines[2].points > lines[0].points


def test_a_walkover_is_no_game_won_on_the_board() -> None:
    entrants = [Entrant(0), Entrant(1)]
    slot = ScheduledGame(0, 0, 1)
    for game, won in ((Played(WIN), True), (Played(WIN, absent=True), False), (Played(1), False)):
        progress = ContestProgress(entrants, {slot: game})
        assert has_won(progress, 0) is won
        assert not has_won(progress, 1)


FOUR = [Entrant(number) for number in range(4)]
SEMI_FINALS = {
    ScheduledGame(0, first, second): Played(WIN if first < second else LOSS)
    for pair in ((0, 3), (1, 2))
    for first, second in (pair, pair[::-1])
}


def test_a_bracket_all_of_whose_players_left_has_no_winner_in_whatever_order() -> None:
    for who in ((0, 1), (1, 0)):
        entrants, played = [*FOUR], dict(SEMI_FINALS)
        for left in who:
            entrants[left] = replace(entrants[left], out_since=1)
            (final,) = cup.bracket(ContestProgress(entrants, played))[1]
            assert final.winner == (None if left == who[1] else who[1])
        assert final.is_void
        progress = ContestProgress(entrants, played)
        assert cup.is_over(progress)
        assert cup.places(progress) == {0: 2, 1: 2, 2: 3, 3: 3}


def test_a_cup_of_earlier_rules_keeps_the_winner_of_two_who_were_out() -> None:
    entrants = [replace(one, out_since=1) if one.number < 2 else one for one in FOUR]
    old = ContestProgress(entrants, SEMI_FINALS, rules=TableRules.FIRST)
    assert cup.places(old) == {0: 1, 1: 2, 2: 3, 3: 3}
    final = {
        ScheduledGame(1, 0, 1): Played(WIN, left=True),
        ScheduledGame(1, 1, 0): Played(LOSS, left=True),
    }
    assert cup.places(replace(old, played=SEMI_FINALS | final))[0] == 1


def test_whoever_meets_two_who_are_out_goes_through_alone() -> None:
    entrants = [Entrant(0, out_since=0), FOUR[1], FOUR[2], Entrant(3, out_since=0)]
    progress = ContestProgress(
        entrants, {slot: game for slot, game in SEMI_FINALS.items() if slot.pair == (1, 2)}
    )
    assert [tie.winner for tie in cup.bracket(progress)[0]] == [None, 1]
    (final,) = cup.bracket(progress)[1]
    assert (final.winner, final.why) == (1, cup.Reason.BYE)


def test_a_bracket_keeps_the_level_score_of_what_is_played_once_more() -> None:
    level = {slot: Played(WIN) for slot in SEMI_FINALS}
    tie = cup.bracket(ContestProgress(FOUR, level))[0][0]
    assert (tie.scores, tie.leg, tie.winner) == (((2, 2),), 1, None)
    assert len(tie.waiting) == 2
    again = level | {slot._replace(leg=1): Played(WIN) for slot in level}
    tie = cup.bracket(ContestProgress(FOUR, again))[0][0]
    assert (tie.scores, tie.winner, tie.why) == (((2, 2), (2, 2)), 0, cup.Reason.SEED)

"""Whoever is absent gives nobody a title, and stands below those who stay."""

from contests import league
from contests.contest import WIN, ContestProgress, Entrant, Played, ScheduledGame, has_won


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

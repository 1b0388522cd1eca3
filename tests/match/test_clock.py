"""Time banks, more time and vacations, on both sides of every limit."""

from datetime import datetime, timedelta

import pytest

from match import verbs
from match.clock import DAY, HOUR, LAST_CALL, Pace
from match.event import Ending
from match.fold import fold_event, replay_match
from match.match import Match
from match.vacation import BEGINNING, LEAST, MOST, Vacation
from match.verbs import follow, give_time
from rules import Refusal
from tests.match.test_match import ANN, BEA, NOW, played, start, timed

BANK, LONG = Pace.bank(3, 12, 5), Pace.bank(10, 24, 14)
SECOND = timedelta(seconds=1)


def left(match: Match, side: int) -> timedelta:
    assert match.clock.bank is not None
    return match.clock.bank[side]


# Paces.


@pytest.mark.parametrize("text", ["1", "14", "36h", "3d+12h/5d", "10d+24h/14d", "36h+6h/2d"])
def test_a_pace_is_read_as_it_is_written(text: str) -> None:
    assert Pace.read(text).write() == text


@pytest.mark.parametrize(
    "text", ["", "0", "03", "-1", "3d", "0h", "3d+12h", "36h+6h", "5d+12h/3d", "1d+24h/1d"]
)
def test_what_is_no_pace_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Pace.read(text)


def test_a_bank_begins_with_three_days_and_grows_by_twelve_hours_a_move() -> None:
    match = start(pace=BANK)
    assert match.deadline == NOW + 3 * DAY
    match = played(match, "1", at=NOW + 2 * DAY)
    assert left(match, 0) == 1.5 * DAY
    assert match.deadline == NOW + 5 * DAY, "the other has a bank of their own"
    match = played(match, "1", at=NOW + 2 * DAY)
    assert match.deadline == NOW + 3.5 * DAY
    assert match.alarm == NOW + 2 * DAY + 1.5 * DAY * 0.8


@pytest.mark.parametrize(("pace", "most"), [(BANK, 5 * DAY), (LONG, 14 * DAY)])
def test_a_bank_never_holds_more_than_it_may(pace: Pace, most: timedelta) -> None:
    match = played(start((40, 40), pace=pace), *["1"] * 30)
    assert (left(match, 0), left(match, 1)) == (most, most)


@pytest.mark.parametrize("pace", [Pace.a_move(1), Pace.a_move(14), BANK, LONG])
def test_a_turn_has_a_reminder_at_80_and_one_at_95_percent_of_its_time(pace: Pace) -> None:
    match = played(start((20, 20), pace=pace), *["1"] * 3, at=NOW + HOUR)
    time, began = left(match, match.turn), match.since
    for share, past in ((0.8, 1), (0.95, 2)):
        with pytest.raises(Refusal, match="nobody to remind"):
            verbs.remind(match, began + share * time - SECOND)
        match = verbs.remind(match, began + share * time)
        assert match.clock.reminded == past
    assert match.alarm == began + time - LAST_CALL


def test_a_bank_runs_out_to_the_second() -> None:
    match = played(start(pace=BANK), *["1"] * 4)
    assert left(match, 0) == 4 * DAY
    with pytest.raises(Refusal, match="Time isn't up"):
        verbs.run_out(match, NOW + 4 * DAY - SECOND)
    over = fold_event(match, verbs.run_out(match, NOW + 4 * DAY))
    assert over.result is not None
    assert over.result.how is Ending.TIME


def test_who_moves_after_the_time_before_the_clock_came_has_what_a_move_adds() -> None:
    match = played(start(pace=BANK), "1", at=NOW + 9 * DAY)
    assert left(match, 0) == 12 * HOUR


def test_time_given_back_is_not_taken_from_a_bank() -> None:
    match = timed(start(pace=BANK), given=2 * DAY)
    assert left(played(match, "1", at=NOW + 2.5 * DAY), 0) == 3 * DAY


def test_a_forced_pass_adds_nothing_to_a_bank() -> None:
    match = played(start((5, 0), pace=BANK), "1")
    assert match.last == ("1", "pass")
    assert (left(match, 0), left(match, 1)) == (3.5 * DAY, 3 * DAY)


def test_a_take_back_leaves_of_a_bank_what_was_left_of_it() -> None:
    match = played(start(pace=BANK), "1", at=NOW + DAY)
    match = fold_event(match, verbs.ask_take_back(match, ANN, NOW + DAY))
    match = fold_event(match, verbs.grant_take_back(match, BEA, NOW + 2 * DAY))
    assert (left(match, 0), left(match, 1)) == (3 * DAY, 3 * DAY)
    assert match.deadline == NOW + 4 * DAY, "a day of it was spent before the move"
    assert left(played(match, "1", at=NOW + 3 * DAY), 0) == 1.5 * DAY


def test_replaying_events_gives_the_same_banks() -> None:
    match = first = start((20, 20), pace=BANK)
    events = []
    for hours, given in ((3, 0), (50, 20), (60, 0), (100, 30), (110, 0)):
        match = timed(match, given=given * HOUR)
        mover = match.seats[match.turn]
        match, made = follow(match, verbs.play(match, mover, NOW + hours * HOUR, "1"))
        events += made
    assert replay_match(first, events).clock.bank == match.clock.bank


# More time.


@pytest.mark.parametrize("pace", [Pace.a_move(3), BANK])
def test_more_time_gives_the_opponent_a_full_period_from_now_on(pace: Pace) -> None:
    match = verbs.remind(played(start(pace=pace), "1"), NOW + 2.5 * DAY)
    match = fold_event(match, give_time(match, ANN, NOW + 2.5 * DAY))
    assert match.deadline == NOW + 2.5 * DAY + pace.most
    assert not match.clock.reminded
    match = played(match, "1", at=NOW + 3 * DAY)
    assert left(match, 1) == pace.most, "what was given on top is gone after the move"


@pytest.mark.parametrize(("gone", "may"), [(HOUR - SECOND, False), (HOUR, True)])
def test_more_time_is_given_once_an_hour_of_it_is_gone(gone: timedelta, may: bool) -> None:
    match = played(start(pace=3), "1")
    if may:
        assert give_time(match, ANN, NOW + gone).side == 0
    else:
        with pytest.raises(Refusal, match="already has the most time"):
            give_time(match, ANN, NOW + gone)


def test_a_bank_is_filled_up_also_while_its_owner_waits() -> None:
    match = start(pace=BANK)
    match = fold_event(match, give_time(match, ANN, NOW))
    assert left(match, 1) == 5 * DAY
    assert match.deadline == NOW + 3 * DAY, "one's own clock runs on"
    with pytest.raises(Refusal, match="the most time"):
        give_time(start(pace=3), ANN, NOW + 2 * DAY)


def test_without_a_clock_there_is_no_time_to_give() -> None:
    with pytest.raises(Refusal, match="no clock"):
        give_time(start(pace=None), ANN, NOW + DAY)


# Stopped clocks.


def test_a_clock_that_stands_still_never_runs_out() -> None:
    match = timed(start(pace=3), stopped=NOW + DAY)
    assert (match.deadline, match.alarm, match.reminders) == (None, None, ())
    with pytest.raises(Refusal, match="Time isn't up"):
        verbs.run_out(match, NOW + 99 * DAY)


def test_time_in_which_the_clock_stood_is_not_taken_from_a_bank() -> None:
    match = timed(start(pace=BANK), stopped=NOW + DAY)
    match = played(match, "1", at=NOW + 9 * DAY)
    assert left(match, 0) == 2.5 * DAY
    assert match.stopped is None


def test_a_turn_of_somebody_who_is_away_begins_with_the_clock_standing() -> None:
    away = (None, NOW + 9 * DAY)
    match = timed(start(pace=3), away=away)
    assert played(match, "1").stopped == NOW
    assert played(match, "1", "1").stopped is None
    assert played(timed(start(pace=None), away=away), "1").stopped is None


# The last days of a league or cup.


def test_a_take_back_gives_no_more_time_than_a_turn_may_take() -> None:
    match = played(start(pace=5), "1", at=NOW + DAY)
    match = fold_event(match, verbs.limit_time(match, NOW + 2 * DAY, 12 * HOUR))
    match = fold_event(match, verbs.ask_take_back(match, ANN, NOW + 2 * DAY))
    match = fold_event(match, verbs.grant_take_back(match, BEA, NOW + 2 * DAY))
    assert match.deadline == NOW + 2.5 * DAY, "four days of the turn had been left"
    assert (left(match, 0), left(match, 1)) == (12 * HOUR, 12 * HOUR)


def test_where_no_clock_runs_no_turn_is_limited() -> None:
    match = start(pace=None)
    after = fold_event(match, verbs.limit_time(match, NOW, 12 * HOUR))
    assert (after.clock, after.deadline) == (match.clock, None)


# Losing on time again.


def test_losing_on_time_again_counts_in_the_match_but_not_in_the_ratings() -> None:
    match = played(start(pace=1), *["1"] * 4)
    over = fold_event(match, verbs.run_out(match, NOW + DAY, again=True))
    assert over.result is not None
    assert (over.result.winner, over.result.how) == (1, Ending.TIME_AGAIN)
    assert "it's two matches in a row, so this one isn't rated" in str(over.result.reason)
    assert not over.counts


# Vacations.


def test_newcomers_begin_with_ten_days() -> None:
    assert BEGINNING == 10 * DAY


def test_a_day_is_earned_every_eight_days_and_thirty_at_most() -> None:
    vacation = Vacation(10 * DAY, NOW)
    assert vacation.left(NOW + 8 * DAY) == 11 * DAY
    assert vacation.left(NOW + 160 * DAY - 8 * SECOND) == 30 * DAY - SECOND
    assert vacation.left(NOW + 160 * DAY) == vacation.left(NOW + 999 * DAY) == MOST == 30 * DAY


def test_a_vacation_is_used_up_by_being_away_and_nothing_is_earned_meanwhile() -> None:
    away = Vacation(10 * DAY, NOW).begin(NOW + 8 * DAY)
    assert away.ends == NOW + 19 * DAY
    assert away.left(NOW + 9 * DAY) == 10 * DAY
    back = away.end(NOW + 9 * DAY)
    assert (back.saved, back.ends) == (10 * DAY, None)
    assert away.end(NOW + 40 * DAY).saved == timedelta(0)


def test_nobody_goes_twice_nor_with_less_than_a_day() -> None:
    assert Vacation(LEAST, NOW).begin(NOW).away
    with pytest.raises(Refusal, match="Less than a day"):
        Vacation(LEAST - SECOND, NOW).begin(NOW)
    with pytest.raises(Refusal, match="already"):
        Vacation(LEAST, NOW).begin(NOW).begin(NOW)
    with pytest.raises(Refusal, match="clocks are running"):
        Vacation(LEAST, NOW).end(NOW)


def test_the_last_call_is_five_minutes_before_the_time_is_over() -> None:
    reminded = verbs.remind(start(pace=1), NOW + 0.95 * DAY)
    assert reminded.alarm == NOW + DAY - timedelta(minutes=5) == NOW + DAY - LAST_CALL


def test_a_day_has_24_hours_also_when_summer_time_begins() -> None:
    before = datetime.fromisoformat("2026-03-28T20:00:00+01:00")
    match = played(start(pace=1), "1", at=before)
    assert match.deadline == datetime.fromisoformat("2026-03-29T21:00:00+02:00")

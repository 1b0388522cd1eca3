"""Time that was spent on a move stays spent when the move is undone or taken back."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from match import verbs
from match.clock import DAY, HOUR, Pace
from match.conditional_moves import ConditionalLine, follow_conditional_lines
from match.event import Event, Kind
from match.fold import fold_event, replay_match
from match.match import Match
from match.verbs import give_time, take_back, undo
from rules import Refusal
from tests.match.test_match import ANN, BEA, NOW, played, start, timed
from tests.thorough import THOROUGH

BANK, SECOND, MINUTE = Pace.bank(3, 12, 5), timedelta(seconds=1), timedelta(minutes=1)
PACES = [Pace.a_move(1), Pace.a_move(3), BANK, Pace.bank(10, 24, 14)]


def undone(match: Match, person: int, at: datetime) -> Match:
    return fold_event(match, undo(match, person, at))


def granted(match: Match, asked: datetime, at: datetime) -> Match:
    """Let Ann ask for her last move, and Bea grant it."""
    match = fold_event(match, verbs.ask_take_back(match, ANN, asked))
    return fold_event(match, verbs.grant_take_back(match, BEA, at))


# Undo: as if the move had not been made.


@pytest.mark.parametrize("pace", PACES)
def test_a_move_that_is_undone_time_and_again_leaves_the_deadline_where_it_was(pace: Pace) -> None:
    match = start((40, 40), pace=pace)
    deadline = NOW + pace.start
    for hours in (1, 9, 17, 23.5):
        match = played(match, "1", at=NOW + hours * HOUR)
        match = undone(match, ANN, NOW + hours * HOUR + MINUTE)
        assert match.deadline == deadline
        assert match.clock.bank == (pace.start, pace.start)
    after = played(match, "1", at=deadline - MINUTE)
    assert after.clock.bank is not None
    assert after.clock.bank[0] == min(pace.most, MINUTE + pace.adds)
    assert after.deadline == deadline - MINUTE + pace.start, "the opponent has lost nothing"


def test_reminders_come_when_they_would_have_come_and_not_twice() -> None:
    match = verbs.remind(start(pace=3), NOW + 2.5 * DAY)
    match = undone(played(match, "1", at=NOW + 2.5 * DAY), ANN, NOW + 2.5 * DAY + MINUTE)
    assert match.clock.reminded == 1
    assert match.reminders == (NOW + 2.4 * DAY, NOW + 2.85 * DAY)
    assert match.alarm == NOW + 2.85 * DAY


def test_a_move_is_not_undone_once_its_time_would_be_over_but_can_be_asked_for() -> None:
    match = played(start(pace=1), "1", at=NOW + DAY - MINUTE)
    assert undo(match, ANN, NOW + DAY - SECOND).kind is Kind.UNDO
    with pytest.raises(Refusal, match="out of time now; ask Bea to let you take it back"):
        undo(match, ANN, NOW + DAY)
    assert take_back(match, ANN, NOW + DAY).kind is Kind.ASK_TAKE_BACK


def test_time_in_which_the_bot_was_away_after_the_move_is_not_counted() -> None:
    match = played(start(pace=3), "1", at=NOW + DAY)
    match = undone(timed(match, given=5 * MINUTE), ANN, NOW + DAY + 6 * MINUTE)
    assert match.deadline == NOW + 3 * DAY + 5 * MINUTE


def test_on_vacation_an_undone_move_costs_nothing_and_the_clock_stands_on() -> None:
    match = timed(start(pace=3), stopped=NOW + DAY, away=(NOW + 9 * DAY, None))
    match = undone(played(match, "1", at=NOW + 5 * DAY), ANN, NOW + 5 * DAY + MINUTE)
    assert match.stopped == NOW + 5 * DAY + MINUTE
    back = replace(match, clock=replace(match.clock, away=(None, None)).start(0, NOW + 9 * DAY))
    assert back.deadline == NOW + 11 * DAY


def test_without_a_clock_nothing_is_counted() -> None:
    match = undone(played(start(pace=None), "1", at=NOW + DAY), ANN, NOW + DAY + MINUTE)
    assert (match.deadline, match.since) == (None, NOW + DAY + MINUTE)
    assert match.clock.given == timedelta(0)


# A granted takeback: what was left when the move was made, and an hour at least.


def test_who_is_granted_a_take_back_has_what_was_left_and_waiting_for_it_costs_nothing() -> None:
    match = granted(played(start(pace=3), "1", at=NOW + 2 * DAY), NOW + 2 * DAY, NOW + 4 * DAY)
    assert match.deadline == NOW + 5 * DAY
    again = played(match, "1", at=NOW + 4.5 * DAY)
    assert granted(again, NOW + 5 * DAY, NOW + 6 * DAY).deadline == NOW + 6.5 * DAY


def test_who_is_granted_a_take_back_in_the_last_minute_has_an_hour() -> None:
    match = granted(played(start(pace=1), "1", at=NOW + DAY - MINUTE), NOW + DAY, NOW + 1.5 * DAY)
    assert match.deadline == NOW + 1.5 * DAY + HOUR


def test_who_thinks_on_after_a_stored_answer_has_spent_that_too() -> None:
    match = start((40, 40), pace=3)
    first = verbs.play(match, ANN, NOW + DAY, "1")
    match, events, _ = follow_conditional_lines(match, first, [ConditionalLine(1, ("1", "2"))])
    assert [event.conditional for event in events] == [False, True]
    assert granted(match, NOW + 1.5 * DAY, NOW + 2 * DAY).deadline == NOW + 3 * DAY


def test_time_that_was_given_since_is_not_taken_back() -> None:
    match = played(start((40, 40), pace=BANK), "1", at=NOW + 2 * DAY)
    match = fold_event(match, give_time(match, BEA, NOW + 2 * DAY))
    assert granted(match, NOW + 2 * DAY, NOW + 3 * DAY).deadline == NOW + 8 * DAY
    match = played(start((40, 40), pace=BANK), "1", at=NOW + 2 * DAY)
    match = fold_event(match, give_time(match, ANN, NOW + 3 * DAY))
    after = granted(match, NOW + 3 * DAY, NOW + 3 * DAY)
    assert after.clock.bank == (3 * DAY, 5 * DAY)
    assert after.deadline == NOW + 4 * DAY


# What is stored.


def test_moves_from_before_this_was_recorded_replay_as_they_did() -> None:
    match = start(pace=3)
    old = Event(1, Kind.MOVE, 0, NOW + 2.5 * DAY, "1")
    back = Event(2, Kind.UNDO, 0, NOW + 2.5 * DAY + MINUTE)
    assert replay_match(match, [old, back]).deadline == NOW + 5.5 * DAY + MINUTE


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["move", "undo", "undo", "ask and grant", "give time", "outage"]),
        st.sampled_from([0, 1, 300, 600, 3600, 40_000, 80_000]),
    ),
    max_size=30,
)


@THOROUGH
@given(pace=st.sampled_from(PACES), acts=ACTS)
def test_no_series_of_moves_and_undos_gives_time(pace: Pace, acts: list[tuple[str, int]]) -> None:
    match = first = start((99, 99), pace=pace)
    now, events, limits = NOW, [], [NOW + pace.start]
    for act, seconds in acts:
        now += timedelta(seconds=seconds)
        if act == "outage":
            match = timed(match, given=match.clock.given + timedelta(seconds=seconds))
            limits = [limit + timedelta(seconds=seconds) for limit in limits]
            continue
        for decide in DECIDE[act]:
            try:
                event = decide(match, now)
            except Refusal:
                break
            match = fold_event(match, event)
            events.append(event)
            if event.kind is Kind.MOVE:
                assert match.deadline is not None
                limits.append(match.deadline)
            elif event.kind is Kind.UNDO:
                limits.pop()
                assert match.deadline == limits[-1]
            elif event.kind in (Kind.GRANT_TAKE_BACK, Kind.GIVE_TIME):
                assert match.deadline is not None
                limits[-1:] = [match.deadline]
    replayed = replay_match(first, events)
    assert (replayed.clock.bank, replayed.unspent) == (match.clock.bank, match.unspent)


def _mover(match: Match) -> int:
    assert match.mover is not None
    return match.seats[match.mover]


def _if_moved(
    decide: Callable[[Match, int, datetime], Event], *, by_mover: bool
) -> Callable[[Match, datetime], Event]:
    def decided(match: Match, now: datetime) -> Event:
        if match.mover is None:
            raise Refusal("Nobody has moved.")
        return decide(match, match.seats[match.mover if by_mover else 1 - match.mover], now)

    return decided


DECIDE: dict[str, list[Callable[[Match, datetime], Event]]] = {
    "move": [lambda match, now: verbs.play(match, match.seats[match.turn], now, "1")],
    "undo": [_if_moved(undo, by_mover=True)],
    "ask and grant": [
        _if_moved(verbs.ask_take_back, by_mover=True),
        _if_moved(verbs.grant_take_back, by_mover=False),
    ],
    "give time": [_if_moved(give_time, by_mover=True)],
}

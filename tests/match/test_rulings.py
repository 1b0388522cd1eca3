"""Rulings of administrators, and claims, on both sides of every limit."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from match import verbs
from match.clock import DAY, Pace
from match.event import GONE, WITHOUT_RESULT, Ending, Event, Kind, result_by
from match.fold import fold_event
from match.match import Match
from match.verbs import adjudicate, claim, give_time, lock, relocate, stop, unlock
from rules import Refusal
from tests.match.test_match import ANN, BEA, CARL, NOW, VERBS, played, refusal, start, timed
from tests.thorough import THOROUGH

SECOND = timedelta(seconds=1)
BY_RIGHT = (verbs.resign, verbs.abort)


def ruled(match: Match, event: Event) -> Match:
    return fold_event(match, event)


def test_an_ended_match_has_no_result_and_says_why() -> None:
    match = played(start(), *["1"] * 4)
    match = ruled(match, stop(match, NOW, "Both have left us"))
    assert match.result is not None
    assert (match.result.winner, match.result.how) == (None, Ending.STOPPED)
    reason = "A moderator ended the match: “Both have left us”."
    assert str(match.result.reason) == reason
    assert not match.counts


@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_decided_match_has_a_winner_but_changes_no_ratings(winner: int | None) -> None:
    match = played(start(), *["1"] * 4)
    match = ruled(match, adjudicate(match, NOW, "Left is lost", winner))
    assert match.result is not None
    assert (match.result.winner, match.result.how) == (winner, Ending.ADJUDICATED)
    assert "(unrated): “Left is lost”" in str(match.result.reason)
    assert not match.counts


@pytest.mark.parametrize("verb", [*VERBS, give_time])
def test_a_locked_match_can_only_be_given_up(verb: verbs.Decide) -> None:
    match = start()
    match = ruled(match, lock(match, NOW, "Calm down"))
    assert match.ruling == (Kind.LOCK, "Calm down")
    if verb in BY_RIGHT:
        assert fold_event(match, verb(match, ANN, NOW)).over
    else:
        assert "locked this match" in refusal(verb, match, ANN)
    with pytest.raises(Refusal, match="locked this match"):
        verbs.play(match, ANN, NOW, "1")


def test_the_clock_of_a_locked_match_stands_still() -> None:
    match = start(pace=3)
    match = ruled(match, lock(match, NOW + DAY, "Calm down"))
    assert (match.deadline, match.stopped) == (None, NOW + DAY)
    match = ruled(match, unlock(match, NOW + 9 * DAY, "Go on"))
    assert match.deadline == NOW + 11 * DAY
    assert played(match, "1").ruling is None


@pytest.mark.parametrize("back", [True, False])
def test_a_vacation_and_a_lock_that_overlap_are_counted_once(back: bool) -> None:
    match = timed(start(pace=3), away=(NOW + 9 * DAY, None), stopped=NOW + DAY)
    match = ruled(match, lock(match, NOW + 2 * DAY, "Calm down"))
    match = timed(match, away=(None if back else NOW + 9 * DAY, None))
    match = ruled(match, unlock(match, NOW + 9 * DAY, "Go on"))
    assert match.deadline == (NOW + 11 * DAY if back else None)
    assert match.stopped == (None if back else NOW + DAY)


def test_a_lock_is_put_on_once_and_taken_off_once() -> None:
    match = start()
    with pytest.raises(Refusal, match="isn't locked"):
        unlock(match, NOW, "Go on")
    match = ruled(match, lock(match, NOW, "Calm down"))
    with pytest.raises(Refusal, match="already locked"):
        lock(match, NOW, "Calm down")
    match = ruled(match, relocate(match, NOW, "Somewhere calm"))
    assert match.locked, "it moves, and stays locked"
    assert match.ruling == (Kind.RELOCATE, "Somewhere calm")


@pytest.mark.parametrize("decide", [stop, lock, unlock])
def test_nothing_is_decided_about_a_match_that_is_over(decide: object) -> None:
    match = start()
    match = fold_event(match, verbs.resign(match, ANN, NOW))
    assert callable(decide)
    with pytest.raises(Refusal, match="The match is over, so"):
        decide(match, NOW, "Why not")
    with pytest.raises(Refusal, match="The match is over, so"):
        adjudicate(match, NOW, "Why not", 0)


# Claims.


def gone(pace: Pace | None = None) -> Match:
    """Begin a match in which both have made two moves and Ann is to move."""
    return played(start(pace=pace), *["1"] * 4)


@pytest.mark.parametrize(
    ("at", "may"), [(NOW + GONE - SECOND, False), (NOW + GONE, True), (NOW + 99 * DAY, True)]
)
def test_a_match_is_claimed_after_sixty_days_without_a_move(at: datetime, may: bool) -> None:
    if not may:
        with pytest.raises(Refusal, match="claim a match after 60 days"):
            claim(gone(), BEA, at)
        return
    over = fold_event(gone(), claim(gone(), BEA, at))
    assert over.result is not None
    assert (over.result.winner, over.result.how) == (1, Ending.ABANDONED)
    assert str(over.result.reason).startswith("Left made no move for 60 days, so the other side")
    assert not over.counts


def test_what_has_hardly_begun_is_aborted_by_a_claim() -> None:
    match = played(start(pace=None), *["1"] * 3)
    over = fold_event(match, claim(match, ANN, NOW + GONE)).result
    assert over is not None
    assert over.how is Ending.ABORT


def test_who_is_to_move_or_plays_by_a_clock_or_waits_for_a_vacation_claims_nothing() -> None:
    late = NOW + GONE
    for match, person, words in (
        (gone(), ANN, "It's your turn"),
        (gone(Pace.a_move(14)), BEA, "has a clock"),
        (timed(gone(), away=(late, None)), BEA, "is on vacation"),
        (gone(), CARL, "Ann and Bea's match"),
    ):
        with pytest.raises(Refusal, match=words):
            claim(match, person, late)


def test_what_ended_a_match_stays_when_it_is_moved_afterwards() -> None:
    match = played(start(), *["1"] * 4)
    match = ruled(match, stop(match, NOW, "Both have left us"))
    after = ruled(match, relocate(match, NOW, "It is loud"))
    assert after == replace(match, count=match.count + 1)


@THOROUGH
@pytest.mark.parametrize("how", [how for how in Ending if how is not Ending.RULES])
@pytest.mark.parametrize("winner", [0, 1])
def test_a_result_is_worded_by_what_is_kept_of_it(how: Ending, winner: int) -> None:
    position = start().position
    kept = None if how in (*WITHOUT_RESULT, Ending.AGREEMENT) else winner
    result = result_by(how, kept, position)
    assert (result.how, result.winner) == (how, kept)
    assert "“" not in str(result.reason)
    if how in (Ending.ADJUDICATED, Ending.STOPPED):
        assert str(result_by(how, kept, position, "Calm").reason).endswith(": “Calm”.")

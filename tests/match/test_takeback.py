"""Undo of one's own move: until the opponent has seen it, and for ten minutes at most."""

from dataclasses import replace
from datetime import timedelta

import pytest

from match import verbs
from match.event import Kind, TakenBack
from match.fold import fold_event
from match.verbs import UNDO_TIME, give_time, take_back, undo
from rules import Refusal
from tests.match.test_match import ANN, BEA, CARL, NOW, played, start

SECOND = timedelta(seconds=1)


def test_a_move_is_undone_at_once() -> None:
    before = played(start(), "1")
    match = played(before, "2")
    after = fold_event(match, undo(match, BEA, NOW + SECOND))
    assert after.position == before.position
    assert (after.to_move, after.moves, after.last) == (BEA, (1, 0), ("1",))
    assert after.taken_back == TakenBack(1, "2")
    assert played(after, "1").taken_back is None


@pytest.mark.parametrize(("after", "may"), [(UNDO_TIME, True), (UNDO_TIME + SECOND, False)])
def test_a_move_is_undone_for_ten_minutes(after: timedelta, may: bool) -> None:
    match = played(start(), "1")
    if may:
        assert undo(match, ANN, NOW + after).kind is Kind.UNDO
    else:
        with pytest.raises(Refusal, match="undo a move within 10 minutes of making it; ask Bea"):
            undo(match, ANN, NOW + after)


def test_what_the_opponent_has_seen_is_not_undone_but_can_be_asked_for() -> None:
    match = replace(played(start(), "1"), touched=True)
    with pytest.raises(Refusal, match="Bea has seen your move"):
        undo(match, ANN, NOW)
    assert take_back(match, ANN, NOW).kind is Kind.ASK_TAKE_BACK
    assert take_back(played(start(), "1"), ANN, NOW).kind is Kind.UNDO


def test_whatever_the_opponent_does_shows_that_the_move_was_seen() -> None:
    match = played(start(), "1")
    assert fold_event(match, verbs.offer_draw(match, BEA, NOW)).touched
    assert not fold_event(match, verbs.offer_draw(match, ANN, NOW)).touched
    assert fold_event(match, give_time(match, ANN, NOW + 2 * UNDO_TIME * 6)).since == NOW


def test_an_undo_does_not_lay_the_move_before_open() -> None:
    match = played(start(), "1", "2")
    match = fold_event(match, undo(match, BEA, NOW))
    with pytest.raises(Refusal, match="Bea has seen"):
        undo(match, ANN, NOW)


def test_only_who_made_the_last_move_undoes_it() -> None:
    match = played(start(), "1", "2")
    for person, words in ((ANN, "already answered"), (CARL, "Ann and Bea's match")):
        with pytest.raises(Refusal, match=words):
            undo(match, person, NOW)
    with pytest.raises(Refusal, match="no move to take back"):
        undo(start(), ANN, NOW)


def test_a_forced_pass_in_between_is_undone_too() -> None:
    match = played(start((5, 1)), "1", "1", "1")
    assert match.last == ("1", "pass")
    assert (
        fold_event(match, undo(match, ANN, NOW)).position
        == played(start((5, 1)), "1", "1").position
    )

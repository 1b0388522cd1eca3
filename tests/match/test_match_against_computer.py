"""A match against the computer: what is different in it."""

from dataclasses import replace

import pytest

from match import verbs
from match.clock import Pace
from match.event import Kind, TakenBack
from match.fold import fold_event
from match.match import Match
from match.verbs import claim, give_time, lock, take_back, unlock
from rules import Refusal
from tests.match.test_match import ANN, BEA, DAY, NOW, done, played, refusal, start, timed


def against(computer: int = 1, **named: object) -> Match:
    """Create a match against the computer, which is Bea by default."""
    return replace(start(**named), computer=computer, rated=False)  # type: ignore[arg-type]  # the arguments of `start`


@pytest.fixture
def may_be_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow a draw offer to the computer before the game has really begun."""
    monkeypatch.setattr(verbs, "MOVES_BEFORE_DRAW", 0)


@pytest.mark.usefixtures("may_be_early")
def test_the_computer_is_awaited_on_its_turn_and_to_answer_an_offer() -> None:
    match = against()
    assert not match.awaits_computer
    match = played(match, "2")
    assert match.awaits_computer
    match = played(match, "2")
    assert not match.awaits_computer
    offered = done(match, verbs.offer_draw, ANN)
    assert offered.awaits_computer
    assert not done(offered, verbs.decline_draw, BEA).awaits_computer
    assert not done(offered, verbs.accept_draw, BEA).awaits_computer
    assert not played(start(), "2").awaits_computer


def test_a_take_back_takes_back_the_computers_answer_too() -> None:
    match = played(against(), "1", "2", "2", "1")
    event = verbs.ask_take_back(match, ANN, NOW)
    assert (event.kind, event.side) == (Kind.GRANT_TAKE_BACK, 1)
    back = fold_event(match, event)
    assert back.position == played(against(), "1", "2").position
    assert (back.moves, back.to_move, back.last) == ((1, 1), ANN, ("2",))
    assert done(back, verbs.ask_take_back, ANN).position == start().position


def test_a_take_back_while_the_computer_thinks_takes_one_move_back() -> None:
    match = played(against(), "1", "2", "2")
    assert done(match, verbs.ask_take_back, ANN).position == played(against(), "1", "2").position


def test_a_take_back_goes_back_over_several_moves_of_the_computer() -> None:
    match = played(against(), "1", "2", "2", "again", "again", "1")
    assert match.moves == (2, 4)
    back = done(match, verbs.ask_take_back, ANN)
    assert back.position == played(against(), "1", "2").position


def test_who_has_not_moved_takes_nothing_back_from_the_computer() -> None:
    match = played(against(computer=0), "2")
    assert "You have no move to take back" in refusal(verbs.ask_take_back, match, BEA)


@pytest.mark.parametrize("computer", [0, 1])
def test_the_computer_has_no_clock(computer: int) -> None:
    match = against(computer)
    assert match.deadline == (None if computer == 0 else NOW + 5 * DAY)
    assert (match.alarm is None) == (computer == 0)
    if computer == 0:
        with pytest.raises(Refusal, match="Time isn't up yet"):
            verbs.run_out(match, NOW + 500 * DAY)
    assert (played(match, "1", at=NOW + DAY).deadline is None) == (computer == 1)


def test_the_computer_agrees_to_every_rematch() -> None:
    over = done(against(), verbs.abort, ANN)
    match, events = verbs.follow(over, verbs.ask_rematch(over, ANN, NOW))
    assert [event.side for event in events] == [0, 1]
    assert [event.number for event in events] == [over.count + 1, over.count + 2]
    assert match.rematch == (0, 1)
    assert "already had its rematch" in refusal(verbs.ask_rematch, match, ANN)


def test_a_move_is_undone_while_the_computer_thinks_and_taken_back_once_it_has_answered() -> None:
    before = played(against(), "1", "2")
    match = played(before, "2")
    event = take_back(match, ANN, NOW)
    assert (event.kind, event.side) == (Kind.UNDO, 0)
    after = fold_event(match, event)
    assert (after.position, after.taken_back) == (before.position, TakenBack(0, "2"))
    match = played(match, "1")
    event = take_back(match, ANN, NOW)
    assert (event.kind, event.side) == (Kind.GRANT_TAKE_BACK, 1)
    after = fold_event(match, event)
    assert (after.position, after.taken_back) == (before.position, TakenBack(0, "2"))


def test_the_computer_is_offered_a_draw_once_there_was_a_game() -> None:
    match = replace(against(), moves=(20, 19))
    assert verbs.is_early_for_draw(match)
    assert "after 20 moves by each side" in refusal(verbs.offer_draw, match, ANN)
    match = replace(match, moves=(20, 20))
    assert done(match, verbs.offer_draw, ANN).draw_offer == 0
    assert done(start(), verbs.offer_draw, ANN).draw_offer == 0, "people judge that themselves"


@pytest.mark.usefixtures("may_be_early")
@pytest.mark.parametrize("moves", [("1",), ()])
def test_the_computer_waits_while_the_match_is_locked(moves: tuple[str, ...]) -> None:
    match = played(against(), *moves)
    if not moves:
        match = played(match, "1", "1")
        match = done(match, verbs.offer_draw, ANN)
    assert match.awaits_computer
    match = fold_event(match, lock(match, NOW, "Calm down"))
    assert not match.awaits_computer
    match = fold_event(match, unlock(match, NOW + DAY, "Go on"))
    assert match.awaits_computer


def test_nobody_gives_the_computer_time_or_claims_that_it_is_gone() -> None:
    match = played(against(), "1")
    assert "plays without a clock" in refusal(give_time, match, ANN)
    match = timed(match, pace=None, bank=None)
    assert "never leaves" in refusal(claim, match, ANN)


def test_the_computer_does_not_use_up_a_bank() -> None:
    match = against(pace=Pace.bank(3, 12, 5))
    match = played(played(match, "1", at=NOW + DAY), "1", at=NOW + 9 * DAY)
    assert match.clock.bank is not None
    assert match.deadline == NOW + 9 * DAY + match.clock.bank[0]

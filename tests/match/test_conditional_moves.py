"""Conditional moves: stored while the opponent thinks, played if they fit, deleted if not."""

import pytest

from match import verbs
from match.clock import DAY, HOUR, Pace
from match.conditional_moves import (
    LONGEST,
    MOST_LINES,
    ConditionalLine,
    conditional_line,
    follow_conditional_lines,
)
from match.event import Event, Kind
from match.match import Match
from match.verbs import undo
from rules import IllegalMove, Refusal
from tests.match.test_match import ANN, BEA, CARL, NOW, done, played, start


def move(
    match: Match, text: str, *lines: ConditionalLine, hours: float = 0
) -> tuple[Match, list[Event], list[ConditionalLine]]:
    """Make a move, and the conditional move that answers it."""
    event = verbs.play(match, match.seats[match.turn], NOW + hours * HOUR, text)
    return follow_conditional_lines(match, event, lines)


def waiting() -> Match:
    """Begin a match in which Ann has moved and Bea thinks."""
    return played(start((20, 20)), "1")


def test_a_line_is_read_as_the_game_reads_moves() -> None:
    assert conditional_line(waiting(), ANN, [" 2 ", "1"], ()) == ConditionalLine(0, ("2", "1"))


@pytest.mark.parametrize("moves", [[], ["1"], ["1", "2", "2"], ["again", "1"]])
def test_a_line_ends_with_a_move_of_ones_own(moves: list[str]) -> None:
    with pytest.raises(Refusal, match="ends with your own move"):
        conditional_line(waiting(), ANN, moves, ())


def test_only_legal_moves_are_stored_and_none_after_the_end() -> None:
    with pytest.raises(IllegalMove):
        conditional_line(waiting(), ANN, ["1", "3"], ())
    short = played(start((2, 1)), "1")
    with pytest.raises(Refusal, match="over after `1` and `1`; remove"):
        conditional_line(short, ANN, ["1", "1", "1"], ())


def test_lines_are_stored_by_players_while_the_opponent_thinks() -> None:
    with pytest.raises(Refusal, match="your turn"):
        conditional_line(waiting(), BEA, ["1", "1"], ())
    with pytest.raises(Refusal, match="to play, challenge someone"):
        conditional_line(waiting(), CARL, ["1", "1"], ())
    with pytest.raises(Refusal, match="is over"):
        conditional_line(done(waiting(), verbs.resign, BEA), ANN, ["1", "1"], ())


def test_one_move_has_one_answer_and_different_moves_have_different_ones() -> None:
    stored = [ConditionalLine(0, ("1", "2", "1", "1"))]
    with pytest.raises(Refusal, match="You planned `2` after `1`"):
        conditional_line(waiting(), ANN, ["1", "1"], stored)
    with pytest.raises(Refusal, match="already saved this plan"):
        conditional_line(waiting(), ANN, ["1", "2"], stored)
    for more in (["2", "1"], ["1", "2", "2", "2"], ["1", "2", "1", "1", "1", "1"]):
        assert conditional_line(waiting(), ANN, more, stored).moves == tuple(more)
    theirs = [ConditionalLine(1, ("1", "2"))]
    assert conditional_line(waiting(), ANN, ["1", "1"], theirs).side == 0, "that is the other's"


def test_there_is_room_for_so_many_plans_of_so_many_moves() -> None:
    match = played(start((99, 99)), "1")
    many = ["1"] * LONGEST
    assert len(conditional_line(match, ANN, many, ()).moves) == LONGEST
    with pytest.raises(Refusal, match="up to 40 moves"):
        conditional_line(match, ANN, [*many, "1", "1"], ())
    others = [ConditionalLine(0, ("1", "1"))] * MOST_LINES
    assert conditional_line(match, ANN, ["2", "1"], others[1:]).moves == ("2", "1")
    with pytest.raises(Refusal, match="20 plans"):
        conditional_line(match, ANN, ["2", "1"], others)


def test_the_answer_is_played_at_once_and_said_to_be_stored() -> None:
    match, events, left = move(waiting(), "1", ConditionalLine(0, ("1", "2", "2", "1")))
    assert [(event.side, event.text, event.conditional) for event in events] == [
        (1, "1", False),
        (0, "2", True),
    ]
    assert (match.to_move, match.answer_to, match.count) == (BEA, "1", 3)
    assert left == [ConditionalLine(0, ("2", "1"))]
    match, events, left = move(match, "2", *left)
    assert (match.last, match.answer_to, left) == (("1",), "2", [])
    assert played(match, "1").answer_to is None


def test_any_other_move_deletes_a_line() -> None:
    lines = [
        ConditionalLine(0, ("1", "2")),
        ConditionalLine(0, ("2", "1", "1", "1")),
        ConditionalLine(0, ("2", "1", "2", "2")),
    ]
    match, events, left = move(waiting(), "2", *lines)
    assert [event.text for event in events] == ["2", "1"]
    assert left == [ConditionalLine(0, ("1", "1")), ConditionalLine(0, ("2", "2"))]
    match, events, left = move(match, "again", *left)
    assert (len(events), left) == (1, [])


def test_forced_passes_are_played_between_stored_moves() -> None:
    match = played(start((9, 2)), "1")
    stored = conditional_line(match, ANN, ["2", "1"], ())
    match, events, _ = move(match, "2", stored)
    assert [(event.kind, event.side) for event in events] == [
        (Kind.MOVE, 1),
        (Kind.MOVE, 0),
        (Kind.PASS, 1),
    ]
    assert (match.to_move, match.answer_to) == (ANN, "2")


def test_several_moves_in_a_row_are_all_stored_and_played() -> None:
    stored = conditional_line(waiting(), ANN, ["1", "again", "1", "2", "1"], ())
    match, events, left = move(waiting(), "1", stored)
    assert [event.text for event in events] == ["1", "again", "1"]
    assert (match.answer_to, left) == ("1", [ConditionalLine(0, ("2", "1"))])


def test_nothing_is_left_once_the_match_is_over() -> None:
    match = played(start((2, 1)), "1")
    over, events, left = move(match, "1", ConditionalLine(0, ("1", "1")))
    assert over.over
    assert (len(events), left) == (2, [])


def test_what_changes_no_position_changes_no_line() -> None:
    stored = [ConditionalLine(0, ("1", "2"))]
    match, _, left = follow_conditional_lines(
        waiting(), verbs.offer_draw(waiting(), BEA, NOW), stored
    )
    assert (match.draw_offer, left) == (1, stored)


def test_a_take_back_undoes_the_move_and_the_answer_to_it() -> None:
    match, _, left = move(waiting(), "1", ConditionalLine(0, ("1", "2", "1", "1")))
    match = done(match, verbs.ask_take_back, BEA)
    event = verbs.grant_take_back(match, ANN, NOW)
    match, _, left = follow_conditional_lines(match, event, left)
    assert (match.position, match.moves) == (waiting().position, (1, 0))
    assert (match.to_move, match.taken_back, left) == (BEA, (1, "1"), [])


def test_who_stored_an_answer_may_ask_to_take_it_back_alone() -> None:
    match, _, _ = move(waiting(), "1", ConditionalLine(0, ("1", "2")))
    match = done(match, verbs.ask_take_back, ANN)
    match = done(match, verbs.grant_take_back, BEA)
    assert match.position == played(waiting(), "1").position
    assert match.to_move == ANN


@pytest.mark.parametrize("person", [ANN, BEA])
def test_nobody_tries_stored_answers_out_by_undoing(person: int) -> None:
    match, _, _ = move(waiting(), "1", ConditionalLine(0, ("1", "2")))
    with pytest.raises(Refusal, match="has seen your move"):
        undo(match, person, NOW)


def test_a_stored_answer_costs_no_time_and_adds_to_the_bank() -> None:
    match = played(start((20, 20), pace=Pace.bank(3, 12, 5)), "1")
    match, _, _ = move(match, "1", ConditionalLine(0, ("1", "2")), hours=24)
    assert match.clock.bank == (4 * DAY, 2.5 * DAY)
    assert match.deadline == NOW + DAY + 2.5 * DAY

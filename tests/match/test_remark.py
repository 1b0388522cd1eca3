"""Remarks: one line each, which is removed with the move."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from match import verbs
from match.conditional_moves import ConditionalLine, follow_conditional_lines
from match.event import LONGEST_REMARK, Event, Kind, Remark, remark
from match.match import Match
from match.read_record import read
from match.record import Record, write
from match.verbs import undo
from rules import GAMES, Refusal
from rules.typed_text import is_visible
from tests.match.test_match import ANN, BEA, NOW, done, played, start
from tests.thorough import THOROUGH


def say(match: Match, text: str, said: str) -> Match:
    """Make a move, with a remark."""
    event = verbs.play(match, match.seats[match.turn], NOW, text, said)
    return verbs.follow(match, event)[0]


def test_words_are_one_line() -> None:
    assert remark("  well \n played,\t\u2028 you ") == "well played, you"


@pytest.mark.parametrize("blank", ["", " ", "\n", "\u200b", "\u2800", "\u3164 \u3164", "\u202e"])
def test_nothing_to_read_is_refused(blank: str) -> None:
    with pytest.raises(Refusal, match="is empty"):
        remark(blank)
    assert not is_visible(blank)


def test_words_are_at_most_two_hundred_characters() -> None:
    assert remark("x" * LONGEST_REMARK) == "x" * 200
    with pytest.raises(Refusal, match="up to 200 characters"):
        remark("x" * 201)


def test_words_go_with_their_move_and_the_next_move_has_its_own() -> None:
    match = say(start((20, 20)), "1", "hello")
    assert match.remark == Remark(1, 0, "hello")
    assert done(match, verbs.offer_draw, BEA).remark == match.remark
    assert played(match, "2").remark is None


def test_words_stay_with_the_passes_that_a_move_forces() -> None:
    match = say(start((9, 2)), "1", "your move")
    assert match.remark == Remark(1, 0, "your move")


def test_words_stay_beside_the_stored_answer_to_their_move() -> None:
    match = played(start((20, 20)), "1")
    event = verbs.play(match, BEA, NOW, "1", "see that?")
    match, events, _ = follow_conditional_lines(
        match, event, [ConditionalLine(0, ("1", "2", "2", "1"))]
    )
    assert [one.remark for one in events] == ["see that?", ""]
    assert match.remark == Remark(2, 1, "see that?")


def test_a_take_back_takes_words_along_and_brings_those_before_back() -> None:
    match = say(start((20, 20)), "1", "one")
    match = say(match, "2", "two")
    assert done(match, undo, BEA).remark == Remark(1, 0, "one")
    match = done(done(match, verbs.ask_take_back, BEA), verbs.grant_take_back, ANN)
    assert match.remark == Remark(1, 0, "one")


def test_nobody_says_anything_with_what_is_no_move() -> None:
    assert verbs.resign(start((20, 20)), ANN, NOW).remark == ""
    assert Event(1, Kind.MOVE, 0, NOW).remark == ""


@THOROUGH
@given(said=st.text(st.characters(codec="utf-8"), max_size=150), seed=st.integers(0, 50))
def test_what_was_said_is_written_in_a_record_and_read_again(said: str, seed: int) -> None:
    line = " ".join(said.split())
    if not is_visible(line):
        return
    rng, position = random.Random(seed), GAMES["bizingo"].start()
    moves: list[str] = []
    for _ in range(12):
        moves.append(rng.choice(list(position.moves())))
        position = position.play(moves[-1])[1]
    remarks = {1: line, 7: "nice!", 12: line}
    record = Record(GAMES["bizingo"], ("Ann", "Bea"), tuple(moves), remarks=remarks)
    again = read(write(record), GAMES)
    assert again.moves == record.moves
    assert again.remarks == remarks


def test_other_peoples_records_may_say_more_than_is_said_here() -> None:
    text = f'[Game "hoyito"]\n1. a {{ {"long " * 100}}} 2. b {{}} {{ }} 3. c{{so}} * {{over}}'
    record = read(text, GAMES)
    assert record.moves == ("a", "b", "c")
    assert record.remarks == {1: ("long " * 100)[:LONGEST_REMARK].rstrip(), 3: "so"}
    assert read(write(record), GAMES).remarks == record.remarks

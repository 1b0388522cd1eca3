"""Guesses of spectators: who may guess, when a guess is right, and who guessed best."""

from dataclasses import replace

import pytest

from match import verbs
from match.fold import fold_event
from match.guesses import Guess, NextMove, Score, best, guessed_move, is_right, scores
from rules import IllegalMove, Refusal
from tests.match.test_match import ANN, CARL, NOW, played, start

DORA, EMIL = 44, 55


def test_spectators_guess_a_legal_move_and_players_none() -> None:
    match = start()
    assert guessed_move(match, CARL, " 2 ").text == "2"
    with pytest.raises(IllegalMove):
        guessed_move(match, CARL, "3")
    with pytest.raises(Refusal, match="You're playing in this match"):
        guessed_move(match, ANN, "1")
    locked = fold_event(match, verbs.lock(match, NOW, "a quarrel"))
    with pytest.raises(Refusal, match="locked"):
        guessed_move(locked, CARL, "1")
    with pytest.raises(
        Refusal, match=r"Ann.* is about to move; wait for that, then guess what Bea does"
    ):
        guessed_move(replace(match, computer=0, level=1), CARL, "1")
    over = fold_event(match, verbs.abort(match, ANN, NOW))
    with pytest.raises(Refusal, match="nothing left to guess"):
        guessed_move(over, CARL, "1")
    assert guessed_move(played(match, "1"), CARL, "1").text == "1"


@pytest.mark.parametrize(
    ("seen", "move", "right"),
    [
        (0, "1", True),
        (0, "2", False),
        (1, "2", True),
        (2, "2", True),
        (3, "1", None),
        (4, "2", True),
        (5, "2", None),
    ],
    ids=["first", "wrong", "second", "after an offer", "undone", "instead", "not yet"],
)
def test_the_next_move_decides_unless_undone(seen: int, move: str, right: bool | None) -> None:
    played = [NextMove(1, "1"), NextMove(3, "2"), NextMove(4, None), NextMove(5, "2")]
    assert is_right(Guess(CARL, seen, move), played) is right


def test_the_best_guesser_is_right_most_often_and_of_equals_with_fewer_guesses() -> None:
    moves = [NextMove(number, "1") for number in (1, 2, 3, 4)]
    guesses = [
        *(Guess(CARL, seen, "1") for seen in range(2)),
        *(Guess(DORA, seen, "1" if seen < 2 else "2") for seen in range(4)),
        Guess(EMIL, 0, "2"),
        Guess(EMIL, 4, "1"),
    ]
    found = scores(guesses, moves)
    assert found == {CARL: Score(2, 2), DORA: Score(2, 4), EMIL: Score(0, 1)}
    assert best(found) == [CARL]
    assert best({CARL: Score(2, 2), DORA: Score(2, 2)}) == [CARL, DORA]
    assert best({EMIL: Score(0, 1)}) == []
    assert best({}) == []

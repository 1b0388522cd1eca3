"""What every position does with its text and with the texts of moves."""

import pytest

from rules import GAMES, Move, Outcome, Position, Sentence
from rules.lazy_position import LazyPosition
from tests.rules.sample_positions import at_random, refusal
from tests.rules.toy_game import Piles


@pytest.mark.parametrize("key", GAMES)
def test_stored_position_keeps_its_text_and_the_next_writes_its_own(key: str) -> None:
    stored = GAMES[key].start().encode()
    position = GAMES[key].stored(stored)
    assert position.text is stored, "it is not written again"
    after = position.after(next(iter(position.moves().values())))
    assert after.text == after.encode() != stored


@pytest.mark.parametrize("key", GAMES)
def test_exact_text_is_read_as_the_move_that_is_generated(key: str) -> None:
    moves = GAMES[key].start().moves()
    for text, move in moves.items():
        position = GAMES[key].start()
        assert position.is_legal(text)
        assert position.read(text) == move
    assert not any(GAMES[key].start().is_legal(text) for text in ("", "a1-z99", "pass", "hello"))


@pytest.mark.parametrize("key", GAMES)
def test_a_move_after_the_end_is_refused(key: str) -> None:
    (game,) = at_random(GAMES[key], games=1, plies=5_000, seed=1)
    before, last = game[-2:]
    ending = last.outcome()
    assert ending is not None
    for text in (*before.moves(), "a1-a2"):
        assert refusal(last, text) == f"The game is over. {ending.reason}"


@pytest.mark.parametrize("key", ["bizingo", "bivouac"])
def test_exact_text_is_read_without_all_moves(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = GAMES[key].start()
    text = next(iter(GAMES[key].start().moves()))

    def no_list(_position: object) -> None:
        raise AssertionError("all moves were listed")

    monkeypatch.setattr(GAMES[key], "moves", no_list)
    assert position.read(text).text == text


def test_game_that_says_nothing_of_its_own_is_explained_by_its_legal_moves() -> None:
    start = Piles.start()
    assert str(start.explain(("3",))) == ("`3` isn't possible. You can play `1`, `2` or `again`.")
    assert start.ascii() == "9 and 9 are left."
    assert start.takes(start.moves()["1"]) is None
    assert str(start.takes(Move("1", (), taken=("a1", "a2")))) == "take 2"


def test_result_is_written_as_in_records() -> None:
    for winner, written in ((0, "1-0"), (1, "0-1"), (None, "1/2-1/2")):
        assert Outcome(winner, "end", Sentence("It is over.")).result == written


def test_position_that_is_read_later_equals_the_same_one_read_at_once() -> None:
    start: Position = GAMES["ringo"].start()
    later = LazyPosition.stored(GAMES["ringo"], start.encode())
    assert {later, LazyPosition(lambda: start)} == {later}
    assert repr(later) == f"LazyPosition({start!r})"

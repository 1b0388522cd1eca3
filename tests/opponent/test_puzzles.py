"""Puzzles: each has one best move, proven by a search, and a legal stored solution."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from opponent.__main__ import main
from opponent.puzzles import DIFFICULTIES, puzzles, read, write
from opponent.puzzles.aims import Aim, words
from opponent.puzzles.generator import find
from opponent.puzzles.proof import PROOF, only_best
from opponent.search_game import search_game_of
from rules import GAMES
from tests.thorough import THOROUGH, mostly_thorough

OURS = {"bivouac", "bizingo", "hoyito", "ringo"}
PUZZLED = [key for key in GAMES if puzzles(key)]
EACH = pytest.mark.parametrize("key", PUZZLED)
FEW = 2_000
"""A budget in nodes, enough for a test to find puzzles."""


@EACH
def test_puzzles_are_numbered_and_graded(key: str) -> None:
    there = puzzles(key)
    assert all(one.number < other.number for one, other in pairwise(there))
    assert all(puzzle.difficulty in DIFFICULTIES for puzzle in there)
    assert all(puzzle.game == key for puzzle in there)
    assert puzzles(key) is there


def test_a_game_without_a_file_has_no_puzzles_and_ours_have_some() -> None:
    assert puzzles("chess") == ()
    assert {key for key in GAMES if puzzles(key)} >= OURS


@EACH
def test_no_position_is_a_puzzle_twice(key: str) -> None:
    assert len({puzzle.position.identity() for puzzle in puzzles(key)}) == len(puzzles(key))


@EACH
def test_every_solution_is_legal_and_those_that_win_end_the_game(key: str) -> None:
    lines = [line for line in read(key) if line.solution]
    for puzzle, line in zip(puzzles(key), lines, strict=True):
        position = puzzle.position
        assert position.encode() == line.position
        for text in puzzle.solution:
            position = position.after(position.moves()[text])
        outcome = position.outcome()
        won = outcome is not None and outcome.winner == puzzle.position.turn
        assert won or line.aim is not Aim.WINS
        assert str(puzzle.aim).endswith(".")


@pytest.mark.parametrize(
    ("aim", "count", "key", "said"),
    [
        (Aim.WINS, 1, "ringo", "Attacker to move and win at once."),
        (Aim.WINS, 3, "ringo", "Attacker to move and win in 3 moves."),
        (Aim.HOLDS, 1, "bivouac", "White to move: every move but one loses within 1 move."),
        (Aim.HOLDS, 2, "ringo", "Attacker to move: every move but one loses within 2 moves."),
        (Aim.GAINS, 1, "bizingo", "Light to move and win 1 piece."),
        (Aim.GAINS, 8, "hoyito", "South to move and win 8 stones."),
    ],
)
def test_the_aim_says_what_is_to_be_found(aim: Aim, count: int, key: str, said: str) -> None:
    assert str(words(aim, count, GAMES[key].start())) == said


@pytest.mark.parametrize("key", mostly_thorough(PUZZLED, "bivouac"))
@pytest.mark.parametrize("every", mostly_thorough([8, 320], 320))
def test_a_search_proves_a_sample_again(key: str, every: int) -> None:
    for puzzle in puzzles(key)[::every]:
        found = only_best(puzzle.position, PROOF)
        assert found is not None, puzzle.number
        assert found[0].line[0] == puzzle.solution[0], puzzle.number


@EACH
def test_there_are_many_and_none_where_it_is_certain_who_wins(key: str) -> None:
    assert len(puzzles(key)) >= 40
    for puzzle in puzzles(key):
        search_game = search_game_of(puzzle.position)
        assert not search_game.is_decided(search_game.state(puzzle.position)), puzzle.number


def test_the_search_for_puzzles_ends_where_there_are_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("opponent.puzzles.generator.promises", lambda *_asked: False)
    monkeypatch.setattr("opponent.puzzles.generator.BARREN", 3)
    assert main(["puzzles", "ringo", "--number", "2"]) == 0
    assert "2 more were not found" in capsys.readouterr().out


@THOROUGH
def test_the_same_seed_finds_the_same_puzzles_which_go_on_after_those_known(tmp_path: Path) -> None:
    first = tuple(find("ringo", seed=12, number=1, most=FEW))
    assert first == tuple(find("ringo", seed=12, number=1, most=FEW))
    write("ringo", first, tmp_path)
    assert read("ringo", tmp_path) == first
    withdrawn = (replace(first[0], solution=()),)
    (more,) = find("ringo", seed=12, number=1, known=withdrawn, most=FEW)
    assert (more.number, more.position == first[0].position) == (2, False)
    (more,) = find("ringo", seed=12, number=1, known=first, most=FEW)
    assert more.number == 2
    assert more.position != first[0].position

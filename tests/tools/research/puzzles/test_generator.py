"""The generator finds puzzles that the rules confirm, and its compiled program agrees with them."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from computer.puzzles import PuzzleRecord, read, write
from computer.puzzles.aims import Aim
from computer.puzzles.checker import bare, is_true, moves_of
from rules import GAMES, Position, perft
from tests.computer.test_levels import middles
from tests.computer.test_puzzles import OURS, records
from tests.thorough import THOROUGH, mostly_thorough
from tools.research.__main__ import main
from tools.research.proofs.c_prover import compiler
from tools.research.puzzles import generator
from tools.research.puzzles.c_finder import Finder, FoundPuzzle, finder
from tools.research.puzzles.generator import LOOK_AHEAD, MOST_MOVES, find_puzzles
from tools.research.puzzles.symmetry import alike

FEW = 2_000
"""A budget in nodes, enough for a test to find puzzles."""
QUEEN_IN_THE_RING = (
    "..b.../......./......../....W..../.B..w...../...bw.w...b/....ww...b/....b..../......../.b...../"
    "w..... - white 0 -"
)
"""White's queen may close the ring that five of her guards stand in, and the game goes on."""


@pytest.mark.parametrize("key", sorted(OURS))
def test_positions_are_alike_where_a_symmetry_shows_one_as_the_other(key: str) -> None:
    start = GAMES[key].start()
    first = [start.after(move) for move in start.moves().values()]
    images = {alike(after) for after in first}
    # Hoyito's holes and Agon's pieces, which the sides have turned, have no mirror image.
    assert len(images) < len(first) if key not in {"hoyito", "agon"} else images


# The finder.


@THOROUGH
@pytest.mark.skipif(compiler() is None, reason="there is no compiler")
@pytest.mark.parametrize("key", sorted(OURS))
def test_compiled_program_counts_as_the_rules_do(key: str) -> None:
    for preset in GAMES[key].presets.values():
        for position in [GAMES[key].start(preset), *middles(key, 2)]:
            if position.chosen != GAMES[key].start(preset).chosen:
                continue
            shown = bare(position)
            with finder(shown, 1) as program:
                assert program.count(shown, 2) == perft(shown, 2)


@pytest.mark.skipif(compiler() is None, reason="there is no compiler")
@pytest.mark.parametrize("key", sorted(OURS - {"bizingo"}))
def test_compiled_program_ends_games_as_the_rules_do(key: str) -> None:
    right = [record for record in read(key) if record.solution]
    won = [record for record in right if record.aim is Aim.WINS and record.count == 1]
    for record in won[:: len(won) // 4]:
        position = GAMES[key].decode(record.position)
        assert position.after(position.moves()[record.solution[0]]).outcome()
        with finder(position, 1) as program:
            assert program.count(position, 2) == perft(position, 2), record.number


@pytest.mark.skipif(compiler() is None, reason="there is no compiler")
def test_compiled_program_does_not_count_agons_queen_among_the_guards_around_the_throne() -> None:
    position = GAMES["agon"].decode(QUEEN_IN_THE_RING)
    assert not position.after(position.moves()["h5-g6"]).outcome()
    with finder(position, 1) as program:
        assert program.count(position, 2) == perft(position, 2)


@pytest.mark.skipif(compiler() is None, reason="there is no compiler")
@pytest.mark.parametrize("key", sorted(OURS))
@pytest.mark.parametrize("number", mostly_thorough([12, 1_000]))
def test_compiled_program_finds_the_stored_puzzles_again(key: str, number: int) -> None:
    """One run of the program looks at all puzzles of a board; long ones take long in some games."""
    running: dict[tuple[str, int], Finder] = {}
    with ExitStack() as stack:
        quick = [each for each in records(key) if moves_of(each) == 1 or key not in LOOK_AHEAD]
        for record in quick[:number]:
            position = GAMES[key].decode(record.position)
            board = position.chosen.write(), len(position.board())
            if board not in running:
                # As far as the generator looks: it finds more with more moves, and refuses more.
                ahead = LOOK_AHEAD.get(key, MOST_MOVES)
                running[board] = stack.enter_context(finder(position, ahead))
            found = running[board].look(position)
            moves = record.count if record.aim is Aim.HOLDS else moves_of(record)
            assert found == (record.solution[0], record.aim, moves, record.count), record.number


@THOROUGH
def test_the_search_for_puzzles_ends_where_there_are_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.research.puzzles.generator._candidate", lambda *_asked: None)
    monkeypatch.setattr("tools.research.puzzles.generator.BARREN", 3)
    assert main(["puzzles", "ringo", "--number", "2"]) == 0
    assert "2 more were not found" in capsys.readouterr().out


def test_what_is_not_true_is_withdrawn_by_the_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = next(record for record in records("ringo") if moves_of(record) == 1)
    position = GAMES["ringo"].decode(good.position)
    other = next(text for text in position.moves() if text != good.solution[0])
    kept: list[PuzzleRecord] = []
    monkeypatch.setattr(
        "computer.puzzles.read", lambda _key: (good, replace(good, solution=(other,)))
    )
    monkeypatch.setattr("computer.puzzles.write", lambda _key, lines: kept.extend(lines))
    assert main(["puzzles", "ringo", "--check", "--write"]) == 0
    assert [line.solution for line in kept] == [good.solution, ()]
    assert f"{good.number}: not true\n1 are true and worth solving" in capsys.readouterr().out


@THOROUGH
def test_the_same_seed_finds_the_same_puzzles_which_go_on_after_those_known(tmp_path: Path) -> None:
    first = tuple(find_puzzles("ringo", seed=12, number=1, most=FEW))
    assert first == tuple(find_puzzles("ringo", seed=12, number=1, most=FEW))
    assert is_true("ringo", first[0])
    write("ringo", first, tmp_path)
    assert read("ringo", tmp_path) == first
    withdrawn = (replace(first[0], solution=()),)
    (more,) = find_puzzles("ringo", seed=12, number=1, known=withdrawn, most=FEW)
    assert (more.number, more.position == first[0].position) == (2, False)
    (more,) = find_puzzles("ringo", seed=12, number=1, known=first, most=FEW)
    assert more.number == 2
    assert more.position != first[0].position


def test_without_a_compiler_the_search_looks_for_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "compiler", lambda: None)
    start: Position = GAMES["ringo"].start()
    wins = next(r for r in records("ringo") if r.aim is Aim.WINS and moves_of(r) == 2)
    position = GAMES["ringo"].decode(wins.position)
    with ExitStack() as stack:
        look = generator._look(start, 2_000, stack)
        assert look(start) is None
        assert look(position) == FoundPuzzle(wins.solution[0], Aim.WINS, 2, 2)

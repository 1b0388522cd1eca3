"""Puzzles: each has one best move, which a check by the rules alone proves; and they are varied."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from computer.__main__ import main
from computer.proofs.c_prover import compiler
from computer.puzzles import DIFFICULTIES, Puzzle, PuzzleRecord, generator, puzzles, read, write
from computer.puzzles.aims import Aim, gain, words
from computer.puzzles.c_finder import Finder, FoundPuzzle, finder
from computer.puzzles.checker import ALL, CHECK_ALL, Check, bare, is_true, moves_of
from computer.puzzles.generator import (
    LOOK_AHEAD,
    MOST_MOVES,
    find,
    is_only_capture,
    is_open,
)
from computer.puzzles.only_best_move import puzzle_in
from computer.puzzles.solution import solution
from computer.puzzles.symmetry import alike
from rules import GAMES, Position, perft
from tests.computer.test_levels import middles
from tests.thorough import THOROUGH, mostly_thorough

OURS = {"agon", "bivouac", "bizingo", "hoyito", "ringo"}
PUZZLED = [key for key in GAMES if puzzles(key)]
EACH = pytest.mark.parametrize("key", PUZZLED)
FEW = 2_000
"""A budget in nodes, enough for a test to find puzzles."""
GUIDE = Path(__file__).parents[2] / "docs" / "computer.md"
WANTED, OF_EACH_DIFFICULTY = 300, 60
QUEEN_IN_THE_RING = (
    "..b.../......./......../....W..../.B..w...../...bw.w...b/....ww...b/....b..../......../.b...../"
    "w..... - white 0 -"
)
"""White's queen may close the ring that five of her guards stand in, and the game goes on."""


def records(key: str) -> list[PuzzleRecord]:
    return [record for record in read(key) if record.solution]


def listed(key: str) -> list[tuple[Puzzle, PuzzleRecord]]:
    return [*zip(puzzles(key), records(key), strict=True)]


# What is stored.


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
def test_there_are_enough_of_every_difficulty(key: str) -> None:
    assert len(puzzles(key)) >= WANTED
    graded = Counter(puzzle.difficulty for puzzle in puzzles(key))
    assert min(graded[grade] for grade in DIFFICULTIES) >= OF_EACH_DIFFICULTY, graded
    sides = Counter(puzzle.position.turn for puzzle in puzzles(key))
    assert min(sides.values()) >= len(puzzles(key)) / 3, sides


@EACH
def test_the_developers_guide_tells_how_many_there_are(key: str) -> None:
    there = records(key)
    graded = Counter(record.difficulty for record in there)
    withdrawn = len(read(key)) - len(there)
    counts = [len(there), *(graded[grade] for grade in DIFFICULTIES), withdrawn]
    row = f"| {GAMES[key].name} | " + " | ".join(map(str, counts)) + " |"
    assert row in GUIDE.read_text(encoding="utf-8")


@EACH
def test_no_two_puzzles_look_alike(key: str) -> None:
    assert len({alike(puzzle.position) for puzzle in puzzles(key)}) == len(puzzles(key))


@EACH
def test_every_puzzle_is_as_it_is_on_the_board_and_open(key: str) -> None:
    for puzzle in puzzles(key):
        assert puzzle.position.encode() == bare(puzzle.position).encode(), puzzle.number
        assert is_open(puzzle.position), puzzle.number
        assert abs(puzzle.position.lead() or 0) < 6, puzzle.number


@EACH
def test_no_puzzle_is_just_the_only_capture(key: str) -> None:
    for puzzle, record in listed(key):
        found = FoundPuzzle(puzzle.solution[0], record.aim, moves_of(record), record.count)
        assert not is_only_capture(puzzle.position, found), puzzle.number


def test_puzzles_ask_for_more_than_one_thing() -> None:
    for key in OURS - {"agon"}:
        asked = Counter((record.aim, moves_of(record)) for record in records(key))
        assert max(asked.values()) <= 0.7 * len(records(key)), (key, asked)
    at_once = [record for record in records("bizingo") if moves_of(record) == 1]
    assert sum(record.aim is Aim.GAINS for record in at_once) <= len(records("bizingo")) / 4
    holes = Counter(len(puzzle.position.board()) for puzzle in puzzles("hoyito"))
    assert min(holes[12], holes[16]) >= WANTED / 5, holes


@THOROUGH
@EACH
def test_every_solution_is_legal_and_those_that_win_end_the_game(key: str) -> None:
    for puzzle, line in listed(key):
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
        (Aim.KEEPS, 1, "bizingo", "Light to move: every move but one loses a piece."),
        (Aim.GAINS, 1, "bizingo", "Light to move and win 1 piece."),
        (Aim.GAINS, 8, "hoyito", "South to move and win 8 stones."),
    ],
)
def test_the_aim_says_what_is_to_be_found(aim: Aim, count: int, key: str, said: str) -> None:
    assert str(words(aim, count, GAMES[key].start())) == said


def test_what_a_move_takes_is_counted_in_stones_or_in_pieces() -> None:
    stones = GAMES["hoyito"].decode("0.0.0.0.0.3/3.3.0.0.0.7 32/0 south - >> 1/south")
    assert gain(stones, stones.moves()["f"]) == 8
    pieces = GAMES["ringo"].decode(
        "......../.......a/.da...../......../......../......../0 attacker -"
    )
    assert gain(pieces, pieces.moves()["c3:a3"]) == 1
    assert gain(pieces, pieces.moves()["h2-h3"]) == 0


# The check.


@pytest.mark.parametrize("key", PUZZLED)
@pytest.mark.parametrize("every", mostly_thorough([29, 41], 29))
def test_the_rules_alone_prove_the_puzzles(key: str, every: int) -> None:
    """Some of them, since the compiled program finds all of them again; `--check` proves all."""
    for record in [*records(key)][::every]:
        if every == 41 or moves_of(record) == 1 or key in {"agon", "hoyito", "ringo"}:
            assert is_true(key, record), record.number


@pytest.mark.parametrize("key", PUZZLED)
def test_the_stored_solution_is_the_one_against_the_most_stubborn_defence(key: str) -> None:
    short = [record for record in records(key) if moves_of(record) <= 2]
    for record in short[:: len(short) // 40]:
        position, text = GAMES[key].decode(record.position), record.solution[0]
        shown = solution(position, text, record.aim, record.count, moves_of(record))
        assert shown == record.solution, record.number


@pytest.mark.parametrize("key", PUZZLED)
def test_another_move_or_another_claim_is_refused(key: str) -> None:
    short = [record for record in records(key) if moves_of(record) == 1]
    for record in short[:: len(short) // 6]:
        position = GAMES[key].decode(record.position)
        other = next(text for text in position.moves() if text != record.solution[0])
        assert not is_true(key, replace(record, solution=(other,)))
        if record.aim is Aim.GAINS:
            assert not is_true(key, replace(record, count=record.count + 40))
            assert not is_true(key, record, most=1), "broken off"


def test_a_puzzle_with_something_before_it_is_refused() -> None:
    record = next(each for each in records("ringo") if each.aim is Aim.WINS)
    position = GAMES["ringo"].decode(record.position)
    for text in ("e1-f1", "a6-b6"):
        moved = [each for each in position.moves() if text[0] == each[0]] or [*position.moves()]
        position = position.after(position.moves()[moved[0]])
    if position.encode() != bare(position).encode():
        assert not is_true("ringo", replace(record, position=position.encode()))


@THOROUGH
@pytest.mark.parametrize("key", PUZZLED)
def test_the_check_counts_as_a_plain_minimax_does(key: str) -> None:
    def most(position: Position, side: int, plies: int) -> int:
        if ending := position.outcome():
            return ALL if ending.winner == side else -ALL
        if not plies:
            return 0
        values = []
        for move, after in position.children():
            lost = bool(move.taken) and position.loses(move) is not None
            gain = -1 if lost else position.gain(move)
            values.append(most(after, side, plies - 1) + (gain if position.turn == side else -gain))
        return max(values) if position.turn == side else min(values)

    for position in middles(key, 3):
        shown = bare(position)
        for plies in (1, 2):
            value = most(shown, shown.turn, plies)
            check = Check(CHECK_ALL)
            assert check.reaches(shown, shown.turn, value, plies)
            assert not check.reaches(shown, shown.turn, value + 1, plies) or value >= ALL


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
    won = [record for record in records(key) if record.aim is Aim.WINS and record.count == 1]
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
    monkeypatch.setattr("computer.puzzles.generator._candidate", lambda *_asked: None)
    monkeypatch.setattr("computer.puzzles.generator.BARREN", 3)
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
    assert f"{good.number}: not true\n1 are true" in capsys.readouterr().out


@THOROUGH
def test_the_same_seed_finds_the_same_puzzles_which_go_on_after_those_known(tmp_path: Path) -> None:
    first = tuple(find("ringo", seed=12, number=1, most=FEW))
    assert first == tuple(find("ringo", seed=12, number=1, most=FEW))
    assert is_true("ringo", first[0])
    write("ringo", first, tmp_path)
    assert read("ringo", tmp_path) == first
    withdrawn = (replace(first[0], solution=()),)
    (more,) = find("ringo", seed=12, number=1, known=withdrawn, most=FEW)
    assert (more.number, more.position == first[0].position) == (2, False)
    (more,) = find("ringo", seed=12, number=1, known=first, most=FEW)
    assert more.number == 2
    assert more.position != first[0].position


def test_where_nothing_can_be_compiled_the_search_looks_for_puzzles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(generator, "compiler", lambda: None)
    start: Position = GAMES["ringo"].start()
    wins = next(r for r in records("ringo") if r.aim is Aim.WINS and moves_of(r) == 2)
    position = GAMES["ringo"].decode(wins.position)
    with ExitStack() as stack:
        look = generator._look(start, 2_000, stack)
        assert look(start) is None
        assert look(position) == FoundPuzzle(wins.solution[0], Aim.WINS, 2, 2)


def test_puzzle_of_a_match_is_checked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    record = next(r for r in records("ringo") if r.aim is Aim.WINS and moves_of(r) == 2)
    position = GAMES["ringo"].decode(record.position)
    monkeypatch.setattr("computer.puzzles.only_best_move.is_true", lambda *_asked: False)
    assert puzzle_in(position) is None

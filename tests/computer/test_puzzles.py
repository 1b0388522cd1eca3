"""Puzzles: each has one best move, which a check by the rules alone proves; and they are varied."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from computer.puzzles import DIFFICULTIES, Puzzle, PuzzleRecord, puzzles, puzzles_by_number, read
from computer.puzzles.aims import Aim, Sought, sought, task, words
from computer.puzzles.certain_wins import also_right
from computer.puzzles.checker import ALL, CHECK_ALL, Check, bare, is_true, moves_of, worth
from computer.puzzles.only_best_move import puzzle_in
from computer.puzzles.worth_solving import Boards, is_dull, is_given_away
from rules import GAMES, Position
from tests.computer.test_levels import middles
from tests.thorough import THOROUGH, mostly_thorough
from tools.research.puzzles.generator import is_open
from tools.research.puzzles.solution import is_played_out, solution
from tools.research.puzzles.symmetry import alike

OURS = {"agon", "bivouac", "bizingo", "hoyito", "ringo"}
PUZZLED = [key for key in GAMES if puzzles(key)]
EACH = pytest.mark.parametrize("key", PUZZLED)
GUIDE = Path(__file__).parents[2] / "docs" / "computer.md"
WANTED, OF_EACH_DIFFICULTY = 300, 60
MOST_OF_A_KIND, KINDS, OF_EACH_KIND = 0.6, 3, 20
ONLY_CAPTURE = (
    "...../......d/..d...d../d.d.d.d..../..d...d.d..../....d.d.dl.l.../..dl.lD....L...../"
    ".......L.l........./.....l.l...l.l.l...../......l.l.l.l.l....../................... dark -"
)
"""Bizingo: dark can take nothing but a piece, by `g3-g5`."""
FAR_FROM_THE_START = "......a./...a..../......a./a.a...../..d...d./.....dd./0 attacker -"


def records(key: str) -> list[PuzzleRecord]:
    return [record for record in read(key) if record.is_asked]


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
    left_out = len(read(key)) - len(there)
    counts = [len(there), *(graded[grade] for grade in DIFFICULTIES), left_out]
    row = f"| {GAMES[key].name} | " + " | ".join(map(str, counts)) + " |"
    assert row in GUIDE.read_text(encoding="utf-8")


@EACH
def test_retired_puzzles_are_no_longer_chosen_but_whoever_has_their_number_finds_them(
    key: str,
) -> None:
    retired = [record for record in read(key) if record.retired]
    found = [puzzles_by_number(key)[record.number] for record in retired]
    assert [puzzle.solution for puzzle in found] == [record.solution for record in retired]
    assert not {*found} & {*puzzles(key)}
    assert len(puzzles(key)) + len(retired) == len(puzzles_by_number(key))


@EACH
def test_no_two_puzzles_look_alike(key: str) -> None:
    assert len({alike(puzzle.position) for puzzle in puzzles(key)}) == len(puzzles(key))


@EACH
def test_no_puzzle_is_the_twin_of_another_or_dull(key: str) -> None:
    boards = Boards()
    for puzzle, record in listed(key):
        move = record.solution[0]
        claim = record.aim, moves_of(record), record.difficulty
        assert not is_dull(puzzle.position, move, *claim), puzzle.number
        assert not is_given_away(puzzle.position, record.also), puzzle.number
        assert boards.add(puzzle.position, move), puzzle.number


def test_twins_have_the_same_first_move_on_nearly_the_same_board() -> None:
    boards = Boards()
    start = GAMES["ringo"].start()
    first, *_ = start.moves()
    assert boards.add(start, first)
    assert not boards.add(start, first)
    assert boards.add(start, "another move")
    assert boards.add(GAMES["ringo"].decode(FAR_FROM_THE_START), first)


@THOROUGH
def test_other_moves_are_right_where_they_win_for_certain() -> None:
    also = [(puzzle, record) for puzzle, record in listed("hoyito") if record.also]
    assert also
    for puzzle, record in also:
        assert record.also == also_right(puzzle.position, record.solution[0]), puzzle.number
        assert puzzle.also == {*record.also}
        assert {*record.also} < {*puzzle.position.moves()} - {record.solution[0]}


@EACH
def test_every_puzzle_is_as_it_is_on_the_board_and_open(key: str) -> None:
    for puzzle in puzzles(key):
        assert puzzle.position.encode() == bare(puzzle.position).encode(), puzzle.number
        assert is_open(puzzle.position) or key == "bivouac", puzzle.number


@EACH
def test_puzzles_ask_for_more_than_one_thing(key: str) -> None:
    asked = Counter(
        sought(record.aim, record.count, puzzle.position, record.solution[0])
        for puzzle, record in listed(key)
    )
    assert max(asked.values()) <= MOST_OF_A_KIND * len(records(key)), asked
    assert sum(number >= OF_EACH_KIND for number in asked.values()) >= KINDS, asked


def test_half_of_hoyitos_puzzles_have_not_the_same_holes() -> None:
    holes = Counter(len(puzzle.position.board()) for puzzle in puzzles("hoyito"))
    assert min(holes[12], holes[16]) >= WANTED / 5, holes


@THOROUGH
@EACH
def test_every_solution_is_legal_and_those_that_win_end_the_game(key: str) -> None:
    for puzzle, line in listed(key):
        assert puzzle.position.encode() == line.position
        assert is_played_out(puzzle.position, puzzle.solution, line.aim), puzzle.number
        assert str(puzzle.aim).endswith(".")


@pytest.mark.parametrize(
    ("key", "what", "count", "said"),
    [
        ("ringo", "win", 1, "Attacker to move and win at once."),
        ("ringo", "win", 3, "Attacker to move and win in 3 moves."),
        ("bivouac", "block", 1, "White to move: don't let the other side win at once."),
        ("ringo", "save", 2, "Attacker to move: find the only move that doesn't lose."),
        ("bizingo", "safe", 1, "Light to move: find the only move that loses no piece."),
        ("agon", "safe", 1, "White to move: let nothing be trapped."),
        ("bizingo", "gain", 1, "Light to move and win 1 piece."),
        ("hoyito", "gain", 8, "South to move and win 8 stones."),
        ("agon", "trap", 2, "White to move and trap 2 pieces."),
    ],
)
def test_it_is_said_what_is_to_be_found(key: str, what: str, count: int, said: str) -> None:
    assert str(words(Sought(what), count, GAMES[key].start())) == said


@pytest.mark.parametrize(
    ("key", "what", "count", "said"),
    [
        ("ringo", "win", 3, "Attacker to win in 3 moves"),
        ("bivouac", "block", 1, "White to save the game"),
        ("agon", "safe", 1, "White to find the safe move"),
        ("bizingo", "gain", 1, "Light to win a piece"),
        ("hoyito", "gain", 8, "South to win 8 stones"),
        ("agon", "trap", 2, "White to trap 2 pieces"),
    ],
)
def test_it_is_said_in_a_few_words_too(key: str, what: str, count: int, said: str) -> None:
    assert str(task(Sought(what), count, GAMES[key].start())) == said


def test_what_a_move_takes_is_counted_in_stones_or_in_pieces() -> None:
    stones = GAMES["hoyito"].decode("0.0.0.0.0.3/3.3.0.0.0.7 32/0 south - >> 1/south")
    assert worth(stones, stones.moves()["f"]) == 8
    pieces = GAMES["ringo"].decode(
        "......../.......a/.da...../......../......../......../0 attacker -"
    )
    assert worth(pieces, pieces.moves()["c3:a3"]) == 1
    assert worth(pieces, pieces.moves()["h2-h3"]) == 0


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


def test_puzzle_of_a_match_of_hoyito_tells_which_other_moves_win_too() -> None:
    line = next(each for each in records("hoyito") if each.also and (each.aim is Aim.WINS))
    found = puzzle_in(GAMES["hoyito"].decode(line.position))
    assert found is not None
    assert (found.solution[0], found.also) == (line.solution[0], line.also)


def test_to_step_into_the_only_place_of_a_ring_that_is_open_is_dull() -> None:
    first = read("agon")[0]
    asked = first.solution[0], first.aim, moves_of(first), first.difficulty
    assert is_dull(GAMES["agon"].decode(first.position), *asked)


def test_only_capture_in_a_match_is_no_puzzle() -> None:
    assert puzzle_in(GAMES["bizingo"].decode(ONLY_CAPTURE)) is None


def test_puzzle_of_a_match_is_checked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    record = next(r for r in records("ringo") if r.aim is Aim.WINS and moves_of(r) == 2)
    position = GAMES["ringo"].decode(record.position)
    monkeypatch.setattr("computer.puzzles.only_best_move.is_true", lambda *_asked: False)
    assert puzzle_in(position) is None

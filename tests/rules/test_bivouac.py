"""The rules of Bivouac, one test for each of their sentences."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise, product

import pytest

from rules import Move
from rules.bivouac import Bivouac
from rules.history import History
from tests.rules.sample_positions import at_random, ended, played, recorded, refusal, third_time
from tests.thorough import THOROUGH

WHITE, BLACK = "white", "black"
HOSTILE = {"variant": "hostile"}
CELLS = [f"{file}{rank}" for rank in range(1, 12) for file in "abcdef"]
RUN = {cell for cell in CELLS if cell[0] in "af" or cell[1:] in ("1", "6", "11")}
LOWER = {f"{file}{rank}" for file in "bcde" for rank in range(2, 6)}
UPPER = {f"{file}{rank}" for file in "bcde" for rank in range(7, 11)}
WHITE_GOALS, BLACK_GOALS = "c8 c9 d8 d9", "c3 c4 d3 d4"
EIGHT = [(df, dr) for df in (-1, 0, 1) for dr in (-1, 0, 1) if (df, dr) != (0, 0)]


def beside(cell: str, way: tuple[int, int], distance: int = 1) -> str:
    """Return the name of the cell some steps away, which may be off the board."""
    df, dr = way
    return f"{chr(ord(cell[0]) + distance * df)}{int(cell[1:]) + distance * dr}"


def camp_of(cell: str) -> set[str]:
    return LOWER if cell in LOWER else UPPER if cell in UPPER else set()


def bivouac(white: str, black: str, turn: str = WHITE, variant: str = "standard") -> Bivouac:
    """Return a position from the cells of both sides."""
    board = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    ranks = ("".join(board.get(f"{f}{n}", ".") for f in "abcdef") for n in range(11, 0, -1))
    chosen = "-" if variant == "standard" else f"variant={variant}"
    return Bivouac.decode(f"{'/'.join(ranks)} {turn} {chosen}")


def goes(position: Bivouac, start: str) -> set[str]:
    """Return the moves of the stone on a cell, without that cell: `-b3`, `:b9:b7`."""
    ways = {text for text, move in position.moves().items() if move.path[0] == start}
    return {text.removeprefix(start) for text in ways}


# The board and the start


def test_start_puts_twelve_stones_round_the_opponents_goals() -> None:
    """White's goals are c8 c9 d8 d9, Black's c3 c4 d3 d4.

    Twelve stones each, on the outer ring of the encampment that holds the opponent's goals.
    """
    white = " ".join(LOWER - set(BLACK_GOALS.split()))
    black = " ".join(UPPER - set(WHITE_GOALS.split()))
    assert Bivouac.start({}) == bivouac(white, black)
    assert Counter(Bivouac.start({}).board().values()) == {"w": 12, "b": 12}


def test_run_is_files_a_and_f_and_ranks_1_6_and_11() -> None:
    """Six by eleven cells; the Run is files a and f and ranks 1, 6 and 11, 34 cells."""
    assert len(RUN) == 34
    assert set(CELLS) == RUN | LOWER | UPPER


def test_white_moves_first_and_nobody_passes() -> None:
    """White moves first; no passing."""
    assert Bivouac.sides == (WHITE, BLACK)
    assert Bivouac.start({}).turn == 0
    assert "You can't pass" in refusal(Bivouac.start({}), "pass")


def test_variant_is_standard_unless_hostile_is_chosen() -> None:
    """Variants: standard, and hostile by choice."""
    options = [(option.key, option.values) for option in Bivouac.options]
    assert options == [("variant", ("standard", "hostile"))]
    assert Bivouac.presets == {"classic": {}, "hostile": HOSTILE}
    assert Bivouac.start().chosen.variant == "standard"
    assert Bivouac.start(HOSTILE).chosen.variant == "hostile"


# Moving


@pytest.mark.parametrize("cell", sorted(LOWER | UPPER))
def test_stone_in_an_encampment_steps_to_any_empty_neighbour(cell: str) -> None:
    """From an encampment cell: a step to any empty neighbour.

    In eight directions, encampment or Run; the goals are cells like others for either side.
    """
    steps = {f"-{beside(cell, way)}" for way in EIGHT}
    away = sorted(RUN - {step[1:] for step in steps})
    lone = bivouac(f"{cell} {' '.join(away[:3])}", " ".join(away[-4:]))
    assert goes(lone, cell) == steps
    beside_it = f"{beside(cell, (1, 0))} {' '.join(away[:3])}", f"{beside(cell, (0, 1))}"
    blocked = bivouac(f"{cell} {beside_it[0]}", f"{beside_it[1]} {' '.join(away[-3:])}")
    assert f"-{beside(cell, (1, 0))}" not in goes(blocked, cell)
    assert f"-{beside(cell, (0, 1))}" not in goes(blocked, cell)


@pytest.mark.parametrize("turn", [WHITE, BLACK])
def test_either_side_may_enter_any_goal_cell(turn: str) -> None:
    """Either side may enter any goal cell."""
    for goal in f"{WHITE_GOALS} {BLACK_GOALS}".split():
        own, enemy = f"{beside(goal, (1, 1))} a1 a2 a3", "f1 f2 f3 f4"
        position = bivouac(*((own, enemy) if turn == WHITE else (enemy, own)), turn)
        assert f"-{goal}" in goes(position, own.split(maxsplit=1)[0])


@pytest.mark.parametrize("cell", sorted(RUN))
def test_stone_in_the_run_steps_into_encampments_and_slides_along_the_run(cell: str) -> None:
    """From a Run cell: a step to an empty encampment cell, or a slide over Run cells.

    From a Run cell: a step in eight directions to an empty encampment cell.

    A slide along a file or rank, over Run cells only, to any empty one at any distance. No
    diagonal Run-to-Run step.
    """
    file, rank = cell[0], cell[1:]
    slides = {
        c
        for c in RUN - {cell}
        if (c[0] == file and file in "af") or (c[1:] == rank and rank in ("1", "6", "11"))
    }
    steps = {beside(cell, way) for way in EIGHT} & (LOWER | UPPER)
    off = sorted((LOWER | UPPER) - {beside(cell, way) for way in EIGHT})
    lone = bivouac(f"{cell} {' '.join(off[:3])}", " ".join(off[-4:]))
    assert goes(lone, cell) == {f"-{c}" for c in slides | steps}


def test_slide_passes_over_any_number_of_stones_of_either_side() -> None:
    """A slide passes over any number of stones of either side."""
    position = bivouac("a1 a2 a5 b1 c4", "a3 a4 a6 c1 d1 e8")
    assert goes(position, "a1") == {"-e1", "-f1", "-a7", "-a8", "-a9", "-a10", "-a11", "-b2"}


def test_slide_does_not_turn_a_corner() -> None:
    """A slide goes along a file or rank: it does not turn a corner."""
    assert not goes(bivouac("a3 c4 d4 e4", "b8 c8 d8 e8"), "a3") & {"-b1", "-c1", "-f1", "-c6"}
    assert "-c6" not in goes(bivouac("a7 c4 d4 e4", "b8 c8 d8 e8"), "a7")


@pytest.mark.parametrize("text", ["a2-b1", "a10-b11", "e1-f2", "a5-b6", "a7-b6", "f7-e6"])
def test_no_diagonal_step_from_run_to_run(text: str) -> None:
    """No diagonal Run-to-Run step."""
    start, end = text.split("-")
    for here, there in ((start, end), (end, start)):
        position = bivouac(f"{here} c4 d4 d3", "b9 c9 d9 e9")
        assert f"-{there}" not in goes(position, here)
        assert "slides straight along one of its lines" in refusal(position, f"{here}-{there}")


# Capturing


@pytest.mark.parametrize("turn", [WHITE, BLACK])
def test_stone_jumps_an_adjacent_enemy_only_within_one_encampment(turn: str) -> None:
    """Inside one encampment, its goals included: jump an adjacent enemy.

    In any of eight directions onto the empty cell just beyond.

    Start, jumped cell and landing all in that encampment. No captures in the Run.
    """
    for start, way in product(CELLS, EIGHT):
        over, end = beside(start, way), beside(start, way, 2)
        if over not in CELLS:
            continue
        away = sorted(RUN - {start, over, end})
        own, enemy = f"{start} {' '.join(away[:3])}", f"{over} {' '.join(away[-4:])}"
        white, black = (own, enemy) if turn == WHITE else (enemy, own)
        position = bivouac(white, black, turn)
        legal = bool(camp_of(start)) and {start, over, end} <= camp_of(start)
        assert (f":{end}" in goes(position, start)) is legal
        if legal:
            move, after = position.play(f"{start}:{end}")
            assert move == Move(f"{start}:{end}", (start, end), (over,))
            assert over not in after.board()
            assert after.board()[end] == turn[0]
            filled = white.split(), black.split()
            for side in (0, 1):
                more = [" ".join([*cells, *[end] * (side == n)]) for n, cells in enumerate(filled)]
                assert f":{end}" not in goes(bivouac(more[0], more[1], turn), start)


def test_stone_jumps_no_stone_of_its_own_and_no_empty_cell() -> None:
    """Jump an adjacent enemy: no stone of one's own, and no empty cell."""
    position = bivouac("b2 c2 a1 a3", "d8 d9 e8 e9")
    assert goes(position, "b2") == {"-a2", "-b1", "-c1", "-b3", "-c3"}


def test_same_stone_may_jump_on_and_may_stop_after_any_jump() -> None:
    """The same stone may jump on, and may stop after any jump.

    Text `d9:b9` and `d9:b9:b7`, naming every landing.
    """
    position = bivouac("d9 a1 a2 a3", "c9 b8 f1 f2 f3 f4")
    assert {":b9", ":b9:b7"} <= goes(position, "d9")
    one, after_one = position.play("d9:b9")
    assert one == Move("d9:b9", ("d9", "b9"), ("c9",))
    assert set(after_one.board()) == {"b9", "b8", "a1", "a2", "a3", "f1", "f2", "f3", "f4"}
    both, after_both = position.play("d9:b9:b7")
    assert both == Move("d9:b9:b7", ("d9", "b9", "b7"), ("c9", "b8"))
    assert set(after_both.board()) == {"b7", "a1", "a2", "a3", "f1", "f2", "f3", "f4"}


def test_jumped_stone_is_removed_at_once() -> None:
    """The stone is removed at once.

    So it is not jumped twice, and the stone that left its cell does not stand in the way.
    """
    circle = bivouac("b2 a1 f1 f3", "c2 d3 c4 b3 f8 f9 e9 e8")
    texts = {text for text in circle.moves() if text.startswith("b2:")}
    assert "b2:d2:d4:b4:b2" in texts
    assert max(len(circle.moves()[text].taken) for text in texts) == 4
    move, after = circle.play("b2:d2:d4:b4:b2")
    assert move.path == ("b2", "d2", "d4", "b4", "b2")
    assert move.taken == ("c2", "d3", "c4", "b3")
    assert set(after.board()) == {"b2", "a1", "f1", "f3", "f8", "f9", "e9", "e8"}
    assert (move, after) in circle.children()


def test_capturing_is_optional() -> None:
    """Capturing is optional."""
    position = bivouac("d9 a1 a2 a3", "c9 b8 f1 f2 f3 f4")
    assert "a1-b1" in position.moves()
    assert "-d10" in goes(position, "d9")


def test_hostile_makes_captures_mandatory() -> None:
    """Hostile: captures are mandatory before any other move."""
    position = bivouac("d9 a1 a2 a3", "c9 e3 f1 f2 f3 f4", variant="hostile")
    assert list(position.moves()) == ["d9:b9"]
    nothing_to_take = bivouac("d9 a1 a2 a3", "c8 b7 f1 f2 f3 f4", variant="hostile")
    assert "a1-b1" in nothing_to_take.moves()


def test_hostile_takes_the_longest_capture_there_is() -> None:
    """Hostile: captures must be the longest there are.

    Captures must be the longest there are; stopping early is not allowed.
    """
    position = bivouac("d9 b2 a1 a2", "c9 b8 c3 f1 f2 f3", variant="hostile")
    assert list(position.moves()) == ["d9:b9:b7"]
    assert "You must take as much" in refusal(position, "b2:d4")
    assert "`d9:b9:b7`" in refusal(position, "d9:b9")
    assert {":d4"} <= goes(bivouac("d9 b2 a1 a2", "c9 b8 c3 f1 f2 f3"), "b2")


def test_hostile_leaves_the_choice_among_captures_of_the_same_length() -> None:
    """Hostile: among the longest captures one chooses."""
    position = bivouac("d9 b2 a1 a2", "c9 c3 f1 f2 f3", variant="hostile")
    assert set(position.moves()) == {"d9:b9", "b2:d4"}


# The end


@pytest.mark.parametrize(
    ("turn", "goals", "others"), [(WHITE, "c8 c9 d8", "d8"), (BLACK, "c3 c4 d3", "c3")]
)
def test_four_goals_filled_by_own_stones_win_for_a_side(turn: str, goals: str, others: str) -> None:
    """A side with its four goals all filled by its own stones wins."""
    last = "d9" if turn == WHITE else "d4"
    start = beside(last, (1, 0))
    enemy = "a1 a2 a3 a4"
    for held, wins in ((goals, True), (goals.replace(others, "f6"), False)):
        own = f"{held} {start}"
        position = bivouac(own, enemy) if turn == WHITE else bivouac(enemy, own, BLACK)
        after = played(position, f"{start}-{last}")
        side = Bivouac.sides.index(turn)
        won = (side, "goals", f"{turn.capitalize()} fills all four of its goals.")
        assert ended(after) == (won if wins else None)
        assert bool(after.moves()) is not wins
        if wins:
            assert "The game is over" in refusal(after, "a1-b1")


def test_opponents_goals_and_opponents_stones_win_nothing() -> None:
    """Its four goals filled by its own stones: nothing else wins.

    White on all of Black's goals, and a goal held by the enemy, leave the game going on.
    """
    assert played(bivouac("c3 c4 d3 e4", "a1 a2 a3 a4"), "e4-d4").outcome() is None
    assert played(bivouac("c8 c9 e9 a9", "d8 a2 a3 a4"), "e9-d9").outcome() is None


@pytest.mark.parametrize(("black", "over"), [("c9 f1 f2 f3 f4", False), ("c9 f1 f2 f3", True)])
def test_side_with_three_stones_or_fewer_has_lost(black: str, over: bool) -> None:
    """A side with three stones or fewer has lost."""
    after = played(bivouac("d9 a1 a2 a3", black), "d9:b9")
    assert ended(after) == ((0, "few", "Black has only 3 pieces left.") if over else None)
    mirrored = played(bivouac(black, "d9 a1 a2 a3", BLACK), "d9:b9")
    assert ended(mirrored) == ((1, "few", "White has only 3 pieces left.") if over else None)


def test_end_is_judged_after_the_whole_turn() -> None:
    """The end is judged after the whole turn.

    The first of two jumps leaves three stones; the same stone may take the next one too.
    """
    position = bivouac("d9 a1 a2 a3", "c9 b8 f1 f2")
    assert ended(played(position, "d9:b9")) == (0, "few", "Black has only 3 pieces left.")
    assert ended(played(position, "d9:b9:b7")) == (0, "few", "Black has only 2 pieces left.")


def test_goals_are_the_reason_where_both_conditions_are_true() -> None:
    """Only the mover's conditions can come true.

    Where both do, the goals are named as the reason.

    No move makes both true: the last jump into a goal passes over another goal, held by the enemy.
    """
    both = bivouac("c8 c9 d8 d9", "a1 a2 a3", BLACK)
    assert ended(both) == (0, "goals", "White fills all four of its goals.")
    mirrored = bivouac("a1 a2 a3", "c3 c4 d3 d4")
    assert ended(mirrored) == (1, "goals", "Black fills all four of its goals.")


def test_third_repetition_is_a_draw() -> None:
    """Repetition: draw."""
    after = third_time(Bivouac.start({}), "b2-a2", "b7-a7", "a2-b2", "a7-b7")
    assert ended(after) == (None, "repetition", "The same position has come up three times.")
    stored = Bivouac.decode(after.encode())
    assert stored.outcome() == after.outcome()


def test_same_stones_with_the_other_side_to_move_are_another_position() -> None:
    """Repetition is of the same side to move.

    One side goes round in three slides, the other to and fro: three times all stand alike.
    """
    start = bivouac("a1 c4 d4 e4", "f11 c7 d7 e7")
    black_to_move = played(start, "a1-a2", "f11-f10", "a2-a3", "f10-f11", "a3-a1")
    assert black_to_move.board() == start.board()
    again = played(black_to_move, "f11-f10", "a1-a2", "f10-f9", "a2-a1", "f9-f11")
    assert again == start
    assert again.outcome() is None


def test_capture_starts_the_count_anew() -> None:
    """Repetition is counted from the last capture.

    What stood before a capture cannot come again.
    """
    before = played(bivouac("d9 a1 a2 a3", "c9 f1 f2 f3 f4"), "a1-b1", "f1-e1")
    assert before.history.texts() == ["a1-b1", "f1-e1"]
    assert played(before, "d9:b9").history == History()


def test_no_legal_move_is_a_draw() -> None:
    """No legal move: draw.

    White stands on Black's goals, shut in by twelve stones.
    """
    ring = LOWER - set(BLACK_GOALS.split())
    before = bivouac(BLACK_GOALS, " ".join(ring - {"b2"} | {"a1"}), BLACK)
    assert played(before, "a1-a2").outcome() is None
    after = played(before, "a1-b2")
    assert ended(after) == (None, "blocked", "White has no legal move.")
    assert after.moves() == {}


def test_side_that_can_only_capture_is_not_blocked() -> None:
    """No legal move: a capture is one.

    White's four stones in a corner are shut in, but may jump out of it.
    """
    position = bivouac("b2 b3 c2 c3", "a1 b1 c1 d1 a2 a3 a4 b4 c4 d4 d3 d2")
    assert position.outcome() is None
    assert all(move.taken for move in position.moves().values())
    assert {"c3:e5", "c3:e3", "c3:c5"} <= set(position.moves())


# Of the program, not of the sources


@pytest.mark.parametrize("chosen", Bivouac.presets.values())
def test_neither_side_is_favoured(chosen: Mapping[str, str]) -> None:
    balance = Bivouac.balance(chosen)
    assert balance is not None
    assert balance.favours is None


def test_identity_is_the_stones_the_side_to_move_and_what_must_be_captured() -> None:
    cells = "a1 a2 a3 a4", "f1 f2 f3 f4"
    position = bivouac(*cells)
    others = (
        bivouac("a1 a2 a3 a5", cells[1]),
        bivouac(*cells, BLACK),
        bivouac(*cells, WHITE, "hostile"),
    )
    assert len({each.identity() for each in (position, *others)}) == 4
    again = played(position, "a4-a5", "f4-f5", "a5-a4", "f5-f4")
    assert again.history != position.history
    assert again.identity() == position.identity()


@pytest.mark.parametrize(
    ("quiet", "said"),
    [
        ("b2-b4", "no step or slide: 'b2-b4'"),
        ("d9:b9", "no step or slide: 'd9:b9'"),
        ("f3-f4", "'f3-f4' does not lead to this position"),
        ("a1-a2", "'a1-a2' does not lead to this position"),
        ("a5-a6", "'a5-a6' does not lead to this position"),
    ],
)
def test_stored_quiet_moves_lead_to_the_stored_position(quiet: str, said: str) -> None:
    """White, who moved last, has no stone on f4 or a6, and one still stands on a1."""
    line = bivouac("a1 a2 a3 a4", "f1 f2 f3 f4", BLACK).encode()
    assert Bivouac.decode(f"{line} b4-a4").encode() == f"{line} b4-a4"
    with pytest.raises(ValueError, match=said):
        Bivouac.decode(f"{line} {quiet}")


# Descriptions


def test_tell_says_each_kind_of_move() -> None:
    def told(position: Bivouac, text: str) -> str:
        return str(position.tell(position.moves()[text]))

    position = bivouac("d9 a1 a2 e8", "c9 b8 f1 f2 f3 f4")
    assert told(position, "a1-b2") == "steps `a1` → `b2`"
    assert told(position, "a1-c1") == "slides `a1` → `c1`"
    assert told(position, "a1-a11") == "slides `a1` → `a11`"
    assert told(position, "a1-b1") == "steps `a1` → `b1`"
    assert told(position, "d9:b9") == "jumps `d9` → `b9`, and takes the piece on `c9`"
    both = told(position, "d9:b9:b7")
    assert both == "jumps `d9` → `b9` → `b7`, and takes the pieces on `c9` and `b8`"
    circle = told(bivouac("b2 a1 f1 f3", "c2 d3 c4 b3 f8"), "b2:d2:d4:b4")
    assert circle == (
        "jumps `b2` → `d2` → `d4` → `b4`, and takes the pieces on `c2`, `d3` and `c4`"
    )
    assert told(position, "e8-d8") == "steps `e8` → `d8`, onto a goal"
    onto_goal = told(bivouac("e10 a1 a2 a3", "d9 f1 f2 f3"), "e10:c8")
    assert onto_goal == "jumps `e10` → `c8`, onto a goal, and takes the piece on `d9`"
    black = bivouac("a1 a2 a3 a4", "e8 e3 f1 f2", BLACK)
    assert told(black, "e8-d8") == "steps `e8` → `d8`"
    assert told(black, "e3-d3") == "steps `e3` → `d3`, onto a goal"


def test_describe_names_stones_goals_and_what_is_unusual() -> None:
    assert str(bivouac("a1 c8 c9 d8", "f1 f2 f3 c3", BLACK, "hostile").describe()) == (
        "Bivouac. White: 4 pieces (a1, c8, d8, c9), 3 of them in its goals. Black: 4 pieces "
        "(f1, f2, c3, f3), 1 of them in its goals. Black to move. Capturing: Hostile (you "
        "must take as much as you can)."
    )
    ended_early = bivouac("a1", "", BLACK)
    assert str(ended_early.describe()) == (
        "Bivouac. White: 1 piece (a1), 0 of them in its goals. "
        "Black: 0 pieces (none), 0 of them in its goals. White has only 1 piece left."
    )


START = Bivouac.start({})
JUMPING = bivouac("d9 a3 c3 c2", "c9 f1 f2 f3 f4 e10")


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        (START, "hello", "isn't a move"),
        (START, "b2-b12", "There is no cell `b12`"),
        (START, "c3-c4", "`c3` is empty"),
        (START, "b7-a7", "`b7` isn't yours"),
        (START, "b2-b3", "There is already a piece on `b3`"),
        (START, "b2-b2", "Say where the piece goes"),
        (START, "b5-b11", "too far"),
        (START, "b2-d2-c3", "can't jump like that"),
        (JUMPING, "a3-b1", "aren't on the same one"),
        (JUMPING, "a3-c1", "aren't on the same one"),
        (JUMPING, "c3-a1", "within one camp"),
        (JUMPING, "c2-c4", "You can't jump over your own piece on `c3`"),
        (JUMPING, "d9-d7", "no piece to jump over on `d8`"),
        (JUMPING, "d9-b8", "too far"),
        (
            bivouac(BLACK_GOALS + " a1", " ".join(LOWER - set(BLACK_GOALS.split()))),
            "c3-c2",
            "can't move",
        ),
        (
            bivouac("d9 a1 a2 a3", "c9 f1 f2 f3 f4", variant="hostile"),
            "a1-b1",
            "You must take as much",
        ),
    ],
)
def test_refusal_names_the_rule(position: Bivouac, text: str, said: str) -> None:
    assert said in refusal(position, text)


# Describing a position


def rebuilt(position: Bivouac) -> Bivouac:
    """Parse a text by `describe`; a game that is over has no side to move."""
    words = str(position.describe())
    stones = re.findall(r"pieces? \((.*?)\)", words)
    white, black = (cells.replace("none", "").replace(",", "") for cells in stones)
    to_move = re.search(r"\b(White|Black) to move\.", words)
    assert bool(to_move) == (position.outcome() is None)
    turn = to_move[1].lower() if to_move else position.sides[position.turn]
    return bivouac(white, black, turn, position.chosen.variant)


@THOROUGH
def test_describe_is_enough_to_rebuild_the_position() -> None:
    games = at_random(Bivouac, games=6, plies=200, seed=1)
    for position in [*list(recorded(Bivouac))[::9], *(p for game in games for p in game[::3])]:
        assert len(str(position.describe())) <= 1024
        assert rebuilt(position) == position


# Comparison with a plain second implementation


def chains(board: dict[str, str], path: tuple[str, ...], taken: tuple[str, ...]) -> Iterator[Move]:
    """Yield the continuations of a capture; `board` is without the jumping stone."""
    camp = camp_of(path[-1])
    for way in EIGHT:
        over, end = beside(path[-1], way), beside(path[-1], way, 2)
        if {over, end} <= camp and board.get(over) == "enemy" and end not in board:
            further = (*path, end), (*taken, over)
            yield Move(":".join(further[0]), *further)
            yield from chains({c: x for c, x in board.items() if c != over}, *further)


def by_the_book(position: Bivouac) -> dict[str, Move]:
    """Return the legal moves of a position that is not over, from the rules alone."""
    own = {cell for cell, letter in position.board().items() if letter == "wb"[position.turn]}
    board = {cell: "own" if cell in own else "enemy" for cell in position.board()}
    captures = [
        move
        for start in own
        for move in chains({c: x for c, x in board.items() if c != start}, (start,), ())
    ]
    if captures and position.chosen.variant == "hostile":
        longest = max(len(move.taken) for move in captures)
        return {move.text: move for move in captures if len(move.taken) == longest}
    pairs = set()
    for start in own:
        for way in EIGHT:
            if beside(start, way) in CELLS and not {start, beside(start, way)} <= RUN:
                pairs.add((start, beside(start, way)))
            reach = beside(start, way)
            while start in RUN and reach in RUN and 0 in way:
                pairs.add((start, reach))
                reach = beside(reach, way)
    steps = [Move("-".join(pair), pair) for pair in pairs if pair[1] not in board]
    return {move.text: move for move in captures + steps}


def crowded(rng: random.Random) -> Bivouac:
    """Place stones at random, mostly in the encampments."""
    cells = rng.sample(sorted(LOWER | UPPER) if rng.random() < 0.7 else CELLS, 24)
    white, black = cells[: rng.randint(4, 12)], cells[-rng.randint(4, 12) :]
    turn, variant = rng.choice(Bivouac.sides), rng.choice(("standard", "hostile"))
    return bivouac(" ".join(white), " ".join(black), turn, variant)


def goals_filled(position: Bivouac) -> bool:
    board = position.board()
    return any(
        all(board.get(goal) == letter for goal in goals.split())
        for letter, goals in (("w", WHITE_GOALS), ("b", BLACK_GOALS))
    )


def test_engine_agrees_with_the_rules_written_down_plainly() -> None:
    rng = random.Random(5)
    for _ in range(400):
        position = crowded(rng)
        expected = {} if goals_filled(position) else by_the_book(position)
        assert position.moves() == expected, position.encode()
        assert position.count() == len(expected)
        assert (position.outcome() is None) is bool(expected)


@THOROUGH
def test_random_games_end_when_the_rules_say_so() -> None:
    for positions in at_random(Bivouac, games=6, plies=400, seed=6):
        stood: Counter[object] = Counter()
        for position, after in pairwise(positions):
            assert position.moves() == by_the_book(position)
            stood[tuple(position.board().items()), position.turn] += 1
            over = (
                goals_filled(after)
                or min(Counter({"w": 0, "b": 0} | Counter(after.board().values())).values()) < 4
                or stood[tuple(after.board().items()), after.turn] >= 2
                or not by_the_book(after)
            )
            assert (after.outcome() is not None) is over

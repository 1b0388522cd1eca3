"""Agon: a test for each sentence of its rules, and the rules written down a second time."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import atan2

import pytest

from rendering import scene_of
from rules import IllegalMove, Move, UnclearMove, perft
from rules.agon import Agon
from rules.agon.board import LINES, NAMES, QUIET_PLIES, RING
from rules.agon.notation import ROWS
from rules.move import bits
from tests.rules.sample_positions import refusal
from tests.thorough import THOROUGH, mostly_thorough

FAR_WHITE, FAR_BLACK = "a1 a5 e1 e10 i8 j1", "k6 c1 g10 g1 k2"


def placed(
    white: str, black: str, turn: str = "white", trapped: str = "-", quiet: int = 0, opts: str = "-"
) -> Agon:
    """Set up a position from the cells of each side, the queen's first."""
    letters = {cell: "W" if at == 0 else "w" for at, cell in enumerate(white.split())}
    letters |= {cell: "B" if at == 0 else "b" for at, cell in enumerate(black.split())}
    rows = "/".join("".join(letters.get(cell, ".") for cell in row) for row in ROWS)
    return Agon.decode(f"{rows} {trapped} {turn} {quiet} {opts}")


def targets(position: Agon, cell: str) -> set[str]:
    """List where the piece on a cell may go."""
    return {move.path[-1] for move in position.moves().values() if move.path[:1] == (cell,)}


def after(position: Agon, *moves: str) -> Agon:
    for move in moves:
        position = position.play(move)[1]
    return position


# The board and the start.


def test_the_board_is_a_hexagon_of_91_cells_in_rings_around_the_throne() -> None:
    """A hexagon of 91 cells, six to a side, in rings around the throne, 30 outermost."""
    assert len(NAMES) == 91
    assert Counter(RING) == {0: 1, 1: 6, 2: 12, 3: 18, 4: 24, 5: 30}
    assert [len(row) for row in ROWS] == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]
    assert RING[NAMES.index("f6")] == 0
    assert {RING[NAMES.index(corner)] for corner in ("a1", "a6", "f11", "k6", "k1", "f1")} == {5}


def test_each_side_has_a_queen_and_six_guards_on_the_rim() -> None:
    """Each side has a queen and six guards, all on ring 5."""
    board = Agon.start().board()
    assert Counter(board.values()) == {"W": 1, "w": 6, "B": 1, "b": 6}
    assert (board["a1"], board["k6"]) == ("W", "B")
    assert {cell for cell, letter in board.items() if letter == "w"} == {
        *("a5", "e10", "i8", "k4", "j1", "e1")
    }
    assert {cell for cell, letter in board.items() if letter == "b"} == {
        *("a3", "b7", "g10", "k2", "g1", "c1")
    }


def test_the_men_stand_around_the_rim_as_they_are_counted_from_whites_queen() -> None:
    """Count ring 5 from a1, counter-clockwise: queens on 0 and 15, guards where the sources say."""
    cells = scene_of(Agon.start()).board.cells
    middle = cells["f6"].centre
    around = sorted(
        (cell for cell, ring in zip(NAMES, RING, strict=True) if ring == 5),
        key=lambda cell: atan2(middle.y - cells[cell].centre.y, cells[cell].centre.x - middle.x),
    )
    first = around.index("a1")
    around = around[first:] + around[:first]
    assert around[::5] == ["a1", "a6", "f11", "k6", "k1", "f1"]
    guards = {2: "b", 4: "w", 6: "b", 9: "w", 11: "b", 13: "w", 17: "w", 19: "b", 21: "w"}
    guards |= {24: "b", 26: "w", 28: "b"}
    men = {around[at]: letter for at, letter in guards.items()} | {"a1": "W", "k6": "B"}
    assert Agon.start().board() == men


def test_row_a_is_at_the_bottom_and_cells_are_numbered_from_the_left() -> None:
    """Rows a, at the bottom, to k; cells of a row are numbered from the left."""
    cells = scene_of(Agon.start()).board.cells
    assert cells["a1"].centre.y > cells["f1"].centre.y > cells["k1"].centre.y
    for row in ROWS:
        across = [cells[cell].centre.x for cell in row]
        assert across == sorted(across)


def test_rings_are_of_two_colours_by_turns() -> None:
    """The rings are in two colours by turns."""
    cells = scene_of(Agon.start()).board.cells
    floors = [
        {cells[cell].floor for cell, ring in zip(NAMES, RING, strict=True) if ring == each}
        for each in range(6)
    ]
    assert all(len(floor) == 1 for floor in floors)
    assert all(one != other for one, other in pairwise(floors))
    assert len(set.union(*floors)) == 2


def test_turned_by_half_a_circle_with_colours_changed_the_start_is_itself() -> None:
    """Turned by half a circle with colours changed the start is itself."""
    board = Agon.start().board()
    opposite = dict(zip(NAMES, reversed(NAMES), strict=True))
    swapped = str.maketrans("wWbB", "bBwW")
    assert {opposite[cell]: letter.translate(swapped) for cell, letter in board.items()} == board


def test_white_begins_unless_the_option_says_black() -> None:
    """White begins; by the option `first`, black."""
    assert Agon.start().turn == 0
    assert Agon.start({"first": "black"}).turn == 1


# Moving.


def test_a_piece_steps_along_its_ring_or_one_ring_inward_and_never_outward() -> None:
    """To a neighbouring cell of its own ring or of the next ring inward; never outward."""
    position = placed("a1 d3 a5 e1 e10 i8 j1", "k6 a3 b7 c1 g10 g1 k2")
    assert targets(position, "d3") == {"c3", "e3", "d4", "e4"}
    assert targets(position, "a1") == {"a2", "b1", "b2"}


def test_only_an_empty_cell_is_entered() -> None:
    """One man moves, to an empty cell."""
    position = placed("a1 d3 d4 e1 e10 i8 j1", "k6 e4 b7 c1 g10 g1 k2")
    assert targets(position, "d3") == {"c3", "e3"}


def test_only_a_queen_enters_the_throne() -> None:
    """Only a queen may enter the throne."""
    position = placed("e5 e6 a5 e1 e10 i8 j1", "k6 a3 b7 c1 g10 g1 k2")
    assert "f6" in targets(position, "e5")
    assert "f6" not in targets(position, "e6")
    with pytest.raises(IllegalMove, match="Only a queen may step onto the throne"):
        position.play("e6-f6")


def test_a_queen_on_the_throne_stays_there() -> None:
    """Never outward: a queen on the throne stays there."""
    position = placed("f6 a3 a5 e1 e10 i8 j1", "k6 b7 c1 g10 g1 k2 k4")
    assert targets(position, "f6") == set()


@pytest.mark.parametrize(
    ("one", "other", "start"), [("d4", "d6", "c5"), ("c4", "e6", "c5"), ("c5", "e5", "c4")]
)
def test_nothing_moves_to_a_cell_between_two_enemies(one: str, other: str, start: str) -> None:
    """No man moves to a cell between two enemies on opposite sides of it in a straight line."""
    white = f"a1 {start} a5 e1 e10 i8 j1"
    position = placed(white, f"k6 {one} {other} c1 g10 g1 k2")
    assert "d5" not in targets(position, start)
    with pytest.raises(IllegalMove, match="`d5` lies between two enemies"):
        position.play(f"{start}-d5")
    assert "d5" in targets(placed(white, f"k6 {one} b7 c1 g10 g1 k2"), start)


def test_two_enemies_that_are_not_opposite_hinder_nobody() -> None:
    """Two enemies that are not on opposite sides hinder nobody."""
    position = placed("a1 c5 a5 e1 e10 i8 j1", "k6 d4 e5 c1 g10 g1 k2")
    assert "d5" in targets(position, "c5")


# Trapping.

BEFORE = "a1 d3 c5 a5 e1 e10 j1", "k6 d4 a3 b7 g10 g1 k2"


def test_an_enemy_between_the_moved_piece_and_another_is_trapped() -> None:
    """After a move, an enemy between the moved man and another man of the mover is trapped."""
    position = after(placed(*BEFORE), "c5-d5")
    assert position.trapped[1].bit_count() == 1
    assert position.board()["d4"] == "b", "it stays where it stands"
    assert {text.partition("*")[0] for text in position.moves()} == {"d4"}


def test_several_are_trapped_at_once() -> None:
    """Several at once are possible."""
    position = placed("a1 d3 c5 f5 e1 e10 j1", "k6 d4 e5 b7 g10 g1 k2")
    move, later = position.play("c5-d5")
    assert position.victims(move) == ("d4", "e5")
    assert str(position.tell(move)).endswith(", and traps the guards on `d4` and `e5`")
    assert later.trapped[1].bit_count() == 2


def test_a_queen_on_the_throne_can_be_trapped() -> None:
    """A queen on the throne can be trapped."""
    position = after(placed("a1 f5 f8 a5 e1 e10 j1", "f6 k2 a3 b7 g10 g1 k4"), "f8-f7")
    assert {text.partition("*")[0] for text in position.moves()} == {"f6"}


def test_two_who_come_to_stand_so_by_the_enemys_doing_trap_nothing() -> None:
    """Two men that come to stand so by the enemy's own doing trap nothing."""
    position = placed("a1 d3 d5 a5 e1 e10 j1", "k6 e4 a3 b7 g10 g1 k2", "black")
    assert "d4" not in targets(position, "e4"), "nobody steps between two enemies"
    sent = placed("a1 a2 a4 a5 e1 e10 j1", "k6 d4 b7 g10 g1 k2 c1", "white")
    assert after(sent, "a5-a6").trapped == (0, 0)


def test_a_third_piece_beyond_traps_nothing() -> None:
    """Trapped is an enemy on a neighbouring cell of the moved man; farther away nothing is."""
    position = placed("a1 d3 c6 a5 e1 e10 j1", "k6 d4 a3 b7 g10 g1 k2")
    assert after(position, "c6-d6").trapped == (0, 0)


def test_a_trapped_piece_still_helps_to_trap_and_is_in_the_way() -> None:
    """Men waiting to be sent back stay where they stand."""
    caught = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 c5 b7 g10 g1 k2", "black", "d4")
    with pytest.raises(IllegalMove, match="Send back your trapped guard first, from `d4`"):
        caught.play("c5-d5")
    helping = placed("a1 c3 e3 b4 e1 e10 j1", "k6 c4 e6 b7 g10 g1 k2", "white", "-")
    assert "c4" not in targets(helping, "b4")
    trapping = placed("a1 d4 a5 e1 e10 i8 j1", "k6 d3 c5 b7 g10 g1 k2", "black", "-")
    assert after(trapping, "c5-d5").trapped[0].bit_count() == 1
    waiting = placed("a1 d4 a5 e1 e10 i8 j1", "k6 d3 c5 b7 g10 g1 k2", "black", "d3")
    assert targets(waiting, "c5") == set(), "its own trapped piece goes first"


def test_a_piece_that_waits_to_be_sent_back_still_traps_with_another_and_still_blocks() -> None:
    """Men waiting to be sent back still count for trapping and blocking."""
    waiting = placed("a1 d4 a2 e1 e10 i8 j1", "k6 a3 c1 g10 g1 k2 k4", "white", "a2,d4")
    move, later = waiting.play("d4*a4")
    assert waiting.victims(move) == ("a3",)
    assert {text.partition("*")[0] for text in later.moves()} == {"a3"}
    blocked = placed("a1 c5 a5 e1 e10 i8 j1", "k6 d4 d6 c1 g10 g1 k2", "white", "d4")
    assert "d5" not in targets(blocked, "c5")


# Sending back.


def test_the_queen_is_sent_back_first_and_then_guards_in_any_order() -> None:
    """One a turn, a queen first, then guards in any order."""
    position = placed("d4 d7 c5 a5 e1 e10 j1", "k6 a3 b7 c1 g10 g1 k2", "white", "c5,d4,d7")
    assert {text.partition("*")[0] for text in position.moves()} == {"d4"}
    position = after(position, "d4*a1", "k2-k1")
    assert {text.partition("*")[0] for text in position.moves()} == {"c5", "d7"}


def test_nothing_else_is_legal_before() -> None:
    """Whose men are trapped must move them away; no other move is legal before."""
    position = placed("a1 d4 c5 a5 e1 e10 j1", "k6 a3 b7 c1 g10 g1 k2", "white", "d4")
    assert all(text.startswith("d4*") for text in position.moves())


def test_a_guard_goes_to_any_empty_cell_of_the_rim() -> None:
    """A guard goes to any empty cell of ring 5."""
    position = placed("a1 d4 c5 a5 e1 e10 j1", "k6 a3 b7 c1 g10 g1 k2", "white", "d4")
    rim = {cell for cell, ring in zip(NAMES, RING, strict=True) if ring == 5}
    assert targets(position, "d4") == rim - position.board().keys() - between(position)


@pytest.mark.parametrize(("opts", "where"), [("-", {5}), ("queen=anywhere", {1, 2, 3, 4, 5})])
def test_queen_goes_to_the_rim_or_by_option_anywhere_else(opts: str, where: set[int]) -> None:
    """A queen too; with `anywhere` to any empty cell but the throne."""
    position = placed("d4 d7 c5 a5 e1 e10 j1", "k6 a3 b7 c1 g10 g1 k2", "white", "d4", opts=opts)
    assert {RING[NAMES.index(cell)] for cell in targets(position, "d4")} == where
    guard = placed("a1 d4 c5 a5 e1 e10 j1", "k6 a3 b7 c1 g10 g1 k2", "white", "d4", opts=opts)
    assert {RING[NAMES.index(cell)] for cell in targets(guard, "d4")} == {5}


def between(position: Agon) -> set[str]:
    """List the cells between two enemies of the side to move."""
    return {cell for at, cell in enumerate(NAMES) if position.is_between(at)}


def test_it_is_not_put_between_two_enemies() -> None:
    """It may not be put between two enemies."""
    position = placed("a1 d4 c5 e9 e1 e10 j1", "k6 a3 a5 c1 g10 g1 k2", "white", "d4")
    assert "a4" not in targets(position, "d4")
    with pytest.raises(IllegalMove, match="`a4` lies between two enemies"):
        position.play("d4*a4")


def test_there_is_always_a_cell_of_the_rim_that_is_not_between_two_enemies() -> None:
    """If there is no other cell, it may: that cannot come about.

    A cell of the rim lies between two others along the rim alone, so seven enemies hold seven at
    most; of its 30 cells the other thirteen men leave seventeen.
    """
    for place, ring in enumerate(RING):
        if ring == 5:
            assert len(LINES[place]) <= 1
            assert all(RING[beside] == 5 for pair in LINES[place] for beside in bits(pair))


def test_a_piece_put_down_traps_in_its_turn() -> None:
    """A man put down may trap in its turn."""
    position = placed("a1 d4 c5 a5 e1 e10 j1", "k6 b1 b7 a3 g10 g1 k2", "white", "d4")
    assert after(position, "d4*c1").trapped[1].bit_count() == 1


# The end.


def test_the_queen_on_the_throne_and_guards_all_around_win() -> None:
    """The queen on the throne and her six guards on all cells of ring 1: won."""
    position = placed("f6 e5 e6 f5 f7 g5 g7", "k6 a3 b7 c1 g10 g1 k2")
    assert position.outcome() is None
    ending = after(position, "g7-g6").outcome()
    assert ending is not None
    assert (ending.winner, ending.code) == (0, "throne")


def test_guards_around_a_throne_without_their_queen_have_lost() -> None:
    """Six guards of one side on ring 1 around a throne without their queen: that side has lost."""
    position = placed("a1 e5 e6 f5 f7 g5 g7", "k6 a3 b7 c1 g10 g1 k2")
    ending = after(position, "g7-g6").outcome()
    assert ending is not None
    assert (ending.winner, ending.code) == (1, "no_queen")
    assert after(position, "g7-g6").moves() == {}


def test_a_queen_among_the_guards_around_the_throne_ends_nothing() -> None:
    """Six guards on ring 1: a queen among five ends nothing."""
    position = placed("g7 e5 e6 f5 f7 g5 a1", "k6 a3 b7 c1 g10 g1 k2")
    position = after(position, "g7-g6")
    assert position.outcome() is None
    position = after(position, "a3-a2", "g6-f6", "a2-a3")
    assert position.outcome() is None, "her sixth guard is missing"


def test_guards_around_a_throne_on_which_the_enemys_queen_sits_have_lost() -> None:
    """Without their queen is also with the enemy's on the throne."""
    position = placed("a1 e5 e6 f5 f7 g5 g7", "f6 a3 b7 c1 g10 g1 k2")
    ending = after(position, "g7-g6").outcome()
    assert ending is not None
    assert (ending.winner, ending.code) == (1, "no_queen")


def test_whoever_cannot_move_passes() -> None:
    # White's queen sits on the throne; each guard has an enemy's pair before every cell.
    """No legal move: that side must `pass`."""
    position = placed("f6 e5 e6 f5 f7 g5 a1", "g6 a2 b1 b2 k2 g1 g10")
    assert list(position.moves()) == ["pass"]
    assert str(position.tell(position.moves()["pass"])) == "passes"
    later = after(position, "pass")
    assert (later.turn, later.quiet) == (1, 1)
    with pytest.raises(IllegalMove, match="None of your pieces can move, so you can only `pass`"):
        position.play("e5-e4")
    with pytest.raises(IllegalMove, match="You can't pass while"):
        Agon.start().play("pass")


def test_the_same_position_for_the_third_time_is_a_draw() -> None:
    """The same position for the third time: draw."""
    there_and_back = ["a1-a2", "k6-k5", "a2-a1", "k5-k6"]
    position = after(Agon.start(), *there_and_back, *there_and_back[:3])
    assert position.outcome() is None
    ending = after(position, "k5-k6").outcome()
    assert ending is not None
    assert (ending.winner, ending.code) == (None, "repetition")


def test_a_trapped_piece_makes_another_position() -> None:
    """The same position is the same men, trapped men and side to move."""
    free = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 a3 b7 g10 g1 k2", "black")
    held = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 a3 b7 g10 g1 k2", "black", "d4")
    assert free.identity() != held.identity()


def test_a_hundred_plies_without_going_inward_or_trapping_are_a_draw() -> None:
    """100 plies in a row in which no man went inward or was trapped: draw."""
    position = placed(*BEFORE, quiet=QUIET_PLIES - 1)
    assert position.outcome() is None
    ending = after(position, "a1-a2").outcome()
    assert ending is not None
    assert (ending.winner, ending.code) == (None, "quiet")
    assert after(position, "a1-b2").quiet == 0, "a piece went inward"
    assert after(position, "c5-d5").quiet == 0, "a piece was trapped"


# Of the program, not of the sources


def test_it_counts_and_tells_for_how_long_nothing_has_happened() -> None:
    position = placed(*BEFORE, quiet=12)
    assert position.quiet_plies() == 12
    assert str(position.tell_quiet()) == "no piece has gone inward or been trapped for 6 moves"
    assert after(position, "c5-d5").quiet_plies() == 0


# Words and notation.


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("up", "isn't a move; write it like"),
        ("k9", "There is no cell `k9`"),
        ("f6", "`f6` is empty; start from one of your pieces."),
        ("d4-d5", "`d4` isn't yours."),
        ("c5", "could be"),
        ("c5-c5", "Say where the piece on `c5` goes: "),
        ("d3-d4", "There is already a piece on `d4`."),
        ("c5-b5", "Pieces never step outward; from `c5` this one can go to "),
        ("c5-f6", "Only a queen may step onto the throne"),
        ("c5-e6", "`e6` is too far from `c5`; this piece can go to "),
    ],
)
def test_refusals_name_the_rule(typed: str, said: str) -> None:
    with pytest.raises((IllegalMove, UnclearMove)) as refused:
        placed(*BEFORE).play(typed)
    assert said in str(refused.value)


def test_who_has_a_trapped_piece_is_told_where_it_goes_and_that_a_queen_goes_first() -> None:
    guard = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 c5 b7 g10 g1 k2", "black", "d4")
    with pytest.raises(IllegalMove, match=r"The trapped guard on `d4` can be sent back to `a2`, "):
        guard.play("d4-e5")
    queen = placed("a1 d3 d5 a5 e1 e10 j1", "d4 k6 c5 b7 g10 g1 k2", "black", "d4")
    with pytest.raises(IllegalMove, match="Your queen is trapped; send her back first, from `d4`"):
        queen.play("c5-d5")


@pytest.mark.parametrize("typed", ["d4-e5", "d4-d4"])
def test_of_the_many_cells_for_a_trapped_piece_five_are_named(typed: str) -> None:
    position = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 c5 b7 g10 g1 k2", "black", "d4")
    assert position.count() == 20
    assert refusal(position, typed).endswith("`a2`, `a3`, `a4`, `a6`, `b1` or 15 more.")


def test_a_guard_may_not_step_onto_the_throne_whoever_stands_around_it() -> None:
    position = placed("a1 e5 e10 j1 a5 e1 i8", "k6 f5 f7 b7 g10 g1 k2")
    with pytest.raises(IllegalMove, match="Only a queen may step onto the throne, not a guard"):
        position.play("e5-f6")


def test_what_is_trapped_is_told() -> None:
    position = placed(*BEFORE)
    assert str(position.takes(position.moves()["c5-d5"])) == "trap the guard"
    assert position.takes(position.moves()["a1-a2"]) is None
    assert "Trapped: d4." in str(after(position, "c5-d5").describe())


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "x",
        "{} d4 white 0 -",  # nobody stands there
        "{} - white 101 -",
        "{} - white 00 -",
        "{} - red 0 -",
        "{} - white 0 first=white",
        "{} - white 0 - d4-d5",
        "{} - white 0 - nonsense",
        "{} k6,a1 white 0 -",  # not in the board's order
    ],
)
def test_any_other_text_is_refused(wrong: str) -> None:
    placing = Agon.start().encode().split(" ")[0]
    with pytest.raises(ValueError, match=r"."):
        Agon.decode(wrong.format(placing))


def test_no_guard_stands_on_the_throne_or_has_come_from_it() -> None:
    black = "k6 a3 b7 c1 g10 g1 k2"
    with pytest.raises(ValueError, match="no guard stands on the throne"):
        placed("a1 f6 a5 e1 e10 i8 j1", black)
    came = placed("a1 e5 a5 e1 e10 i8 j1", black, "black").encode()
    with pytest.raises(ValueError, match=r"'f6\*a5' does not lead to this position"):
        Agon.decode(f"{came} f6*a5")


@pytest.mark.parametrize("change", [("W", "."), ("b", "B"), ("w", "x")])
def test_impossible_placings_are_refused(change: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Agon.decode(Agon.start().encode().replace(*change, 1))


# The rules, written down a second time with other coordinates: x is doubled, y is the row.

AT = {
    f"{letter}{number}": (2 * number - length - 1, y)
    for y, letter in enumerate("abcdefghijk", -5)
    for length in [11 - abs(y)]
    for number in range(1, length + 1)
}
CELL_AT = {at: cell for cell, at in AT.items()}
WAYS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def ring(cell: str) -> int:
    x, y = AT[cell]
    return max(abs(y), (abs(x) + abs(y)) // 2)


def beside(cell: str, way: tuple[int, int], steps: int = 1) -> str | None:
    x, y = AT[cell]
    return CELL_AT.get((x + steps * way[0], y + steps * way[1]))


def held(board: Mapping[str, str], cell: str, enemy: str) -> bool:
    """Check whether two enemies stand on opposite sides of a cell."""
    return any(
        all(board.get(beside(cell, each) or "", ".").lower() == enemy for each in (way, back))
        for way, back in zip(WAYS[:3], WAYS[3:], strict=True)
    )


def by_the_book(position: Agon) -> dict[str, frozenset[str]]:
    """Return the legal moves of a position that is not over, each with what it traps."""
    board, side = position.board(), "wb"[position.turn]
    enemy = "bw"[position.turn]
    own = [cell for cell, letter in board.items() if letter.lower() == side]
    caught = [cell for cell in own if position.trapped[position.turn] >> NAMES.index(cell) & 1]
    found: list[tuple[str, str, str]] = []
    if caught:
        first = [cell for cell in caught if board[cell].isupper()] or caught
        for cell in first:
            free = position.chosen.queen == "anywhere" and board[cell].isupper()
            rooms = [
                to for to in AT if to not in board and (ring(to) == 5 or (free and ring(to) > 0))
            ]
            safe = [to for to in rooms if not held(board, to, enemy)]
            found += [(cell, "*", to) for to in safe or rooms]
    else:
        for cell in own:
            for way in WAYS:
                to = beside(cell, way)
                if to is None or to in board or ring(to) > ring(cell):
                    continue
                if (ring(to) or board[cell].isupper()) and not held(board, to, enemy):
                    found.append((cell, "-", to))
    moves = {}
    for cell, mark, to in found:
        later = {at: letter for at, letter in board.items() if at != cell}
        trapped = {
            near
            for way in WAYS
            if (near := beside(to, way)) and (far := beside(to, way, 2))
            if later.get(near, ".").lower() == enemy and later.get(far, ".").lower() == side
            if not position.trapped[1 - position.turn] >> NAMES.index(near) & 1
        }
        moves[f"{cell}{mark}{to}"] = frozenset(trapped)
    return moves or {"pass": frozenset()}


def winner_by_the_book(position: Agon) -> int | None:
    """Return the side that has won, by what stands on the throne and on the ring around it."""
    board = position.board()
    for side, (guard, queen) in enumerate((("w", "W"), ("b", "B"))):
        if all(board.get(cell) == guard for cell in AT if ring(cell) == 1):
            return side if board.get("f6") == queen else 1 - side
    return None


def walk(games: int, plies: int, seed: int) -> Iterable[Agon]:
    """Yield the positions of random games that often go inward, so that the ring fills."""
    rng = random.Random(seed)
    for _ in range(games):
        position = Agon.start({"queen": rng.choice(["rim", "anywhere"])})
        for _ in range(plies):
            yield position
            if position.outcome():
                break
            moves = [*position.moves().values()]
            inward = [move for move in moves if goes_inward(move)]
            position = position.after(rng.choice((rng.random() < 0.5 and inward) or moves))


def goes_inward(move: Move) -> bool:
    return bool(move.path) and ring(move.path[-1]) < ring(move.path[0])


@pytest.mark.parametrize(("games", "plies"), mostly_thorough([(2, 150), (15, 600)]))
def test_engine_agrees_with_the_rules_written_down_a_second_time(games: int, plies: int) -> None:
    for position in walk(games, plies, seed=5):
        ending = position.outcome()
        assert (ending and ending.winner) == winner_by_the_book(position), position.encode()
        told = {text: frozenset(position.victims(move)) for text, move in position.moves().items()}
        assert told == ({} if ending else by_the_book(position)), position.encode()


def slow_perft(position: Agon, depth: int) -> int:
    if depth == 0:
        return 1
    if position.outcome():
        return 0
    return sum(slow_perft(position.play(text)[1], depth - 1) for text in by_the_book(position))


@pytest.mark.parametrize(("depth", "count"), mostly_thorough([(2, 713), (3, 18417)]))
def test_perft_is_as_counted_by_the_second_implementation(depth: int, count: int) -> None:
    assert perft(Agon.start(), depth) == count == slow_perft(Agon.start(), depth)


@THOROUGH
def test_positions_with_their_history_are_read_as_they_were_written() -> None:
    for number, position in enumerate(walk(12, 400, seed=9)):
        if number % 7 == 0:
            read = Agon.decode(position.encode())
            assert read == position
            assert read.history == position.history


QUEEN_TRAPPED = placed("a1 d3 d5 a5 e1 e10 j1", "d4 k6 c5 b7 g10 g1 k2", "black", "d4")
GUARD_TRAPPED = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 c5 b7 g10 g1 k2", "black", "d4")


def test_a_trapped_queen_is_called_a_queen() -> None:
    queen = placed("a1 d3 c5 a5 e1 e10 j1", "d4 k6 e5 b7 g10 g1 k2")
    assert str(queen.tell(queen.read("c5-d5"))).endswith(", and traps the queen on `d4`")
    both = placed("a1 d3 c5 f5 e1 e10 j1", "d4 k6 e5 b7 g10 g1 k2")
    told = str(both.tell(both.read("c5-d5")))
    assert told.endswith(", and traps the queen on `d4`, and traps the guard on `e5`")
    guard = placed(*BEFORE)
    assert str(guard.tell(guard.read("c5-d5"))).endswith(", and traps the guard on `d4`")
    assert "Trapped: the queen on d4." in str(QUEEN_TRAPPED.describe())
    assert "Your trapped queen on `d4` can be sent back to" in refusal(QUEEN_TRAPPED, "d4-e5")


def test_who_is_trapped_is_told_what_must_be_sent_back_first() -> None:
    assert placed(*BEFORE).duty() is None
    assert str(QUEEN_TRAPPED.duty()) == "The trapped queen on `d4` must be sent back first."
    assert str(GUARD_TRAPPED.duty()) == "The trapped guard on `d4` must be sent back first."


def test_guards_around_the_throne_are_counted_without_the_queen() -> None:
    position = placed("e5 e6 f5 a5 e1 e10 j1", "k6 f7 c5 b7 g10 g1 k2")
    assert [position.guards_around(side) for side in (0, 1)] == [2, 1]
    assert "Guards around the throne: white 2, black 1." in str(position.describe())

"""The rules of Bizingo, one test for each of their sentences."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from rules import GAMES, Move, UnclearMove
from rules.bizingo import Bizingo
from rules.bizingo.board import QUIET_PLIES
from rules.history import History
from tests.rules.sample_positions import at_random, ended, played, recorded, refusal, third_time
from tests.thorough import THOROUGH

LIGHT, DARK = "light", "dark"
Place = tuple[str, int, int]
"""A cell as the rules write it: U(r,c), dark and pointing up, or D(r,c), light."""


def places() -> Iterator[tuple[str, Place]]:
    """Return the names of all cells: the row's letter, then the number from the left."""
    cut_off = {("U", r, c) for r, c in ((1, 1), (2, 1), (2, 2), (12, 1), (13, 1), (13, 2))}
    cut_off |= {("U", r, c) for r, c in ((12, 12), (13, 12), (13, 13))}
    cut_off |= {("D", r, c) for r, c in ((2, 1), (13, 1), (13, 12))}
    for row in range(3, 14):
        order = sorted([("U", row, c) for c in range(1, row + 1)], key=lambda u: u[2])
        mixed = [x for u in order for x in (u, ("D", row, u[2])) if x[0] == "U" or x[2] < row]
        for number, place in enumerate((x for x in mixed if x not in cut_off), start=1):
            yield f"{'abcdefghijk'[row - 3]}{number}", place


PLACES = dict(places())
NAMES = {place: name for name, place in PLACES.items()}


def sides_of(name: str) -> list[str]:
    """Return the cells that share an edge with a cell."""
    colour, r, c = PLACES[name]
    if colour == "U":
        around = [("D", r, c - 1), ("D", r, c), ("D", r + 1, c)]
    else:
        around = [("U", r, c), ("U", r, c + 1), ("U", r - 1, c)]
    return [NAMES[place] for place in around if place in NAMES]


def steps_of(name: str) -> list[str]:
    """Return the cells of the same colour that share a corner with a cell."""
    colour, r, c = PLACES[name]
    near = ((r, c - 1), (r, c + 1), (r - 1, c - 1), (r - 1, c), (r + 1, c), (r + 1, c + 1))
    return [NAMES[colour, *to] for to in near if (colour, *to) in NAMES]


EDGE = {name for name in PLACES if len(sides_of(name)) == 2}
COLOUR = {name: DARK if place[0] == "U" else LIGHT for name, place in PLACES.items()}


def bizingo(pieces: str, turn: str = LIGHT, first: str = LIGHT) -> Bizingo:
    """Return a position; a captain's cell is in capitals (`H6`)."""
    letters = dict.fromkeys(PLACES, ".")
    for cell in pieces.split():
        letter = "l" if COLOUR[cell.lower()] == LIGHT else "d"
        letters[cell.lower()] = letter.upper() if cell[0].isupper() else letter
    rows = ("".join(letters[name] for name in PLACES if name[0] == row) for row in "abcdefghijk")
    return Bizingo.decode(f"{'/'.join(rows)} {turn} {'-' if first == LIGHT else 'first=dark'}")


def pieces_of(position: Bizingo) -> str:
    """Return the pieces as arguments of `bizingo`."""
    board = position.board().items()
    return " ".join(cell.upper() if letter.isupper() else cell for cell, letter in board)


def surrounding(victim: str, captains: str) -> list[tuple[Bizingo, str]]:
    """Yield all positions in which a step closes the last side of a piece (`H6`: a captain).

    `captains` says who among the surrounding pieces is one: `mover`, `other`, `none` or `far`.
    """
    found = []
    sides = sides_of(victim.lower())
    for last in sides:
        others = [cell for cell in sides if cell != last]
        start = next(c for c in steps_of(last) if c not in sides)
        near = [victim, start, *others]
        if captains == "mover":
            near[1] = start.upper()
        elif captains == "other":
            near[2] = others[0].upper()
        taken_up = {*sides, *steps_of(victim.lower()), start, victim.lower()}
        taken_up |= {cell for side in (*sides, start) for cell in sides_of(side)}
        away = {
            colour: [c for c in PLACES if COLOUR[c] == colour and c not in taken_up]
            for colour in (LIGHT, DARK)
        }
        mover = COLOUR[last]
        enemy = COLOUR[victim.lower()]
        far = away[mover][-1]
        extra = [far.upper() if captains == "far" else far, *away[enemy][:3]]
        found.append((bizingo(" ".join(near + extra), mover), f"{start}-{last}"))
    return found


# The board and the start


def test_rows_3_to_13_remain_with_157_cells_75_light_and_82_dark() -> None:
    """157 cells, 75 light and 82 dark: rows 3 to 13 of a triangle, with 5 to 21 cells."""
    placing = Bizingo.start({}).encode().split()[0]
    assert [len(row) for row in placing.split("/")] == [5, 7, 9, 11, 13, 15, 17, 19, 21, 21, 19]
    assert Counter(COLOUR.values()) == {LIGHT: 75, DARK: 82}
    assert (NAMES["U", 8, 3], NAMES["U", 8, 6]) == ("f5", "f11")
    assert (NAMES["D", 10, 3], NAMES["D", 10, 7]) == ("h6", "h14")


def test_the_two_armies_never_share_cells() -> None:
    """Light's pieces stand on light cells only, dark's on dark ones."""
    for at, name in enumerate(PLACES):
        for letter, colour in (("l", LIGHT), ("d", DARK)):
            letters = "." * at + letter + "." * (len(PLACES) - at - 1)
            rows, taken = [], 0
            for length in (5, 7, 9, 11, 13, 15, 17, 19, 21, 21, 19):
                rows.append(letters[taken : taken + length])
                taken += length
            line = f"{'/'.join(rows)} light -"
            if COLOUR[name] == colour:
                assert Bizingo.decode(line).board() == {name: letter}
            else:
                with pytest.raises(ValueError, match=name):
                    Bizingo.decode(line)


def test_27_dark_and_6_light_cells_are_edge_cells() -> None:
    """An edge cell has only two sides on the board: 27 dark cells and 6 light ones."""
    light = {NAMES["D", r, c] for r, c in ((3, 1), (3, 2), (12, 1), (12, 11), (13, 2), (13, 11))}
    assert {cell for cell in EDGE if COLOUR[cell] == LIGHT} == light
    assert len([cell for cell in EDGE if COLOUR[cell] == DARK]) == 27


def test_start_has_18_pieces_a_side_with_two_captains_each() -> None:
    """18 pieces a side, two of them captains; rows 3, 4, 9 and 13 are empty.

    Dark: U(5,2..4) … captains U(8,3) and U(8,6). Light: D(10,2..8) … D(10,3) and D(10,7).
    """
    dark = {5: (2, 4), 6: (2, 5), 7: (2, 6), 8: (2, 7)}
    light = {10: (2, 8), 11: (3, 8), 12: (4, 8)}
    expected = {NAMES["U", r, c]: "d" for r, (a, b) in dark.items() for c in range(a, b + 1)}
    expected |= {NAMES["D", r, c]: "l" for r, (a, b) in light.items() for c in range(a, b + 1)}
    expected |= {"f5": "D", "f11": "D", "h6": "L", "h14": "L"}
    board = Bizingo.start({}).board()
    assert board == expected
    assert Counter(letter.lower() for letter in board.values()) == {"l": 18, "d": 18}
    assert not {cell[0] for cell in board} & set("abgk"), "rows 3, 4, 9 and 13 are empty"


def test_a_cell_is_named_by_its_row_and_its_number_from_the_left_over_both_colours() -> None:
    """Names: a to k from apex to base, then the number of the cell; a move's text is `h6-g6`."""
    assert [name for name in PLACES if name[0] == "a"] == ["a1", "a2", "a3", "a4", "a5"]
    assert (PLACES["a1"], PLACES["a2"], PLACES["a5"]) == (("U", 3, 1), ("D", 3, 1), ("U", 3, 3))
    move, after = Bizingo.start({}).play("h6-g6")
    assert move == Move("h6-g6", ("h6", "g6"))
    assert after.board()["g6"] == "L"


def test_light_begins_unless_the_players_choose_dark() -> None:
    """The players decide who begins; without a choice it is light."""
    assert Bizingo.sides == (LIGHT, DARK)
    assert [(option.key, option.values) for option in Bizingo.options] == [("first", (LIGHT, DARK))]
    assert Bizingo.start({}).turn == 0
    assert Bizingo.start({"first": DARK}).turn == 1
    assert dict(GAMES["bizingo"].presets) == {"classic": {}}


# Moving


@THOROUGH
@pytest.mark.parametrize("captain", [False, True])
def test_one_piece_steps_to_an_empty_cell_of_its_colour_that_shares_a_corner(captain: bool) -> None:
    """One piece to an empty cell of its colour that shares a corner.

    Either colour: (r,c±1), (r-1,c-1), (r-1,c), (r+1,c), (r+1,c+1). Captains move alike.
    """
    for cell, colour in COLOUR.items():
        others = [c for c in PLACES if c not in (cell, *steps_of(cell))]
        away = [c for c in others if COLOUR[c] == colour][-2:]
        away += [c for c in others if COLOUR[c] != colour and c not in sides_of(cell)][-3:]
        pieces = " ".join([cell.upper() if captain else cell, *away])
        moves = bizingo(pieces, colour).moves()
        own = [text for text in moves if text.startswith(f"{cell}-")]
        assert sorted(own) == sorted(f"{cell}-{to}" for to in steps_of(cell))


def test_no_piece_steps_onto_another() -> None:
    """One piece moves, to an empty cell."""
    assert "h6-h8" not in bizingo("h6 h8 h12 c3 c5 c7").moves()
    assert "h6-h8" in bizingo("h6 h12 h14 c3 c5 c7").moves()


def test_each_colours_step_graph_is_connected_so_there_is_no_stalemate() -> None:
    """A side always has a move: each colour's cells are connected by steps."""
    for colour in (LIGHT, DARK):
        cells = [cell for cell in PLACES if COLOUR[cell] == colour]
        reached, waiting = {cells[0]}, [cells[0]]
        while waiting:
            new = set(steps_of(waiting.pop())) - reached
            reached |= new
            waiting += new
        assert reached == set(cells)


# Capturing


@THOROUGH
@pytest.mark.parametrize("captains", ["none", "mover", "other", "far"])
def test_piece_is_taken_when_all_its_sides_hold_the_movers_pieces(captains: str) -> None:
    """Regular, not on an edge cell: taken when all three sides hold the mover's pieces.

    Captain, not on an edge cell: the same, and at least one of the three is a captain. Any piece,
    regular or captain, on an edge cell: taken when both sides hold the mover's pieces and at least
    one is a captain. Two regulars do not take it. All 33 edge cells, the six light ones included.
    """
    for victim, is_captain in product(PLACES, (False, True)):
        falls = captains in ("mover", "other") or not (is_captain or victim in EDGE)
        for position, text in surrounding(victim.upper() if is_captain else victim, captains):
            move, after = position.play(text)
            assert move.taken == ((victim,) if falls else ()), (position.encode(), text)
            assert (victim in after.board()) is not falls
            assert after == bizingo(pieces_of(after), after.sides[after.turn])


def test_captain_is_taken_only_where_one_of_the_three_is_a_captain() -> None:
    """Captain, not on an edge cell: the same, and at least one of the three is a captain."""
    assert bizingo("g8 h12 h10 j9 G9 c3 c5 c7").play("h12-g10")[0].taken == ()
    assert bizingo("g8 H12 h10 j9 G9 c3 c5 c7").play("h12-g10")[0].taken == ("g9",)


@pytest.mark.parametrize("victim", ["a1", "A1"])
def test_on_an_edge_cell_two_take_a_piece_if_one_is_a_captain_and_two_regulars_do_not(
    victim: str,
) -> None:
    """Any piece on an edge cell: two take it if one is a captain. Two regulars do not take it."""
    assert bizingo(f"a2 b4 h6 {victim} c3 c5 c7").play("b4-b2")[0].taken == ()
    assert bizingo(f"A2 b4 h6 {victim} c3 c5 c7").play("b4-b2")[0].taken == ("a1",)


def test_two_of_three_sides_are_not_enough() -> None:
    """Taken when all three sides hold the mover's pieces: two do not take, captain or not."""
    assert bizingo("g8 H10 i12 j9 f9 c3 c5 c7").play("h10-g10")[0].taken == ()
    assert sides_of("g9") == ["g8", "g10", "h10"]
    assert bizingo("g8 H12 h10 j9 g9 c3 c5 c7").play("h12-g10")[0].taken == ("g9",)
    assert bizingo("g8 H12 j9 g9 c3 c5 c7").play("h12-g10")[0].taken == ()


def test_only_pieces_beside_the_one_that_moved_are_judged() -> None:
    """Judged after the move, only around the piece that moved."""
    standing = bizingo("g8 g10 h10 k5 g9 c3 c5 c7")
    move, after = standing.play("k5-k7")
    assert move.taken == ()
    assert "g9" in after.board()


def test_captain_that_leaves_a_side_no_longer_counts() -> None:
    """Judged after the move: a captain helps from where it now stands, not from where it was."""
    assert bizingo("g8 G10 h12 k5 G9 c3 c5 c7").play("g10-h10")[0].taken == ()


def test_several_pieces_may_be_taken_by_one_move() -> None:
    """Several pieces may be taken by one move; all are removed together."""
    position = bizingo("g8 h10 g12 h12 i12 g9 g11 c3 c5 c7")
    assert sides_of("g11") == ["g10", "g12", "h12"]
    assert set(sides_of("g9")) & set(sides_of("g11")) == {"g10"}
    with_step = bizingo("g8 h10 g12 h12 f10 g9 g11 c3 c5 c7")
    move, after = with_step.play("f10-g10")
    assert move == Move("f10-g10", ("f10", "g10"), ("g9", "g11"))
    assert set(after.board()) == {"g8", "h10", "g12", "h12", "g10", "c3", "c5", "c7"}
    assert position.turn == 0


def test_of_two_surrounded_pieces_a_captain_without_a_captain_beside_it_stays() -> None:
    """Of several that are surrounded, each falls by its own rule."""
    move, after = bizingo("g8 h10 g12 h12 f10 g9 G11 c3 c5 c7").play("f10-g10")
    assert move.taken == ("g9",)
    assert after.board()["g11"] == "D"


@pytest.mark.parametrize("mover", ["f10", "F10"])
@pytest.mark.parametrize("enemies", ["f9 g9 g11", "f9 G9 g11", "F9 G9 g11"])
def test_piece_that_steps_between_three_enemies_in_vain_is_lost(mover: str, enemies: str) -> None:
    """A piece that took nothing and has enemies on all three sides is removed itself.

    It is removed itself, captain or not, whatever the three are. Such a move is legal.
    """
    assert sides_of("g10") == ["g9", "g11", "f9"]
    position = bizingo(f"{mover} k5 k7 k9 {enemies}")
    move, after = position.play("f10-g10")
    assert move == Move("f10-g10", ("f10", "g10"), ("g10",))
    assert set(after.board()) == {"k5", "k7", "k9", "f9", "g9", "g11"}
    assert after.captains[0] == 0
    assert position.moves()["f10-g10"] == move


def test_piece_between_two_enemies_is_not_lost() -> None:
    """Removed itself is a piece whose three sides are all enemy: two are not enough."""
    assert bizingo("f10 k5 k7 g9 g11 c1").play("f10-g10")[0].taken == ()


def test_piece_that_takes_something_is_not_lost() -> None:
    """A piece that took nothing … is removed itself."""
    move, after = bizingo("f10 g8 h10 k5 f9 g9 g11 c1").play("f10-g10")
    assert move.taken == ("g9",)
    assert after.board()["g10"] == "l"


@pytest.mark.parametrize("cell", sorted(EDGE))
def test_no_piece_is_lost_on_an_edge_cell(cell: str) -> None:
    """Never on an edge cell."""
    colour = COLOUR[cell]
    start = steps_of(cell)[0]
    away = [c for c in PLACES if c not in (cell, start, *sides_of(cell), *steps_of(cell))]
    own = [c for c in away if COLOUR[c] == colour and not set(sides_of(c)) & set(sides_of(cell))]
    pieces = [start, *own[-2:], *(side.upper() for side in sides_of(cell))]
    enemy = next(c for c in away if COLOUR[c] != colour and not set(sides_of(c)) & {cell, start})
    move, after = bizingo(" ".join([*pieces, enemy]), colour).play(f"{start}-{cell}")
    assert move.taken == ()
    assert cell in after.board()


# The end


@pytest.mark.parametrize(
    ("extra", "ending"),
    [("c3 c5 c7", None), ("c3 c5", None), ("c3", (0, "few", "Dark has only 2 pieces left."))],
)
def test_side_with_two_pieces_or_fewer_has_lost(
    extra: str, ending: tuple[int, str, str] | None
) -> None:
    """A side with two pieces or fewer has lost.

    Three are enough, two are not: here one of three, four or five is taken.
    """
    assert ended(bizingo(f"g8 h12 h10 g9 {extra} d1").play("h12-g10")[1]) == ending


def test_self_capture_may_lose_the_game_for_the_mover() -> None:
    """A self-capture may do it to the mover."""
    three, four = bizingo("f10 k5 k7 f9 g9 g11"), bizingo("f10 k5 k7 k9 f9 g9 g11")
    after = played(three, "f10-g10")
    assert ended(after) == (1, "few", "Light has only 2 pieces left.")
    assert after.moves() == {}
    assert "over" in refusal(after, "f9-e9")
    assert played(four, "f10-g10").outcome() is None


def test_several_taken_at_once_may_leave_one() -> None:
    """A side with two pieces or fewer has lost: one is fewer."""
    after = played(bizingo("g8 h10 g12 h12 f10 g9 g11 c3"), "f10-g10")
    assert ended(after) == (0, "few", "Dark has only 1 piece left.")


def test_third_repetition_is_a_draw() -> None:
    """The same position with the same side to move for the third time: draw."""
    start = Bizingo.start({})
    after = third_time(start, "h4-g4", "f3-g3", "g4-h4", "g3-f3")
    assert ended(after) == (None, "repetition", "The same position has come up three times.")


def test_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    """Repetition is of the same side to move.

    One side goes round in three steps, the other to and fro: three times all stand alike.
    """
    start = bizingo("k5 k9 k13 a1 c3 c7")
    dark_to_move = played(start, "k5-j5", "a1-a3", "j5-j7", "a3-a1", "j7-k5")
    assert dark_to_move.board() == start.board()
    again = played(dark_to_move, "a1-a3", "k5-j5", "a3-b3", "j5-k5", "b3-a1")
    assert again == start
    assert again.outcome() is None


def test_captain_in_a_regular_pieces_place_is_another_position() -> None:
    """Repetition is of the same position, captains included.

    A captain and a regular swap cells and swap back: three times they hold the same cells.
    """
    start = bizingo("J5 j7 k13 a1 c3 c7")
    swap = ("j5-i4", "a1-a3", "j7-j5", "a3-a1", "i4-i6", "a1-a3", "i6-j7", "a3-a1")
    back = ("j7-i6", "a1-a3", "i6-i4", "a3-a1", "j5-j7", "a1-a3", "i4-j5", "a3-a1")
    swapped = played(start, *swap)
    assert set(swapped.board()) == set(start.board())
    assert swapped != start
    again = played(swapped, *back)
    assert again == start
    assert again.outcome() is None


def wandering(plies: int) -> Bizingo:
    """Play quiet plies, dark first: dark at random, light back and forth."""
    rng = random.Random(4)
    position = bizingo("g8 h10 h14 j19 g9 c3 c5 c7", DARK)
    shuttle = ("h14-h12", "h12-h14")
    for ply in range(plies):
        texts = [shuttle[ply // 2 % 2]]
        if position.turn == 1:
            texts = [
                t for t in position.moves() if not t.startswith("g9") and t.split("-")[1] < "e"
            ]
        goes_on = [after for _, after in map(position.play, texts) if not after.outcome()]
        assert goes_on, f"the game is over after {ply} plies"
        position = rng.choice(goes_on)
    assert position.history.length == plies
    return position


def test_200_plies_without_a_loss_are_a_draw() -> None:
    """200 plies in a row in which no piece left the board: draw; after 199 it goes on."""
    almost = wandering(199)
    assert Bizingo.decode(almost.encode()).history == almost.history
    last = played(almost, "h12-h14")
    assert ended(last) == (None, "quiet", "No piece has been lost for 200 turns.")
    assert last.moves() == {}
    assert Bizingo.decode(last.encode()).outcome() == last.outcome()


def test_capture_as_the_200th_ply_lets_the_game_go_on() -> None:
    """200 plies in a row: a capture as the last of them lets the game go on."""
    move, after = wandering(199).play("h12-g10")
    assert move.taken == ("g9",)
    assert after.outcome() is None
    assert after.history == History()


def test_self_capture_counts_as_a_capture() -> None:
    """A self-capture counts as a capture.

    A piece that is lost leaves the board as well: the quiet plies start anew.
    """
    position = played(bizingo("f10 k5 k7 k9 f9 g9 g11", DARK), "f9-e9", "k5-k3", "e9-f9")
    assert position.history.length == 3
    assert played(position, "f10-g10").history == History()


# Of the program, not of the sources


# Descriptions


def test_tell_says_who_moves_and_who_falls() -> None:
    position = bizingo("g8 h10 g12 h12 F10 g9 G11 c3 c5 c7 j5")
    moves = position.moves()
    assert str(position.tell(moves["j5-i4"])) == "`j5` → `i4`"
    told = str(position.tell(moves["f10-g10"]))
    assert told.startswith("`f10` → `g10`, and takes")
    assert "the captain on `g11`" in told
    assert "the piece on `g9`" in told
    lost = bizingo("f10 k5 k7 k9 f9 g9 g11")
    assert "surrounded and lost" in str(lost.tell(lost.moves()["f10-g10"]))


def test_what_is_taken_and_what_is_lost_are_told_apart() -> None:
    position = bizingo("g8 h10 g12 h12 F10 g9 G11 c3 c5 c7 j5")
    assert str(position.takes(position.moves()["f10-g10"])) == "take 2, one of them a captain"
    assert position.takes(position.moves()["j5-i4"]) is None
    lost = bizingo("f10 k5 k7 k9 f9 g9 g11")
    assert lost.takes(lost.moves()["f10-g10"]) is None
    assert str(lost.loses(lost.moves()["f10-g10"])) == "lose the piece"
    with pytest.raises(UnclearMove, match=re.escape("`f10-g10` (lose the piece)")):
        lost.read("f10")
    assert "`g10` (lose the piece)" in refusal(lost, "f10-f10")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("z9-a1", "There is no cell `z9`"),
        ("hello", "isn't a move"),
        ("pass", "You can't pass"),
        ("h20-g4", "There is no cell `h20`"),
        ("h6-a6", "There is no cell `a6`"),
        ("g4-f4", "`g4` is empty"),
        ("f5-g5", "`f5` isn't yours"),
        ("i8-h8", "no empty cell to step to"),
        ("h6-g6-f6", "one step"),
        ("h6-h6", "has to leave its cell"),
        ("h6-g5", "Light pieces stay on light cells"),
        ("h6-h8", "There is already a piece on `h8`"),
        ("h6-f6", "too far: a piece steps to a neighbouring cell of its colour"),
    ],
)
def test_refusal_names_the_rule(text: str, said: str) -> None:
    assert said in refusal(Bizingo.start({}), text)


def test_refusal_lists_where_a_piece_may_go() -> None:
    assert "from `h6`, this one can go to `g4` or `g6`" in refusal(Bizingo.start({}), "h6-f6")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("l.l.l.L.l", "l.l.L.L.l"), "more than 2 captains of a side"),
        ((" H6-G6", " H6-G6" * (QUIET_PLIES + 1)), f"more than {QUIET_PLIES} quiet plies"),
        (("H6-G6", "h6-g6"), "'h6-g6' is not written as that piece's step"),
    ],
)
def test_a_position_that_cannot_come_about_is_not_read(line: tuple[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Bizingo.decode(played(Bizingo.start({}), "h6-g6").encode().replace(*line))


# Describing a position


def rebuilt(position: Bizingo) -> Bizingo:
    """Parse a text by `describe`; a game that is over has no side to move."""
    words = str(position.describe())
    pieces = []
    for captains, regulars in re.findall(
        r"captains? \((.*?)\) and \d+ other pieces? \((.*?)\)", words
    ):
        pieces += [cell.upper() for cell in captains.split(", ") if cell != "none"]
        pieces += [cell for cell in regulars.split(", ") if cell != "none"]
    to_move = re.search(r"\b(Light|Dark) to move\.", words)
    turn = to_move[1].lower() if to_move else position.sides[position.turn]
    assert bool(to_move) == (position.outcome() is None)
    return bizingo(" ".join(pieces), turn, position.chosen.first)


@THOROUGH
def test_describe_is_enough_to_rebuild_the_position() -> None:
    games = at_random(Bizingo, games=3, plies=150, seed=1)
    for position in [*list(recorded(Bizingo))[::7], *(p for game in games for p in game[::3])]:
        assert len(str(position.describe())) <= 1024
        assert rebuilt(position) == position


# Comparison with a plain second implementation


def by_the_book(board: dict[str, str], mover: str, start: str, end: str) -> tuple[str, ...]:
    """Return the cells that a step empties, from the rules alone."""
    after = board | {end: board[start]}
    del after[start]
    own = {cell for cell in after if COLOUR[cell] == mover}
    taken = []
    for enemy in sides_of(end):
        around = sides_of(enemy)
        captain_needed = after.get(enemy, "l").isupper() or enemy in EDGE
        captain_there = any(after.get(cell, "l").isupper() for cell in around)
        if enemy in after and own.issuperset(around) and (captain_there or not captain_needed):
            taken.append(enemy)
    if not taken and end not in EDGE and all(cell in after for cell in sides_of(end)):
        taken.append(end)
    return tuple(taken)


@THOROUGH
def test_engine_agrees_with_the_rules_written_down_plainly() -> None:
    for positions in at_random(Bizingo, games=8, plies=400, seed=2):
        stood: Counter[object] = Counter()
        for position, after in pairwise(positions):
            board, mover = position.board(), position.sides[position.turn]
            expected = {
                f"{start}-{end}": by_the_book(board, mover, start, end)
                for start in board
                if COLOUR[start] == mover
                for end in steps_of(start)
                if end not in board
            }
            moves = position.moves()
            assert {text: set(move.taken) for text, move in moves.items()} == {
                text: set(taken) for text, taken in expected.items()
            }
            stood[tuple(board.items()), mover] += 1
            again = stood[tuple(after.board().items()), after.sides[after.turn]] >= 2
            counts = Counter(COLOUR[cell] for cell in after.board())
            over = again or min(counts[LIGHT], counts[DARK]) <= 2 or after.history.length >= 200
            assert (after.outcome() is not None) is over

"""The rules of Hoyito, one test for each of their sentences."""

import random
import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import pytest

from rules import Move, UnclearMove
from rules.history import History
from rules.hoyito import Hoyito
from tests.rules.sample_positions import at_random, ended, played, recorded, refusal, third_time
from tests.thorough import THOROUGH

SOUTH, NORTH = "south", "north"
EACH = {"direction": "each_move"}
FIRST = {"direction": "first_move"}
MATCH = {"play": "match"}
THIRD_TIME = "The same position came up three times"


def hoyito(
    board: str,
    turn: str = SOUTH,
    north: int = 0,
    senses: str = "",
    number: str = "1/south",
    /,
    **options: str,
) -> Hoyito:
    """Return a position: South's holes from her left, a bar, North's from hers; `x` is closed.

    North's store has the given number of stones, South's all others that are not on the board.
    """
    rows = ["6", *map(str, range(5, 13))]
    south_row, north_row = (row.split() for row in board.split("|"))
    half = len(south_row)
    options = {"holes": rows[rows.index(str(half))], **options}
    chosen = ",".join(
        f"{option.key}={options[option.key]}"
        for option in Hoyito.options
        if options.get(option.key, option.values[0]) != option.values[0]
    )
    on_board = sum(int(hole) for hole in south_row + north_row if hole != "x")
    south = 8 * half - on_board - north
    plain = {"counterclockwise": ">>", "first_move": "??", "each_move": "??"}
    senses = senses or plain[options.get("direction", "counterclockwise")]
    placing = f"{'.'.join(south_row)}/{'.'.join(north_row)} {south}/{north}"
    return Hoyito.decode(f"{placing} {turn} {chosen or '-'} {senses} {number}")


def board_of(position: Hoyito) -> str:
    """Return the board as an argument of `hoyito`."""
    holes = [
        "x" if cell in position.closed_cells else str(stones)
        for cell, stones in position.board().items()
    ]
    half = len(holes) // 2
    return f"{' '.join(holes[:half])} | {' '.join(holes[half:])}"


# The board and the start


@pytest.mark.parametrize("holes", ["6", "5", "7", "8", "9", "10", "11", "12"])
def test_two_rows_of_holes_with_four_stones_in_each(holes: str) -> None:
    """Two rows of six holes, four stones in each; 5 to 12 holes a side were recorded, too."""
    start = Hoyito.start({"holes": holes})
    row = " ".join(["4"] * int(holes))
    assert board_of(start) == f"{row} | {row}"
    assert start.stores == (0, 0)
    letters = "abcdefghijkl"[: int(holes)]
    assert list(start.board()) == [*letters, *letters.upper()]
    assert list(start.moves()) == list(letters)


def test_options_stand_in_the_order_in_which_they_are_offered_the_default_first() -> None:
    """Sides are South and North; options stand as they are offered, the default first."""
    assert Hoyito.sides == (SOUTH, NORTH)
    assert [(option.key, option.values) for option in Hoyito.options] == [
        ("holes", ("6", "5", "7", "8", "9", "10", "11", "12")),
        ("first", (SOUTH, NORTH)),
        ("direction", ("counterclockwise", "first_move", "each_move")),
        ("play", ("game", "match")),
        ("games", ("unlimited", "3", "5", "7")),
    ]
    assert Hoyito.presets == {"classic": {}, "fair": {"holes": "8"}}


def test_south_begins_unless_north_is_chosen() -> None:
    """South begins; by the option `first`, North."""
    assert Hoyito.start({}).turn == 0
    assert Hoyito.start({"first": NORTH}).turn == 1


def test_move_text_is_lower_case_and_means_ones_own_hole() -> None:
    """Every player names her own holes from her own left, in lower case.

    As cells South's holes are a, b, c … and North's A, B, C …, each from its owner's left.
    """
    position = hoyito("1 0 0 0 0 0 | 1 0 0 0 0 0")
    assert position.moves() == {"a": Move("a", ("a", "b"))}
    assert hoyito("1 0 0 0 0 0 | 1 0 0 0 0 0", NORTH).moves() == {"a": Move("a", ("A", "B"))}


# Sowing


@pytest.mark.parametrize(
    ("turn", "text", "before", "after", "path"),
    [
        (SOUTH, "b", "0 3 0 0 0 0 | 0 0 0 0 0 5", "0 0 1 1 1 0 | 0 0 0 0 0 5", "bcde"),
        (SOUTH, "f", "0 0 0 0 0 2 | 0 0 0 0 0 5", "0 0 0 0 0 0 | 1 1 0 0 0 5", "fAB"),
        (NORTH, "f", "0 0 5 0 0 0 | 0 0 0 0 0 2", "1 1 5 0 0 0 | 0 0 0 0 0 0", "Fab"),
        (NORTH, "b", "0 0 5 0 0 0 | 0 1 0 0 0 0", "0 0 5 0 0 0 | 0 0 1 0 0 0", "BC"),
    ],
)
def test_sowing_counterclockwise_runs_along_ones_own_row_then_along_the_opponents(
    turn: str, text: str, before: str, after: str, path: str
) -> None:
    """Counter-clockwise runs along one's own row, then along the opponent's.

    Take all stones of one own hole; sow them one by one into the following holes.
    """
    move, then = hoyito(before, turn).play(text)
    assert board_of(then) == after
    assert move == Move(text, tuple(path))
    assert then.turn != hoyito(before, turn).turn


def test_a_turn_begins_in_a_hole_of_ones_own_that_has_stones() -> None:
    """A turn takes all stones of one own hole that has any."""
    board = "0 2 0 1 0 0 | 3 0 0 5 0 0"
    assert list(hoyito(board).moves()) == ["b", "d"]
    assert list(hoyito(board, NORTH).moves()) == ["a", "d"]
    for turn, start in ((SOUTH, "b"), (NORTH, "A")):
        _, after = hoyito(board, turn).play(start.lower())
        assert after.board()[start] == 0


def test_sowing_clockwise_runs_the_other_way() -> None:
    """Clockwise runs the other way round."""
    move, after = hoyito("0 2 0 0 0 0 | 0 0 0 0 0 0", **EACH).play("b<")
    assert (board_of(after), move.path) == ("1 0 0 0 0 0 | 0 0 0 0 0 1", ("b", "a", "F"))


def test_emptied_hole_is_not_skipped_on_a_long_lap() -> None:
    """The emptied hole is not skipped on a long lap.

    The twelfth stone falls into the hole itself, which is empty: the turn ends.
    """
    move, after = hoyito("12 0 0 0 0 0 | 0 0 0 0 0 0").play("a")
    assert board_of(after) == "1 1 1 1 1 1 | 1 1 1 1 1 1"
    assert move.path == (*"abcdefABCDEF", "a")


def test_last_stone_in_an_empty_hole_ends_the_turn() -> None:
    """If it was the last stone, and the hole was empty before, the turn ends."""
    assert board_of(played(hoyito("2 1 0 5 0 0 | 0 0 0 0 0 0"), "a")) == "0 2 1 5 0 0 | 0 0 0 0 0 0"


def test_last_stone_in_a_hole_with_stones_takes_them_up_and_sows_on() -> None:
    """If it was the last stone, and the hole was not empty, it goes on.

    Take up everything in it, the last stone included, and sow on from the next hole.
    """
    move, after = hoyito("1 1 0 0 5 0 | 0 0 0 0 0 0").play("a")
    assert board_of(after) == "0 0 1 1 5 0 | 0 0 0 0 0 0"
    assert move == Move("a", tuple("abcd"))
    three = hoyito("1 2 0 1 0 0 | 0 5 0 0 0 0")
    move, after = three.play("a")
    assert board_of(after) == "0 0 1 2 1 0 | 0 5 0 0 0 0"
    assert move.path == tuple("abcde")
    four_laps = hoyito("1 1 0 1 1 0 | 0 5 0 0 0 0").play("a")
    assert board_of(four_laps[1]) == "0 0 1 0 2 1 | 0 5 0 0 0 0"
    assert four_laps[0].path == tuple("abcdef")


@pytest.mark.parametrize(
    ("before", "after", "path", "taken"),
    [
        ("1 3 0 0 0 0 | 0 0 0 0 0 8", "0 0 0 0 0 0 | 0 0 0 0 0 8", "ab", "b"),
        ("2 3 0 0 0 0 | 0 0 0 0 0 7", "0 0 1 0 0 0 | 0 0 0 0 0 7", "abc", "b"),
        ("0 0 0 0 0 1 | 3 0 0 0 0 8", "0 0 0 0 0 0 | 0 0 0 0 0 8", "fA", "A"),
        ("0 0 0 0 0 3 | 3 3 0 0 0 7", "0 0 0 0 0 0 | 0 0 1 0 0 7", "fABC", "AB"),
        ("1 1 0 3 0 0 | 0 0 0 0 0 7", "0 0 1 0 0 0 | 0 0 0 0 0 7", "abcd", "d"),
    ],
)
def test_hole_that_now_holds_exactly_four_is_taken_at_once_whichever_side_it_is_on(
    before: str, after: str, path: str, taken: str
) -> None:
    """The hole now holds exactly four: the mover takes these at once, on whichever side.

    If it was the last stone in hand, the turn ends: nothing is taken up, nothing sown on.
    """
    for north in (0, 10):
        start = next(hole for hole in "abcdef" if hole == path[0])
        move, then = hoyito(before, SOUTH, north).play(start)
        assert board_of(then) == after
        assert move == Move(start, tuple(path), tuple(taken))
        assert then.stores[1] == north
        assert sum(then.holes) + sum(then.stores) == 48
        assert then.turn == 1


def test_mover_takes_also_when_north_moves() -> None:
    """The mover takes these four, South or North."""
    after = played(hoyito("3 0 0 0 0 8 | 0 0 0 0 0 1", NORTH, 10), "f")
    assert after.stores == (26, 14)


def test_hole_may_be_taken_twice_in_one_turn() -> None:
    """After each stone dropped: a hole may be taken twice in one turn.

    `taken` names every hole that is emptied, in order.
    """
    position = hoyito("6 3 3 5 6 3 | 3 2 5 1 0 9")
    move, after = position.play("b")
    assert move.taken == ("c", "f", "A", "B", "E", "b", "c")
    assert after.stores[0] - position.stores[0] == 28


@pytest.mark.parametrize("last", ["3", "5"])
def test_three_or_five_are_not_taken(last: str) -> None:
    """The hole holds exactly four: three or five are not taken."""
    before = int(last) - 1
    after = played(hoyito(f"1 {before} 0 0 0 0 | 0 0 0 0 0 9"), "a")
    assert sum(after.holes) == 1 + before + 9


def test_fours_that_stand_at_the_start_are_not_made_and_stay() -> None:
    """Fours that stand at the start are not “made” and stay where they are."""
    after = played(hoyito("1 0 4 0 4 0 | 4 0 0 0 0 4"), "a")
    assert board_of(after) == "0 1 4 0 4 0 | 4 0 0 0 0 4"
    grown = played(hoyito("2 0 4 0 0 0 | 0 0 8 0 0 0"), "a")
    assert board_of(grown) == "0 1 0 1 1 1 | 1 1 8 0 0 0"


@pytest.mark.parametrize(
    ("before", "path", "taken"),
    [
        ("2 3 0 0 0 0 | 0 0 0 0 0 3", "ab", "bF"),
        ("1 3 0 0 0 0 | 0 0 0 0 0 4", "ab", "bF"),
        ("5 3 0 0 0 0 | 0 0 0 0 0 0", "ab", "b"),
        ("3 0 3 0 1 0 | 0 0 1 0 0 0", "abc", "cbeC"),
        ("3 3 3 0 2 0 | 0 0 1 0 0 0", "abc", "bceC"),
    ],
)
def test_take_that_leaves_four_stones_takes_those_too(before: str, path: str, taken: str) -> None:
    """A take that leaves just four stones untaken takes those too.

    On the board and in hand together; and the game is over at once.
    """
    move, after = hoyito(before, SOUTH, 10).play("a")
    assert move == Move("a", tuple(path), tuple(taken))
    assert after.stores == (38, 10)
    assert ended(after) == (0, "stores", "Stones: South 38, North 10.")
    assert after.moves() == {}
    assert "The game is over" in refusal(after, "a")


def test_take_that_leaves_eight_stones_takes_only_its_four() -> None:
    """A take takes the rest only if just four stones are left."""
    after = played(hoyito("2 3 0 0 0 0 | 0 0 0 0 0 7", SOUTH, 10), "a")
    assert after.stores == (30, 10)
    assert after.outcome() is None


def test_no_stones_on_ones_own_side_the_only_move_is_pass() -> None:
    """No stones on one's own side: the only move is `pass`."""
    position = hoyito("0 0 0 0 0 0 | 0 0 4 0 0 8")
    assert position.moves() == {"pass": Move("pass", ())}
    move, after = position.play("PASS")
    assert move == Move("pass", ())
    assert (board_of(after), after.stores, after.turn) == (board_of(position), (36, 0), 1)
    assert "pass" not in hoyito("0 0 0 0 0 1 | 0 0 3 0 0 8").moves()
    assert list(hoyito("0 0 0 0 0 0 | 0 0 4 0 0 8", **EACH).moves()) == ["pass"]


def test_endless_sowing_ends_where_the_same_board_stands_again() -> None:
    """Endless sowing ends where the same board stands, with the last stone in the same hole.

    South plays c. The example ends 2 1 0 1 3 1 | 0 1 0 2 1 0, nothing taken.
    """
    move, after = hoyito("2 1 2 0 2 1 | 0 1 0 2 1 0").play("c")
    assert board_of(after) == "2 1 0 1 3 1 | 0 1 0 2 1 0"
    assert move.taken == ()
    assert move.path[:4] == ("c", "d", "e", "f")
    assert move.path[-1] == "e"
    assert after.turn == 1


@pytest.mark.parametrize(
    ("board", "start"),
    [
        ("2 1 2 0 2 1 | 0 1 0 2 1 0", "c"),
        ("1 2 0 2 1 0 | 1 0 2 1 0 2", "b"),
        ("0 1 2 0 2 1 0 | 1 0 2 1 0 2 1", "c"),
        ("2 0 2 1 0 | 1 0 1 0 1", "a"),
    ],
)
def test_endless_sowing_ends_at_the_first_lap_that_ends_as_before(board: str, start: str) -> None:
    """It ends at the end of the first lap that ends as an earlier one of this turn.

    The pick-up that opens the turn is not compared; what was taken before stands.
    """
    position = hoyito(board)
    sown = by_the_book(position, start, 1)
    move, after = position.play(start)
    assert len(move.path) > 80
    assert (move.path, move.taken) == (tuple(sown.path), tuple(sown.taken))
    assert after.board() == sown.board


# The end


@pytest.mark.parametrize(
    ("north", "winner", "reason"),
    [
        (23, 0, "Stones: South 25, North 23."),
        (24, None, "Stones: South 24, North 24."),
        (25, 1, "Stones: North 25, South 23."),
    ],
)
def test_more_stones_win_and_as_many_draw(north: int, winner: int | None, reason: str) -> None:
    """No stones on the board: more stones taken wins, equal is a draw."""
    after = played(hoyito("2 3 0 0 0 0 | 0 0 0 0 0 3", SOUTH, north), "a")
    assert ended(after) == (winner, "stores", reason)


TO_AND_FRO = ("c>", "c>", "d<", "d<")


@pytest.mark.parametrize(
    ("north", "stores", "winner"),
    [(22, (26, 22), 0), (21, (27, 21), 0), (25, (23, 25), 1), (24, (24, 24), None)],
)
def test_repetition_gives_each_player_the_stones_on_her_own_side(
    north: int, stores: tuple[int, int], winner: int | None
) -> None:
    """Repetition: each player takes the stones on her own side, then count.

    For the third time: each player takes the stones on her own side, then count.
    """
    position = hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", SOUTH, north - 3, **EACH)
    after = third_time(position, *TO_AND_FRO)
    ending = after.outcome()
    assert ending
    assert (after.stores, ending.winner, ending.code) == (stores, winner, "repetition")
    assert str(ending.reason).startswith(THIRD_TIME)
    assert after.moves() == {}
    assert Hoyito.decode(after.encode()).outcome() == ending


def test_take_between_makes_another_position() -> None:
    """Repetition is of board, stores and side to move.

    Board, stores and side to move alike: what is taken does not come back.
    """
    position = played(hoyito("1 3 1 0 0 0 | 0 0 1 0 0 6", **EACH), *TO_AND_FRO, "c>", "c>")
    after = played(position, "a>")
    assert after.history == History()
    assert after.outcome() is None


ROUND = [hole for hole in "abcdef" for _ in range(2)]
ALONE = "1 0 0 0 0 0 | 1 0 0 0 0 0"


def test_chosen_senses_are_part_of_the_position() -> None:
    """Repetition is of the chosen senses, too.

    In variant B the board stands a third time before the position does.
    """
    fixed = played(hoyito(ALONE), *ROUND)
    assert board_of(fixed) == ALONE
    assert third_time(hoyito(ALONE), *ROUND).outcome()
    chosen = played(hoyito(ALONE, **FIRST), "a>", "a>", *ROUND[2:], *ROUND)
    assert board_of(chosen) == ALONE
    assert chosen.outcome() is None
    assert played(chosen, "a").outcome() is None
    assert played(chosen, "a", "a").outcome()


# Directions


def test_in_variant_a_everyone_sows_counterclockwise() -> None:
    """Variant A: everyone sows counter-clockwise."""
    assert list(Hoyito.start({}).moves()) == list("abcdef")


def test_in_variant_b_each_player_chooses_her_sense_on_her_first_move_and_keeps_it() -> None:
    """Variant B: on her first move each player chooses her sense and keeps it.

    The two may differ.
    """
    start = hoyito("2 2 2 0 0 0 | 2 2 2 0 0 0", **FIRST)
    assert list(start.moves()) == ["a>", "a<", "b>", "b<", "c>", "c<"]
    south = played(start, "b<")
    assert south.turn == 1
    assert "a>" in south.moves()
    assert "a<" in south.moves()
    north = played(south, "c>")
    assert all(len(text) == 1 for text in north.moves())
    assert "clockwise" in refusal(north, "a>")
    move, after = hoyito("0 2 0 0 0 0 | 0 0 3 0 0 0", SOUTH, 0, "<>", **FIRST).play("b")
    assert (move.path, board_of(after)) == (("b", "a", "F"), "1 0 0 0 0 0 | 0 0 3 0 0 1")
    assert after.play("c")[0].path[:4] == ("C", "D", "E", "F")


def test_pass_chooses_no_sense() -> None:
    """Variant B: her first move chooses; a pass is none."""
    after = played(hoyito("0 0 0 0 0 0 | 0 0 0 0 5 1", **FIRST), "pass", "f>")
    assert list(after.moves()) == ["a>", "a<"]


def test_in_variant_c_the_mover_chooses_every_time() -> None:
    """Variant C: the mover chooses every time."""
    position = hoyito("2 0 0 0 0 0 | 0 0 0 2 0 0", **EACH)
    after = played(position, "a>", "d<")
    assert list(after.moves()) == ["b>", "b<", "c>", "c<"]


def test_sense_holds_for_all_laps_of_the_turn() -> None:
    """The sense holds for all laps of the turn."""
    move, _ = hoyito("0 0 0 0 1 1 | 0 5 0 0 0 0", **EACH).play("f<")
    assert move.path == tuple("fedc")


def test_sense_is_kept_for_the_rest_of_the_match() -> None:
    """Variant B: kept for the rest of the game and the match."""
    before = hoyito("2 3 0 0 0 0 | 0 0 0 0 0 3", SOUTH, 10, "><", **FIRST, **MATCH)
    after = played(before, "a")
    assert after.round == 2
    assert after.directions == before.directions
    assert all(len(text) == 1 for text in after.moves())
    unchosen = hoyito("2 3 0 0 0 0 | 0 0 0 0 0 3", SOUTH, 10, ">?", **FIRST, **MATCH)
    assert played(unchosen, "a").directions == (1, 0)


# Match play

LAST_TAKE = "2 3 0 0 0 0 | 0 0 0 0 0 3"


@pytest.mark.parametrize(
    ("north", "board", "stores", "starter"),
    [
        (10, "4 4 4 4 4 4 | 4 4 x x x x", (14, 2), 0),
        (24, "4 4 4 4 4 4 | 4 4 4 4 4 4", (0, 0), 1),
        (26, "4 4 4 4 4 x | 4 4 4 4 4 4", (2, 2), 1),
        (23, "4 4 4 4 4 4 | 4 4 4 4 4 x", (1, 3), 0),
        (40, "4 4 x x x x | 4 4 4 4 4 4", (0, 16), 1),
        (4, "4 4 4 4 4 4 | 4 x x x x x", (20, 0), 0),
    ],
)
def test_after_a_game_each_player_fills_as_many_of_her_own_holes_as_she_can(
    north: int, board: str, stores: tuple[int, int], starter: int
) -> None:
    """After a game each player fills as many of her own holes as she can.

    With four stones, from her left; surplus stones stay in her store.

    The winner of a game starts the next; after a drawn game, the player who did not start it.
    """
    after = played(hoyito(LAST_TAKE, SOUTH, north, **MATCH), "a")
    assert (board_of(after), after.stores) == (board, stores)
    assert (after.round, after.starter, after.turn) == (2, starter, starter)
    assert after.outcome() is None
    assert after.history == History()


@pytest.mark.parametrize(("north", "winner"), [(10, SOUTH), (40, NORTH)])
def test_winner_of_a_game_starts_the_next(north: int, winner: str) -> None:
    """The winner of a game starts the next."""
    after = played(hoyito(LAST_TAKE, SOUTH, north, **MATCH), "a")
    assert (after.round, Hoyito.sides[after.turn]) == (2, winner)


def test_a_games_end_is_a_position_of_its_own_that_says_who_won_and_what_each_fills() -> None:
    """After a game each player fills as many of her own holes with four stones as she can."""
    position = Hoyito.decode("0.0.0.0.0.1/3.0.0.0.0.0 36/8 south play=match,games=3 >> 1/south")
    move = position.moves()["f"]
    end = position.game_end(move)
    assert end is not None
    assert (end.stores, end.ended_game, end.moves()) == ((40, 8), 1, {})
    told = "Stones: 40 to 8. Holes filled, four in each: 6 and 2."
    assert str(end.ending_words(("Ada", "Ben"))) == told
    assert str(position.tell(move)).endswith("; South wins game 1, 40 to 8, and begins the next")
    after = position.after(move)
    assert (after.round, after.ended_game, after.stores) == (2, 0, (16, 0))
    score = "Game 2 of 3 · in store: Ada 16, Ben 0"
    assert str(after.score_words(("Ada", "Ben"))) == score


def test_last_game_of_a_match_and_a_single_one_have_no_end_of_their_own() -> None:
    """The end of the last game, or of a single one, is that of the match."""
    for options in ("-", "play=match,games=3"):
        number = 3 if options != "-" else 1
        position = Hoyito.decode(f"0.0.0.0.0.1/3.0.0.0.0.0 36/8 south {options} >> {number}/south")
        assert position.game_end(position.moves()["f"]) is None
        assert position.outcome() is None
        assert Hoyito.start().score_words(("Ada", "Ben")) is None


@pytest.mark.parametrize("starter", [SOUTH, NORTH])
def test_after_a_drawn_game_the_player_who_did_not_start_it_starts(starter: str) -> None:
    """After a drawn game, the player who did not start it starts the next."""
    after = played(hoyito(LAST_TAKE, SOUTH, 24, "", f"3/{starter}", **MATCH), "a")
    assert (after.round, Hoyito.sides[after.turn]) == (4, NORTH if starter == SOUTH else SOUTH)


def test_surplus_counts_as_taken_in_the_next_game() -> None:
    """Surplus stones stay in her store and count as taken in the next game.

    14 of surplus and 16 of takes are more than 10: South wins the second game as well.
    """
    second = hoyito("2 3 0 0 0 0 | 3 0 x x x x", SOUTH, 10, "", "2/south", **MATCH)
    after = played(second, "a")
    assert (after.turn, after.round) == (0, 3)
    assert sum(after.holes) + sum(after.stores) == 48


def test_closed_holes_are_neither_sown_into_nor_played() -> None:
    """Holes that were not filled are closed: neither sown into nor played."""
    position = hoyito("0 0 0 0 2 x | 0 1 x x x x", SOUTH, 0, "", "2/south", **MATCH)
    move, after = position.play("e")
    assert move.path[:3] == ("e", "A", "B")
    assert not {"f", "C", "D", "E", "F"} & set(move.path)
    assert position.closed_cells == {"f", "C", "D", "E", "F"}
    assert after.closed_cells == position.closed_cells
    assert "f" not in position.moves()
    assert "closed" in refusal(position, "f")
    clockwise = hoyito("1 0 0 0 2 x | 0 1 x x x x", SOUTH, 0, "", "2/south", **EACH, **MATCH)
    assert clockwise.play("a<")[0].path[:2] == ("a", "B")


def test_closed_hole_may_be_won_back_and_reopened() -> None:
    """They may be won back and reopened in a later game."""
    second = hoyito("2 3 0 0 0 x | 0 0 0 0 0 3", SOUTH, 10, "", "2/north", **MATCH)
    after = played(second, "a")
    assert after.closed_cells == {"C", "D", "E", "F"}
    assert after.board()["f"] == 4


@pytest.mark.parametrize(("north", "over"), [(0, True), (3, True), (4, False)])
def test_match_is_won_by_leaving_too_few_stones_to_fill_a_hole(north: int, over: bool) -> None:
    """The match is won by whoever leaves the opponent with no stones.

    No stones at the end of a game; one to three, after a repetition, count as none.
    """
    after = played(hoyito(LAST_TAKE, SOUTH, north, **MATCH), "a")
    ending = after.outcome()
    assert (ending is not None) is over
    if ending:
        assert (ending.winner, ending.code) == (0, "no_stones")
        assert str(ending.reason).startswith(
            f"Games played: 1. Stones: South {48 - north}, North {north}."
        )
        assert after.moves() == {}


def test_south_may_be_the_one_left_without_stones() -> None:
    """The match is won by whoever leaves the opponent without stones, South as well as North."""
    mirrored = "0 0 0 0 0 3 | 2 3 0 0 0 0"
    after = played(hoyito(mirrored, NORTH, 38, **MATCH), "a")
    ending = after.outcome()
    assert ending
    assert ending.winner == 1


@pytest.mark.parametrize("games", ["3", "5", "7"])
def test_match_stops_after_that_many_games(games: str) -> None:
    """`games`: the match stops after that many games.

    The player with more stones then wins the match, equal is a draw.
    """
    options = {**MATCH, "games": games}
    before_last = hoyito(LAST_TAKE, SOUTH, 10, "", f"{int(games) - 1}/south", **options)
    assert played(before_last, "a").outcome() is None
    for north, winner in ((10, 0), (24, None), (30, 1)):
        last = played(hoyito(LAST_TAKE, SOUTH, north, "", f"{games}/south", **options), "a")
        ending = last.outcome()
        assert ending
        assert (ending.winner, ending.code) == (winner, "stores")
        assert f"Games played: {games}." in str(ending.reason)
    for north, code in ((3, "no_stones"), (4, "stores")):
        last = hoyito(LAST_TAKE, SOUTH, north, "", f"{games}/south", **options)
        ending = played(last, "a").outcome()
        assert ending
        assert ending.code == code
        assert ("can't fill a hole" in str(ending.reason)) is (code == "no_stones")
    unlimited = hoyito(LAST_TAKE, SOUTH, 10, "", f"{games}/south", **MATCH)
    assert played(unlimited, "a").outcome() is None


def test_number_of_games_means_nothing_in_a_single_game() -> None:
    """Without `play=match` a number of games is accepted and means nothing."""
    after = played(hoyito(LAST_TAKE, SOUTH, 10, games="3"), "a")
    assert ended(after) == (0, "stores", "Stones: South 38, North 10.")


def test_repetition_ends_a_game_of_a_match_and_the_next_begins() -> None:
    """Repetition is counted anew in each game of a match.

    Each player takes the stones on her own side; in the next game counting starts anew.
    """
    position = hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", SOUTH, 17, **EACH, **MATCH)
    almost = played(position, *TO_AND_FRO, *TO_AND_FRO[:-1])
    assert almost.round == 1
    after = played(almost, TO_AND_FRO[-1])
    assert (after.round, after.turn, after.outcome()) == (2, 0, None)
    assert board_of(after) == "4 4 4 4 4 4 | 4 4 4 4 4 x"
    assert after.stores == (4, 0)
    assert after.history == History()
    assert after.encode().endswith("2/south")


def test_repetition_may_end_the_match() -> None:
    """After a repetition somebody may hold one to three stones: that counts as none.

    Somebody may hold one to three stones, too few to fill a hole: that counts as none.
    """
    position = hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", **EACH, **MATCH)
    ending = third_time(position, *TO_AND_FRO).outcome()
    assert ending
    assert (ending.winner, ending.code) == (0, "repetition")
    assert "North can't fill a hole any more" in str(ending.reason)
    more = hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", SOUTH, 1, **EACH, **MATCH)
    after = played(more, *TO_AND_FRO, *TO_AND_FRO)
    assert (after.round, board_of(after)) == (2, "4 4 4 4 4 4 | 4 x x x x x")


# Of the program, not of the sources


# Moves and positions


def test_after_and_children_lead_where_playing_leads_into_the_next_round_too() -> None:
    position = hoyito("2 3 0 0 0 1 | 3 0 0 0 0 3", SOUTH, 10, **FIRST, **MATCH)
    children = {move.text: after for move, after in position.children()}
    assert list(children) == list(position.moves()) == ["a>", "a<", "b>", "b<", "f>", "f<"]
    for text, move in position.moves().items():
        assert children[text] == position.after(move) == position.play(text)[1]
        assert children[text].history == position.after(move).history
    almost = hoyito(LAST_TAKE, SOUTH, 10, **MATCH)
    assert [after.round for _, after in almost.children()] == [2, 1]


def test_what_is_stored_counts_on_as_what_is_played() -> None:
    """A match continues after a restart with the number of repetitions unchanged."""
    position = hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", **EACH)
    for text in TO_AND_FRO * 2:
        again = Hoyito.decode(position.encode())
        assert again.history == position.history
        position, again = played(position, text), played(again, text)
        assert ended(again) == ended(position)
    assert position.outcome()
    assert Hoyito.decode(position.encode()).history == position.history


def test_only_what_matters_to_what_follows_tells_positions_apart() -> None:
    start = hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", **EACH)
    again = played(start, *TO_AND_FRO)
    assert again.encode() != start.encode()
    assert again.identity() == start.identity()
    others = [
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", NORTH, **EACH),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 2 0", **EACH),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", SOUTH, 1, **EACH),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", **FIRST),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", SOUTH, 0, ">?", **FIRST),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", **EACH, **MATCH),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", **EACH, **MATCH, games="3"),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", SOUTH, 0, "", "2/south", **EACH, **MATCH),
        hoyito("5 0 1 0 0 0 | 0 0 1 0 0 2", SOUTH, 0, "", "2/north", **EACH, **MATCH),
        hoyito("5 0 1 0 0 0 | 0 0 1 x 0 2", SOUTH, 0, "", "2/north", **EACH, **MATCH),
    ]
    assert len({position.identity() for position in (start, *others)}) == 1 + len(others)


# Descriptions


def test_tell_says_where_the_turn_ends_and_what_it_takes() -> None:
    def told(position: Hoyito, text: str) -> str:
        return str(position.tell(position.moves()[text]))

    assert told(hoyito("0 3 0 0 0 0 | 0 0 0 0 0 5"), "b") == (
        "sows `b`, ending in `e`, and takes nothing"
    )
    taking = told(hoyito("0 0 0 0 0 3 | 3 3 0 0 0 7"), "f")
    assert taking == ("sows `f`, ending in `C`, and takes 8 stones from `A` and `B` (40 in store)")
    twice = told(hoyito("0 1 1 0 0 0 | 0 0 0 0 0 6"), "b")
    assert twice == "sows `b` in 2 laps, ending in `e`, and takes nothing"
    north = told(hoyito("0 0 5 0 0 0 | 0 1 0 0 0 0", NORTH), "b")
    assert north == "sows `B`, ending in `C`, and takes nothing"
    assert "clockwise" in told(hoyito("0 2 0 0 0 0 | 0 0 0 0 0 5", **EACH), "b<")
    assert "counter-clockwise" in told(hoyito("0 2 0 0 0 0 | 0 0 0 0 0 5", **EACH), "b>")
    assert "passes" in told(hoyito("0 0 0 0 0 0 | 0 0 4 0 0 8"), "pass")
    last = told(hoyito(LAST_TAKE, SOUTH, 30, **MATCH), "a")
    assert "takes 8 stones from `b` and `F` (18 in store)" in last
    assert "North wins game 1, 30 to 18, and begins the next" in last


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        (Hoyito.start({}), "hello", "isn't a move"),
        (Hoyito.start({}), "z", "isn't a move"),
        (Hoyito.start({}), "g", "There is no hole `g`: yours are `a` to `f`"),
        (hoyito("0 1 1 0 0 0 | 0 0 0 0 0 6"), "a", "`a` is empty"),
        (
            hoyito("1 1 1 0 0 0 | 0 0 0 0 0 5"),
            "pass",
            "You can't pass while you have stones to sow",
        ),
        (hoyito("0 0 0 0 0 0 | 0 0 4 0 0 4"), "a", "you can only `pass`"),
        (Hoyito.start({}), "c<", "You always sow counter-clockwise here"),
        (hoyito("1 1 0 0 0 0 | 1 1 0 0 0 0", SOUTH, 0, "<>", **FIRST), "b>", "sow clockwise here"),
        (hoyito("1 1 0 0 0 x | 1 1 0 0 0 0", SOUTH, 0, "", "2/south", **MATCH), "f", "is closed"),
    ],
)
def test_refusal_names_the_rule(position: Hoyito, text: str, said: str) -> None:
    assert said in refusal(position, text)


@pytest.mark.parametrize(
    ("board", "number", "told"),
    [
        ("1 0 0 0 0 0 | 0 0 0 0 0 1", "4/south", "more than 3 games"),
        ("0 0 0 0 0 0 | 0 0 0 0 0 0", "1/south", "an empty board within a match"),
        ("x x x x x x | 1 0 0 0 0 0", "2/south", "a side without an open hole"),
    ],
)
def test_a_position_that_no_match_reaches_is_not_read(board: str, number: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        hoyito(board, SOUTH, 24, "", number, **MATCH, games="3")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Solved: best play ends north 28, south 20."),
        ({"first": NORTH}, "Solved: best play ends south 28, north 20."),
        (FIRST, "Proved: with best play north wins."),
        ({"holes": "5"}, "Solved: best play ends north 24, south 16."),
        ({"holes": "5", **FIRST}, "Solved: best play ends north 24, south 16."),
        ({"holes": "5", **EACH}, "Solved: best play ends north 20, south 20."),
        ({"holes": "7"}, "Proved: with best play south doesn't lose."),
        ({"holes": "7", **FIRST}, "Proved: with best play each side gets at least 24 of 56."),
        (MATCH, "None"),
        ({"holes": "9"}, "None"),
    ],
)
def test_what_is_proved_is_said_of_the_right_side(options: dict[str, str], told: str) -> None:
    assert str(Hoyito.solved(options)).startswith(told)


def test_hole_without_a_direction_is_unclear_where_one_is_chosen() -> None:
    with pytest.raises(UnclearMove, match="`c>` or `c<`"):
        Hoyito.start(EACH).play("c")


@pytest.mark.parametrize(
    "typed", ["c<>", "c><", "c>>", "c <-> ", "c> cw", "c cw ccw", "c<clockwise"]
)
def test_a_move_with_two_directions_is_refused_with_what_can_be_written(typed: str) -> None:
    both = "Name just one of your holes and the direction: `c>` or `c<`."
    assert refusal(Hoyito.start(EACH), typed) == both
    one = "You always sow counter-clockwise here; just write `c`."
    assert refusal(Hoyito.start({}), typed) == one


@pytest.mark.parametrize("typed", ["<c", "<c>", ">c"])
def test_a_direction_before_the_hole_is_refused_with_how_a_move_is_written(typed: str) -> None:
    assert refusal(Hoyito.start(EACH), typed).endswith("isn't a move; write it like `a>` or `a<`.")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *((f"c{mark}", "c>") for mark in (" >", "->", " - >", "=>", "→", ">.", " ccw")),
        *((f"C{mark}", "c<") for mark in ("<", "<-", "←", "<!", ": CW", " clockwise")),
        ("c counter-clockwise", "c>"),
        ("c counterclockwise", "c>"),
    ],
)
def test_a_direction_is_read_as_a_mark_or_in_words(typed: str, read: str) -> None:
    assert Hoyito.start(EACH).read(typed).text == read


# Describing a position


def rebuilt(position: Hoyito) -> Hoyito:
    """Parse a text by `describe`; a game that is over has no side to move."""
    words = str(position.describe())
    rows = re.findall(r"holes \w to \w, from \w+'s left: (.*?); store: (\d+)\.", words)
    (south, _), (north, north_store) = (
        (row.replace("closed", "x").replace(",", ""), n) for row, n in rows
    )
    to_move = re.search(r"\b(South|North) to move\.", words)
    assert bool(to_move) == (position.outcome() is None)
    turn = to_move[1].lower() if to_move else position.sides[position.turn]
    marks = {"sows counter-clockwise": ">", "sows clockwise": "<", "hasn't chosen a direction": "?"}
    said = "|".join(marks)
    senses = "".join(marks[mark] for mark in re.findall(rf"(?:South|North) ({said})\.", words))
    game = re.search(r"Game (\d+) of the match; (South|North) went first\.", words)
    options = position.chosen.values
    number = f"{game[1]}/{game[2].lower()}" if game else f"1/{options['first']}"
    return hoyito(f"{south} | {north}", turn, int(north_store), senses, number, **options)


@THOROUGH
def test_describe_is_enough_to_rebuild_the_position() -> None:
    games = [g for seed in (1, 2) for g in at_random(Hoyito, games=15, plies=300, seed=seed)]
    for position in [*list(recorded(Hoyito))[::9], *(p for game in games for p in game[::4])]:
        assert len(str(position.describe())) <= 1024
        assert rebuilt(position) == position


# Comparison with a plain second implementation


class Sown(NamedTuple):
    """The result of a turn."""

    board: dict[str, int]
    gained: int
    path: list[str]
    taken: list[str]


def by_the_book(position: Hoyito, start: str, sense: int) -> Sown:
    """Sow stone by stone, from the rules alone."""
    board, ring = position.board(), list(position.board())
    path, taken = [start], []
    at, in_hand, ends = start, board[start], []
    board[at] = 0
    while in_hand:
        at = ring[(ring.index(at) + sense) % len(ring)]
        if at in position.closed_cells:
            continue
        in_hand -= 1
        board[at] += 1
        path.append(at)
        if board[at] == 4:
            taken.append(at)
            board[at] = 0
            if sum(board.values()) + in_hand == 4:
                taken += [hole for hole in ring if board[hole]]
                return Sown(dict.fromkeys(ring, 0), sum(position.holes), path, taken)
        elif in_hand == 0 and board[at] > 1:
            if (at, dict(board)) in ends:
                break
            ends.append((at, dict(board)))
            in_hand, board[at] = board[at], 0
    return Sown(board, 4 * len(taken), path, taken)


@THOROUGH
def test_engine_sows_as_the_rules_written_down_plainly() -> None:
    """Compare on random boards, on which long and endless turns are frequent."""
    rng = random.Random(5)
    for _ in range(1500):
        half = rng.randint(5, 8)
        full = rng.choice((1, 2, 3))
        rows = [[str(rng.randint(0, full)) for _ in range(half)] for _ in (0, 1)]
        for row in rows:
            for at in range(half - rng.choice((0, 0, 0, 1, 2)), half):
                row[at] = "x"
        board = " | ".join(" ".join(row) for row in rows)
        position = hoyito(board, SOUTH, 0, "", "2/south", **EACH, **MATCH)
        if not any(position.holes):
            continue
        for text, move in position.moves().items():
            if text == "pass":
                continue
            sown = by_the_book(position, text[0], 1 if text[1] == ">" else -1)
            assert move == Move(text, tuple(sown.path), tuple(sown.taken)), position.encode()
            _, after = position.play(text)
            assert sum(sown.board.values()) == 0 or after.board() == sown.board


@THOROUGH
def test_random_games_end_when_the_rules_say_so() -> None:
    for positions in at_random(Hoyito, games=40, plies=400, seed=6):
        stood: Counter[object] = Counter()
        for position, after in pairwise(positions):
            text = next(t for t in position.moves() if position.play(t)[1] == after)
            stood[position.holes, position.directions, position.turn] += 1
            stores, board = list(position.stores), position.board()
            if text != "pass":
                sense = position.directions[position.turn] or (1 if text[1] == ">" else -1)
                start = text[0] if position.turn == 0 else text[0].upper()
                board, gained, _, _ = by_the_book(position, start, sense)
                stores[position.turn] += gained
            if after.round == position.round and any(after.holes):
                assert (after.board(), after.stores) == (board, tuple(stores))
                assert stood[after.holes, after.directions, after.turn] < 2
                continue
            for cell, stones in board.items():
                stores[cell.isupper()] += stones
            again = stood[tuple(board.values()), after.directions, 1 - position.turn] >= 2
            assert again or not any(board.values())
            assert (
                sum(after.board()[c] for c in board if c.islower()) + after.stores[0] == stores[0]
            )
            stood.clear()
            goes_on = position.chosen.play == "match" and min(stores) >= 4
            goes_on = goes_on and str(position.round) != position.chosen.games
            assert (after.outcome() is None) is goes_on

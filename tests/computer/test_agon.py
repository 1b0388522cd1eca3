"""The computer's judgement of Agon."""

from computer.agon import search_game
from computer.levels import choose
from computer.search import Search, node_limit
from computer.transposition_table import Bound, Entry
from rules.agon import Agon
from rules.agon.board import PLACES
from tests.rules.test_agon import after, placed


def value(position: Agon) -> int:
    """Return the value of a position to the side to move."""
    game = search_game(position.chosen)
    return game.evaluate(game.state(position))


def test_the_start_is_even_and_nearer_is_better() -> None:
    start = Agon.start()
    assert value(start) == 0
    assert value(after(start, "a1-b2")) < 0, "the side that has not come nearer is to move"


def test_what_is_trapped_counts_as_sent_back_and_costs_a_turn() -> None:
    free = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 a3 b7 g10 g1 k2", "black")
    held = placed("a1 d3 d5 a5 e1 e10 j1", "k6 d4 a3 b7 g10 g1 k2", "black", "d4")
    assert value(held) < value(free)


def test_a_queen_on_the_throne_counts_once_five_guards_are_next_to_it() -> None:
    black = "k6 a3 b7 c1 g10 g1 k2"
    alone = [placed(f"{queen} e5 e6 f5 f7 h3 h4", black) for queen in ("g6", "f6")]
    held = [placed(f"{queen} e5 e6 f5 f7 g5 h4", black) for queen in ("g6", "f6")]
    assert value(alone[1]) < value(alone[0])
    assert value(held[1]) > value(held[0])


def test_it_closes_the_ring_around_its_queen() -> None:
    position = placed("f6 e5 e6 f5 f7 g5 g7", "k6 a3 b7 c1 g10 g1 k2")
    assert choose(position, 10, seed=1, limit=node_limit(2_000)).move.text == "g7-g6"


def test_its_line_ends_where_the_history_ends_the_game() -> None:
    """The table knows positions without their history, and there its best move is no move."""
    there_and_back = ["a1-a2", "k6-k5", "a2-a1", "k5-k6"]
    position = after(Agon.start(), *there_and_back, *there_and_back[:3])
    game = search_game(position.chosen)
    search = Search(game, node_limit(100), game.repetitions(position))
    there, back = (0, (PLACES["a1"], PLACES["a2"])), (0, (PLACES["k5"], PLACES["k6"]))
    search._table.keep(game.state(Agon.start()), Entry(1, 0, Bound.EXACT, there))
    assert after(position, "k5-k6").outcome() is not None
    assert [*search._line(game.state(position), [back], 5)] == ["k5-k6"]

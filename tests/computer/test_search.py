"""The search: it plays as exhaustive search does, and counts repetitions as the rules do."""

import random
from collections.abc import Hashable

import pytest

from computer.bizingo import BizingoGame
from computer.generic_game import GenericGame
from computer.levels import choose
from computer.search import PROVEN, WIN, Search, SearchResult, node_limit, time_limit
from computer.search_game import DECIDED, PIECE, search_game_of
from computer.transposition_table import Bound, Entry, TranspositionTable
from rules import GAMES, Position
from tests.rules.toy_game import Piles
from tests.thorough import THOROUGH, mostly_thorough

MANY = node_limit(200_000)


def searched(position: Position, max_depth: int = 64, most: int = 200_000) -> SearchResult:
    search_game = search_game_of(position)
    search = Search(
        search_game,
        node_limit(most),
        search_game.repetitions(position),
        search_game.quiet_plies(position),
    )
    return search.best(search_game.state(position), max_depth)


def sign(value: int) -> int:
    return (value > PROVEN) - (value < -PROVEN)


def by_everything(position: Position, left: list[int]) -> int:
    """Return the winner by exhaustive search. Raises `RecursionError` if games are too long."""
    left[0] -= 1
    if left[0] < 0:
        raise RecursionError
    if outcome := position.outcome():
        return 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    return max(
        by_everything(after, left) * (1 if after.turn == position.turn else -1)
        for _, after in position.children()
    )


@pytest.mark.parametrize("left", [(3, 3), (2, 5), (5, 2), (6, 4), (1, 7)])
def test_it_finds_who_wins_also_where_a_side_moves_again(left: tuple[int, int]) -> None:
    start = Piles(left)
    search_game = GenericGame()
    found = Search(search_game, MANY, {}).best(search_game.state(start))
    assert sign(found.value) == by_everything(start, [10**6])


@THOROUGH
def test_it_solves_the_ends_of_hoyito() -> None:
    rng = random.Random(2)
    solved = 0
    while solved < 3:
        position: Position = GAMES["hoyito"].start()
        while position.outcome() is None and sum(map(int, position.board().values())) > 8:
            position = position.after(rng.choice(list(position.moves().values())))
        try:
            expected = by_everything(position, [1_000])
        except RecursionError:
            continue
        if position.outcome() is None:
            value = searched(position).value
            assert (value > DECIDED // 2) - (value < -DECIDED // 2) == expected
            solved += 1


def test_it_takes_the_shortest_way_to_win() -> None:
    position = GAMES["ringo"].decode(
        "......../......../......../a......./.a....../a...d.../1 attacker -"
    )
    found = searched(position)
    assert found.value == WIN - 1
    assert found.line == ("a6-F",)
    assert found.depth == 1


def test_third_time_is_seen_before_it_comes() -> None:
    """Repetition: the defenders win, the siege has failed."""
    position: Position = GAMES["ringo"].start()
    for text in ("a1-h1", "a6-b6", "h1-a1", "b6-a6", "a1-h1", "a6-b6", "h1-a1"):
        _, position = position.play(text)
    assert position.outcome() is None
    found = searched(position, max_depth=1)
    assert found.line == ("b6-a6",)
    assert found.value == WIN - 1


@pytest.mark.parametrize(
    ("quiet", "max_depth", "drawn"), [(199, 1, True), (198, 1, False), (198, 2, True)]
)
def test_quiet_limit_is_counted_on(quiet: int, max_depth: int, drawn: bool) -> None:
    position = GAMES["bizingo"].start()
    search_game = search_game_of(position)
    values = set()
    for gift in (0, 7):
        bonuses = {search_game.moves(search_game.state(position))[3]: gift}
        search = Search(search_game, MANY, {}, quiet)
        values.add(search.best(search_game.state(position), max_depth, bonuses).value)
    assert (values == {-search_game.contempt}) == drawn


REFUTED = "b....b/....../...w../..ww../....ww/bb..../.b.ww./...w.w/..b.../.bb.../...... black -"
"""A position of Bivouac in which what looks best at first loses by force, and little else does not.
"""


@pytest.mark.parametrize("most", mostly_thorough([10_000, 15_000, 20_000, 25_000]))
def test_what_is_refuted_when_it_is_stopped_gives_way_to_another(most: int) -> None:
    position = GAMES["bivouac"].decode(REFUTED)
    found = searched(position, most=most)
    assert not found.complete
    assert found.value > -DECIDED
    after = position.after(position.moves()[found.line[0]])
    assert searched(after, max_depth=2).value < PROVEN


def test_it_is_whole_where_it_was_not_stopped() -> None:
    position = GAMES["bivouac"].decode(REFUTED)
    assert searched(position, max_depth=2).complete
    assert searched(GAMES["ringo"].start(), max_depth=2, most=10**6).complete


def test_moves_can_be_left_out() -> None:
    position = GAMES["bivouac"].start()
    search_game = search_game_of(position)
    state = search_game.state(position)
    steps = search_game.moves(state)
    for kept in steps[::7]:
        others = [step for step in steps if step != kept]
        found = Search(search_game, MANY, {}).best(state, 2, excluded=others)
        assert found.line[0] == search_game.text(state, kept)
    assert Search(search_game, MANY, {}).best(state, 2, excluded=steps).line == ()


@pytest.mark.parametrize("level", [8, 10])
def test_who_is_lost_holds_out_as_long_as_possible(level: int) -> None:
    code = "......../......../......../....a.../.....d../..a...a./0 defender -"
    position = GAMES["ringo"].decode(code)
    for seed in range(8):
        assert choose(position, level, seed, node_limit(4_000)).move.text == "f5-g5"


def test_it_looks_eight_plies_ahead_in_bizingo() -> None:
    start = GAMES["bizingo"].start()
    assert searched(start, most=50_000).depth >= 8
    search_game = search_game_of(start).for_side(start.turn)
    assert Search(search_game, node_limit(50_000), {}).best(search_game.state(start)).depth >= 8


def test_nothing_more_is_left_out_of_four_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, positions = random.Random(3), [GAMES["bizingo"].start()]
    for _ in range(20):
        positions.append(positions[-1].after(rng.choice([*positions[-1].moves().values()])))
    found = [searched(position, max_depth=4) for position in positions[::4]]
    monkeypatch.setattr(BizingoGame, "deep_futility_margins", ())
    monkeypatch.setattr(BizingoGame, "deep_move_count", None)
    monkeypatch.setattr(BizingoGame, "deep_grain", 0)
    assert found == [searched(position, max_depth=4) for position in positions[::4]]


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_it_looks_as_far_as_it_may_and_no_further(key: str) -> None:
    start = GAMES[key].start()
    found = searched(start, max_depth=3)
    assert found.depth == 3
    assert found == searched(start, max_depth=3)
    position = start
    for text in found.line:
        _, position = position.play(text)


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("most", [0, 1, 100, 1_000])
def test_it_has_a_move_whenever_it_is_stopped(key: str, most: int) -> None:
    start = GAMES[key].start()
    found = searched(start, most=most)
    assert found.line[0] in start.moves()
    assert found.nodes <= most + 64


def test_it_stops_when_the_time_is_over() -> None:
    times = iter(range(100))
    start = GAMES["bizingo"].start()
    search_game = search_game_of(start)
    found = Search(search_game, time_limit(5, lambda: next(times)), {}).best(
        search_game.state(start)
    )
    assert found.nodes == 5 * 64


def test_gift_makes_another_move_look_best_but_not_better() -> None:
    start = GAMES["bizingo"].start()
    search_game = search_game_of(start)
    state = search_game.state(start)
    plain = Search(search_game, MANY, {}).best(state, max_depth=2)
    other = search_game.moves(state)[-1]
    assert search_game.text(state, other) != plain.line[0]
    given = Search(search_game, MANY, {}).best(state, 2, {other: 10 * PIECE})
    assert given.line[0] == search_game.text(state, other)
    assert given.value <= plain.value


def test_table_forgets_what_was_not_seen_for_long() -> None:
    table: TranspositionTable[tuple[object, ...], Hashable] = TranspositionTable(max_entries=10)
    entry: Entry[Hashable] = Entry(1, 0, Bound.EXACT, (0, "a"))
    for number in range(100):
        table.keep((number,), entry)
        table.keep((-1,), entry)
        assert len(table) <= 20
    assert table.get((99,)) == entry
    assert table.get((-1,)) == entry
    assert table.get((0,)) is None

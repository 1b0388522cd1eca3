"""The search: it plays what looking at everything would play, and counts as the rules do."""

import random
from collections.abc import Hashable

import pytest

from opponent.enough import nodes, seconds
from opponent.form import DECIDED, PIECE
from opponent.forms import form_of
from opponent.general import General
from opponent.levels import choose
from opponent.search import Found, Search
from opponent.table import Bound, Entry, Table
from opponent.tree import SURE, WIN
from rules import GAMES, Position
from tests.rules.toy import Piles
from tests.thorough import THOROUGH

MANY = nodes(200_000)


def searched(position: Position, deepest: int = 64, most: int = 200_000) -> Found:
    form = form_of(position)
    search = Search(form, nodes(most), form.stood(position), form.quiet(position))
    return search.best(form.state(position), deepest)


def sign(value: int) -> int:
    return (value > SURE) - (value < -SURE)


def by_everything(position: Position, left: list[int]) -> int:
    """Give who wins by following every game to its end. Raises `RecursionError` after too many."""
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
    form = General()
    found = Search(form, MANY, {}).best(form.state(start))
    assert sign(found.value) == by_everything(start, [10**6])


@THOROUGH
def test_it_solves_the_ends_of_hoyito() -> None:
    lots = random.Random(2)
    solved = 0
    while solved < 6:
        position: Position = GAMES["hoyito"].start()
        while position.outcome() is None and sum(map(int, position.board().values())) > 8:
            position = position.after(lots.choice(list(position.moves().values())))
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
    found = searched(position, deepest=1)
    assert found.line == ("b6-a6",)
    assert found.value == WIN - 1


@pytest.mark.parametrize(
    ("quiet", "deepest", "drawn"), [(199, 1, True), (198, 1, False), (198, 2, True)]
)
def test_quiet_limit_is_counted_on(quiet: int, deepest: int, drawn: bool) -> None:
    position = GAMES["bizingo"].start()
    form = form_of(position)
    values = set()
    for gift in (0, 7):
        gifts = {form.steps(form.state(position))[3]: gift}
        search = Search(form, MANY, {}, quiet)
        values.add(search.best(form.state(position), deepest, gifts).value)
    assert (values == {-form.reluctance}) == drawn


REFUTED = "b....b/....../...w../..ww../....ww/bb..../.b.ww./...w.w/..b.../.bb.../...... black -"
"""A position of Bivouac in which what looks best at first loses by force, and little else does not.
"""


@pytest.mark.parametrize("most", [10_000, 15_000, 20_000, 25_000])
def test_what_is_refuted_when_it_is_stopped_gives_way_to_another(most: int) -> None:
    position = GAMES["bivouac"].decode(REFUTED)
    found = searched(position, most=most)
    assert not found.whole
    assert found.value > -DECIDED
    after = position.after(position.moves()[found.line[0]])
    assert searched(after, deepest=2).value < SURE


def test_it_is_whole_where_it_was_not_stopped() -> None:
    position = GAMES["bivouac"].decode(REFUTED)
    assert searched(position, deepest=2).whole
    assert searched(GAMES["ringo"].start(), deepest=2, most=10**6).whole


def test_moves_can_be_left_out() -> None:
    position = GAMES["bivouac"].start()
    form = form_of(position)
    state = form.state(position)
    steps = form.steps(state)
    for kept in steps[::7]:
        others = [step for step in steps if step != kept]
        found = Search(form, MANY, {}).best(state, 2, without=others)
        assert found.line[0] == form.text(state, kept)
    assert Search(form, MANY, {}).best(state, 2, without=steps).line == ()


@pytest.mark.parametrize("level", [4, 5])
def test_who_is_lost_holds_out_as_long_as_possible(level: int) -> None:
    code = "......../......../......../....a.../.....d../..a...a./0 defender -"
    position = GAMES["ringo"].decode(code)
    for seed in range(8):
        assert choose(position, level, seed, nodes(4_000)).move.text == "f5-g5"


@pytest.mark.parametrize("key", GAMES)
def test_it_looks_as_far_as_it_may_and_no_further(key: str) -> None:
    start = GAMES[key].start()
    found = searched(start, deepest=3)
    assert found.depth == 3
    assert found == searched(start, deepest=3)
    position = start
    for text in found.line:
        _, position = position.play(text)


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
    form = form_of(start)
    found = Search(form, seconds(5, lambda: next(times)), {}).best(form.state(start))
    assert found.nodes == 5 * 64


def test_gift_makes_another_move_look_best_but_not_better() -> None:
    start = GAMES["bizingo"].start()
    form = form_of(start)
    state = form.state(start)
    plain = Search(form, MANY, {}).best(state, deepest=2)
    other = form.steps(state)[-1]
    assert form.text(state, other) != plain.line[0]
    given = Search(form, MANY, {}).best(state, 2, {other: 10 * PIECE})
    assert given.line[0] == form.text(state, other)
    assert given.value <= plain.value


def test_table_forgets_what_was_not_seen_for_long() -> None:
    table: Table[tuple[object, ...], Hashable] = Table(most=10)
    entry: Entry[Hashable] = Entry(1, 0, Bound.EXACT, (0, "a"))
    for number in range(100):
        table.keep((number,), entry)
        table.keep((-1,), entry)
        assert len(table) <= 20
    assert table.get((99,)) == entry
    assert table.get((-1,)) == entry
    assert table.get((0,)) is None

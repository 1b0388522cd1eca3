"""Every form is held to the rules: same moves, same positions, same endings."""

import random
from collections.abc import Iterator, Mapping

import pytest

from opponent.enough import nodes
from opponent.form import DRAWN, LOST, WON
from opponent.forms import AnyForm, form_of
from opponent.general import General
from opponent.hunting import doomed
from opponent.search import Search
from opponent.tree import SURE, TIMES
from rules import GAMES, Outcome, Position
from rules.bizingo import Bizingo
from tests.rules.toy import Piles
from tests.test_every_game import CASES

SIDE_BY_SIDE = pytest.mark.parametrize(("game", "chosen"), CASES)


def walk(start: Position, seed: int, longest: int = 300) -> Iterator[Position]:
    """Play at random, capturing half of the time and often to and fro; give every position."""
    lots = random.Random(seed)
    position, before = start, ""
    for _ in range(longest):
        yield position
        moves = list(position.moves().values())
        if not moves:
            return
        back = [move for move in moves if move.path and move.path[-1] == before]
        taking = [move for move in moves if move.taken]
        drawn = lots.random()
        move = lots.choice((drawn < 0.3 and back) or (drawn < 0.5 and taking) or moves)
        before = move.path[0] if move.path else ""
        position = position.after(move)


def for_mover(position: Position, outcome: Outcome) -> int:
    if outcome.winner is None:
        return DRAWN
    return WON if outcome.winner == position.turn else LOST


def check_children(form: AnyForm, position: Position) -> None:
    state = form.state(position)
    assert state[-1] == position.turn
    steps = form.steps(state)
    assert len(set(steps)) == len(steps)
    assert sorted(form.text(state, step) for step in steps) == sorted(position.moves())
    assert set(form.captures(state)) <= set(steps)
    children = {move.text: after for move, after in position.children()}
    stood = form.stood(position)
    for step in steps:
        after, child = form.after(state, step), children[form.text(state, step)]
        instead = form.repeated(after) if stood.get(after, 0) >= TIMES - 1 else after
        if isinstance(instead, int):
            outcome = child.outcome()
            assert outcome
            assert outcome.code == "repetition"
        else:
            assert instead == form.state(child)


def check_ending(form: AnyForm, position: Position) -> None:
    state, outcome = form.state(position), position.outcome()
    times = form.stood(position).get(state, 0) + 1
    if outcome is None:
        assert form.ending(state) is None
        assert form.quiet_limit is None or form.quiet(position) < form.quiet_limit
        assert times < TIMES or not isinstance(form.repeated(state), int)
        assert form.steps(state)
    elif outcome.code == "quiet":
        assert form.quiet_limit is not None
        assert form.quiet(position) >= form.quiet_limit
    elif outcome.code == "blocked":
        assert form.ending(state) is None
        assert not form.steps(state)
        assert form.blocked == for_mover(position, outcome)
    elif outcome.code != "repetition":
        assert form.ending(state) == for_mover(position, outcome)


@SIDE_BY_SIDE
def test_forms_play_by_the_rules(game: type[Position], chosen: Mapping[str, str]) -> None:
    start = game.start(chosen)
    form = form_of(start)
    for seed in range(3):
        before = None
        for position in walk(start, seed):
            check_ending(form, position)
            outcome = position.outcome()
            if outcome is None:
                check_children(form, position)
            elif outcome.code == "repetition" and before is not None:
                check_repetition(form, before, position, outcome)
            before = position


def check_repetition(form: AnyForm, before: Position, last: Position, outcome: Outcome) -> None:
    """Hold the third time that the search sees to what stood before the last move."""
    stood = {**form.stood(before)}
    state = form.state(before)
    stood[state] = stood.get(state, 0) + 1
    repeated = [
        after
        for step in form.steps(state)
        if stood.get(after := form.after(state, step), 0) >= TIMES - 1
        and form.repeated(after) == for_mover(last, outcome)
    ]
    assert repeated


@pytest.mark.parametrize(("stores", "goes_on"), [("20/19", True), ("39/0", False)])
def test_repetition_may_begin_the_next_game_of_a_match(stores: str, goes_on: bool) -> None:
    line = f"5.0.1.0.0.0/0.0.1.0.0.2 {stores} south direction=each_move,play=match ?? 1/south"
    position: Position = GAMES["hoyito"].decode(line)
    for text in ("c>", "c>", "d<", "d<", "c>", "c>", "d<"):
        position = position.after(position.moves()[text])
    form = form_of(position)
    check_children(form, position)
    state = form.state(position)
    back = next(step for step in form.steps(state) if form.text(state, step) == "d<")
    follows = form.repeated(form.after(state, back))
    child = position.after(position.moves()["d<"])
    assert (child.outcome() is None) == goes_on
    assert follows == (form.state(child) if goes_on else WON)
    others = [step for step in form.steps(state) if step != back]
    found = Search(form, nodes(1_000), form.stood(position)).best(state, deepest=1, without=others)
    assert found.line == ("d<",)
    assert (found.value > -SURE) == goes_on


def one_is_doomed(position: Position) -> bool:
    """Tell whether a piece of Bizingo falls next, if its side is to move: that is not the same."""
    return isinstance(position, Bizingo) and any(
        doomed(side, position.pieces, position.captains) for side in (0, 1)
    )


@pytest.mark.parametrize("key", GAMES)
def test_value_is_the_opposite_for_the_other_side(key: str) -> None:
    start = GAMES[key].start()
    form = form_of(start)
    for position in walk(start, 5):
        state = form.state(position)
        if position.outcome() is None and (passed := form.passed(state)) is not None:
            assert form.passed(passed) in (state, None)
            if not one_is_doomed(position):
                assert form.value(passed) == -form.value(state)


@pytest.mark.parametrize("start", [*(game.start() for game in GAMES.values()), Piles.start()])
def test_general_form_plays_any_game(start: Position) -> None:
    form = General()
    for position in walk(start, 3, longest=60):
        outcome, state = position.outcome(), form.state(position)
        ending = for_mover(position, outcome) if outcome else None
        assert form.ending(state) == ending
        for step in form.steps(state):
            assert form.after(state, step) == form.state(position.play(step[1])[1])

"""Every search game agrees with the rules: same moves, positions and endings."""

import random
from collections.abc import Iterator, Mapping

import pytest

from computer.bizingo_hunt import doomed
from computer.generic_game import GenericGame
from computer.search import PROVEN, REPETITIONS, Search, node_limit
from computer.search_game import DRAWN, LOST, WON, AnySearchGame, search_game_of
from rules import GAMES, Outcome, Position
from rules.bizingo import Bizingo
from tests.rules.toy_game import Piles
from tests.test_every_game import CASES
from tests.thorough import THOROUGH

SIDE_BY_SIDE = pytest.mark.parametrize(
    ("game", "chosen"),
    [
        case
        for case in CASES
        if not isinstance(search_game_of(case.values[0].start({})), GenericGame)  # type: ignore[union-attr]  # a game
    ],
)
"""Games whose search has rules of its own; the general form asks the positions."""


def walk(start: Position, seed: int, longest: int = 300) -> Iterator[Position]:
    """Play at random, capturing half of the time and often to and fro; yield every position."""
    rng = random.Random(seed)
    position, before = start, ""
    for _ in range(longest):
        yield position
        moves = list(position.moves().values())
        if not moves:
            return
        back = [move for move in moves if move.path and move.path[-1] == before]
        taking = [move for move in moves if move.taken]
        drawn = rng.random()
        move = rng.choice((drawn < 0.3 and back) or (drawn < 0.5 and taking) or moves)
        before = move.path[0] if move.path else ""
        position = position.after(move)


def for_mover(position: Position, outcome: Outcome) -> int:
    if outcome.winner is None:
        return DRAWN
    return WON if outcome.winner == position.turn else LOST


def check_children(search_game: AnySearchGame, position: Position) -> None:
    state = search_game.state(position)
    assert state[-1] == position.turn
    steps = search_game.moves(state)
    assert len(set(steps)) == len(steps)
    assert sorted(search_game.text(state, step) for step in steps) == sorted(position.moves())
    assert set(search_game.captures(state)) <= set(steps)
    children = {move.text: after for move, after in position.children()}
    stood = search_game.repetitions(position)
    for step in steps:
        after, child = search_game.after(state, step), children[search_game.text(state, step)]
        instead = search_game.repeated(after) if stood.get(after, 0) >= REPETITIONS - 1 else after
        if isinstance(instead, int):
            outcome = child.outcome()
            assert outcome
            assert outcome.code == "repetition"
        else:
            assert instead == search_game.state(child)


def check_ending(search_game: AnySearchGame, position: Position) -> None:
    state, outcome = search_game.state(position), position.outcome()
    times = search_game.repetitions(position).get(state, 0) + 1
    if outcome is None:
        assert search_game.ending(state) is None
        assert (
            search_game.quiet_limit is None
            or search_game.quiet_plies(position) < search_game.quiet_limit
        )
        assert times < REPETITIONS or not isinstance(search_game.repeated(state), int)
        assert search_game.moves(state)
    elif outcome.code == "quiet":
        assert search_game.quiet_limit is not None
        assert search_game.quiet_plies(position) >= search_game.quiet_limit
    elif outcome.code == "blocked":
        assert search_game.ending(state) is None
        assert not search_game.moves(state)
        assert search_game.no_moves == for_mover(position, outcome)
    elif outcome.code != "repetition":
        assert search_game.ending(state) == for_mover(position, outcome)


@SIDE_BY_SIDE
def test_search_games_play_by_the_rules(game: type[Position], chosen: Mapping[str, str]) -> None:
    start = game.start(chosen)
    search_game = search_game_of(start)
    for seed in range(3):
        before = None
        for position in walk(start, seed):
            check_ending(search_game, position)
            outcome = position.outcome()
            if outcome is None:
                check_children(search_game, position)
            elif outcome.code == "repetition" and before is not None:
                check_repetition(search_game, before, position, outcome)
            before = position


def check_repetition(
    search_game: AnySearchGame, before: Position, last: Position, outcome: Outcome
) -> None:
    """Compare the repetitions that the search sees with the position before the last move."""
    stood = {**search_game.repetitions(before)}
    state = search_game.state(before)
    stood[state] = stood.get(state, 0) + 1
    repeated = [
        after
        for step in search_game.moves(state)
        if stood.get(after := search_game.after(state, step), 0) >= REPETITIONS - 1
        and search_game.repeated(after) == for_mover(last, outcome)
    ]
    assert repeated


@pytest.mark.parametrize(("stores", "goes_on"), [("20/19", True), ("39/0", False)])
def test_repetition_may_begin_the_next_game_of_a_match(stores: str, goes_on: bool) -> None:
    line = f"5.0.1.0.0.0/0.0.1.0.0.2 {stores} south direction=each_move,play=match ?? 1/south"
    position: Position = GAMES["hoyito"].decode(line)
    for text in ("c>", "c>", "d<", "d<", "c>", "c>", "d<"):
        position = position.after(position.moves()[text])
    search_game = search_game_of(position)
    check_children(search_game, position)
    state = search_game.state(position)
    back = next(step for step in search_game.moves(state) if search_game.text(state, step) == "d<")
    follows = search_game.repeated(search_game.after(state, back))
    child = position.after(position.moves()["d<"])
    assert (child.outcome() is None) == goes_on
    assert follows == (search_game.state(child) if goes_on else WON)
    others = [step for step in search_game.moves(state) if step != back]
    found = Search(search_game, node_limit(1_000), search_game.repetitions(position)).best(
        state, max_depth=1, excluded=others
    )
    assert found.line == ("d<",)
    assert (found.value > -PROVEN) == goes_on


def one_is_doomed(position: Position) -> bool:
    """Check whether a piece of Bizingo falls if its side moves next: then the values differ."""
    return isinstance(position, Bizingo) and any(
        doomed(side, position.pieces, position.captains) for side in (0, 1)
    )


@pytest.mark.parametrize("key", GAMES)
def test_value_is_the_opposite_for_the_other_side(key: str) -> None:
    start = GAMES[key].start()
    search_game = search_game_of(start)
    for position in walk(start, 5):
        state = search_game.state(position)
        if position.outcome() is None and (passed := search_game.null_move(state)) is not None:
            assert search_game.null_move(passed) in (state, None)
            if not one_is_doomed(position):
                assert search_game.evaluate(passed) == -search_game.evaluate(state)


@THOROUGH
@pytest.mark.parametrize("start", [*(game.start() for game in GAMES.values()), Piles.start()])
def test_generic_game_plays_any_game(start: Position) -> None:
    search_game = GenericGame()
    for position in walk(start, 3, longest=60):
        outcome, state = position.outcome(), search_game.state(position)
        ending = for_mover(position, outcome) if outcome else None
        assert search_game.ending(state) == ending
        for step in search_game.moves(state):
            assert search_game.after(state, step) == search_game.state(position.play(step[1])[1])

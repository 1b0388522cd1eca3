"""Hoyito's endgame table agrees with the rules, placement by placement."""

import random
from collections.abc import Iterator

import pytest

from computer.hoyito_endgames import LAYERS, count, layers, number_of, placements, result
from computer.levels import choose
from computer.search import node_limit
from computer.search_game import DECIDED, search_game_of
from computer.skill_levels import levels
from rules import GAMES, Position
from rules.hoyito import Hoyito
from tests.computer.test_search import searched
from tests.thorough import THOROUGH
from tools.research.hoyito_solver import solve


def placed(holes: tuple[int, ...], stores: tuple[int, int] = (0, 0)) -> Position:
    south, north = (".".join(map(str, half)) for half in (holes[:6], holes[6:]))
    stored = "/".join(map(str, stores))
    return GAMES["hoyito"].decode(f"{south}/{north} {stored} south - >> 1/south")


def some(stones: int, wanted: int) -> Iterator[tuple[int, ...]]:
    """Give placements by lot, the same ones whichever tests were run before."""
    lots = random.Random(6)
    for _ in range(wanted):
        holes = [0] * 12
        for _ in range(stones):
            holes[lots.randrange(12)] += 1
        yield tuple(holes)


def gained(before: Position, after: Position) -> int:
    assert isinstance(before, Hoyito)
    assert isinstance(after, Hoyito)
    return after.stores[0] - before.stores[0]


def test_placements_are_numbered_in_their_order() -> None:
    numbers = [number_of(holes, 3) for holes in placements(3)]
    assert numbers == [*range(count(3))]
    assert sum(1 for _ in placements(8)) == count(8) == 75_582


@THOROUGH
@pytest.mark.parametrize("stones", LAYERS)
def test_every_ending_follows_from_those_that_its_moves_lead_to(stones: int) -> None:
    """A gain has a move that keeps it, one ply sooner; no ending has a move that gains more."""
    for holes in some(stones, 400):
        position = placed(holes, (24 - stones // 2, 24 - stones // 2))
        here = result(holes, stones)
        then = []
        for _, after in position.children():
            taken = gained(position, after)
            turned = (*after.board().values(),)
            seen = tuple(map(int, turned[6:] + turned[:6]))
            left = sum(seen)
            known = result(seen, left) if left else (0, 0)
            then.append(None if known is None else (taken - known[0], known[1] + 1))
        sure = [each for each in then if each is not None]
        if here is None:
            continue
        if here[0] > 0:
            assert here in sure
            assert max(sure)[0] == here[0]
        else:
            assert all(gain <= here[0] for gain, _ in sure)
            assert stones > 8 or (len(sure) == len(then) and here[1] == max(sure)[1])


@THOROUGH
def test_eight_stones_are_solved_as_the_file_says() -> None:
    solved = solve(8, {})
    assert bytes(solved.gains) == bytes(layers()[8].gains)
    assert solved.plies == layers()[8].plies


def test_wins_are_seen_from_far_away() -> None:
    far = 0
    for holes in some(12, 200):
        known = result(holes, 12)
        if known and known[0] > 0 and known[1] > 20:
            found = searched(placed(holes, (18, 18)), most=500)
            assert found.value > DECIDED
            far += 1
    assert far >= 5


def test_won_ending_is_won_without_shuffling() -> None:
    played = 0
    for holes in some(12, 60):
        known = result(holes, 12)
        if not known or known[0] <= 0 or known[1] < 9:
            continue
        position, plies = placed(holes, (20, 16)), 0
        while position.outcome() is None:
            position = position.after(choose(position, 10, 1, node_limit(300)).move)
            plies += 1
        outcome = position.outcome()
        assert outcome
        assert outcome.winner == 0
        assert plies < 100
        played += 1
    assert played >= 5


@THOROUGH
def test_only_the_highest_level_knows_endings() -> None:
    won, kept = 0, dict.fromkeys(levels("hoyito"), 0)
    for holes in some(12, 80):
        position = placed(holes, (20, 16))
        search_game = search_game_of(position)
        if (search_game.endgame_value(search_game.state(position)) or 0) > 0:
            won += 1
            for level in kept:
                after = position.after(choose(position, level, 1, node_limit(300)).move)
                left = search_game.endgame_value(search_game.state(after))
                kept[level] += left is not None and left < 0
    assert won == kept[10] > kept[9]


def wins_within(position: Position, plies: int) -> bool:
    """Check by the rules alone whether south, to move, wins within this many plies."""
    if plies < 1:
        return False
    for _, after in position.children():
        outcome = after.outcome()
        if outcome:
            if outcome.winner == 0:
                return True
        elif all(
            reply.outcome() is None and wins_within(reply, plies - 2)
            for _, reply in after.children()
        ):
            return True
    return False


def test_plies_until_the_end_are_what_the_rules_say() -> None:
    tried = 0
    for holes in some(8, 300):
        known = result(holes, 8)
        if known and known[0] > 0 and 1 < known[1] < 6:
            position = placed(holes, (20, 20))
            assert wins_within(position, known[1])
            assert not wins_within(position, known[1] - 2)
            tried += 1
    assert tried >= 20

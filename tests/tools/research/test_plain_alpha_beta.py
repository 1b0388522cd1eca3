"""The plain player that the computer is measured against: it is no weaker than it should be."""

import random

import pytest

from computer.search import node_limit
from rules import GAMES, Position
from tests.computer.test_search_game import walk
from tests.thorough import THOROUGH
from tools.research.strength.plain_alpha_beta import OBVIOUS, WON, PlainSearch, choose

EACH = pytest.mark.parametrize("key", OBVIOUS)
ENDLESS = node_limit(10**9)


def middles(key: str, number: int) -> list[Position]:
    """Return positions of random games that go on."""
    rng = random.Random(4)
    walks = [
        [each for each in walk(GAMES[key].start(), seed, 60) if each.outcome() is None]
        for seed in range(number)
    ]
    return [rng.choice(walked) for walked in walks]


def minimax(position: Position, depth: int) -> float:
    """Value a position for the side to move, without any window."""
    if outcome := position.outcome():
        if outcome.winner is None:
            return 0.0
        return WON + depth if outcome.winner == position.turn else -WON - depth
    if depth == 0:
        return (-1 if position.turn else 1) * OBVIOUS[position.key](position)
    return max(
        minimax(after, depth - 1) * (1 if after.turn == position.turn else -1)
        for _, after in position.children()
    )


@THOROUGH
@EACH
def test_it_chooses_what_looking_at_everything_finds(key: str) -> None:
    for position in middles(key, 4):
        move = PlainSearch(key, ENDLESS, random.Random(1)).best(position, 2)
        after = position.after(move)
        value = minimax(after, 1) * (1 if after.turn == position.turn else -1)
        assert value == minimax(position, 2)


@EACH
def test_it_answers_when_its_time_is_over_at_once(key: str) -> None:
    [position] = middles(key, 1)
    move = choose(lambda: node_limit(1), position, 3)
    assert position.moves()[move.text] == move

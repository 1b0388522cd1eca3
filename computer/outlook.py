"""The computer's outlook on a game, by which it resigns and offers draws."""

import math

from computer.search import Limit, search_position
from computer.search_game import DECIDED, search_game_of
from rules import Position

LOST, WON = -100, 100
"""The outlook where the result is certain."""


def outlook(position: Position, limit: Limit) -> int:
    """Say how a game that goes on looks for the side to move: from -100, a certain loss, to 100.

    It is the same at every level, and for both sides alike: about 0 where neither is ahead.
    """
    search_game = search_game_of(position)
    found = search_position(position, limit)
    if found.value > DECIDED:
        return WON
    state = search_game.state(position)
    if found.value < -DECIDED and (found.complete or search_game.is_decided(state)):
        return LOST
    likely = round(WON * math.tanh(found.value / search_game.large_lead(state)))
    return max(LOST + 1, min(WON - 1, likely))

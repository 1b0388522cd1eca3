"""The computer's outlook on a game, by which it resigns and offers draws."""

import math
from collections.abc import Mapping

from computer.search import Limit, search_position
from computer.search_game import DECIDED, PIECE, search_game_of
from rules import Position

LOST, WON = -100, 100
"""The outlook where the result is certain."""
STEEPNESS: Mapping[str, int] = {"bizingo": 12 * PIECE}
"""The unit of the logistic function by game; in Bizingo a hunt alone counts for several pieces."""
USUAL_STEEPNESS = 4 * PIECE


def outlook(position: Position, limit: Limit) -> int:
    """Say how a game that goes on looks for the side to move: from -100, a certain loss, to 100.

    It is the same at every level, and for both sides alike: about 0 where neither is ahead.
    """
    search_game = search_game_of(position)
    found = search_position(position, limit)
    if found.value > DECIDED:
        return WON
    is_decided = search_game.is_decided(search_game.state(position))
    if found.value < -DECIDED and (found.complete or is_decided):
        return LOST
    steepness = STEEPNESS.get(position.key, USUAL_STEEPNESS)
    likely = round(WON * math.tanh(found.value / steepness))
    return max(LOST + 1, min(WON - 1, likely))

"""Level 5 against other ways to play, with the same processor time for each move.

The clock decides how deep each looks, so these games don't come again exactly.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from computer.levels import choose
from computer.search import node_limit
from rules import GAMES, Move, Position
from tools.research.self_play import at_level, play
from tools.research.strength import montecarlo, plain_alpha_beta
from tools.research.strength.plain_alpha_beta import OBVIOUS
from tools.research.strength.repeated_games import LOST, WON, Budget, Series, letter

TIMES = "0.05 seconds", "0.2 seconds"
WANTED, OF = 0.75, 20
LONGEST: Mapping[str, int] = {"bizingo": 200}
"""A longer game is decided by who has more pieces; in games that are not named, nobody wins it."""
USUALLY_LONGEST = 300
LEAD = 2
"""The lead in pieces with which a side is ahead then."""
WARMING = node_limit(500)
"""The limit of a first search, not counted, in which tables are built and read."""


def _by_tree(budget: Budget, position: Position, seed: int) -> Move:
    return montecarlo.choose(position, seed, budget())


Opponent: TypeAlias = Callable[[Budget, Position, int], Move]
OPPONENTS: Mapping[str, Opponent] = {
    "plain alpha-beta": plain_alpha_beta.choose,
    "Monte-Carlo": _by_tree,
}


def against(key: str, opponent: Opponent, budget: Budget, number: int) -> str:
    """Play a game from a start that is fair, sides changed with each number."""
    game = GAMES[key]
    start = game.start(game.presets.get("fair", {}))
    choose(start, 5, number, WARMING, knows_proofs=False)
    pair, side = (at_level(5, budget), partial(opponent, budget)), number % 2
    choosers = pair if side == 0 else pair[::-1]
    result = play(start, choosers, number // 2, LONGEST.get(key, USUALLY_LONGEST))
    lead = result.last.lead()
    if result.last.outcome() is not None or lead is None or abs(lead) < LEAD:
        return letter(result, side)
    return WON if (lead > 0) == (side == 0) else LOST


EQUAL_TIME: Mapping[str, Series] = {
    f"{key}, {name}, {time}": Series(
        partial(against, key, opponent), WANTED, games=OF, fixed_budget=time
    )
    for time in TIMES
    for key in OBVIOUS
    for name, opponent in OPPONENTS.items()
}
"""All series at equal time, by the name of each."""

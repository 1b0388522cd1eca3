"""How fast the computer thinks, and how much each level is stronger than the one below.

`make bench` plays a few quick games. The whole table takes hours:
`python -m bench.opponent --games 40 --seconds 1 [bizingo …]`.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

from opponent.enough import Enough, nodes, seconds
from opponent.forms import form_of
from opponent.levels import LEVELS
from opponent.search import Search
from opponent.selfplay import at_level, score
from rules import GAMES, Position

MIDDLE = 24
"""The middle of a game is after so many random plies."""
WANTED = {"hoyito": 0.6}
"""What a level should score against the one below, where that is not 0.7."""


def run() -> None:
    """Print the tables of every game, from few games and little thinking."""
    tables([*GAMES], games=4, budget=partial(nodes, 1_000))


def tables(keys: Sequence[str], games: int, budget: Callable[[], Enough]) -> None:
    """Print the tables of some games; a budget is what a move at level 5 may cost."""
    _speed(keys)
    print(f"\nlevels, {games} games each, sides changed, a draw is half")
    print(f"{'':<10}{'wanted':>8}" + "".join(f"{n:>5} : {n - 1}" for n in [*LEVELS][1:]))
    for key in keys:
        print(f"{key:<10}{WANTED.get(key, 0.7):>8.0%}", end="", flush=True)
        # Where one side wins in any case, nobody is seen to be stronger.
        fair = GAMES[key].start(GAMES[key].presets.get("fair", {}))
        for level in [*LEVELS][1:]:
            pair = at_level(level, budget), at_level(level - 1, budget)
            print(f"{score(fair, pair, games).share:>9.0%}", end="", flush=True)
        print()


def _speed(keys: Sequence[str]) -> None:
    print(f"{'in one second':<16}{'depth':>6}{'nodes':>9}")
    for key in keys:
        for when, plies in (("start", 0), ("middle", MIDDLE)):
            position = _later(GAMES[key].start(), plies)
            form = form_of(position)
            enough = seconds(1.0, time.process_time)
            search = Search(form, enough, form.stood(position), form.quiet(position))
            found = search.best(form.state(position))
            print(f"{key + ' ' + when:<16}{found.depth:>6}{found.nodes:>9,}", flush=True)


def _later(position: Position, plies: int) -> Position:
    lots = random.Random(1)
    for _ in range(plies):
        position = position.after(lots.choice(list(position.moves().values())))
    return position


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.opponent", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="how many of each pair")
    parser.add_argument("--seconds", type=float, help="what a move at level 5 may take")
    parser.add_argument("--nodes", type=int, default=20_000, help="the same in nodes")
    parser.add_argument("games_by_key", nargs="*", metavar="GAME", help="which games")
    given = parser.parse_args()
    budget = partial(nodes, given.nodes)
    if given.seconds:
        budget = partial(seconds, given.seconds, time.process_time)
    tables(given.games_by_key or [*GAMES], given.games, budget)


if __name__ == "__main__":
    main()

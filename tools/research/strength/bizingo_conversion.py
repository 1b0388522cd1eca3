"""Bizingo to its end: games of level 5 against itself, and leads of six pieces that it has to win.

Who is behind only keeps what is left: passively, evading, or by plain alpha-beta.
"""

import random
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from computer.search import node_limit
from rules import GAMES, Move, Position
from rules.bizingo import Bizingo
from rules.bizingo.board import NEAR, STRIDE
from rules.move import bits
from tools.research.self_play import LONGEST, Chooser, at_level, play
from tools.research.strength import plain_alpha_beta
from tools.research.strength.repeated_games import LOST, WON, Budget, Series

LEADS_FILE = Path(__file__).with_name("bizingo_leads.txt")
NODES = "3000 nodes"
WITHIN, AT_MOST = 150, 250
"""The most plies to win a lead of six, or a game with level 3."""
PLAIN_NODES = 1_500
LONGEST_QUIET = 120
"""So many plies in a row without a capture are to and fro."""


@cache
def leads_of_six() -> tuple[Position, ...]:
    """Return positions of which each came up when level 5 had just come six ahead of level 2."""
    lines = LEADS_FILE.read_text(encoding="utf-8").splitlines()
    return tuple(GAMES["bizingo"].decode(line) for line in lines)


def _distance(here: int, there: int) -> int:
    """Count the steps between two places, as if they had one colour."""
    rows, columns = there // STRIDE - here // STRIDE, there % STRIDE - here % STRIDE
    return max(abs(rows), abs(columns), abs(rows - columns))


def _in_danger(position: Bizingo) -> int:
    """Count the pieces that the side to move can take."""
    return max((len(move.taken) for move in position.moves().values()), default=0)


def _far_from(place: int, enemies: int) -> int:
    return min(_distance(place, enemy) for enemy in bits(enemies))


def passive(position: Position, seed: int) -> Move:
    """Move to and fro with what is farthest away, and give nothing away by the move itself."""
    assert isinstance(position, Bizingo)
    turn, rng = position.turn, random.Random(f"{seed} {position.encode()}")

    def key(child: tuple[Move, Bizingo]) -> tuple[int, int, float]:
        _, after = child
        [moved] = bits(position.pieces[turn] & ~after.pieces[turn])
        kept = after.pieces[turn].bit_count()
        return kept, _far_from(moved, position.pieces[1 - turn]), rng.random()

    return max(position.children(), key=key)[0]


def evading(position: Position, seed: int) -> Move:
    """Keep every piece out of danger, then as far away as possible and as free to move."""
    assert isinstance(position, Bizingo)
    turn, rng = position.turn, random.Random(f"{seed} {position.encode()}")

    def key(child: tuple[Move, Bizingo]) -> tuple[int, int, int, float]:
        after = child[1]
        own, enemies = after.pieces[turn], after.pieces[1 - turn]
        far = sum(_far_from(place, enemies) for place in bits(own))
        free = sum((NEAR[turn][place] & ~own).bit_count() for place in bits(own))
        return own.bit_count() - _in_danger(after), far, free, rng.random()

    return max(position.children(), key=key)[0]


BEHIND: Mapping[str, Chooser] = {
    "a passive player": passive,
    "an evading player": evading,
    "plain alpha-beta": partial(plain_alpha_beta.choose, partial(node_limit, PLAIN_NODES)),
}


def _converts(behind: Chooser, budget: Budget, number: int) -> str:
    """Win a lead of six in time."""
    start, best = leads_of_six()[number], at_level(5, budget)
    choosers = (best, behind) if start.turn == 0 else (behind, best)
    return WON if play(start, choosers, number, WITHIN).winner == start.turn else LOST


def _is_decided(budget: Budget, number: int) -> str:
    """Play level 5 against itself; it counts whether anybody wins."""
    best = at_level(5, budget)
    result = play(GAMES["bizingo"].start(), (best, best), number, LONGEST)
    return LOST if result.winner is None else WON


def _takes_something(budget: Budget, number: int) -> str:
    """Play level 5 against itself; it counts whether anything is taken in time."""
    best = at_level(5, budget)
    result = play(GAMES["bizingo"].start(), (best, best), number, LONGEST_QUIET)
    assert isinstance(result.last, Bizingo)
    return WON if result.last.history.length < LONGEST_QUIET else LOST


def _is_short(budget: Budget, number: int) -> str:
    """Win against level 3 within so many plies that half of the games should be shorter."""
    best, person = at_level(5, budget), at_level(3, budget)
    side = number % 2
    choosers = (best, person) if side == 0 else (person, best)
    result = play(GAMES["bizingo"].start(), choosers, number // 2, LONGEST)
    return WON if result.winner == side and result.plies <= AT_MOST else LOST


BIZINGO_ENDS: Mapping[str, Series] = {
    "Bizingo, games against itself that somebody wins": Series(
        _is_decided, 0.6, games=40, fixed_budget=NODES
    ),
    "Bizingo, games against itself with a capture in 120 plies": Series(
        _takes_something, 1.0, games=20, fixed_budget=NODES
    ),
    f"Bizingo, level 3 in {AT_MOST} plies": Series(_is_short, 0.5, games=20, fixed_budget=NODES),
    **{
        f"Bizingo, a lead of six against {name}": Series(
            partial(_converts, behind), 1.0, games=10, fixed_budget=NODES
        )
        for name, behind in BEHIND.items()
    },
}
"""The series that show whether Bizingo ends, by the name of each."""

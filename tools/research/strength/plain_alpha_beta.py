"""Plain alpha-beta over the rules, as an opponent to measure the computer's strength against.

It knows a game by its positions alone: iterative deepening, captures first, the best move so far
before all others, and the evaluation that first comes to mind.
"""

import random
from collections.abc import Callable

from computer.search import Limit
from rules import Move, Position
from rules.agon import Agon
from rules.agon.board import RING, RINGS
from rules.bivouac import Bivouac
from rules.bivouac.board import GOALS
from rules.bizingo import Bizingo
from rules.hoyito import Hoyito
from rules.move import bits
from rules.ringo import Ringo
from rules.ringo.board import BOARD, SECTORS

WON = 10_000
"""Won, less the plies until then; everything else is in pieces."""
MOST_PLIES = 30
CAPTAIN, INSIDE, GUARD, GOAL = 0.5, 3.0, 1.5, 0.5
"""The values of a captain beyond a piece, an attacker in the fortress, a defender, a goal held."""
A_RING = 0.1


class _Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """The time is over."""


def _bizingo(position: Position) -> float:
    assert isinstance(position, Bizingo)
    captains = position.captains[0].bit_count() - position.captains[1].bit_count()
    return position.lead() + CAPTAIN * captains


def _bivouac(position: Position) -> float:
    assert isinstance(position, Bivouac)
    white, black = (
        stones.bit_count() + GOAL * (stones & goals).bit_count()
        for stones, goals in zip(position.stones, GOALS, strict=True)
    )
    return white - black


def _hoyito(position: Position) -> float:
    assert isinstance(position, Hoyito)
    south, north = position.stores
    return south - north


def _ringo(position: Position) -> float:
    assert isinstance(position, Ringo)
    rings_outside = sum((place // SECTORS) for place in bits(position.attackers & BOARD))
    attack = position.attackers.bit_count() + INSIDE * position.fortress - A_RING * rings_outside
    return attack - GUARD * position.defenders.bit_count()


def _agon(position: Position) -> float:
    assert isinstance(position, Agon)
    first, second = (
        sum(RING[place] for place in bits(men & ~trapped)) + (RINGS + 1) * trapped.bit_count()
        for men, trapped in zip(position.men, position.trapped, strict=True)
    )
    return A_RING * (second - first)


OBVIOUS: dict[str, Callable[[Position], float]] = {
    "agon": _agon,
    "bivouac": _bivouac,
    "bizingo": _bizingo,
    "hoyito": _hoyito,
    "ringo": _ringo,
}
"""The first side's lead, for each game."""


class PlainSearch:
    """One search, until the limit or a depth."""

    def __init__(self, key: str, limit: Limit, rng: random.Random) -> None:
        self._evaluate = OBVIOUS[key]
        self._limit = limit
        self._rng = rng
        self._nodes = 0

    def best(self, position: Position, most_plies: int) -> Move:
        """Choose the best move, at random among equal ones at the beginning of each search."""
        children = [*position.children()]
        self._rng.shuffle(children)
        children.sort(key=lambda child: -len(child[0].taken))
        best = children[0]
        try:
            for depth in range(most_plies):
                alpha = -2.0 * WON
                for child in [*children]:
                    value = self._child_value(position, child[1], depth, alpha, 2.0 * WON)
                    if value > alpha:
                        alpha, best = value, child
                        children.remove(child)
                        children.insert(0, child)
        except _Stopped:
            pass
        return best[0]

    def _child_value(
        self, position: Position, child: Position, depth: int, alpha: float, beta: float
    ) -> float:
        if child.turn == position.turn:
            return self._value(child, depth, alpha, beta)
        return -self._value(child, depth, -beta, -alpha)

    def _value(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        self._nodes += 1
        if self._limit(self._nodes):
            raise _Stopped
        outcome = position.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0.0
            return (WON + depth) * (1 if outcome.winner == position.turn else -1)
        if depth == 0:
            value = self._evaluate(position)
            return -value if position.turn else value
        best = -2.0 * WON
        for _, child in sorted(position.children(), key=lambda child: -len(child[0].taken)):
            best = max(best, self._child_value(position, child, depth - 1, max(alpha, best), beta))
            if best >= beta:
                break
        return best


def choose(
    limit: Callable[[], Limit], position: Position, seed: int, most_plies: int = MOST_PLIES
) -> Move:
    """Choose a move; `limit` is called afresh for each."""
    rng = random.Random(f"{seed} {position.encode()}")
    return PlainSearch(position.key, limit(), rng).best(position, most_plies)

"""Games that the computer plays against itself, to see how even a game is and who is stronger."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from opponent.enough import Enough
from opponent.levels import choose
from rules import Move, Position

LONGEST = 3_000
"""A game of more plies is broken off, and nobody has won it."""
Chooser: TypeAlias = Callable[[Position, int], Move]
"""Chooses a move in a position; each game has another seed."""


@dataclass(frozen=True)
class Result:
    """How a game ended: the winner (`None`: nobody), by what, and after how many plies."""

    winner: int | None
    code: str
    plies: int
    last: Position


UNFINISHED = "unfinished"
"""The code of a game that was broken off."""


def at_level(level: int, enough: Callable[[], Enough]) -> Chooser:
    """Choose as the computer does at a level; `enough` is asked anew for each move."""
    return lambda position, seed: choose(position, level, seed, enough()).move


def play(start: Position, choosers: Sequence[Chooser], seed: int, longest: int) -> Result:
    """Play one game, with a chooser for each side, of so many plies at the most."""
    position, plies = start, 0
    while (outcome := position.outcome()) is None and plies < longest:
        position = position.after(choosers[position.turn](position, seed))
        plies += 1
    if outcome is None:
        return Result(None, UNFINISHED, plies, position)
    return Result(outcome.winner, outcome.code, plies, position)


def in_turn(start: Position, pair: tuple[Chooser, Chooser], number: int) -> tuple[Result, int]:
    """Play a game by its number: the first of a pair takes each side in turn, given with it."""
    side = number % 2
    choosers = pair if side == 0 else pair[::-1]
    return play(start, choosers, number // 2, LONGEST), side

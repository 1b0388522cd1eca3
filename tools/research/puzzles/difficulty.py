"""The likely difficulty of a puzzle among those of its game; who solves it corrects it later."""

from collections.abc import Mapping

from computer.puzzles.aims import Aim
from rules import Position

LIMITS: Mapping[str, tuple[float, float, float]] = {
    "agon": (3.185, 6.135, 7.185),
    "bivouac": (4.7, 7.8, 9.6),
    "bizingo": (5.5, 8.55, 9.55),
    "hoyito": (3.055, 6.055, 10.035),
    "ringo": (2.08, 6.04, 7.5),
}
"""Up to each of these points a puzzle of a game is of difficulty 1, 2 or 3, else of 4."""
USUAL_LIMITS = (1.99, 4.99, 7.99)
MANY_MOVES, MOST_TEMPTING = 15, 3


def difficulty(position: Position, text: str, aim: Aim, moves: int) -> int:
    """Grade a puzzle among those of its game."""
    reached = points(position, text, aim, moves)
    return 1 + sum(reached > limit for limit in LIMITS.get(position.key, USUAL_LIMITS))


def points(position: Position, text: str, aim: Aim, moves: int) -> float:
    """Count what makes a puzzle hard: its length, quiet moves, and what else is tempting."""
    each = position.moves()
    taking = [one for one, move in each.items() if position.takes(move)]
    counted = len(each) / 100 + 4 * (moves - 1) + min(MOST_TEMPTING, len(each) // MANY_MOVES)
    if aim in (Aim.HOLDS, Aim.KEEPS) or (moves > 1 and text not in taking):
        counted += 2
    others = len(taking) - (text in taking)
    return counted + min(MOST_TEMPTING, others)

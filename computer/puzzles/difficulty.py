"""The likely difficulty of a puzzle; who solves it at first try corrects it later.

There are two measures: `difficulty` for puzzles found ahead of time, among which each difficulty
has its share, and `search_difficulty` for those of matches, from the search that found them.
"""

from collections.abc import Callable, Mapping

from computer.puzzles import DIFFICULTIES
from computer.puzzles.aims import Aim
from rules import Position

LIMITS: Mapping[str, tuple[float, float, float]] = {
    "agon": (0.99, 6.99, 9.99),
    "bivouac": (4.7, 7.8, 9.6),
    "bizingo": (5.5, 8.55, 9.55),
    "ringo": (2.08, 6.04, 7.5),
}
"""Up to each of these points a puzzle of a game is of difficulty 1, 2 or 3, else of 4."""
USUAL_LIMITS = (1.99, 4.99, 7.99)
MANY_MOVES, MOST_TEMPTING = 15, 3
SEEN_BY = (2, 4, 6)
"""Difficulty 1, 2 or 3 up to each of these points of `search_difficulty`, else 4."""
MANY_TO_SEARCH = 30


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


def search_difficulty(
    position: Position, text: str, depth: int, found: Callable[[int], str]
) -> int:
    """Grade a puzzle by the depth needed to find it, and by how little its move stands out.

    Its solution begins with the move `text`, by a search of this `depth`; `found` gives the best
    move of one less deep.
    """
    move = position.moves()[text]
    missed = [d for d in range(1, max(1, depth)) if found(d) != move.text]
    reached = 1 + max(missed, default=0)
    reached += 2 * (not move.taken) + (len(position.moves()) > MANY_TO_SEARCH)
    return DIFFICULTIES[sum(reached > limit for limit in SEEN_BY)]

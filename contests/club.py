"""Club matches: two servers play on boards, strongest against strongest; the sum decides.

A server is a *club*, number 0 or 1; 0 has challenged. Like leagues and cups it is a fold: who plays
whom follows from the order of both clubs, the score from the games.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from contests.contest import WIN, Played

LEAST_BOARDS, MOST_BOARDS = 2, 20
TOGETHER = 1
"""The number of boards where all of each server play as one, who decide by votes."""


class BoardGame(NamedTuple):
    """A game of a board, and the club whose player has the first side."""

    board: int
    first: int


@dataclass(frozen=True)
class ClubScore:
    """The half points of both clubs on each board that has a result."""

    boards: Mapping[int, tuple[int, int]]

    @property
    def total(self) -> tuple[int, int]:
        """The half points of both clubs."""
        return sum(each[0] for each in self.boards.values()), sum(
            each[1] for each in self.boards.values()
        )

    @property
    def winner(self) -> int | None:
        """The club with more points, if one has."""
        one, other = self.total
        return None if one == other else int(other > one)


def pair(
    sizes: tuple[int, int], most: int, may_meet: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """Pair two clubs whose players are numbered by strength: the equally strong meet.

    Where two may not meet, the second club's player changes places with that of the nearest other
    board, of two as near the stronger: each club fields the same people, so no club gains by it.
    Where no change helps neither of them plays, and nobody has a point.
    """
    opponents = list(range(min(*sizes, most)))
    for board in range(len(opponents)):
        if may_meet(board, opponents[board]):
            continue
        for other in sorted(range(len(opponents)), key=lambda each: (abs(each - board), each)):
            if may_meet(board, opponents[other]) and may_meet(other, opponents[board]):
                opponents[board], opponents[other] = opponents[other], opponents[board]
                break
    return [(board, other) for board, other in enumerate(opponents) if may_meet(board, other)]


def games_of(board: int, *, both_sides: bool) -> tuple[BoardGame, ...]:
    """Return the games of a board, which begin together; of one game each, sides alternate."""
    if both_sides:
        return BoardGame(board, 0), BoardGame(board, 1)
    return (BoardGame(board, board % 2),)


def score(played: Mapping[BoardGame, Played]) -> ClubScore:
    """Add up the points of the games that are over."""
    boards: dict[int, tuple[int, int]] = {}
    for game, result in played.items():
        if result.points is not None:
            points = (result.points, WIN - result.points)
            one, other = points if game.first == 0 else points[::-1]
            before = boards.get(game.board, (0, 0))
            boards[game.board] = before[0] + one, before[1] + other
    return ClubScore(boards)

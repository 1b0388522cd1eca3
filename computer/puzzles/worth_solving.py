"""Which puzzles are worth solving: none that is the twin of another, and none that is dull."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from computer.puzzles.aims import Aim
from rules import Position
from rules.agon import Agon
from rules.agon.board import GUARDS, PLACES, RING, THRONE
from rules.hoyito import Hoyito

Board: TypeAlias = Mapping[str, str | int]
ALIKE = 6
"""Two puzzles of the same first move whose boards differ in no more cells are twins."""
ENOUGH_MOVES = 12
"""From difficulty 2 on there are so many moves to choose from, where a game has as many."""


class Boards:
    """The boards of puzzles by their first moves, to find twins among them."""

    def __init__(self) -> None:
        self._boards: dict[tuple[str, int], list[Board]] = {}

    def add(self, position: Position, move: str) -> bool:
        """Add a puzzle, unless it is the twin of one before; tell whether it was added."""
        board = position.board()
        there = self._boards.setdefault((move, position.turn), [])
        if any(_differ(board, other) <= ALIKE for other in there):
            return False
        there.append(board)
        return True


def _differ(one: Board, other: Board) -> int:
    """Count the cells in which two boards differ."""
    if len(one.keys() ^ other.keys()) > 2 * ALIKE:
        return len(one)
    return sum(one.get(cell) != other.get(cell) for cell in one.keys() | other.keys())


def is_dull(position: Position, move: str, aim: Aim, moves: int, difficulty: int) -> bool:
    """Tell whether a puzzle can be solved without looking at what the other side may do.

    That is the only capture there is, in Hoyito the largest, in Agon the last place around a queen.
    Where there are few moves it is tried out; Hoyito never has more than its holes.
    """
    taking = [text for text, each in position.moves().items() if position.takes(each)]
    if (aim, moves, taking) == (Aim.GAINS, 1, [move]):
        return True
    if isinstance(position, Hoyito):
        gains = {text: position.gain(each) for text, each in position.moves().items()}
        return aim is Aim.GAINS and gains[move] == max(gains.values())
    if difficulty > 1 and len(position.moves()) < ENOUGH_MOVES:
        return True
    return isinstance(position, Agon) and _is_last_place(position, move, aim, moves)


def _is_last_place(position: Agon, move: str, aim: Aim, moves: int) -> bool:
    """Tell whether a move closes a ring around the throne, or enters it where it is open."""
    side = position.turn
    if aim is Aim.HOLDS:
        place = PLACES[position.moves()[move].path[-1]]
        closing = (
            position.queens[1 - side] == THRONE and position.guards_around(1 - side) == GUARDS - 1
        )
        return closing and RING[place] == 1
    return (aim, moves) == (Aim.WINS, 1) and position.queens[side] == THRONE


def is_given_away(position: Position, also: Collection[str]) -> bool:
    """Tell whether most of the moves are right."""
    return 2 * (1 + len(also)) > len(position.moves())

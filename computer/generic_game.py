"""The search game for any game: its positions as they are, evaluated by material."""

from collections.abc import Mapping
from typing import TypeAlias

from computer.search_game import DRAWN, LOST, PIECE, WON, SearchGame, SearchMove
from rules import Position
from rules.options import Options


class WithoutHistory:
    """A position that equals another with the same identity, whatever their history."""

    __slots__ = ("identity", "position")

    def __init__(self, position: Position) -> None:
        """Take a position as it is."""
        self.position = position
        self.identity = position.identity()

    def __hash__(self) -> int:
        return hash(self.identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WithoutHistory) and self.identity == other.identity


State: TypeAlias = tuple[WithoutHistory, int]


class GenericGame(SearchGame[State, str]):
    """A game of which nothing is known but its rules.

    Its positions carry their history, and know when repetition or quiet moves end the game.
    """

    def state(self, position: Position) -> State:
        return WithoutHistory(position), position.turn

    def repetitions(self, position: Position) -> Mapping[State, int]:  # noqa: ARG002
        return {}

    def moves(self, state: State) -> list[SearchMove[str]]:
        moves = state[0].position.moves()
        return [(len(move.taken), text) for text, move in moves.items()]

    def captures(self, state: State) -> list[SearchMove[str]]:
        return [move for move in self.moves(state) if move[0]]

    def after(self, state: State, move: SearchMove[str]) -> State:
        position = state[0].position
        return self.state(position.after(position.moves()[move[1]]))

    def ending(self, state: State) -> int | None:
        known, turn = state
        outcome = known.position.outcome()
        if outcome is None:
            return None
        return DRAWN if outcome.winner is None else WON if outcome.winner == turn else LOST

    def repeated(self, state: State) -> int | None:  # noqa: ARG002
        return None

    def evaluate(self, state: State) -> int:
        """Count pieces, which are written with the first letter of their side's name.

        A capital letter is worth half as much again. Where stones have no owner there is nothing
        to count, and the search sees only how games end.
        """
        known, turn = state
        own, enemy = (known.position.sides[side][0] for side in (turn, 1 - turn))
        worth = {own: PIECE, enemy: -PIECE}
        worth |= {letter.upper(): 3 * value // 2 for letter, value in worth.items()}
        return sum(worth.get(str(piece), 0) for piece in known.position.board().values())

    def text(self, state: State, move: SearchMove[str]) -> str:  # noqa: ARG002
        return move[1]


def search_game(chosen: Options) -> GenericGame:  # noqa: ARG001 (positions know their options)
    """Give the search game for any game."""
    return GenericGame()

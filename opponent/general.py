"""Any game at all in the form that is searched: its positions as they are, judged by material."""

from collections.abc import Hashable, Mapping
from typing import TypeAlias

from opponent.form import DRAWN, LOST, PIECE, WON, Form, Step
from rules import Position
from rules.options import Options


class Known:
    """A position that counts as equal to another whatever their history."""

    __slots__ = ("identity", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.identity: Hashable = position.identity()

    def __hash__(self) -> int:
        return hash(self.identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self.identity == other.identity


State: TypeAlias = tuple[Known, int]


class General(Form[State, str]):
    """A game of which nothing is known but its rules.

    Its positions carry their history, and say themselves when repetition or quiet ends the game.
    """

    def state(self, position: Position) -> State:
        return Known(position), position.turn

    def stood(self, position: Position) -> Mapping[State, int]:  # noqa: ARG002
        return {}

    def steps(self, state: State) -> list[Step[str]]:
        moves = state[0].position.moves()
        return [(len(move.taken), text) for text, move in moves.items()]

    def captures(self, state: State) -> list[Step[str]]:
        return [step for step in self.steps(state) if step[0]]

    def after(self, state: State, step: Step[str]) -> State:
        position = state[0].position
        return self.state(position.after(position.moves()[step[1]]))

    def ending(self, state: State) -> int | None:
        known, turn = state
        outcome = known.position.outcome()
        if outcome is None:
            return None
        return DRAWN if outcome.winner is None else WON if outcome.winner == turn else LOST

    def repeated(self, state: State) -> None:  # noqa: ARG002
        return None

    def value(self, state: State) -> int:
        """Count pieces, which are written with the first letter of their side's name.

        One in a capital is worth half as much again. Where stones have no owner there is nothing
        to count, and the search sees only how games end.
        """
        known, turn = state
        own, enemy = (known.position.sides[side][0] for side in (turn, 1 - turn))
        worth = {own: PIECE, enemy: -PIECE}
        worth |= {letter.upper(): 3 * value // 2 for letter, value in worth.items()}
        return sum(worth.get(str(piece), 0) for piece in known.position.board().values())

    def text(self, state: State, step: Step[str]) -> str:  # noqa: ARG002
        return step[1]


def form(chosen: Options) -> General:  # noqa: ARG001 (its positions know what was chosen)
    """Give the form of any game."""
    return General()

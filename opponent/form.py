"""What the search asks of a game: the form in which it is quick to look ahead."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, Self, TypeAlias, TypeVar

from rules import Position, Sentence

State = TypeVar("State", bound=tuple[object, ...])
"""A position without its history, as a small hashable tuple; its last item is the turn."""
Name = TypeVar("Name", bound=Hashable)
"""How a form calls a move, whatever the position."""
Step: TypeAlias = tuple[int, Name]
"""How much a move takes, and its name. What takes nothing is quiet; below 0 it loses its own."""

PIECE = 100
"""What a piece is worth: values are in hundredths of it."""
DECIDED = 100_000
"""A value beyond this is a win, or against a loss, for certain, if not in how many moves."""
WON, DRAWN, LOST = 1, 0, -1
"""How a game has ended for the side to move."""


class Form(ABC, Generic[State, Name]):
    """A game with its options, in the form in which it is searched.

    It knows the rules again, for speed; tests hold it to what the game's own `children` gives.
    """

    unit: int = PIECE
    """What one of those things is worth that are taken."""
    swing: int | None = None
    """More than a quiet move ever changes `value` by, or `None` where that cannot be said."""
    farther: int = 0
    """So many plies more a level looks ahead where a side has few moves, or less with many."""
    opening_variety: int = 15
    """So much worse than the best a move may be at the beginning, that no two games are alike."""
    opening_depth: int = 1_000
    """So many plies are looked ahead at the beginning, where more would leave just one move."""
    reluctance: int = 0
    """So much worse than it stands somebody plays on rather than let the game be drawn."""
    quiet_limit: int | None = None
    """So many quiet moves in a row end the game in a draw."""
    blocked: int = LOST
    """How the game ends for a side that has no move."""

    def played_by(self, side: int) -> Self:  # noqa: ARG002 (for games that tell them apart)
        """Give the form in which a side looks for its own moves; most games have but one."""
        return self

    def is_opening(self, position: Position) -> bool:
        """Tell whether the board is still much as it was at the start."""
        start = type(position).start(position.chosen.values).board()
        board = position.board()
        changed = sum(start.get(cell) != board.get(cell) for cell in start.keys() | board.keys())
        return 2 * changed < len(start)

    @abstractmethod
    def state(self, position: Position) -> State:
        """Give the state of a position."""

    @abstractmethod
    def stood(self, position: Position) -> Mapping[State, int]:
        """Count how often each state has stood before a position, as far as it may come again."""

    def quiet(self, position: Position) -> int:  # noqa: ARG002 (for games with a limit)
        """Count the quiet moves in a row before a position, where there is a limit to them."""
        return 0

    @abstractmethod
    def steps(self, state: State) -> Sequence[Step[Name]]:
        """Give every legal move of a state that has not ended, what promises most first."""

    @abstractmethod
    def captures(self, state: State) -> Sequence[Step[Name]]:
        """Give the moves after which no state can be judged at rest."""

    @abstractmethod
    def after(self, state: State, step: Step[Name]) -> State:
        """Make a move."""

    def passed(self, state: State) -> State | None:  # noqa: ARG002 (for games that can)
        """Hand the turn over; `None` where having to move may hurt."""
        return None

    @abstractmethod
    def ending(self, state: State) -> int | None:
        """Say how the game has ended for the side to move, but for repetition and no move."""

    def settled(self, state: State) -> bool:  # noqa: ARG002 (for games in which that can be)
        """Tell whether it is certain who wins, whatever is played yet, though the game goes on."""
        return False

    def solved(self, state: State) -> int | None:  # noqa: ARG002 (for games that know endings)
        """Give the value of a state of which it is known how it ends when both play best."""
        return None

    @abstractmethod
    def repeated(self, state: State) -> int | State | None:
        """Say what follows when a state stands for the third time.

        That is how the game ends for the side to move, the state from which it goes on, or `None`
        where it may stand as often as it likes.
        """

    @abstractmethod
    def value(self, state: State) -> int:
        """Judge a state that goes on, for the side to move, in hundredths of a piece."""

    def merits(self, before: State, after: State) -> Sequence[Sentence]:  # noqa: ARG002
        """Say what a quiet move does for who makes it, in facts about the board; maybe nothing."""
        return ()

    @abstractmethod
    def text(self, state: State, step: Step[Name]) -> str:
        """Write a move as the rules do."""

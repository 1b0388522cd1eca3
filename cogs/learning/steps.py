"""What the controls of a board to try do, where a page of the rules began it."""

from dataclasses import dataclass

from cogs.acts import Act
from cogs.learning.trials import Step


@dataclass(frozen=True)
class TryOut(Act, name="try"):
    """Put up a board to try a game, set up as a page of its rules shows it."""

    game: str
    page: int


@dataclass(frozen=True)
class TakeStep(Act, name="tried"):
    """Do something with a board that began with this page and is seen from this side."""

    step: Step
    game: str
    page: int
    seen: int


@dataclass(frozen=True)
class PickToTry(Act, name="picks"):
    """Choose a piece on such a board, where it goes, or which of its ways, as a `Pick` says."""

    game: str
    page: int
    seen: int
    pick: str


@dataclass(frozen=True)
class ChooseToTry(Act, name="tries"):
    """Choose a piece on such a board, or where the one on a cell may go, in a list.

    The number of moves makes it a new select at every turn: one that comes back under the same name
    goes on showing what was chosen in it before.
    """

    game: str
    page: int
    seen: int
    piece: str
    moves: int

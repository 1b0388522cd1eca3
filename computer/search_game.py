"""The interface between search and game: fast states, moves and an evaluation; and the registry.

A game with an evaluation of its own has a module in this package named by its key; any other
uses `computer.generic_game`.
"""

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Generic, Self, TypeAlias, TypeVar, cast

from rules import GAMES, Position, Sentence
from rules.options import Options

State = TypeVar("State", bound=tuple[object, ...])
"""A position without its history, as a small hashable tuple; its last item is the turn."""
MoveKey = TypeVar("MoveKey", bound=Hashable)
"""The identity of a move in a search game, whatever the position."""
SearchMove: TypeAlias = tuple[int, MoveKey]
"""The number of pieces that a move takes, and its key; 0: none, below 0: it loses its own."""

PIECE = 100
"""The value of a piece: values are in hundredths of it."""
DECIDED = 100_000
"""A value beyond this is a certain win (below its negative, a loss), in any number of plies."""
WON, DRAWN, LOST = 1, 0, -1
"""The end of a game for the side to move."""


class SearchGame(ABC, Generic[State, MoveKey]):
    """A game with its options, as the search plays and evaluates it.

    It implements the rules a second time, for speed; tests compare it with the game's `children`.
    """

    takes: bool = True
    """Whether anything is ever taken."""
    unit: int = PIECE
    """The value of one captured thing: a piece, or a stone."""
    futility_margin: int | None = None
    """More than a quiet move ever changes the evaluation by; `None` where there is no bound."""
    deep_futility_margins: Sequence[int] = ()
    """In a deep search, how far above beta a state is cut off with 1, 2 and more plies left."""
    deep_move_count: int | None = None
    """In a deep search, how many moves are tried with one ply left, beside all captures."""
    deep_grain: int = 0
    """In a deep search, a move that is better than the best by this much or less is not taken."""
    extra_depth: int = 0
    """Plies added to a level's depth, for games with few moves; negative for games with many."""
    opening_variety: int = 15
    """The loss against the best move that is allowed in the opening, so that games differ."""
    opening_depth: int = 1_000
    """The depth in the opening, for games where a deeper search would leave just one move."""
    undoing: int = 75
    """How much better than every other move one must be that undoes the last: it saves a piece."""
    contempt: int = 0
    """The lag with which a position is still played on rather than drawn."""
    quiet_limit: int | None = None
    """This many quiet moves in a row are a draw."""
    no_moves: int = LOST
    """The end of the game for a side that has no move."""
    guesses_answers: bool = False
    """Whether unlikely answers of the other side are left out, so that no win is certain."""

    def for_side(self, side: int) -> Self:  # noqa: ARG002 (for games that tell sides apart)
        """Give the search game by which a side chooses its own moves; mostly the same for both."""
        return self

    def is_opening(self, position: Position) -> bool:
        """Tell whether at least half of the board is as it was at the start."""
        start = type(position).start(position.chosen.values).board()
        board = position.board()
        changed = sum(start.get(cell) != board.get(cell) for cell in start.keys() | board.keys())
        return 2 * changed < len(start)

    @abstractmethod
    def state(self, position: Position) -> State:
        """Give the state of a position."""

    @abstractmethod
    def repetitions(self, position: Position) -> Mapping[State, int]:
        """Count how often each state occurred before a position, if it can occur again."""

    def quiet_plies(self, position: Position) -> int:  # noqa: ARG002 (for games with a limit)
        """Count the quiet moves in a row before a position, in games with a limit to them."""
        return 0

    def is_quiet(self, move: SearchMove[MoveKey]) -> bool:
        """Tell whether a move is one of those."""
        return not move[0]

    @abstractmethod
    def moves(self, state: State) -> Sequence[SearchMove[MoveKey]]:
        """Give every legal move of a state that has not ended, the most promising first."""

    @abstractmethod
    def captures(self, state: State) -> Sequence[SearchMove[MoveKey]]:
        """Give the moves that quiescence search follows."""

    @abstractmethod
    def after(self, state: State, move: SearchMove[MoveKey]) -> State:
        """Make a move."""

    def null_move(self, state: State) -> State | None:  # noqa: ARG002 (for games that allow it)
        """Pass the turn; `None` where zugzwang is likely."""
        return None

    @abstractmethod
    def ending(self, state: State) -> int | None:
        """Say how the game has ended for the side to move, apart from repetition and no moves."""

    def is_decided(self, state: State) -> bool:  # noqa: ARG002 (for games where that can be)
        """Tell whether the winner is certain, whatever is still played."""
        return False

    def large_lead(self, state: State) -> float:  # noqa: ARG002 (for games where that changes)
        """Give the value with which a side most likely wins: the unit of `computer.outlook`."""
        return 4 * PIECE

    def endgame_value(self, state: State) -> int | None:  # noqa: ARG002 (for solved endgames)
        """Give the value of a state whose result under best play is known."""
        return None

    @abstractmethod
    def repeated(self, state: State) -> int | State | None:
        """Say what follows when a state occurs for the third time.

        The result is how the game ends for the side to move, the state from which it continues, or
        `None` where a state may occur any number of times.
        """

    @abstractmethod
    def evaluate(self, state: State) -> int:
        """Evaluate a state that has not ended, for the side to move, in hundredths of a piece."""

    def merits(self, before: State, after: State) -> Sequence[Sentence]:  # noqa: ARG002
        """Say what a quiet move improves for its side, in facts about the board; maybe nothing."""
        return ()

    def approaches(self, before: State, after: State) -> Sequence[Sentence]:  # noqa: ARG002
        """Say what a quiet move comes nearer to, where nothing better is to be said of it."""
        return ()

    def facts(self, before: State, after: State) -> Sequence[Sentence]:  # noqa: ARG002
        """Say what is true of a quiet move besides its merits: no other is better for that."""
        return ()

    def weakness(self, state: State, cell: str) -> Sentence | None:  # noqa: ARG002
        """Say what can be seen on the board of a threat to take the piece on a cell."""
        return None

    @abstractmethod
    def text(self, state: State, move: SearchMove[MoveKey]) -> str:
        """Write a move as the rules do."""


AnySearchGame: TypeAlias = SearchGame[tuple[object, ...], Hashable]

GENERIC = "generic_game"
_MODULES = {found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)])}
WITH_EVALUATION = tuple(key for key in GAMES if key in _MODULES)
"""The games that have a search game of their own, with its evaluation."""


def search_game_of(position: Position) -> AnySearchGame:
    """Give the search game for a position."""
    return _search_game(position.key, position.chosen)


# A search game caches what it has computed, so a few are kept. Its module is imported when the
# game is first searched: the bot itself never searches, and its tables take long to build.
@lru_cache(maxsize=8)
def _search_game(key: str, chosen: Options) -> AnySearchGame:
    module = importlib.import_module(f"computer.{key if key in WITH_EVALUATION else GENERIC}")
    return cast("AnySearchGame", module.search_game(chosen))

"""What a game is: a position is a value, and its methods are the whole of its rules."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, Self, TypeVar

from rules.balance import Balance, Table
from rules.move import PASS, Move, cells_in, fitting
from rules.options import Option, Options
from rules.refusal import IllegalMove, UnclearMove
from rules.sentence import Code, Listed, Sentence, Value, codes, message, some, typed

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner as an index into `sides` (`None`: a draw), and by what.

    `code` tells one ending of a game from another, as `repetition`; `reason` says it to people.
    """

    winner: int | None
    code: str
    reason: Sentence


def once(ask: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """Work a question out once for each position, which never changes."""
    key = f"{ask.__name__}, once"  # no attribute has such a name

    @wraps(ask)
    def answer(position: Any) -> Answer:
        known: dict[str, Answer] = position.__dict__
        if key not in known:
            known[key] = ask(position)
        return known[key]

    return answer


class Position(ABC):
    """A position of one game, with the history that its rules need.

    A game is a frozen dataclass that derives from this class and fills in what is abstract.
    `turn` indexes `sides` and says whose move it is, also once the game is over; `chosen` is what
    was chosen before the game.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    choices: ClassVar[type[Options]] = Options
    """The class of what is chosen before the game."""
    options: ClassVar[tuple[Option, ...]] = ()
    """What it offers, filled in from `choices`."""
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"classic": {}}
    """Named choices of options, by key."""
    preset_names: ClassVar[Mapping[str, str]] = {"classic": message("Classic")}
    """What people call them."""
    cell_pattern: ClassVar[re.Pattern[str]] = re.compile(r"[a-z][0-9]{1,2}")
    """How a cell looks in lower case; `read` finds the cells of a typed move with it."""
    counted: ClassVar[Table] = {}
    """How games between equals ended, by what was chosen for them: from the game's `balance.py`,
    which `python -m opponent balance` writes."""
    single_choice: ClassVar[bool] = False
    """Whether a move is one choice, as in sowing, and not a piece and where it goes."""

    turn: int
    chosen: Options

    def __init_subclass__(cls) -> None:
        cls.options = cls.choices.offered()

    @classmethod
    @abstractmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        """Set up a game; options that are not named take their default, and 5 stands for `5`.

        Raises `Refusal` for an unknown option or value, naming the valid ones.
        """

    @abstractmethod
    def moves(self) -> Mapping[str, Move]:
        """Generate the legal moves by their text, in a stable order; none once the game is over."""

    @abstractmethod
    def after(self, move: Move) -> Self:
        """Give the position after a move, which is one of `moves`."""

    @abstractmethod
    def identity(self) -> Hashable:
        """Give all that matters but history: what repetition and search compare."""

    @abstractmethod
    def board(self) -> Mapping[str, str | int]:
        """Give what stands on the cells: a letter for each piece, or every hole's stones."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Say how the game ended, or `None` while it goes on."""

    @abstractmethod
    def encode(self) -> str:
        """Write the position, its options and its history as one line."""

    @classmethod
    @abstractmethod
    def decode(cls, line: str) -> Self:
        """Read what `encode` wrote. Raises `ValueError` for anything else."""

    @abstractmethod
    def describe(self) -> Sentence:
        """Put the position in words, at most 1,024 characters, from which it can be rebuilt.

        They stand where markdown does not show, so no cell is written as code.
        """

    @abstractmethod
    def tell(self, move: Move) -> Sentence:
        """Put a legal move of this position in words that follow the mover's name."""

    def loses(self, move: Move) -> Sentence | None:  # noqa: ARG002 (for games in which that can be)
        """Say what of the mover's own a legal move loses, as in `lose the captain`, or nothing."""
        return None

    def takes(self, move: Move) -> Sentence | None:
        """Say what of the enemy's a legal move takes, as in `take the captain`, or nothing."""
        taken = len(move.taken)
        return Sentence("take {number}", number=taken) if taken and not self.loses(move) else None

    def choices_of(self, moves: Iterable[Move]) -> Listed:
        """List moves of which one may choose, each with what it takes or loses."""
        named = (
            Sentence("{move} ({deed})", move=Code(move.text), deed=deed)
            if (deed := self.takes(move) or self.loses(move))
            else Code(move.text)
            for move in moves
        )
        return some(named)

    def caption(self, move: Move) -> Value:
        """Name a legal move on a button, its cells as they are called on the board."""
        return Code(move.text)

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        """Word why no legal move fits these cells (lower case); it never decides legality."""
        return IllegalMove(
            "No legal move fits {cells}; you may play {moves}.",
            cells=codes(cells),
            moves=self.choices_of(self.moves().values()),
        )

    def sketch(self) -> str:
        """Draw the board in text, for terminals."""
        return str(self.describe())

    @classmethod
    def balance(cls, chosen: Mapping[str, object]) -> Balance | None:
        """Say how even games with these options are, where some were counted."""
        counted = cls.counted.get(cls.choices.choose(chosen).write())
        if counted is None:
            return None
        return Balance((cls.side(0), cls.side(1)), counted.wins, len(counted.results))

    def children(self) -> Iterable[tuple[Move, Self]]:
        """Give every legal move with the position after it, in any order."""
        return ((move, self.after(move)) for move in self.moves().values())

    def count(self) -> int:
        """Count the legal moves without building them, where a game knows how."""
        return len(self.moves())

    def count_replies(self) -> int:
        """Count the pairs of a legal move and a legal reply to it."""
        return sum(after.count() for _, after in self.children())

    def play(self, text: str) -> tuple[Move, Self]:
        """Play the move that `text` means. Raises as `read` does; the position never changes."""
        move = self.read(text)
        return move, self.after(move)

    def read(self, text: str) -> Move:
        """Find the legal move that a typed text means.

        Case, blanks and the marks between cells do not matter; the first and the last cell are
        enough where just one move fits.

        Raises `UnclearMove` where several moves fit, `IllegalMove` where none does.
        """
        moves = self.moves()
        if text in moves:
            return moves[text]
        self.refuse_if_over()
        wanted = text.strip().lower()
        if wanted in moves:
            return moves[wanted]
        cells = (wanted,) if wanted == PASS else cells_in(wanted, self.cell_pattern)
        if not cells:
            raise self.not_a_move(text)
        found = fitting(cells, moves.values())
        if not found:
            raise self.explain(cells)
        return self.only_one(text, found)

    def only_one(self, text: str, found: list[Move]) -> Move:
        """Give the one move that a typed text means. Raises `UnclearMove` where there are more."""
        if len(found) > 1:
            raise UnclearMove(
                "{text} could be {moves}; say which.",
                text=typed(text),
                moves=self.choices_of(found),
            )
        return found[0]

    def not_a_move(self, text: str) -> IllegalMove:
        """Word why a text that names no cells is refused."""
        return IllegalMove(
            "{text} is not a move; write it like {examples}.",
            text=typed(text),
            examples=some(list(self.moves())[:2]),
        )

    def refuse_if_over(self) -> None:
        """Raise `IllegalMove` where the game has ended."""
        if ending := self.outcome():
            raise IllegalMove("The game is over. {reason}", reason=ending.reason)

    @classmethod
    def side(cls, side: int) -> Sentence:
        """Name a side, to stand in a sentence."""
        return Sentence(cls.sides[side])


def perft(position: Position, depth: int) -> int:
    """Count the sequences of `depth` legal moves from a position.

    The standard check of a move generator (https://www.chessprogramming.org/Perft); the last plies
    are counted, not played.
    """
    if depth < 1:
        return 1
    if depth == 1:
        return position.count()
    if depth == 2:
        return position.count_replies()
    return sum(perft(after, depth - 1) for _, after in position.children())

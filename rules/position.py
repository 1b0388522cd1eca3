"""What a game is: a position is a value, and its methods are the whole of the rules."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.move import Move, cells_in, fitting, only_one, some
from rules.refusal import IllegalMove, Refusal
from rules.words import quoted, shown


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner as an index into `sides` (`None`: a draw), and why."""

    winner: int | None
    reason: str


@dataclass(frozen=True)
class Option:
    """A choice made before the game; the first value is the default, `labels` are for people."""

    key: str
    label: str
    values: tuple[str, ...]
    labels: tuple[str, ...]


PASS = "pass"  # noqa: S105 (a move, not a secret)
"""The text of the move that leaves the board as it is, in every game that has one."""


class Position(ABC):
    """A position of one game, with the history that its rules need.

    A game is a frozen dataclass that derives from this class and fills in what is abstract.
    `turn` indexes `sides` and says whose move it is, also once the game is over.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"classic": {}}
    cell_pattern: ClassVar[re.Pattern[str]] = re.compile(r"[a-z][0-9]{1,2}")
    """How a cell looks in lower case; `read` finds the cells of a typed move with it."""
    single_choice: ClassVar[bool] = False
    """Whether a move is one choice, as in sowing, and not a piece and where it goes."""

    turn: int

    @classmethod
    @abstractmethod
    def start(cls, chosen: Mapping[str, str]) -> Self:
        """Set up a game; options that are not named take their default.

        Raises `Refusal` for an unknown option or value, naming the valid ones.
        """

    @abstractmethod
    def moves(self) -> Mapping[str, Move]:
        """Generate the legal moves by their text, in a stable order; none once the game is over."""

    @abstractmethod
    def play(self, text: str) -> tuple[Move, Self]:
        """Play the move that `text` means, read tolerantly.

        Raises `IllegalMove` or `UnclearMove`; the position itself never changes.
        """

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
    def describe(self) -> str:
        """Put the position in words, at most 1,024 characters, from which it can be rebuilt."""

    @abstractmethod
    def tell(self, move: Move) -> str:
        """Put a legal move of this position in words that follow the mover's name."""

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        """Word why no legal move fits these cells (lower case); it never decides legality."""
        return IllegalMove(
            "No legal move fits {cells}; you may play {moves}.",
            cells=quoted(cells),
            moves=some(self.moves()),
        )

    def sketch(self) -> str:
        """Draw the board in text, for terminals."""
        return self.describe()

    @classmethod
    def balance(cls, chosen: Mapping[str, str]) -> str:  # noqa: ARG003 (for games that know)
        """Say in a few words which side these options favour, or nothing where none is known."""
        return ""

    def count(self) -> int:
        """Count the legal moves without building them, where a game knows how."""
        return len(self.moves())

    def successors(self) -> Iterable[Self]:
        """Give the position after each legal move, in any order."""
        return (self.play(text)[1] for text in self.moves())

    def count_replies(self) -> int:
        """Count the pairs of a legal move and a legal reply to it."""
        return sum(after.count() for after in self.successors())

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
        return only_one(text, found)

    def not_a_move(self, text: str) -> IllegalMove:
        """Word why a text that names no cells is refused."""
        return IllegalMove(
            "`{text}` is not a move; write it like {examples}.",
            text=shown(text),
            examples=some(list(self.moves())[:2]),
        )

    def refuse_if_over(self) -> None:
        """Raise `IllegalMove` where the game has ended."""
        if ending := self.outcome():
            raise IllegalMove("The game is over. {reason}", reason=ending.reason)

    @classmethod
    def complete(cls, chosen: Mapping[str, str]) -> tuple[str, ...]:
        """Give every option's value, in the order of `options`, defaults filled in.

        Raises `Refusal` for an unknown option or value, naming the valid ones.
        """
        keys = [option.key for option in cls.options]
        for key in chosen:
            if key not in keys:
                raise Refusal(
                    "{game} has no option `{option}`; it has {valid}.",
                    game=cls.name,
                    option=shown(key),
                    valid=quoted(keys),
                )
        for option in cls.options:
            value = chosen.get(option.key, option.values[0])
            if value not in option.values:
                raise Refusal(
                    "`{value}` is no value of {game}'s option `{option}`; choose {valid}.",
                    value=shown(value),
                    game=cls.name,
                    option=option.key,
                    valid=quoted(option.values, "or"),
                )
        return tuple(chosen.get(option.key, option.values[0]) for option in cls.options)

    @classmethod
    def write_options(cls, values: tuple[str, ...]) -> str:
        """Write the values that are not defaults as one word: `attackers=5,defender_pass=yes`."""
        pairs = zip(cls.options, values, strict=True)
        return ",".join(f"{o.key}={v}" for o, v in pairs if v != o.values[0]) or "-"

    @classmethod
    def read_options(cls, word: str) -> tuple[str, ...]:
        """Read what `write_options` wrote. Raises `ValueError` for anything else."""
        pairs = [] if word == "-" else [pair.partition("=")[::2] for pair in word.split(",")]
        try:
            values = cls.complete(dict(pairs))
        except Refusal as refusal:
            raise ValueError(str(refusal)) from None
        if cls.write_options(values) != word:
            raise ValueError(f"not options as they are stored: {word!r}")
        return values

    @classmethod
    def options_in_words(cls, values: tuple[str, ...]) -> str:
        """Name the values that are not defaults: `Played with attackers: 5.`, or nothing."""
        named = [
            f"{option.label.lower()}: {option.labels[option.values.index(value)]}"
            for option, value in zip(cls.options, values, strict=True)
            if value != option.values[0]
        ]
        return f"Played with {'; '.join(named)}." if named else ""


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
    return sum(perft(after, depth - 1) for after in position.successors())

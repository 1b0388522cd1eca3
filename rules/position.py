"""Positions: the interface that every game implements."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, wraps
from typing import Any, ClassVar, Self, TypeVar

from rules.balance import Balance, SelfPlayTable
from rules.history import NO_HISTORY, History
from rules.move import PASS, Move, cells_in, fitting
from rules.options import Option, Options
from rules.sentence import (
    Code,
    IllegalMove,
    Listed,
    Sentence,
    UnclearMove,
    Value,
    codes,
    message,
    one_of,
    typed,
)
from rules.typed_text import plain_move

WON = ("1-0", "0-1")
"""The result of a game that the first side won, and that the second did."""
DRAWN = "1/2-1/2"


class Effect(Enum):
    """The effect of a choice of moves, as buttons and pictures show it."""

    NONE = ""
    TAKES = "+"
    LOSES = "−"  # noqa: RUF001 (a minus sign)


Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Outcome:
    """The end of a game: the winner as an index into `sides` (`None` for a draw), and why.

    `code` identifies the kind of ending within a game, such as `repetition`; `reason` is the
    sentence for players.
    """

    winner: int | None
    code: str
    reason: Sentence

    @property
    def result(self) -> str:
        """The result as records write it: `1-0` if the first side won, `1/2-1/2` if nobody did."""
        return DRAWN if self.winner is None else WON[self.winner]


def cached(ask: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """Cache a method without arguments in each instance; positions never change."""
    key = f"{ask.__name__}, once"  # not an identifier, so it cannot clash with a field

    @wraps(ask)
    def answer(position: Any) -> Answer:
        known: dict[str, Answer] = position.__dict__
        if key not in known:
            known[key] = ask(position)
        return known[key]

    return answer


class Position(ABC):
    """A position of one game, with the history that its rules need.

    A game is a frozen dataclass that derives from this class and implements its abstract methods;
    with `repr=False`, so that a position is shown as the expression that makes it.
    `turn` is the index in `sides` of the side to move, also after the game is over; `chosen` holds
    the values of the options chosen before the game.
    """

    key: ClassVar[str]
    """The game's key in `GAMES`, in records and in what is stored: `ringo`."""
    name: ClassVar[str]
    """The game's name for people: `Ringo`."""
    sides: ClassVar[tuple[str, str]]
    """The names of both sides, as English templates; the first is number 0."""
    choices: ClassVar[type[Options]] = Options
    """The dataclass of the game's options."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The options on offer, set from `choices`."""
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"classic": {}}
    """Named combinations of option values, by preset key."""
    preset_names: ClassVar[Mapping[str, str]] = {"classic": message("Classic")}
    """The display name of each preset, by key."""
    preset_words: ClassVar[Mapping[str, str]] = {"classic": message("as in the rulebook")}
    """What each preset means, in a few words, by key."""
    usual_preset: ClassVar[str] = "classic"
    """The preset of a challenge for which no options are chosen."""
    cell_pattern: ClassVar[re.Pattern[str]] = re.compile(r"[a-z][0-9]{1,2}")
    """Matches a cell in lower case; `read` uses it to find the cells in typed text."""
    self_play: ClassVar[SelfPlayTable] = {}
    """Results of the computer playing itself, by the options as they are stored.

    They are in the game's `balance.py`, which `python -m tools.research balance` writes.
    """
    quiet_limit: ClassVar[int | None] = None
    """With this many plies as `quiet_plies` counts them the game is drawn, if there is a limit."""
    single_choice: ClassVar[bool] = False
    """Whether a move is a single choice, as in sowing, rather than a piece and its target."""
    decoder: ClassVar[Callable[[Any, str], Any]]  # of this very class
    """The function in the game's notation that parses a line into a position of the class."""

    turn: int
    """The index in `sides` of the side to move."""
    chosen: Options
    """The values of the options."""
    history: History = NO_HISTORY
    """The history, in games whose rules need one."""

    def __init_subclass__(cls) -> None:
        cls.options = cls.choices.offered()

    @classmethod
    @abstractmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        """Return the starting position; options that are not given take their default value.

        Values may be of any type and are compared as text: 5 means `5`. Raises `Refusal` for an
        unknown option or value, naming the valid ones.
        """

    @abstractmethod
    def moves(self) -> Mapping[str, Move]:
        """Return the legal moves by their text, in a stable order; empty once the game is over."""

    @abstractmethod
    def after(self, move: Move) -> Self:
        """Return the position after a legal move."""

    @abstractmethod
    def identity(self) -> Hashable:
        """Return everything that matters except history; repetition and search compare it."""

    @abstractmethod
    def board(self) -> Mapping[str, str | int]:
        """Return the contents of the cells: a letter per piece, or the stones in every hole."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or `None` while it is in progress."""

    @abstractmethod
    def encode(self) -> str:
        """Return the position, with its options and history, as one line of text."""

    def lead(self) -> int | None:
        """Return how many more pieces or stones the first side has, where that tells who leads."""
        return None

    def quiet_plies(self) -> int:
        """Count the plies since the board last changed for good, in games that remember them."""
        return self.history.length

    def counts(self) -> Mapping[Hashable, int]:
        """Count how often each position occurred up to this one, for the histories after it."""
        return self.history.counts_with(self.identity())

    def tell_quiet(self) -> Sentence:
        """Say for how many moves of each side the board has not changed for good."""
        return Sentence(
            "nothing has been taken for {number} move",
            "nothing has been taken for {number} moves",
            number=self.quiet_plies() // 2,
        )

    @classmethod
    def decode(cls, line: str) -> Self:
        """Parse a line written by `encode`. Raises `ValueError` for any other text."""
        position: Self = cls.decoder(cls, line)
        return position

    @classmethod
    def stored(cls, text: str) -> Self:
        """Decode a text that `encode` wrote, and keep it: `text` does not write it again."""
        position = cls.decode(text)
        position.__dict__["text"] = text
        return position

    @cached_property
    def text(self) -> str:
        """The position as `encode` writes it, written once."""
        return self.encode()

    @abstractmethod
    def describe(self, *, over: bool = False) -> Sentence:
        """Describe the position so fully that it can be set up from the words.

        With `over`, the match is over though the game is not: it is nobody's turn.

        The text has at most 1,024 characters in any language. It is shown where markdown is not
        rendered, so cells are not marked as code.
        """

    @abstractmethod
    def tell(self, move: Move) -> Sentence:
        """Describe a legal move of this position, in words that follow the mover's name."""

    def game_end(self, move: Move) -> Self | None:  # noqa: ARG002 (for matches of several games)
        """Return the position at the end of a game if a legal move ends it and another follows."""
        return None

    @property
    def ended_game(self) -> int:
        """The number of the game that is over while its match goes on, as at a `game_end`; or 0."""
        return 0

    def score_words(self, players: "tuple[Value, Value]") -> Sentence | None:  # noqa: ARG002
        """Say in a match of several games which one it is, and the score so far."""
        return None

    def duty(self) -> Sentence | None:
        """Say what the side to move must do before any other move, if anything."""
        return None

    def loses(self, move: Move) -> Sentence | None:  # noqa: ARG002 (for games in which that can be)
        """Describe what the mover loses by a legal move, as `lose the captain`, or `None`."""
        return None

    def takes(self, move: Move) -> Sentence | None:
        """Describe what a legal move captures, as `take the captain`, or return `None`."""
        taken = len(move.taken)
        return Sentence("take {number}", number=taken) if taken and not self.loses(move) else None

    def count_taking(self, number: int) -> Sentence:
        """Say how many of a piece's moves capture something, for a list of pieces."""
        return Sentence("{number} takes", "{number} take", number=number)

    def victims(self, move: Move) -> tuple[str, ...]:
        """List the cells of what a legal move captures, or traps."""
        return move.taken

    def gain(self, move: Move) -> int:
        """Count what a legal move captures; nothing if it only loses a piece of its own."""
        return 0 if self.loses(move) else len(move.taken)

    def effect(self, moves: Iterable[Move]) -> Effect:
        """Tell whether any of some moves captures, or else all of them only lose."""
        each = [*moves]
        if any(self.takes(move) for move in each):
            return Effect.TAKES
        return Effect.LOSES if each and all(self.loses(move) for move in each) else Effect.NONE

    def list_moves(self, moves: Iterable[Move]) -> Listed:
        """List moves to choose from, each with what it captures or loses."""
        named = (
            Sentence("{move} ({deed})", move=Code(move.text), deed=deed)
            if (deed := self.takes(move) or self.loses(move))
            else Code(move.text)
            for move in moves
        )
        return one_of(named)

    def caption(self, move: Move) -> Value:
        """Return the label of a legal move's button, with the cell names shown on the board."""
        return Code(move.text)

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        """Return an `IllegalMove` that says why no legal move matches these cells.

        The cells are in lower case. This method only explains; `moves` alone decides legality.
        """
        return IllegalMove(
            "{cells} isn't possible. You can play {moves}.",
            cells=codes(cells),
            moves=self.list_moves(self.moves().values()),
        )

    def ascii(self) -> str:
        """Return the board as text, for terminals; games without a drawing describe it."""
        return str(self.describe())

    def __str__(self) -> str:
        return self.ascii()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.decode({self.encode()!r})"

    @classmethod
    def balance(cls, chosen: Mapping[str, object]) -> Balance | None:
        """Return how balanced the game is with these options, or the nearest ones measured."""
        sides = cls.side(0), cls.side(1)
        return Balance.nearest(cls.choices.choose(chosen), cls.self_play, sides)

    @classmethod
    def solved(cls, chosen: Mapping[str, object]) -> Sentence | None:  # noqa: ARG003
        """Say what is proved about the game with these options, if anything is."""
        return None

    def legal(self, text: str) -> Move:
        """Return the legal move of exactly this text, as `moves` has it. Raises `KeyError`.

        Replaying asks for one move of each position; games may answer without listing them all.
        """
        return self.moves()[text]

    def is_legal(self, text: str) -> bool:
        """Check whether a legal move has exactly this text."""
        with suppress(KeyError):
            self.legal(text)
            return True
        return False

    def children(self) -> Iterable[tuple[Move, Self]]:
        """Iterate over all legal moves and the positions they lead to, in any order."""
        return ((move, self.after(move)) for move in self.moves().values())

    def count(self) -> int:
        """Count the legal moves; games may do so without generating them."""
        return len(self.moves())

    def count_replies(self) -> int:
        """Count the pairs of a legal move and a legal reply, as `perft` of depth 2."""
        return sum(after.count() for _, after in self.children())

    def play(self, text: str) -> tuple[Move, Self]:
        """Play a typed move and return it with the new position. Raises as `read` does."""
        move = self.read(text)
        return move, self.after(move)

    def read(self, text: str) -> Move:
        """Parse a typed move.

        Case, spaces, its number and the marks between cells are ignored; the first and the last
        cell are enough where only one move matches.

        Raises `UnclearMove` if several moves match, `IllegalMove` if none does.
        """
        with suppress(KeyError):
            return self.legal(text)
        moves = self.moves()
        self.refuse_if_over()
        wanted = plain_move(text)
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
        """Return the only match for a typed move. Raises `UnclearMove` if there are several."""
        if len(found) > 1:
            raise UnclearMove(
                "{text} could be {moves}; type one of them.",
                text=typed(text),
                moves=self.list_moves(found),
            )
        return found[0]

    def not_a_move(self, text: str) -> IllegalMove:
        """Return the refusal for a text that names no cells."""
        return IllegalMove(
            "{text} isn't a move; write it like {examples}.",
            text=typed(text),
            examples=one_of(list(self.moves())[:2]),
        )

    def ending_words(self, players: "tuple[Value, Value]") -> Sentence:
        """Return why the game is over, told of the players where it is said of a side."""
        del players
        ending = self.outcome()
        assert ending is not None, "the game is over"
        return ending.reason

    def closing(self, to_move: Sentence, *, over: bool) -> tuple[Sentence, ...]:
        """Return how the game ended, or who is to move, unless a match is `over` all the same."""
        if ending := self.outcome():
            return (ending.reason,)
        return () if over else (to_move,)

    def refuse_if_over(self) -> None:
        """Raise `IllegalMove` if the game is over."""
        if ending := self.outcome():
            raise IllegalMove("The game is over. {reason}", reason=ending.reason)

    @classmethod
    def preset_sentence(cls, key: str) -> Sentence:
        """Name a preset, and say what it means."""
        name, what = Sentence(cls.preset_names[key]), Sentence(cls.preset_words[key])
        return Sentence("{preset}: {what}", preset=name, what=what)

    @classmethod
    def side(cls, side: int) -> Sentence:
        """Return the name of a side, for use in a sentence."""
        return Sentence(cls.sides[side])

"""What a page asks: which board, the moves made on it, and what its browser has kept."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from boards.drawn import State
from boards.shown import Shown, shown_state
from boards.speech import PageSpeech
from rendering.themes import DEFAULT_THEME
from rules import GAMES, Position, Refusal, Value, message
from rules.sentence import Language

MOST_MOVES, LONGEST_MOVE, LONGEST_ADDRESS = 2_000, 100, 4_000
WRONG = message("This link leads nowhere: it is cut short, or changed, or of another version.")


@dataclass(frozen=True)
class At:
    """The address of a board: what it is, and its details."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, *words: str | int) -> "At":
        """Make an address."""
        return cls(tuple(map(str, words)))

    @property
    def encoded(self) -> str:
        """The address as a page sends it back."""
        return "|".join(self.words)


@dataclass(frozen=True)
class Visitor:
    """Somebody at a board; all that they send may be anything. Raises `Refusal` where it is."""

    fields: Mapping[str, Any]
    language: Language

    theme: ClassVar[str] = DEFAULT_THEME
    named: ClassVar[bool] = False

    def say(self, value: Value) -> str:
        """Return a value as the page shows it."""
        return PageSpeech(self.language).say(value)

    @cached_property
    def at(self) -> tuple[str, ...]:
        """The address of the board, in its words."""
        return tuple(self._text("at", LONGEST_ADDRESS).split("|"))

    @property
    def move(self) -> str:
        """The move they make, or nothing."""
        return self._text("move", LONGEST_MOVE)

    @cached_property
    def tried(self) -> tuple[str, ...]:
        """The moves made on the board before."""
        return self._texts("tried", MOST_MOVES, LONGEST_MOVE)

    @property
    def have(self) -> Collection[str]:
        """The names of the parts of drawings that the page has."""
        return {*self._texts("have", MOST_MOVES, LONGEST_MOVE)}

    @property
    def answers(self) -> tuple[str, ...]:
        """What the computer has answered to the jobs of this board."""
        return self._texts("answers", MOST_MOVES, LONGEST_ADDRESS)

    @property
    def stage(self) -> str:
        """How much of a hint they ask for."""
        return self._text("stage", LONGEST_MOVE)

    @property
    def text(self) -> str:
        """What they have written: a record, or a link."""
        return self._text("text", 100_000)

    def kept(self, subject: str, game: str) -> Any:  # JSON, as pages send it
        """Return what the browser has kept of a game, such as the match that goes on."""
        kept = self.fields.get("kept")
        found = kept.get(subject) if isinstance(kept, dict) else None
        return found.get(game) if isinstance(found, dict) else None

    def numbers(self, subject: str, game: str) -> set[int]:
        """Return the numbers that the browser has kept of a game, such as of tasks done."""
        kept = self.kept(subject, game)
        return {each for each in kept if type(each) is int} if isinstance(kept, list) else set()

    def shown(self, shown: Shown, *, in_stages: bool = False) -> State:
        """Return what the page is sent of a board, in their language."""
        return shown_state(shown, self, self.have, self.language, in_stages=in_stages)

    def _text(self, name: str, most: int) -> str:
        value = self.fields.get(name, "")
        if not isinstance(value, str) or len(value) > most:
            raise Refusal(WRONG)
        return value

    def _texts(self, name: str, most: int, longest: int) -> tuple[str, ...]:
        value = self.fields.get(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise Refusal(WRONG)
        if not all(isinstance(each, str) and len(each) <= longest for each in value):
            raise Refusal(WRONG)
        return tuple(value)


def number_in(word: str, known: Collection[int] | range) -> int:
    """Return a number that a word of an address names, if it is known. Raises `Refusal`."""
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else -1
    if number not in known:
        raise Refusal(WRONG)
    return number


def rules_in(word: str) -> type[Position]:
    """Return the game that a word of an address names. Raises `Refusal`."""
    if word not in GAMES:
        raise Refusal(WRONG)
    return GAMES[word]


def several(words: Sequence[str], *instead: str) -> tuple[str, ...]:
    """Return the words of an address, others instead of those at its end that it does not have.

    Raises `Refusal` where there are more.
    """
    if len(words) > len(instead):
        raise Refusal(WRONG)
    return (*words, *instead[len(words) :])

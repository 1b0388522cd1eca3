"""A tiny game for tests, in which rare events of real games are frequent."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from rules import Move, Outcome, Position, Sentence

EMPTY = Sentence("Nothing is left.")


@dataclass(frozen=True)
class Piles(Position):
    """Each side takes 1 or 2 from its own pile; `again` takes 1 and moves again.

    A side with an empty pile must pass. The side that takes the last of all wins; two passes in a
    row at the start are a draw.
    """

    key: ClassVar[str] = "piles"
    name: ClassVar[str] = "Piles"
    sides: ClassVar[tuple[str, str]] = ("left", "right")

    left: tuple[int, int]
    turn: int = 0
    last: int | None = None

    @classmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        cls.choices.choose(chosen)
        return cls((9, 9))

    def moves(self) -> Mapping[str, Move]:
        if self.outcome():
            return {}
        own = self.left[self.turn]
        texts = [str(number) for number in (1, 2) if number <= own]
        return {
            text: Move(text, ()) for text in ([*texts, "again"] if own > 1 else texts or ["pass"])
        }

    def after(self, move: Move) -> Self:
        taken = (
            {"again": 1, "pass": 0}.get(move.text) if not move.text.isdigit() else int(move.text)
        )
        left = [*self.left]
        left[self.turn] -= taken or 0
        turn = self.turn if move.text == "again" else 1 - self.turn
        return type(self)((left[0], left[1]), turn, self.turn)

    def identity(self) -> Hashable:
        return self

    def board(self) -> dict[str, str | int]:
        return dict(zip(self.sides, self.left, strict=True))

    def outcome(self) -> Outcome | None:
        return None if any(self.left) else Outcome(self.last, "empty", EMPTY)

    def encode(self) -> str:
        return f"{self.left[0]},{self.left[1]},{self.turn},{self.last}"

    @classmethod
    def decode(cls, line: str) -> Self:
        first, second, turn, last = line.split(",")
        return cls((int(first), int(second)), int(turn), None if last == "None" else int(last))

    def describe(self, *, over: bool = False) -> Sentence:
        del over
        return Sentence("{first} and {second} are left.", first=self.left[0], second=self.left[1])

    def tell(self, move: Move) -> Sentence:
        return Sentence("takes {number}", number=move.text)

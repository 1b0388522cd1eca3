"""Dash: two runners on one line, each to the other's end by steps of one cell or two.

Invented as the smallest game that has everything a game here needs; there is no older source.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.move import Move
from rules.position import Option, Outcome, Position
from rules.refusal import IllegalMove
from rules.words import quoted

LIGHT, DARK = 0, 1
AHEAD = 1, -1
"""Light runs towards the higher numbers, dark towards the lower ones."""


@dataclass(frozen=True)
class Dash(Position):
    """Where the two runners stand, by the number of the cell."""

    key: ClassVar[str] = "dash"
    name: ClassVar[str] = "Dash"
    sides: ClassVar[tuple[str, str]] = ("light", "dark")
    options: ClassVar[tuple[Option, ...]] = (
        Option("length", "Length", ("15", "21"), ("15 cells", "21 cells")),
    )

    at: tuple[int, int]
    turn: int = LIGHT
    chosen: tuple[str, ...] = ("15",)

    @classmethod
    def start(cls, chosen: Mapping[str, str]) -> Self:
        values = cls.complete(chosen)
        return cls((1, int(values[0])), LIGHT, values)

    @property
    def length(self) -> int:
        """The number of cells."""
        return int(self.chosen[0])

    def moves(self) -> Mapping[str, Move]:
        if self.outcome():
            return {}
        here, there = self.at[self.turn], self.at[1 - self.turn]
        cells = (here + AHEAD[self.turn] * steps for steps in (1, 2))
        ends = [cell for cell in cells if 1 <= cell <= self.length and cell != there]
        return {f"a{here}-a{end}": Move(f"a{here}-a{end}", (f"a{here}", f"a{end}")) for end in ends}

    def play(self, text: str) -> tuple[Move, Self]:
        move = self.read(text)
        at = [*self.at]
        at[self.turn] = int(move.path[1][1:])
        return move, type(self)((at[LIGHT], at[DARK]), 1 - self.turn, self.chosen)

    def outcome(self) -> Outcome | None:
        for side, goal in ((LIGHT, self.length), (DARK, 1)):
            if self.at[side] == goal:
                reason = f"{self.sides[side].capitalize()} is at the other end first."
                return Outcome(side, reason)
        return None

    def encode(self) -> str:
        light, dark = self.at
        return f"{light} {dark} {self.sides[self.turn]} {self.write_options(self.chosen)}"

    @classmethod
    def decode(cls, line: str) -> Self:
        parts = re.fullmatch(r"(\d+) (\d+) (light|dark) (\S+)", line)
        if not parts:
            raise ValueError(f"not a position of Dash: {line!r}")
        at = int(parts[1]), int(parts[2])
        position = cls(at, cls.sides.index(parts[3]), cls.read_options(parts[4]))
        on_the_line = all(1 <= cell <= position.length for cell in at)
        if position.encode() != line or not on_the_line or at[LIGHT] == at[DARK]:
            raise ValueError(f"not a position of Dash as it is stored: {line!r}")
        ending = position.outcome()
        if ending and ending.winner == position.turn:
            raise ValueError(f"whoever arrives has moved last: {line!r}")
        return position

    def describe(self) -> str:
        light, dark = self.at
        words = f"Dash on {self.length} cells: light's runner on a{light}, dark's on a{dark}. "
        if ending := self.outcome():
            return words + ending.reason
        return words + f"{self.sides[self.turn].capitalize()} to move."

    def tell(self, move: Move) -> str:
        return f"runs from `{move.path[0]}` to `{move.path[1]}`"

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        return IllegalMove(
            "{cells} will not do: your runner on `{here}` goes one cell ahead or two, and not onto "
            "the other's cell.",
            cells=quoted(cells),
            here=f"a{self.at[self.turn]}",
        )

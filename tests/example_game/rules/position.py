"""The rules of Dash: moves, and how a game ends."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from rules import Sentence, message
from rules.dash.choices import Choices
from rules.move import Move
from rules.position import Outcome, Position, cached

LIGHT, DARK = 0, 1
AHEAD = 1, -1
"""Light runs towards the higher numbers, dark towards the lower ones."""


@dataclass(frozen=True, repr=False)
class DashPosition(Position):
    """A position of Dash: the numbers of the cells of the two runners."""

    key = "dash"
    name = "Dash"
    sides = message("light"), message("dark")
    choices: ClassVar[type[Choices]] = Choices

    at: tuple[int, int]
    turn: int
    chosen: Choices

    @classmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        choices = Choices.choose(chosen)
        return cls((1, int(choices.length)), LIGHT, choices)

    @property
    def length(self) -> int:
        """The number of cells."""
        return int(self.chosen.length)

    def identity(self) -> Hashable:
        return self.at, self.turn, self.chosen

    def board(self) -> dict[str, str]:
        return {f"a{cell}": letter for cell, letter in zip(self.at, "ld", strict=True)}

    @cached
    def moves(self) -> Mapping[str, Move]:
        if self.outcome():
            return {}
        here, there = self.at[self.turn], self.at[1 - self.turn]
        cells = (here + AHEAD[self.turn] * steps for steps in (1, 2))
        ends = [cell for cell in cells if 1 <= cell <= self.length and cell != there]
        return {f"a{here}-a{end}": Move(f"a{here}-a{end}", (f"a{here}", f"a{end}")) for end in ends}

    def after(self, move: Move) -> Self:
        at = [*self.at]
        at[self.turn] = int(move.path[1][1:])
        return type(self)((at[LIGHT], at[DARK]), 1 - self.turn, self.chosen)

    def outcome(self) -> Outcome | None:
        for side, goal in ((LIGHT, self.length), (DARK, 1)):
            if self.at[side] == goal:
                reason = Sentence("{Side} is at the other end first.", side=self.side(side))
                return Outcome(side, "arrived", reason)
        return None

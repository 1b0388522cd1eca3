"""The line of a match: the moves that stand, and every position on their way within a few moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from rules.move import Move
from rules.position import Position

EVERY = 16
"""After so many moves the position is kept, so that none is farther than that from one kept."""


class Ply(NamedTuple):
    """A position of a line: after how many moves it stands, and the last move with what it met.

    At the start there is no last move.
    """

    number: int
    position: Position
    before: Position | None = None
    move: Move | None = None


@dataclass(frozen=True)
class Line:
    """Moves from a start, each by its canonical text, with the side that made it.

    `kept` is the positions after every `EVERY` moves as `encode` writes them, the start first: a
    line of a thousand moves takes some 100 kB, and its last position is found as soon as its first.
    """

    start: Position
    moves: tuple[str, ...]
    turns: tuple[int, ...]
    kept: tuple[str, ...]

    @classmethod
    def of(cls, start: Position, moves: Sequence[str]) -> Self:
        """Play moves that are legal, once; a thousand of them take up to a tenth of a second."""
        turns: list[int] = []
        kept: list[str] = []
        for number, position in enumerate(_after_each(start, moves)):
            turns.append(position.turn)
            if number % EVERY == 0:
                kept.append(position.encode())
        return cls(start, tuple(moves), tuple(turns[:-1]), tuple(kept))

    def __len__(self) -> int:
        return len(self.moves)

    def at(self, number: int) -> Ply:
        """Give the position after so many moves, or after all of them where there are not so many.

        The position before it has its moves ready.
        """
        number = min(number, len(self))
        if number == 0:
            return Ply(0, self.start)
        mark = (number - 1) // EVERY
        near = self.start.decode(self.kept[mark])
        *_, (before, position) = pairwise(_after_each(near, self.moves[mark * EVERY : number]))
        return Ply(number, position, before, before.moves()[self.moves[number - 1]])

    def played(self) -> list[Move]:
        """Give every move, as a legal move of the position in which it was made."""
        positions = _after_each(self.start, self.moves)
        return [before.moves()[text] for before, text in zip(positions, self.moves, strict=False)]


def _after_each(start: Position, moves: Sequence[str]) -> Iterator[Position]:
    """Give a position and those after each of some legal moves."""
    position = start
    yield position
    for text in moves:
        position = position.after(position.moves()[text])
        yield position

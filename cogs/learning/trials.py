"""A board to try, as a value: how it began, the moves so far, the position they lead to."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rulebook import Picture, rulebook
from rules import GAMES, IllegalMove, Move, Position, Refusal


class Step(StrEnum):
    """What the buttons of a board do; it stands in messages for ever."""

    BACK = "back"
    AGAIN = "again"
    TURN = "turn"
    OTHER = "other"
    WHOLE = "whole"


@dataclass(frozen=True)
class Trial:
    """A board to try: the page it began with, the side it is seen from, the moves so far."""

    key: str
    page: int
    seen: int = 0
    moves: tuple[str, ...] = ()

    @property
    def picture(self) -> Picture | None:
        """The picture that the board began with, if its page has one.

        Raises `Refusal` where the texts have changed since the board was put up.
        """
        pages = rulebook(self.key).pages if self.key in GAMES else ()
        if self.page >= len(pages) or self.seen not in (0, 1):
            raise _outgrown()
        return pages[self.page].picture

    def stands(self) -> tuple[Position, Position | None, Move | None]:
        """Give the position, the one before it and the move between.

        Raises `Refusal` where the texts have changed since the board was put up.
        """
        position = self.picture.before if self.picture else GAMES[self.key].start({})
        before = move = None
        try:
            for text in self.moves:
                before = position
                move, position = position.play(text)
        except IllegalMove as illegal:
            raise _outgrown() from illegal
        return position, before, move

    def after(self, step: Step) -> Self:
        """Take a step; to choose another piece changes nothing."""
        match step:
            case Step.BACK:
                return replace(self, moves=self.moves[:-1])
            case Step.AGAIN:
                return replace(self, moves=())
            case Step.TURN:
                return replace(self, seen=1 - self.seen)
            case Step.WHOLE:
                return replace(self, page=0, moves=())
            case Step.OTHER:
                return self

    @property
    def written(self) -> str:
        """The moves as the message lists them."""
        return f"-# Moves: `{' '.join(self.moves)}`" if self.moves else "-# No moves yet."


def _outgrown() -> Refusal:
    return Refusal("This board is of an older version; start a new one with **Try it**.")

"""Bizingo as it is played: its rules with its notation and words, and short cuts for search."""

from collections.abc import Iterator
from typing import Self

from rules.bizingo import notation, words
from rules.bizingo.board import AROUND, BOARD, BY_TEXT, STRIDE
from rules.bizingo.choices import Choices
from rules.bizingo.position import BizingoPosition
from rules.history import NO_HISTORY, History
from rules.move import Move


class Bizingo(BizingoPosition):
    """A position of Bizingo; whatever its rules answer is answered the same here, only sooner."""

    encode = notation.encode
    decoder = notation.decode
    describe = words.describe
    tell = words.tell
    loses = words.loses
    takes = words.takes
    explain = words.explain
    ascii = words.board_text

    def __init__(
        self,
        pieces: tuple[int, int],
        captains: tuple[int, int],
        turn: int,
        chosen: Choices,
        history: History = NO_HISTORY,
    ) -> None:
        # Search makes millions of these; the one that a frozen dataclass has takes twice as long.
        fields = self.__dict__
        fields["pieces"], fields["captains"] = pieces, captains
        fields["turn"], fields["chosen"], fields["history"] = turn, chosen, history

    def legal(self, text: str) -> Move:
        origin, target = BY_TEXT[self.turn][text]
        own = self.pieces[self.turn]
        if not own >> origin & 1 or own >> target & 1 or self.outcome():
            raise KeyError(text)
        return self._move(origin, target, *self._captures(origin, target))

    def children(self) -> Iterator[tuple[Move, Self]]:
        if self.outcome():
            return
        counts = self.counts()
        for origin, target in self._steps():
            taken, lost = self._captures(origin, target)
            after = self._stepped(origin, target, taken, lost, counts)
            yield self._move(origin, target, taken, lost), after

    def count(self) -> int:
        if self.outcome():
            return 0
        own = self.pieces[self.turn]
        free = BOARD[self.turn] & ~own
        return (
            (own << 1 & free).bit_count()
            + (own >> 1 & free).bit_count()
            + (own << STRIDE & free).bit_count()
            + (own >> STRIDE & free).bit_count()
            + (own << STRIDE + 1 & free).bit_count()
            + (own >> STRIDE + 1 & free).bit_count()
        )

    def takings(self) -> Iterator[int]:
        """Yield the set of pieces that each legal capture takes."""
        enemies, around = self.pieces[1 - self.turn], AROUND[self.turn]
        for origin, target in self._steps():
            if around[target] & enemies and (taken := self._captures(origin, target)[0]):
                yield taken

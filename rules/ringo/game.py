"""Ringo as it is played: its rules with its notation and words, and short cuts for search."""

from collections.abc import Iterator
from typing import Self

from rules.move import Move
from rules.ringo import notation, refusals, words
from rules.ringo.position import RingoPosition


class Ringo(RingoPosition):
    """A position of Ringo; whatever its rules answer is answered the same here, only sooner."""

    encode = notation.encode
    decoder = notation.decode
    describe = words.describe
    tell = words.tell
    takes = words.takes
    explain = refusals.explain
    ascii = words.board_text

    def children(self) -> Iterator[tuple[Move, Self]]:
        if self._decided():
            return
        counts = self.counts()
        for move in self._legal_moves():
            yield move, self._after(move, counts)

    def count(self) -> int:
        return 0 if self._decided() else sum(ends.bit_count() for _, ends in self._reach())

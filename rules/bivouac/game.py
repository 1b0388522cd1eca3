"""Bivouac as it is played: its rules with its notation and words, and short cuts for search."""

from collections.abc import Iterator
from typing import Self

from rules.bivouac import notation, words
from rules.bivouac.board import BY_TEXT, QUIET, REACH
from rules.bivouac.position import BivouacPosition, move_of
from rules.history import NO_HISTORY
from rules.move import Move, bits


class Bivouac(BivouacPosition):
    """A position of Bivouac; whatever its rules answer is answered the same here, only sooner."""

    encode = notation.encode
    decoder = notation.decode
    describe = words.describe
    tell = words.tell
    takes = words.takes
    duty = words.duty
    explain = words.explain
    ascii = words.board_text

    def legal(self, text: str) -> Move:
        if self._hostile or text not in BY_TEXT:
            return self.moves()[text]  # captures depend on each other
        origin, target = step = BY_TEXT[text]
        is_free = self._empty >> target & 1
        if not self.stones[self.turn] >> origin & 1 or not is_free or self._decided():
            raise KeyError(text)
        return QUIET[step]

    def children(self) -> Iterator[tuple[Move, Self]]:
        if self._decided():
            return
        captures = self._captures()
        for path, taken in captures:
            yield move_of((path, taken)), self._moved(path[0], path[-1], taken, NO_HISTORY)
        if not (captures and self._hostile):
            counts = self.counts()
            for origin, target in self._steps():
                move = QUIET[origin, target]
                history = self.history.then(move.text, counts)
                yield move, self._moved(origin, target, 0, history)

    def count(self) -> int:
        if self._decided():
            return 0
        captures = len(self._captures())
        if captures and self._hostile:
            return captures
        empty = self._empty
        steps = ((REACH[place] & empty).bit_count() for place in bits(self.stones[self.turn]))
        return captures + sum(steps)

    def takings(self) -> Iterator[int]:
        """Yield the set of stones that each legal capture takes."""
        return (taken for _, taken in self._captures())

"""Hoyito as it is played: its rules with its notation and words, and short cuts for search."""

from collections.abc import Iterator
from typing import Self

from rules.history import NO_HISTORY, History
from rules.hoyito import notation, refusals, words
from rules.hoyito.choices import Choices
from rules.hoyito.position import HoyitoPosition
from rules.move import Move


class Hoyito(HoyitoPosition):
    """A position of Hoyito; whatever its rules answer is answered the same here, only sooner."""

    encode = notation.encode
    decoder = notation.decode
    read = notation.read
    describe = words.describe
    tell = words.tell
    takes = words.takes
    caption = words.caption
    explain = refusals.explain
    ascii = words.board_text

    def __init__(
        self,
        holes: tuple[int, ...],
        closed: frozenset[int],
        stores: tuple[int, int],
        directions: tuple[int, int],
        round: int,  # noqa: A002 (the field's name)
        starter: int,
        turn: int,
        chosen: Choices,
        history: History = NO_HISTORY,
    ) -> None:
        # Search makes millions of these; the one that a frozen dataclass has takes twice as long.
        fields = self.__dict__
        fields["holes"], fields["closed"], fields["stores"] = holes, closed, stores
        fields["directions"], fields["round"], fields["starter"] = directions, round, starter
        fields["turn"], fields["chosen"], fields["history"] = turn, chosen, history

    def children(self) -> Iterator[tuple[Move, Self]]:
        quiet = self._quiet()
        for text, direction, sowing in self._sowings():
            _, _, path, emptied = sowing
            yield Move(text, path, emptied), self._sown(direction, sowing, quiet)

    def count(self) -> int:
        return self._count(self.holes, self.turn) if any(self.holes) else 0

    def _count(self, holes: tuple[int, ...], side: int) -> int:
        """Count a side's moves on a board that is not empty, with the present directions."""
        half = len(holes) // 2
        own = holes[half:] if side else holes[:half]
        return (half - own.count(0)) * (1 if self.directions[side] else 2) or 1

    def count_replies(self) -> int:
        total = 0
        other, counts = 1 - self.turn, self.history.counts
        for _, direction, sowing in self._sowings():
            holes = sowing[0]
            # A position that has not occurred before is no third repetition and ends nothing.
            if any(holes) and (not counts or (holes, other) not in counts):
                total += self._count(holes, other)
            else:
                total += self._sown(direction, sowing, self._quiet()).count()
        return total

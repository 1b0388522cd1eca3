"""The stones that each side of Hoyito can force from the start, as far as it is proved.

`computer/proofs` has the certificates, which anybody can check; docs/solved.md tells about them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.sentence import Sentence


@dataclass(frozen=True)
class ForcedStones:
    """The stones that the side that begins can force, and those that the other side can."""

    first: int
    second: int
    all: int

    @property
    def is_exact(self) -> bool:
        """Whether nothing is open: with best play each side gets just these."""
        return self.first + self.second == self.all

    @property
    def safe(self) -> int | None:
        """The only side that can force at least a draw, if it is known: 0 begins, 1 does not."""
        safe = [side for side in (0, 1) if 2 * (self.first, self.second)[side] >= self.all]
        return safe[0] if len(safe) == 1 else None

    def words(self, first: Sentence, second: Sentence) -> Sentence:
        """Say what is proved; `first` is the side that begins."""
        if self.first > self.second:
            better, worse, stones = first, second, (self.first, self.second)
        else:
            better, worse, stones = second, first, (self.second, self.first)
        if self.is_exact:
            return Sentence(
                "Solved: best play ends {better} {number}, {worse} {fewer}.",
                better=better,
                number=stones[0],
                worse=worse,
                fewer=stones[1],
            )
        if 2 * stones[0] > self.all:
            return Sentence("Proved: with best play {better} wins.", better=better)
        if 2 * stones[0] == self.all:
            return Sentence("Proved: with best play {better} doesn't lose.", better=better)
        return Sentence(
            "Proved: with best play each side gets at least {least} of {all}. Nobody knows yet "
            "who wins.",
            least=min(stones),
            all=self.all,
        )


SOLVED: Mapping[tuple[str, str], ForcedStones] = {
    ("5", "counterclockwise"): ForcedStones(16, 24, 40),
    ("5", "first_move"): ForcedStones(16, 24, 40),
    ("5", "each_move"): ForcedStones(20, 20, 40),
    ("6", "counterclockwise"): ForcedStones(20, 28, 48),
    ("6", "first_move"): ForcedStones(12, 28, 48),
    ("6", "each_move"): ForcedStones(16, 28, 48),
    ("7", "counterclockwise"): ForcedStones(28, 24, 56),
    ("7", "first_move"): ForcedStones(24, 24, 56),
    ("7", "each_move"): ForcedStones(28, 24, 56),
    ("8", "counterclockwise"): ForcedStones(28, 28, 64),
    ("8", "first_move"): ForcedStones(24, 24, 64),
    ("8", "each_move"): ForcedStones(28, 24, 64),
}
"""By the number of holes a side and the direction."""

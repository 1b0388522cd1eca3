"""The history of a position: its plies, and how often each position before it occurred."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Self, TypeAlias

LIMIT = 3
"""A position that occurs this many times with the same side to move ends the game."""
Plies: TypeAlias = "tuple[()] | tuple[str, Plies]"
"""Plies as a linked list, the last one first."""


class History(NamedTuple):
    """The number of plies, the plies, and how often each position before the present one occurred.

    A ply adds one link to the list, and all children of a position share one table of counts. So
    a long history costs a position no more than a short one, except for building that table.
    """

    length: int = 0
    plies: Plies = ()
    """The last ply, in the game's notation, and the plies before it."""
    counts: Mapping[Hashable, int] = {}
    """How often each position occurred, by its identity; the present position is not included."""

    @classmethod
    def of(cls, plies: Sequence[str], identities: Iterable[Hashable]) -> Self:
        """Make a history from its plies, oldest first, and the identities of the positions before.

        Each ply has one identity, that of the position in which it was played.
        """
        linked: Plies = ()
        for ply in plies:
            linked = ply, linked
        return cls(len(plies), linked, Counter(identities))

    def counts_with(self, identity: Hashable) -> Mapping[Hashable, int]:
        """Return the counts with the present position added, for the positions after it."""
        return {**self.counts, identity: self.counts.get(identity, 0) + 1}

    def then(self, ply: str, counts: Mapping[Hashable, int]) -> "History":
        """Return the history after one more ply; `counts` are those of the position before it."""
        return History(self.length + 1, (ply, self.plies), counts)

    def repeats(self, identity: Hashable) -> bool:
        """Check whether the present position occurs for the third time."""
        # The same side is to move again after two plies at the earliest.
        return self.length >= 2 * (LIMIT - 1) and self.counts.get(identity, 0) >= LIMIT - 1

    def texts(self) -> list[str]:
        """List the plies, oldest first."""
        return [*_unlinked(self.plies)][::-1]


NO_HISTORY = History()


def _unlinked(plies: Plies) -> Iterator[str]:
    while plies:
        ply, plies = plies
        yield ply

"""The plies since the last that cannot be undone, counted as they are played."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Self, TypeAlias

LIMIT = 3
"""A position standing for this many times, the same side to move, ends the game."""
Plies: TypeAlias = "tuple[()] | tuple[str, Plies]"


class History(NamedTuple):
    """How many plies there were, and how often each position has stood, the present left out.

    A ply adds one link to a chain, and all the children of a position share one table: so a long
    history costs a position no more than a short one, but for that table once for all of them.
    """

    length: int = 0
    plies: Plies = ()
    """The last ply, as the game writes it, and those before it."""
    stood: Mapping[Hashable, int] = {}

    @classmethod
    def of(cls, plies: Sequence[str], identities: Iterable[Hashable]) -> Self:
        """Make a history from its plies, oldest first, and the positions before them."""
        linked: Plies = ()
        for ply in plies:
            linked = ply, linked
        return cls(len(plies), linked, Counter(identities))

    def standing(self, identity: Hashable) -> Mapping[Hashable, int]:
        """Count the present position in, for the histories of the positions after it."""
        return {**self.stood, identity: self.stood.get(identity, 0) + 1}

    def then(self, ply: str, stood: Mapping[Hashable, int]) -> "History":
        """Give the history after one more ply; `stood` is what `standing` gave."""
        return History(self.length + 1, (ply, self.plies), stood)

    def repeats(self, identity: Hashable) -> bool:
        """Tell whether the present position stands for the third time."""
        # The same side is to move again after two plies at the earliest.
        return self.length >= 2 * (LIMIT - 1) and self.stood.get(identity, 0) >= LIMIT - 1

    def written(self) -> list[str]:
        """Give the plies, oldest first."""
        return [*_unlinked(self.plies)][::-1]


def _unlinked(plies: Plies) -> Iterator[str]:
    while plies:
        ply, plies = plies
        yield ply

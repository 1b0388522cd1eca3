"""The balance of a game: results between equals, and which side is the easier one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import TypeAlias

from rules.options import Options
from rules.sentence import Sentence, message

NOBODY = "-"
ONE_SIDED = 0.85
"""From this share of the games won by one side on, a single match is not rated."""


_EVEN = (
    (
        message("About even: {score} in test games, {drawn} drawn."),
        message("About even: {score} in test games."),
    ),
    (
        message("Untested. Nearest tested: about even, {score}, {drawn} drawn."),
        message("Untested. Nearest tested: about even, {score}."),
    ),
)
_EASIER = (
    (
        message("{Side} is easier: {score} in test games, {drawn} drawn."),
        message("{Side} is easier: {score} in test games."),
    ),
    (
        message("Untested. Nearest tested: {side} is easier, {score}, {drawn} drawn."),
        message("Untested. Nearest tested: {side} is easier, {score}."),
    ),
)
"""What is said of equal sides and of others: counted with just these options, or the nearest, each
with draws or without."""


@dataclass(frozen=True)
class SelfPlay:
    """Results of games that the computer played against itself.

    Both sides played at `level`, with `nodes` searched for each move. `results` has a character for
    each game: the index of the winner, or `-` for a draw. The same `seed` gives the same games.
    """

    level: int
    nodes: int
    seed: int
    results: str

    @property
    def wins(self) -> tuple[int, int]:
        """The number of games won by each side."""
        return self.results.count("0"), self.results.count("1")


SelfPlayTable: TypeAlias = Mapping[str, SelfPlay]
"""Results of self-play, by the options as they are stored."""


@dataclass(frozen=True)
class Balance:
    """Wins of each side in games between equals; the remaining `games` were drawn.

    If `is_exact`, those were played with just these options, else with the nearest ones that were
    counted. `safe` is the side that is proved not to lose.
    """

    sides: tuple[Sentence, Sentence]
    wins: tuple[int, int]
    games: int
    is_exact: bool = True
    safe: int | None = None

    @classmethod
    def nearest(
        cls,
        chosen: Options,
        table: SelfPlayTable,
        sides: tuple[Sentence, Sentence],
        safe: int | None = None,
    ) -> "Balance | None":
        """Return the balance counted with the options nearest to some, if any were counted.

        Those differ in the fewest options, then least in their numbers; of equals, the most
        one-sided is taken, for a warning too many does no harm. None that favours the other side
        than the one that is proved not to lose is taken.
        """
        found = []
        for word, counted in table.items():
            other = type(chosen).read(word)
            is_exact = chosen == other
            balance = cls(sides, counted.wins, len(counted.results), is_exact, safe)
            if safe is None or is_exact or balance.favours in (safe, None):
                found.append((*chosen.distance(other), -max(balance.wins), balance))
        nearest = min(found, key=lambda each: each[:3], default=None)
        return None if nearest is None else nearest[3]

    @property
    def score(self) -> float:
        """The points of the first side; a game that nobody won is half a point."""
        first, second = self.wins
        return (self.games + first - second) / 2

    @property
    def favours(self) -> int | None:
        """The index of the side that wins significantly more often, if any."""
        first, second = self.wins
        if abs(first - second) <= 2 * sqrt(first + second):  # two standard deviations
            return None
        return int(first < second)

    @property
    def is_one_sided(self) -> bool:
        """Whether one side wins so often that a single match tells nothing."""
        return max(self.wins) >= ONE_SIDED * self.games

    @property
    def easier_side(self) -> int | None:
        """The index of the side that is known to be better off, by a proof or by the games."""
        return self.favours if self.safe is None else self.safe

    @property
    def words(self) -> Sentence:
        """Describe the balance for players in at most nine words or numbers."""
        won, lost = self.wins[::-1] if self.favours == 1 else self.wins
        drawn = self.games - won - lost
        easier = _EVEN if self.favours is None else _EASIER
        return Sentence(
            easier[not self.is_exact][not drawn],
            side=self.sides[self.favours or 0],
            score=f"{won}–{lost}",
            drawn=drawn,
        )

    def turned(self) -> "Balance":
        """Return the balance with the sides exchanged."""
        safe = None if self.safe is None else 1 - self.safe
        return replace(self, wins=self.wins[::-1], safe=safe)

"""How even a game is: how games between equals ended, and which side is the easier one."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from rules.sentence import Sentence, paragraph

NOBODY = "-"


@dataclass(frozen=True)
class Counted:
    """How games that the computer played against itself ended, as its own command wrote it down.

    Each had so many `nodes` to think about a move. `results` has for each game the side that won,
    or `-`; the seed plays them again.
    """

    level: int
    nodes: int
    seed: int
    results: str

    @property
    def wins(self) -> tuple[int, int]:
        """How many games each side won."""
        return self.results.count("0"), self.results.count("1")


Table: TypeAlias = Mapping[str, Counted]
"""What was counted of a game, by its options as they are stored."""


@dataclass(frozen=True)
class Balance:
    """How many of some games between equals each side won; nobody won the others."""

    sides: tuple[Sentence, Sentence]
    wins: tuple[int, int]
    games: int

    @property
    def score(self) -> float:
        """What the first side scored, a game that nobody won being a half."""
        first, second = self.wins
        return (self.games + first - second) / 2

    @property
    def favours(self) -> int | None:
        """The side that wins more than by chance, if one does."""
        more = self.score - self.games / 2
        if abs(more) <= sqrt(self.games):  # two standard deviations, where none is drawn
            return None
        return int(more < 0)

    @property
    def words(self) -> Sentence:
        """Say to people how even it is."""
        favoured = self.favours
        if favoured is not None:
            told = Sentence(
                "{Side} is the easier side: of {games} test games between equals "
                "it won {won} and lost {lost}.",
                side=self.sides[favoured],
                games=self.games,
                won=self.wins[favoured],
                lost=self.wins[1 - favoured],
            )
        else:
            told = Sentence(
                "Fairly even: of {games} test games between equals "
                "{first} won {won} and {second} {lost}.",
                first=self.sides[0],
                second=self.sides[1],
                games=self.games,
                won=self.wins[0],
                lost=self.wins[1],
            )
        if sum(self.wins) == self.games:
            return told
        return paragraph(told, Sentence("Nobody won the others."))

    def turned(self) -> "Balance":
        """Give the same with the sides changed."""
        return Balance(self.sides, self.wins[::-1], self.games)

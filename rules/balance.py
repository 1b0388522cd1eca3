"""The balance of a game: results between equals, and which side is the easier one."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from rules.sentence import Sentence, paragraph

NOBODY = "-"


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
    """Wins of each side in games between equals; the remaining `games` were drawn."""

    sides: tuple[Sentence, Sentence]
    wins: tuple[int, int]
    games: int

    @property
    def score(self) -> float:
        """The points of the first side; a game that nobody won is half a point."""
        first, second = self.wins
        return (self.games + first - second) / 2

    @property
    def favours(self) -> int | None:
        """The index of the side that wins significantly more often, if any."""
        more = self.score - self.games / 2
        if abs(more) <= sqrt(self.games):  # two standard deviations, where none is drawn
            return None
        return int(more < 0)

    @property
    def words(self) -> Sentence:
        """Describe the balance for players."""
        favoured, drawn = self.favours, self.games - sum(self.wins)
        if favoured is None and 2 * drawn > self.games:
            return self._mostly_drawn(drawn)
        games = self._told_games
        if favoured is not None:
            told = Sentence(
                "{Side} is the easier side: of {games}, it won {won} and lost {lost}.",
                side=self.sides[favoured],
                games=games,
                won=self.wins[favoured],
                lost=self.wins[1 - favoured],
            )
        else:
            told = Sentence(
                "Fairly even: of {games}, {first} won {won} and {second} {lost}.",
                first=self.sides[0],
                second=self.sides[1],
                games=games,
                won=self.wins[0],
                lost=self.wins[1],
            )
        if not drawn:
            return told
        return paragraph(
            told, Sentence("{number} was drawn.", "{number} were drawn.", number=drawn)
        )

    @property
    def _told_games(self) -> Sentence:
        return Sentence(
            "{number} test game between equal players",
            "{number} test games between equal players",
            number=self.games,
        )

    def _mostly_drawn(self, drawn: int) -> Sentence:
        return Sentence(
            "Of {games}, {drawn} were drawn; of the rest, {first} won {won} and {second} "
            "{lost}. That's too few wins to tell which side is easier.",
            games=self._told_games,
            drawn=drawn,
            first=self.sides[0],
            won=self.wins[0],
            second=self.sides[1],
            lost=self.wins[1],
        )

    def turned(self) -> "Balance":
        """Return the balance with the wins exchanged."""
        return Balance(self.sides, self.wins[::-1], self.games)

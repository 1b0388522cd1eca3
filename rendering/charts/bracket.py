"""The bracket of a cup: who meets whom in each round, and who goes through."""

from dataclasses import dataclass

from rendering.themes import DEFAULT_THEME
from rules import Speech
from rules.sentence import PLAIN_ENGLISH

MOST_ROUNDS, MOST_PAIRINGS = 3, 8
"""How many rounds stand side by side, and how many pairings below one another."""


@dataclass(frozen=True)
class BracketEntry:
    """Whoever is in a pairing; without a name nobody yet.

    `name` may also be words such as those for a bye. `score` is what they have in this pairing.
    """

    name: str = ""
    seed: str = ""
    score: str = ""
    won: bool = False
    own: bool = False


@dataclass(frozen=True)
class BracketPairing:
    """Two who meet; the winner goes on."""

    first: BracketEntry
    second: BracketEntry


@dataclass(frozen=True)
class BracketRound:
    """A round: its name, and its pairings from top to bottom."""

    name: str
    pairings: tuple[BracketPairing, ...]


@dataclass(frozen=True)
class Bracket:
    """A bracket: a title, what stands beside it, and rounds, each with half as many pairings."""

    title: str
    subtitle: str
    rounds: tuple[BracketRound, ...]

    def parts(self) -> "tuple[Bracket, ...]":
        """Divide it into brackets that a phone shows, the earliest rounds first.

        Up to three rounds (eight players) stay one; of more, the first two are apart from the
        rest, in parts of eight pairings: 16 players are two pictures, 32 three.
        """
        raise NotImplementedError


def bracket(
    cup: Bracket, *, theme: str = DEFAULT_THEME, speech: Speech = PLAIN_ENGLISH
) -> bytes:
    """Draw a bracket as PNG, 1,000 pixels wide; one of more than eight players in its parts.

    A player whose name the font cannot draw is said to be named below the picture. Raises `Refusal`
    for an unknown theme and `ValueError` for a bracket that does not fit or halve.
    """
    raise NotImplementedError

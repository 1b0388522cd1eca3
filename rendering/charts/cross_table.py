"""The cross table of a league: everybody's results against everybody, and their points."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rendering.themes import DEFAULT_THEME
from rules import Speech
from rules.sentence import PLAIN_ENGLISH

MOST_COLUMNS, MOST_ROWS = 8, 16
"""How many opponents stand side by side, as far as a phone shows them, and how many rows."""


class CellResult(StrEnum):
    """What became of a match, for the player of the row."""

    WON = "1"
    DRAWN = "½"
    LOST = "0"
    GIVEN = "+"
    """Won without a match that was played to its end."""
    FORFEITED = "–"
    """Lost without one."""
    PLAYING = "playing"
    TO_COME = "to come"


@dataclass(frozen=True)
class CrossTableRow:
    """A player: the results against each opponent of the columns, one or two, or none.

    Against themselves they have none. `arrow` is 1 for who goes up after the season, -1 for who
    goes down; `struck` is who has left.
    """

    place: str
    name: str
    results: tuple[tuple[CellResult, ...], ...]
    points: str
    own: bool = False
    arrow: int = 0
    struck: bool = False


@dataclass(frozen=True)
class CrossTable:
    """A cross table: a title, what stands beside it, and a row for each player.

    The columns are those of the rows from `first` on, headed by their places.
    """

    title: str
    subtitle: str
    points: str
    """The heading of the points."""
    rows: tuple[CrossTableRow, ...]
    first: int = 0

    @property
    def opponents(self) -> tuple[int, ...]:
        """The rows that have a column, by their numbers from 0."""
        return (*range(self.first, min(self.first + MOST_COLUMNS, len(self.rows))),)

    def parts(self) -> "tuple[CrossTable, ...]":
        """Divide it into tables that a phone shows: up to eight rows stay one, up to 16 are two."""
        return tuple(
            replace(self, first=first) for first in range(0, len(self.rows), MOST_COLUMNS)
        )


def cross_table(
    table: CrossTable, *, theme: str = DEFAULT_THEME, speech: Speech = PLAIN_ENGLISH
) -> bytes:
    """Draw a cross table as PNG, 1,000 pixels wide; more than eight rows need a picture each part.

    A player whose name the font cannot draw is said to be named below the picture. Raises `Refusal`
    for an unknown theme and `ValueError` for a table without rows or with too many.
    """
    raise NotImplementedError

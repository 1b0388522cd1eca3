"""A ladder as a table: a row for each rung, with who stands there and what they are about."""

from dataclasses import dataclass

from rendering.themes import DEFAULT_THEME
from rules import Speech
from rules.sentence import PLAIN_ENGLISH


@dataclass(frozen=True)
class LadderRow:
    """A rung: the player there, and how many places they have gone up in the past days.

    `note` are a few words, such as whom they play; `reachable` is whom the reader may challenge.
    """

    place: int
    name: str
    rating: str
    note: str = ""
    climbed: int = 0
    own: bool = False
    reachable: bool = False


@dataclass(frozen=True)
class LadderTable:
    """A part of a ladder, from the top: a title, what stands beside it, the rungs."""

    title: str
    subtitle: str
    rating: str
    """The heading of the ratings."""
    rows: tuple[LadderRow, ...]


def ladder_table(
    table: LadderTable, *, theme: str = DEFAULT_THEME, speech: Speech = PLAIN_ENGLISH
) -> bytes:
    """Draw a ladder with at least one row as PNG, 1,000 pixels wide.

    After a jump in the places there is a gap. A player whose name the font cannot draw is said to
    be named below the picture. Raises `Refusal` for an unknown theme.
    """
    raise NotImplementedError

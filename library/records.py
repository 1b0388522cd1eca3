r"""Records: games as text in the format of chess's PGN, written and read back.

    >>> from library import records
    >>> record = records.read('[Game "ringo"]\n1. a1-a2 2. a6-b6')
    >>> record.moves
    ('a1-a2', 'a6-b6')
    >>> record.line().at(1).position.turn
    1

`docs/grammar.md` of the sources has the grammar.
"""

import re
from collections.abc import Mapping

from match.clock import Pace
from match.event import Ending
from match.read_record import read as read_one
from match.record import Record, write
from rules import GAMES, Position

__all__ = ["Ending", "Pace", "Record", "read", "split", "write"]

_BEGINS = re.compile(r'^(?=\[Game ")', re.MULTILINE)


def read(text: str, games: Mapping[str, type[Position]] = GAMES) -> Record:
    """Parse one record, play it through and check its result.

    Raises `Refusal` that says what is wrong, and in which line.
    """
    return read_one(text, games)


def split(text: str) -> list[str]:
    """Cut a text with many records into one text for each, at every line `[Game "…"]`."""
    return [part for part in _BEGINS.split(text) if part.strip()]

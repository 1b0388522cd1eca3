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
from match.read_record import played_through
from match.read_record import read as read_one
from match.record import Record
from match.record import write as write_one
from rules import GAMES, Position

__all__ = ["Ending", "Pace", "Record", "read", "split", "write"]

_BEGINS = re.compile(r"^(?=[^\w\n]{0,3}[\[［][^\w\n]{0,3}Game\W)", re.MULTILINE | re.IGNORECASE)


def read(text: str, games: Mapping[str, type[Position]] = GAMES) -> Record:
    """Parse one record, play it through and check its result.

    Raises `Refusal` that says what is wrong, and in which line.
    """
    return read_one(text, games)


def write(record: Record) -> str:
    """Write a record, which is played through first, so that it can be read.

    How it ended may be left out where the board shows it. Raises `Refusal` for an illegal move, and
    for an ending that does not fit.
    """
    return write_one(played_through(record))


def split(text: str) -> list[str]:
    """Cut a text with many records into one text for each, at every line `[Game "…"]`."""
    return [part for part in _BEGINS.split(text) if part.strip()]

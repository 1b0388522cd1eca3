"""A match as text: headers, moves and result, in the format that `match.read_record` parses.

The format is that of chess's PGN (Steven J. Edwards, 1994), except that plies are numbered one
by one and the game says which side moves, because the same side may move twice in a row.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import fill

from match.clock import Pace
from match.event import LOST_ON_TIME, WITHOUT_RESULT, Ending
from rules.move_line import Line
from rules.position import DRAWN, WON, Position

WIDTH = 80
NO_RESULT = "*"
HAS_WINNER = (Ending.RESIGNATION, Ending.ABANDONED, Ending.LEFT, *LOST_ON_TIME)
RESULTS = (*WON, DRAWN, NO_RESULT)


@dataclass(frozen=True)
class Record:
    """The contents of a record; `how` the match ended is `None` while it goes on.

    `moves` are the moves that were not taken back, forced passes included; `remarks` are by the
    number of their move, from 1 on.
    """

    rules: type[Position]
    names: tuple[str, str]
    moves: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    number: int | None = None
    started: datetime | None = None
    pace: Pace | None = None
    rated: bool = False
    how: Ending | None = None
    winner: int | None = None
    remarks: Mapping[int, str] = field(default_factory=dict)

    @property
    def result(self) -> str:
        """The result as it is written: `1-0` if the first side won, `*` if there is none."""
        if self.how in WITHOUT_RESULT or (self.how is None and self.winner is None):
            return NO_RESULT
        return DRAWN if self.winner is None else WON[self.winner]

    def line(self) -> Line:
        """Play the moves, which must be legal."""
        return Line.of(self.rules.start(self.options), self.moves)


def write(record: Record) -> str:
    """Write a record as text."""
    rules = record.rules
    headers = {
        "Game": rules.key,
        "Options": rules.choices.choose(record.options).write(),
        rules.sides[0].capitalize(): record.names[0],
        rules.sides[1].capitalize(): record.names[1],
        "Match": None if record.number is None else str(record.number),
        "Started": None if record.started is None else record.started.isoformat(),
        "Pace": None if record.pace is None else record.pace.write(),
        "Rated": "yes" if record.rated else "no",
        "Ending": record.how,
        "Result": record.result,
    }
    lines = [f'[{key} "{_escaped(value)}"]' for key, value in headers.items() if value is not None]
    # Non-breaking spaces keep a move's number, text and remark on one line when the text is
    # wrapped, because it is parsed line by line.
    moves = " ".join(
        f"{number}.\xa0{text}{_comment(record.remarks.get(number, ''))}"
        for number, text in enumerate(record.moves, start=1)
    )
    body = fill(
        f"{moves} {record.result}".strip(), WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join((*lines, "", body.replace("\xa0", " "), ""))


def _comment(remark: str) -> str:
    """Write a remark as PGN writes a comment, with the braces inside it escaped."""
    escaped = re.sub(r"([\\{}])", r"\\\1", _in_one_line(remark)).replace(" ", "\xa0")
    return f"\xa0{{{escaped}}}" if escaped else ""


def _escaped(value: str) -> str:
    return _in_one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _in_one_line(text: str) -> str:
    return " ".join(text.split())

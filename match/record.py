"""A match as text: headers, moves and result, written so that `match.read_record` reads it again.

The form is that of chess's PGN (Steven J. Edwards, 1994), with the side that moves left to the
game: plies are numbered one by one, because the same side may move twice in a row.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import fill

from match.event import LOST_ON_TIME, WITHOUT_RESULT, Ending
from match.pace import Pace
from rules.move_line import Line
from rules.position import Position

WIDTH = 80
WON = ("1-0", "0-1")
DRAWN = "1/2-1/2"
NO_RESULT = "*"
HAS_WINNER = (Ending.RESIGNATION, Ending.ABANDONED, *LOST_ON_TIME)
RESULTS = (*WON, DRAWN, NO_RESULT)


@dataclass(frozen=True)
class Record:
    """What a record tells; `how` is by what the match ended, `None` while it goes on.

    `moves` are the moves that stand, forced passes included; `remarks` is what was said with some
    of them, by their numbers from 1 on.
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
        """The result as it is written: `1-0` where the first side won, `*` where there is none."""
        if self.how is None or self.how in WITHOUT_RESULT:
            return NO_RESULT
        return DRAWN if self.winner is None else WON[self.winner]

    def line(self) -> Line:
        """Play the moves, which are legal ones."""
        return Line.of(self.rules.start(self.options), self.moves)


def write(record: Record) -> str:
    """Write a record."""
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
    # A space that does not break keeps together until the lines are made what is read line by line:
    # number and move, and what was said with it.
    moves = " ".join(
        f"{number}.\xa0{text}{_said(record.remarks.get(number, ''))}"
        for number, text in enumerate(record.moves, start=1)
    )
    body = fill(
        f"{moves} {record.result}".strip(), WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join((*lines, "", body.replace("\xa0", " "), ""))


def _said(remark: str) -> str:
    """Write what was said with a move as PGN writes a comment, braces inside it escaped."""
    escaped = re.sub(r"([\\{}])", r"\\\1", remark).replace(" ", "\xa0")
    return f"\xa0{{{escaped}}}" if remark else ""


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')

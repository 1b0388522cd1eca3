"""A match that is looked back on, whether it is kept here or was imported."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cogs.computer.picked import find_among_all
from cogs.learning.trials import Source
from cogs.matches.seeing import noticed, visible
from cogs.speech import plain
from match.event import Result, result_by
from rules.move_line import Line
from rules.sentence import Name, Sentence, Value, capital

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.answers import Interaction
    from data import StoredMatch
    from rules import Position


@dataclass(frozen=True)
class Watched:
    """A match with all its moves; `goes_on` where there may be more of them later.

    `own` is the side of whoever looks, where they play in it.
    """

    source: Source
    number: int
    title: Value
    names: tuple[Value, Value]
    options: Mapping[str, str]
    line: Line
    result: Result | None
    goes_on: bool
    own: int | None = None
    remarks: Mapping[int, str] = field(default_factory=dict)
    """What was said with moves, by their numbers."""
    about: Sentence | None = None
    """What is said above the board, where that is not who plays."""
    kept: StoredMatch | None = None
    """The match as it is kept here, where it is one of ours."""

    @property
    def may_be_tried(self) -> bool:
        """Whether its moves may be tried out now."""
        return self.kept is None or self.kept.may_be_tried

    @property
    def rules(self) -> type[Position]:
        """The game's rules."""
        return type(self.line.start)

    @property
    def length(self) -> Sentence:
        """How many moves there are, in words."""
        return Sentence("{number} move", "{number} moves", number=len(self.line))

    @property
    def seen_from(self) -> int:
        """The side from which it is seen at first: one's own, else the winner's, else the first."""
        if self.own is not None:
            return self.own
        return (self.result and self.result.winner) or 0


async def watched(interaction: Interaction, source: Source, number: int) -> Watched:
    """Find what somebody may look back on. Raises `Refusal`."""
    if source is Source.IMPORT:
        return await _imported(interaction, number)
    if source in (Source.PUZZLE, Source.UNSOLVED):
        return _puzzle(source, number)
    match = await noticed(interaction, await visible(interaction, number))
    who = interaction.user.id
    return Watched(
        source,
        number,
        title=f"{match.position.name} #{number}",
        names=match.player_names,
        options=match.options,
        line=await interaction.client.store.move_lines.of(match),
        result=match.result,
        goes_on=not match.over,
        own=match.seats.index(who) if who in match.seats else None,
        remarks=await interaction.client.store.move_lines.remarks(match),
        kept=match,
    )


def _puzzle(source: Source, number: int) -> Watched:
    """Give a puzzle with its solution, which goes no further than that, or without."""
    puzzle = find_among_all(number)
    moves = () if source is Source.UNSOLVED else puzzle.solution
    first, second = (plain(capital(puzzle.position.side(side))) for side in (0, 1))
    return Watched(
        source,
        number,
        title=Sentence("{game}, puzzle {puzzle}", game=puzzle.position.name, puzzle=puzzle.number),
        names=(Name(first), Name(second)),
        options=puzzle.position.chosen.values,
        line=Line.of(puzzle.position, moves),
        result=None,
        goes_on=False,
        own=puzzle.position.turn,
        about=puzzle.aim,
    )


async def _imported(interaction: Interaction, number: int) -> Watched:
    record, line = await interaction.client.store.imports.find(number, interaction.user.id)
    result = None
    if record.how is not None:
        last = await asyncio.to_thread(line.at, len(line))
        result = result_by(record.how, record.winner, last.position)
    return Watched(
        Source.IMPORT,
        number,
        title=Sentence("{game}, imported", game=record.rules.name),
        names=(Name(record.names[0]), Name(record.names[1])),
        options=record.options,
        line=line,
        result=result,
        goes_on=False,
        remarks=record.remarks,
    )

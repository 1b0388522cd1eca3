"""A board to try that goes on from a match, as it stood after one of its moves.

Of the match only its number and that of the move stand in every `custom_id`; all else is as on a
board that a page of the rules began.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.acts import chosen, pressed
from cogs.answers import whisper
from cogs.learning.trials import Begun, Trial
from cogs.learning.trying import board, moves_listed, take_choice, take_step
from cogs.looks import private_look
from cogs.watching.acts import ChooseFrom, StepFrom, TryFrom
from cogs.watching.watched import watched

if TYPE_CHECKING:
    from cogs.answers import Interaction


@pressed(TryFrom)
async def on_try(interaction: Interaction, act: TryFrom, _values: list[str]) -> None:
    """Put up a board for this person alone, seen as the match was."""
    view, file = await board(await _trial(interaction, act), await private_look(interaction))
    await whisper(interaction, view=view, files=[file])


@pressed(StepFrom)
async def on_step(interaction: Interaction, act: StepFrom, _values: list[str]) -> None:
    """Step back, start again, look from the other side, or choose another piece."""
    trial = await _trial(interaction, act, moves_listed(interaction))
    await take_step(interaction, trial, act.step)


@pressed(ChooseFrom)
async def on_choose(interaction: Interaction, act: ChooseFrom, values: list[str]) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    trial = await _trial(interaction, act, moves_listed(interaction))
    await take_choice(interaction, trial, act.piece, chosen(values))


async def _trial(
    interaction: Interaction, act: TryFrom | StepFrom | ChooseFrom, moves: tuple[str, ...] = ()
) -> Trial:
    """Find the match again. Raises `Refusal` where somebody may not see it."""
    found = await watched(interaction, act.source, act.number)
    ply = min(act.ply, len(found.line))
    begun = Begun(act.source, act.number, ply, found.line, found.title)
    return Trial(found.rules.key, 0, act.seen, moves, begun)

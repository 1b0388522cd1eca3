"""A board to try that goes on from a match, as it stands now or stood after one of its moves.

Of the match only its number and that of the move stand in every `custom_id`; all else is as on a
board that a page of the rules began. While the opponent thinks, what is played there from the
present position can be kept as a line.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from cogs.acts import chosen, pressed
from cogs.answers import whisper
from cogs.audience import private_look
from cogs.learning.board import board, moves_listed
from cogs.learning.for_players import besides
from cogs.learning.picks import FROM_THE_BEGINNING, At, listed, picked
from cogs.learning.trials import Begun, Source, Trial
from cogs.matches import deeds
from cogs.matches.seeing import refuse_unexplored
from cogs.messages.posting import is_private
from cogs.watching.acts import (
    NEWEST,
    ChooseFrom,
    DeleteLine,
    Explore,
    KeepLine,
    PickFrom,
    StepFrom,
    TryFrom,
)
from cogs.watching.watched import Watched, watched
from match.event import TAKE_BACKS, Kind
from rules.move import PASS

if TYPE_CHECKING:
    from cogs.answers import Interaction


MOVES_THE_BOARD = (Kind.MOVE, Kind.PASS, *TAKE_BACKS)
"""What happens in a match so that a line is not kept any more that was begun before."""


@pressed(Explore)
async def on_explore(interaction: Interaction, act: Explore, _values: list[str]) -> None:
    """Put up a board for this person alone, as the match stands now, seen from their own side."""
    found = await _found(interaction, Source.MATCH, act.match)
    assert found.kept is not None, "it is kept here"
    seen = found.kept.turn if found.own is None else found.own
    await _show(interaction, found, _trial(found, NEWEST, seen))


@pressed(TryFrom)
async def on_try(interaction: Interaction, act: TryFrom, _values: list[str]) -> None:
    """Put up a board for this person alone, seen as the match was."""
    found = await _found(interaction, act.source, act.number)
    trial = _trial(found, act.ply, act.seen)
    around = await besides(interaction, found, trial)
    view, file = await board(trial, await private_look(interaction), besides=around)
    await whisper(interaction, view=view, files=[file])


@pressed(StepFrom)
async def on_step(interaction: Interaction, act: StepFrom, _values: list[str]) -> None:
    """Step back or on, start again, look from the other side, or choose another piece."""
    found = await _found(interaction, act.source, act.number)
    trial = _trial(found, act.ply, act.seen, moves_listed(interaction))
    await _show(interaction, found, trial.after(act.step))


@pressed(PickFrom)
async def on_pick(interaction: Interaction, act: PickFrom, _values: list[str]) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    found = await _found(interaction, act.source, act.number)
    trial = _trial(found, act.ply, act.seen, moves_listed(interaction))
    await _show(interaction, found, *await asyncio.to_thread(picked, trial, act.pick))


@pressed(ChooseFrom)
async def on_choose(interaction: Interaction, act: ChooseFrom, values: list[str]) -> None:
    """Play the move chosen in the list, or show where the piece may go."""
    found = await _found(interaction, act.source, act.number)
    trial = _trial(found, act.ply, act.seen, moves_listed(interaction))
    await _show(interaction, found, *listed(trial, act.piece, chosen(values)))


@pressed(KeepLine)
async def on_keep(interaction: Interaction, act: KeepLine, _values: list[str]) -> None:
    """Keep the moves made on the board, and show it with all lines that are kept."""
    found = await _found(interaction, Source.MATCH, act.match)
    trial = _trial(found, act.ply, act.seen, moves_listed(interaction))
    assert found.kept is not None, "it is kept here"
    if found.kept.count != act.count:
        since = await interaction.client.store.matches.happened(act.match, act.count)
        if any(event.kind in MOVES_THE_BOARD for event in since):
            deeds.refuse_stale(found.kept, act.count)
    moves = [text for text in trial.moves if text != PASS]
    plans = interaction.client.store.conditional_moves
    await plans.store(act.match, interaction.user.id, moves, found.kept.count)
    await _show(interaction, found, trial)


@pressed(DeleteLine)
async def on_delete_line(interaction: Interaction, act: DeleteLine, _values: list[str]) -> None:
    """Delete the line, and show the board with those that are left."""
    found = await _found(interaction, Source.MATCH, act.match)
    await interaction.client.store.conditional_moves.delete(
        act.match, interaction.user.id, act.line
    )
    await _show(interaction, found, _trial(found, act.ply, act.seen, moves_listed(interaction)))


async def _found(interaction: Interaction, source: Source, number: int) -> Watched:
    """Find the match again. Raises `Refusal` where somebody may not see it, or nobody may try."""
    found = await watched(interaction, source, number)
    if found.kept is not None:
        refuse_unexplored(found.kept)
    return found


def _trial(found: Watched, ply: int, seen: int, moves: tuple[str, ...] = ()) -> Trial:
    begun = Begun(found.source, found.number, ply, found.line, found.title).at(ply)
    return Trial(found.rules.key, 0, seen, moves, begun)


async def _show(
    interaction: Interaction, found: Watched, trial: Trial, at: At = FROM_THE_BEGINNING
) -> None:
    """Show the board as it now stands, in place of the old one if there is one."""
    around = await besides(interaction, found, trial)
    view, file = await board(trial, await private_look(interaction), at, around)
    if is_private(interaction):
        await interaction.response.edit_message(view=view, attachments=[file])
    else:
        await whisper(interaction, view=view, files=[file])

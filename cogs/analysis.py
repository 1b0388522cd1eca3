"""The analysis board: try out moves from a page of the rules or from a match."""

import asyncio
from dataclasses import replace

from cogs import match_actions
from cogs.notes import own_note
from cogs.resolve_match import find_replay
from delivery.posting import is_private
from interactions import Interaction, whisper
from interactions.access import refuse_unless_explorable
from interactions.audience import private_appearance
from interactions.custom_ids import chosen, handles
from match.event import TAKE_BACKS, Kind
from rules.move import PASS
from views import analysis_board, analysis_page
from views.notes_page import note_words
from views.replay_buttons import NEWEST
from views.replay_page import Replay

MOVES_THE_BOARD = (Kind.MOVE, Kind.PASS, *TAKE_BACKS)
"""What happens in a match so that a line is not kept any more that was begun before."""


@handles(analysis_board.Explore)
async def on_explore(
    interaction: Interaction, pressed: analysis_board.Explore, _values: list[str]
) -> None:
    """Put up a board for this person alone, as the match stands now, seen from their own side."""
    found = await _found(interaction, analysis_board.Source.MATCH, pressed.match)
    assert found.kept is not None, "it is kept here"
    seen = found.kept.turn if found.own is None else found.own
    await _show(interaction, found, _trial(found, NEWEST, seen))


@handles(analysis_board.TryFrom)
async def on_try(
    interaction: Interaction, pressed: analysis_board.TryFrom, _values: list[str]
) -> None:
    """Put up a board for this person alone, seen as the match was."""
    found = await _found(interaction, pressed.source, pressed.number)
    trial = _trial(found, pressed.ply, pressed.seen)
    around = await extras_for(interaction, found, trial)
    view, file = await analysis_page.analysis_page(
        trial, await private_appearance(interaction), besides=around
    )
    await whisper(interaction, view=view, files=[file])


@handles(analysis_board.StepFrom)
async def on_step(
    interaction: Interaction, pressed: analysis_board.StepFrom, _values: list[str]
) -> None:
    """Step back or on, start again, look from the other side, or choose another piece."""
    found = await _found(interaction, pressed.source, pressed.number)
    trial = _trial(found, pressed.ply, pressed.seen, analysis_page.moves_on_page(interaction))
    await _show(interaction, found, trial.after(pressed.step))


@handles(analysis_board.PickFrom)
async def on_pick(
    interaction: Interaction, pressed: analysis_board.PickFrom, _values: list[str]
) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    found = await _found(interaction, pressed.source, pressed.number)
    trial = _trial(found, pressed.ply, pressed.seen, analysis_page.moves_on_page(interaction))
    await _show(
        interaction, found, *await asyncio.to_thread(analysis_page.picked, trial, pressed.pick)
    )


@handles(analysis_board.ChooseFrom)
async def on_choose(
    interaction: Interaction, pressed: analysis_board.ChooseFrom, values: list[str]
) -> None:
    """Play the move chosen in the list, or show where the piece may go."""
    found = await _found(interaction, pressed.source, pressed.number)
    trial = _trial(found, pressed.ply, pressed.seen, analysis_page.moves_on_page(interaction))
    await _show(interaction, found, *analysis_page.listed(trial, pressed.piece, chosen(values)))


@handles(analysis_board.KeepLine)
async def on_keep(
    interaction: Interaction, pressed: analysis_board.KeepLine, _values: list[str]
) -> None:
    """Keep the moves made on the board, and show it with all lines that are kept."""
    found = await _found(interaction, analysis_board.Source.MATCH, pressed.match)
    trial = _trial(found, pressed.ply, pressed.seen, analysis_page.moves_on_page(interaction))
    assert found.kept is not None, "it is kept here"
    if found.kept.count != pressed.count:
        since = await interaction.client.store.matches.happened(pressed.match, pressed.count)
        if any(event.kind in MOVES_THE_BOARD for event in since):
            match_actions.refuse_stale(found.kept, pressed.count)
    moves = [text for text in trial.moves if text != PASS]
    plans = interaction.client.store.conditional_moves
    await plans.store(pressed.match, interaction.user.id, moves, found.kept.count)
    await _show(interaction, found, trial)


@handles(analysis_board.DeleteLine)
async def on_delete_line(
    interaction: Interaction, pressed: analysis_board.DeleteLine, _values: list[str]
) -> None:
    """Delete the line, and show the board with those that are left."""
    found = await _found(interaction, analysis_board.Source.MATCH, pressed.match)
    await interaction.client.store.conditional_moves.delete(
        pressed.match, interaction.user.id, pressed.line
    )
    await _show(
        interaction,
        found,
        _trial(found, pressed.ply, pressed.seen, analysis_page.moves_on_page(interaction)),
    )


async def _found(interaction: Interaction, source: analysis_board.Source, number: int) -> Replay:
    """Find the match again. Raises `Refusal` where somebody may not see it, or nobody may try."""
    found = await find_replay(interaction, source, number)
    if found.kept is not None:
        refuse_unless_explorable(found.kept)
    return found


def _trial(
    found: Replay, ply: int, seen: int, moves: tuple[str, ...] = ()
) -> analysis_board.AnalysisBoard:
    begun = analysis_board.Origin(found.source, found.number, ply, found.line, found.title).at(ply)
    return analysis_board.AnalysisBoard(found.rules.key, 0, seen, moves, begun)


async def _show(
    interaction: Interaction,
    found: Replay,
    trial: analysis_board.AnalysisBoard,
    at: analysis_page.Selection = analysis_page.FROM_THE_BEGINNING,
) -> None:
    """Show the board as it now stands, in place of the old one if there is one."""
    around = await extras_for(interaction, found, trial)
    view, file = await analysis_page.analysis_page(
        trial, await private_appearance(interaction), at, around
    )
    if is_private(interaction):
        await interaction.response.edit_message(view=view, attachments=[file])
    else:
        await whisper(interaction, view=view, files=[file])


async def extras_for(
    interaction: Interaction, found: Replay, trial: analysis_board.AnalysisBoard
) -> analysis_page.Extras:
    """Give what a board says and carries besides, as the match stands now."""
    match, side = found.kept, found.own
    if match is None or side is None or match.over:
        return analysis_page.NO_EXTRAS
    plans = await interaction.client.store.conditional_moves.of(match.number, interaction.user.id)
    note = note_words(await own_note(interaction, match.number))
    # Many long lines are some hundred moves to play.
    return await asyncio.to_thread(analysis_page.lines_besides, match, side, trial, plans, note)


@handles(analysis_board.TryOut)
async def on_try_out(
    interaction: Interaction, pressed: analysis_board.TryOut, _values: list[str]
) -> None:
    """Put up a board for this person alone, seen by whoever is to move there."""
    trial = analysis_board.AnalysisBoard(pressed.game, pressed.page)
    style = await private_appearance(interaction)
    trial = replace(trial, seen=style.side(trial.stands()[0].turn))
    view, file = await analysis_page.analysis_page(trial, style)
    await whisper(interaction, view=view, files=[file])


@handles(analysis_board.TakeStep)
async def on_take_step(
    interaction: Interaction, pressed: analysis_board.TakeStep, _values: list[str]
) -> None:
    """Step back, start again, look from the other side, or choose another piece."""
    await _show_board_of_page(interaction, _board_of_page(interaction, pressed).after(pressed.step))


@handles(analysis_board.PickToTry)
async def on_pick_to_try(
    interaction: Interaction, pressed: analysis_board.PickToTry, _values: list[str]
) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    trial = _board_of_page(interaction, pressed)
    await _show_board_of_page(
        interaction, *await asyncio.to_thread(analysis_page.picked, trial, pressed.pick)
    )


@handles(analysis_board.ChooseToTry)
async def on_choose_to_try(
    interaction: Interaction, pressed: analysis_board.ChooseToTry, values: list[str]
) -> None:
    """Play the move chosen in the list, or show where the piece may go."""
    await _show_board_of_page(
        interaction,
        *analysis_page.listed(_board_of_page(interaction, pressed), pressed.piece, chosen(values)),
    )


def _board_of_page(
    interaction: Interaction,
    pressed: analysis_board.TakeStep | analysis_board.PickToTry | analysis_board.ChooseToTry,
) -> analysis_board.AnalysisBoard:
    """Read a board that began with a page of the rules."""
    return analysis_board.AnalysisBoard(
        pressed.game, pressed.page, pressed.seen, analysis_page.moves_on_page(interaction)
    )


async def _show_board_of_page(
    interaction: Interaction,
    trial: analysis_board.AnalysisBoard,
    at: analysis_page.Selection = analysis_page.FROM_THE_BEGINNING,
) -> None:
    """Show the board as it now stands in place of the old one."""
    view, file = await analysis_page.analysis_page(trial, await private_appearance(interaction), at)
    await interaction.response.edit_message(view=view, attachments=[file])

"""The analysis board: try moves from a position of a match or of the rules."""

from dataclasses import replace
from functools import partial

from cogs import match_actions
from cogs.notes import own_note
from cogs.replay import find_replay
from delivery.posting import show_privately
from interactions import Interaction, answer_privately, chosen, handles
from interactions.people import private_appearance
from interactions.tasks import run_brief
from match.match import Stale
from views import analysis_board, analysis_page
from views.move_choices import Selection, read_option, read_pick
from views.notes_page import note_words
from views.replay_ids import NEWEST
from views.replay_page import Replay


@handles(analysis_board.Explore)
async def on_explore(interaction: Interaction, pressed: analysis_board.Explore) -> None:
    """Open a private board at the present position of a match, seen from the person's own side."""
    replay = await _find_explorable(interaction, analysis_board.Source.MATCH, pressed.match)
    assert replay.kept is not None, "it is kept here"
    seen_from = replay.kept.turn if replay.own is None else replay.own
    await _show(interaction, replay, replay.board(NEWEST, seen_from))


@handles(analysis_board.TryFrom)
async def on_try(interaction: Interaction, pressed: analysis_board.TryFrom) -> None:
    """Open a private board at a position of a replay, seen from the same side."""
    replay = await _find_explorable(interaction, pressed.source, pressed.number)
    board = replay.board(pressed.ply, pressed.seen)
    extras = await _extras(interaction, replay, board)
    style = await private_appearance(interaction)
    page = await analysis_page.analysis_page(board, style, besides=extras)
    await answer_privately(interaction, *page)


@handles(analysis_board.StepOnBoard)
async def on_step(interaction: Interaction, pressed: analysis_board.StepOnBoard) -> None:
    """Step back or forward, start again, turn the board, or choose another piece."""
    replay, board = await _used_board(interaction, pressed)
    await _show(interaction, replay, board.after(pressed.step))


@handles(analysis_board.PickOnBoard)
async def on_pick(interaction: Interaction, pressed: analysis_board.PickOnBoard) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    replay, board = await _used_board(interaction, pressed)
    picked = await run_brief(lambda: read_pick(board.stands()[0], pressed.pick))
    await _show(interaction, replay, *analysis_page.board_after(board, picked))


@handles(analysis_board.ChooseOnBoard)
async def on_choose(
    interaction: Interaction, pressed: analysis_board.ChooseOnBoard, values: list[str]
) -> None:
    """Play the move chosen in the list, or show where the piece may go."""
    replay, board = await _used_board(interaction, pressed)
    picked = read_option(chosen(values), pressed.piece)
    await _show(interaction, replay, *analysis_page.board_after(board, picked))


@handles(analysis_board.KeepLine)
async def on_keep(interaction: Interaction, pressed: analysis_board.KeepLine) -> None:
    """Store the moves on the board as conditional moves, and show all stored lines."""
    replay = await _find_explorable(interaction, analysis_board.Source.MATCH, pressed.match)
    board = replay.board(pressed.ply, pressed.seen, analysis_page.moves_on_page(interaction))
    assert replay.kept is not None, "it is kept here"
    plans, person = interaction.client.store.conditional_moves, interaction.user.id
    try:
        await plans.keep(replay.kept, person, board.moves, pressed.count)
    except Stale:
        match_actions.refuse_stale(interaction, replay.kept, pressed.count)
        raise
    await _show(interaction, replay, board)


@handles(analysis_board.DeleteLine)
async def on_delete_line(interaction: Interaction, pressed: analysis_board.DeleteLine) -> None:
    """Delete a stored line, and show the board with the lines that are left."""
    replay = await _find_explorable(interaction, analysis_board.Source.MATCH, pressed.match)
    await interaction.client.store.conditional_moves.delete(
        pressed.match, interaction.user.id, pressed.line
    )
    await _show(
        interaction,
        replay,
        replay.board(pressed.ply, pressed.seen, analysis_page.moves_on_page(interaction)),
    )


@handles(analysis_board.TryOut)
async def on_try_out(interaction: Interaction, pressed: analysis_board.TryOut) -> None:
    """Open a private board at a position of the rules, seen from the side to move."""
    board = analysis_board.AnalysisBoard(pressed.game, pressed.page)
    style = await private_appearance(interaction)
    board = replace(board, seen=style.side(board.stands()[0].turn))
    await answer_privately(interaction, *await analysis_page.analysis_page(board, style))


async def _used_board(
    interaction: Interaction,
    used: analysis_board.StepOnBoard | analysis_board.PickOnBoard | analysis_board.ChooseOnBoard,
) -> tuple[Replay | None, analysis_board.AnalysisBoard]:
    """Read a board from its message; return it, and what it started from unless that is the rules.

    Raises `Refusal`.
    """
    moves = analysis_page.moves_on_page(interaction)
    if used.source not in {*analysis_board.Source}:
        return None, analysis_board.AnalysisBoard(used.source, used.number, used.seen, moves)
    replay = await _find_explorable(interaction, analysis_board.Source(used.source), used.number)
    return replay, replay.board(used.ply, used.seen, moves)


async def _find_explorable(
    interaction: Interaction, source: analysis_board.Source, number: int
) -> Replay:
    """Find a replay whose moves may be tried. Raises `Refusal` for other matches."""
    replay = await find_replay(interaction, source, number)
    replay.refuse_unless_explorable()
    return replay


async def _show(
    interaction: Interaction,
    replay: Replay | None,
    board: analysis_board.AnalysisBoard,
    selection: Selection = analysis_page.FROM_THE_BEGINNING,
) -> None:
    """Show a board, in place of the private message if a button on one was pressed."""
    extras = await _extras(interaction, replay, board) if replay else analysis_page.NO_EXTRAS
    style = await private_appearance(interaction)
    page = await analysis_page.analysis_page(board, style, selection, extras)
    await show_privately(interaction, *page)


async def _extras(
    interaction: Interaction, replay: Replay, board: analysis_board.AnalysisBoard
) -> analysis_page.Extras:
    """Return the stored lines and the note that stand with a board of one's own live match."""
    match, side = replay.kept, replay.own
    if match is None or side is None or match.over:
        return analysis_page.NO_EXTRAS
    conditional_moves = await interaction.client.store.conditional_moves.find(
        match.number, interaction.user.id
    )
    note = note_words(await own_note(interaction, match.number))
    # Many long lines take some hundred moves to play.
    return await run_brief(
        partial(analysis_page.conditional_moves_extras, match, side, board, conditional_moves, note)
    )

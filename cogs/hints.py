"""`/match hint`: the piece to move, its move, then the reason; private, never in rated matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from discord import app_commands

from cogs import match_actions
from cogs.autocomplete import my_match
from cogs.find_match import find_match
from data import StoredMatch
from delivery.posting import is_private
from interactions import Interaction, answer_privately, handles_button, say
from interactions.access import check_rate, mark_seen, refuse_unless_explorable, visible_match
from interactions.components import button, in_rows, text_view
from interactions.people import private_appearance
from interactions.rate_limits import RateLimit
from match import verbs
from rules import Code, Move, Refusal, Sentence, message
from views.match_card import match_picture
from views.match_verbs import AskHint, Stage, play_button

if TYPE_CHECKING:
    from computer import Hint


HINTS = RateLimit(30, timedelta(minutes=10), "Next hint {when}; try a move of your own.")
NEXT_STAGE = {
    Stage.PIECE: (message("Which move?"), Stage.MOVE),
    Stage.MOVE: (message("Why?"), Stage.WHY),
}
"""The button below each stage of a hint, and the stage that it leads to."""


@app_commands.command()
@app_commands.describe(match="Which match (default: the only one here)")
@app_commands.autocomplete(match=my_match)
async def hint(interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
    """Get a hint in an unrated match: a piece, then its move, then why. Only you can see it."""
    person = interaction.user.id
    kept = await find_match(
        interaction,
        match,
        lambda each: AskHint(each.number, each.count),
        rule=lambda each: _refuse_hint(each, person),
    )
    await _show_hint(interaction, kept, AskHint(kept.number, kept.count))


@handles_button(AskHint)
async def on_hint(interaction: Interaction, pressed: AskHint) -> None:
    """Show a stage of a hint: first beside the card, then in the same private message."""
    match = await visible_match(interaction, pressed.match)
    match_actions.refuse_stale(match, pressed.seen)
    await _show_hint(interaction, match, pressed)


async def _show_hint(interaction: Interaction, match: StoredMatch, pressed: AskHint) -> None:
    """Show a stage of a hint privately to the player to move. Raises `Refusal` for all others."""
    match = await mark_seen(interaction, match)
    _refuse_hint(match, interaction.user.id)
    named = match.position.read(pressed.move) if pressed.move else None
    bot, first = interaction.client, pressed.stage is Stage.PIECE
    in_place = is_private(interaction)
    if first:
        check_rate(interaction, HINTS)
    # It may take some seconds, and Discord waits for three.
    if in_place:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
    hint = await bot.computer_turns.hint(match, named)
    effect = match.position.effect((hint.move,))
    ends = {} if first else dict.fromkeys(hint.move.path[-1:], effect)
    chosen = _piece(hint.move) if hint.move.path else ""
    style = await private_appearance(interaction)
    picture, gallery = await match_picture(
        match, style, style.side(match.side_of(interaction.user.id)), chosen=chosen, choices=ends
    )
    buttons = []
    if pressed.stage in NEXT_STAGE:
        label, stage = NEXT_STAGE[pressed.stage]
        buttons.append(button(label, replace(pressed, stage=stage, move=hint.move.text)))
    caption = match.position.caption(hint.move)
    if not first:
        buttons.append(play_button(match, hint.move.text, Sentence("Play {move}", move=caption)))
    words = say("### Hint\n{words}", words=_stage_words(match, hint, pressed.stage))
    view = text_view(words, rows=[gallery, *in_rows(buttons)])
    if not in_place:
        await answer_privately(interaction, view=view, files=[picture])
    else:
        await interaction.edit_original_response(view=view, attachments=[picture])


def _refuse_hint(match: StoredMatch, person: int) -> None:
    """Raise `Refusal` unless a person is to move in a match that has hints."""
    side = verbs.refuse_unless_to_move(match, person)
    if match.rated:
        raise Refusal(
            "There are no hints in rated matches; they'd be unfair to {name}. Start an unrated "
            "match with `rated: False`, or play me.",
            name=match.name(1 - side),
        )
    refuse_unless_explorable(match)


def _stage_words(match: StoredMatch, hint: Hint, stage: Stage) -> Sentence:
    """Word a stage of a hint."""
    move = hint.move
    match stage:
        case Stage.PIECE:
            return Sentence("Look at {cell}.", cell=Code(_piece(move)))
        case Stage.MOVE:
            return Sentence("{Deed}.", deed=match.position.tell(move))
        case Stage.WHY:
            return hint.why


def _piece(move: Move) -> str:
    return move.path[0] if move.path else move.text

"""`/match hint`: the piece to move, its move, then the reason; private, never in rated matches."""

from dataclasses import replace

from discord import app_commands

from boards.hints import NEXT_STAGE, Stage, piece_of, revealed, stage_words
from cogs import match_actions
from cogs.autocomplete import my_match
from cogs.find_match import find_match
from data import StoredMatch
from delivery.posting import is_private, show_privately
from interactions import Interaction, handles, say
from interactions.access import check_rate, mark_seen, visible_match
from interactions.components import button, in_rows, text_view
from interactions.people import private_appearance
from rules import Sentence
from views.hint_words import HINTS, refuse_hint
from views.match_card import match_picture
from views.match_verbs import AskHint, play_button


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
        rule=lambda each: refuse_hint(each, person),
    )
    await _show_hint(interaction, kept, AskHint(kept.number, kept.count))


@handles(AskHint)
async def on_hint(interaction: Interaction, pressed: AskHint) -> None:
    """Show a stage of a hint: first beside the card, then in the same private message."""
    match = await visible_match(interaction, pressed.match)
    match_actions.refuse_stale(interaction, match, pressed.seen)
    await _show_hint(interaction, match, pressed)


async def _show_hint(interaction: Interaction, match: StoredMatch, pressed: AskHint) -> None:
    """Show a stage of a hint privately to the player to move. Raises `Refusal` for all others."""
    match = await mark_seen(interaction, match)
    refuse_hint(match, interaction.user.id)
    named = match.position.read(pressed.move) if pressed.move else None
    bot, shown = interaction.client, revealed(match.position, pressed.stage)
    if pressed.stage is Stage.PIECE:
        check_rate(interaction, HINTS)
    # It may take some seconds, and Discord waits for three.
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
    hint = await bot.computer_turns.hint(match, named)
    effect = match.position.effect((hint.move,))
    ends = {} if shown is Stage.PIECE else dict.fromkeys(hint.move.path[-1:], effect)
    chosen = piece_of(hint.move) if hint.move.path else ""
    style = await private_appearance(interaction)
    picture, gallery = await match_picture(
        match, style, style.side(match.side_of(interaction.user.id)), chosen=chosen, choices=ends
    )
    buttons = []
    if shown in NEXT_STAGE:
        label, stage = NEXT_STAGE[shown]
        buttons.append(button(label, replace(pressed, stage=stage, move=hint.move.text)))
    caption = match.position.caption(hint.move)
    if shown is not Stage.PIECE:
        buttons.append(play_button(match, hint.move.text, Sentence("Play {move}", move=caption)))
    words = say("### Hint\n{words}", words=stage_words(match.position, hint, shown))
    view = text_view(words, rows=[gallery, *in_rows(buttons)])
    await show_privately(interaction, view, [picture])

"""`/match note`: a player's private note about a match."""

from discord import app_commands

from cogs.autocomplete import any_match
from cogs.find_match import find_match
from interactions import Interaction, answer_privately, chosen, handles, say
from interactions.access import mark_seen, visible_match
from interactions.components import text_view
from views.notes_page import DELETED, DeleteNote, KeepNote, WriteNote, note_modal, note_page


@app_commands.command()
@app_commands.describe(match="Which match (default: your only one here)")
@app_commands.autocomplete(match=any_match)
async def note(interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
    """Write a private note on a match, or read, change or delete it."""
    kept = await mark_seen(
        interaction, await find_match(interaction, match, lambda each: WriteNote(each.number, 1))
    )
    kept.side_of(interaction.user.id)
    text = await own_note(interaction, kept.number)
    if text:
        await answer_privately(interaction, note_page(kept, text))
    else:
        await interaction.response.send_modal(note_modal(kept, "", page=0))


@handles(WriteNote)
async def on_write(interaction: Interaction, pressed: WriteNote) -> None:
    """Open the form for a note, filled with the present note."""
    match = await visible_match(interaction, pressed.match)
    match.side_of(interaction.user.id)
    text = await own_note(interaction, pressed.match)
    await interaction.response.send_modal(note_modal(match, text, page=pressed.page))


@handles(KeepNote)
async def on_keep_note(interaction: Interaction, pressed: KeepNote, values: list[str]) -> None:
    """Store the note, and show it."""
    match = await visible_match(interaction, pressed.match)
    await interaction.client.store.notes.write(pressed.match, interaction.user.id, chosen(values))
    page = note_page(match, await own_note(interaction, pressed.match))
    if pressed.page:
        await interaction.response.edit_message(view=page)
    else:
        await answer_privately(interaction, page)


@handles(DeleteNote)
async def on_delete_note(interaction: Interaction, pressed: DeleteNote) -> None:
    """Delete the note, and say so in place of it."""
    await interaction.client.store.notes.delete(pressed.match, interaction.user.id)
    await interaction.response.edit_message(view=text_view(say(DELETED)))


async def own_note(interaction: Interaction, match: int) -> str:
    """Return the person's note about a match, or an empty string if there is none."""
    notes = await interaction.client.store.notes.find(interaction.user.id, match)
    return notes.get(match, "")

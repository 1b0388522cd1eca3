"""`/note`: what a player notes about a match, shown to nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, chosen, pressed
from cogs.answers import whisper
from cogs.controls import Item, button, in_rows, text_view
from cogs.forms import Form
from cogs.matches.finding import find
from cogs.matches.offering import any_match
from cogs.matches.seeing import noticed, visible
from cogs.names import safe
from cogs.speech import say
from data import MOST_NOTED, StoredMatch
from rules import Sentence
from rules.sentence import Code, message

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

IN_SHORT = 300
"""So much of a note is shown beside a board."""
IN_A_LIST = 80
"""So much of it is shown in a list of matches."""
YOURS = message("-# Your note: {text}")
PRIVATE = message(
    "-# Only you see this. It stands beside your boards of this match, and in {command}."
)
DELETED = message("Your note is deleted.")


@dataclass(frozen=True)
class WriteNote(Act, name="note"):
    """Ask what to note about a match; `page` is 1 where the note's own page asks."""

    match: int
    page: int = 0


@dataclass(frozen=True)
class KeepNote(Act, name="keepnote"):
    """Keep what was written into the form, in place of the note before."""

    match: int
    page: int = 0


@dataclass(frozen=True)
class DeleteNote(Act, name="unnote"):
    """Delete one's note on a match."""

    match: int


class Noting(commands.Cog):
    """What players note for themselves."""

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=any_match)
    async def note(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Note something about a match for yourself, or read, change or delete what you noted."""
        kept = await noticed(interaction, await find(interaction, match))
        kept.side_of(interaction.user.id)
        text = await own_note(interaction, kept.number)
        if text:
            await whisper(interaction, view=_page(kept, text))
        else:
            await interaction.response.send_modal(_form(kept, "", page=0))


@pressed(WriteNote)
async def on_write(interaction: Interaction, act: WriteNote, _values: list[str]) -> None:
    """Ask what to note, with what is noted already to be changed."""
    match = await visible(interaction, act.match)
    match.side_of(interaction.user.id)
    text = await own_note(interaction, act.match)
    await interaction.response.send_modal(_form(match, text, page=act.page))


@pressed(KeepNote)
async def on_keep_note(interaction: Interaction, act: KeepNote, values: list[str]) -> None:
    """Keep what was written, and show it."""
    match = await visible(interaction, act.match)
    await interaction.client.store.notes.write(act.match, interaction.user.id, chosen(values))
    page = _page(match, await own_note(interaction, act.match))
    if act.page:
        await interaction.response.edit_message(view=page)
    else:
        await whisper(interaction, view=page)


@pressed(DeleteNote)
async def on_delete_note(interaction: Interaction, act: DeleteNote, _values: list[str]) -> None:
    """Delete the note, and say so in its place."""
    await interaction.client.store.notes.delete(act.match, interaction.user.id)
    await interaction.response.edit_message(view=text_view(say(DELETED)))


async def own_note(interaction: Interaction, match: int) -> str:
    """Give what somebody has noted about a match; nothing where they have not."""
    notes = await interaction.client.store.notes.of(interaction.user.id, match)
    return notes.get(match, "")


def note_words(text: str, most: int = IN_SHORT) -> str:
    """Say in one line what somebody has noted, or so much of it."""
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    return say(YOURS, text=safe(shown)) if text else ""


def note_button(match: StoredMatch) -> Item:
    """Make the button that asks what to note."""
    return button("Note", WriteNote(match.number))


def _form(match: StoredMatch, text: str, *, page: int) -> Form:
    return Form(
        Sentence("Your note on {match}", match=f"{match.position.name} #{match.number}"),
        KeepNote(match.number, page),
        "Only you see it",
        example="What you want to know when you come back",
        most=MOST_NOTED,
        lines=True,
        written=text,
    )


def _page(match: StoredMatch, text: str) -> discord.ui.LayoutView:
    """Build the message that shows a note as it was written, with what can be done about it."""
    heading = say("### Your note on {match}", match=f"{match.position.name} #{match.number}")
    buttons = [
        button("Change", WriteNote(match.number, page=1)),
        button("Delete", DeleteNote(match.number)),
    ]
    lines = [safe(line) for line in text.splitlines()]
    return text_view(heading, *lines, say(PRIVATE, command=Code("/matches")), rows=in_rows(buttons))


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Noting())

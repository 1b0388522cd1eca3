"""A match as text, with every move: to take along, and to bring along."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, chosen, pressed
from cogs.answers import whisper
from cogs.computer.asking import asking_buttons
from cogs.controls import button, text_view
from cogs.forms import LONGEST, Form
from cogs.haste import IMPORTS, refuse_haste
from cogs.learning.trials import Source
from cogs.matches.offering import any_match
from cogs.matches.seeing import noticed, visible
from cogs.speech import say
from cogs.typed_moves import pass_words
from cogs.watching.acts import OpenReplay, SendGif
from cogs.watching.replaying import open_replay
from cogs.watching.watched import watched
from match.read_record import read
from rules import GAMES, Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

MOST_BYTES = 64 * 1024
"""So large may a record be: some six thousand moves."""


@dataclass(frozen=True)
class ImportPasted(Act, name="import"):
    """Take the record that was pasted into a form."""


class Records(commands.Cog):
    """Matches as text."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=any_match)
    async def record(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """Give a match as text, with every move."""
        kept = await noticed(interaction, await visible(interaction, match))
        text = await interaction.client.store.matches.record(match)
        file = discord.File(io.BytesIO(text.encode()), f"match-{match}.txt")
        buttons = [button("Replay", OpenReplay(match))]
        if kept.previous is not None:
            buttons.append(button("Replay as GIF", SendGif(match)))
        if kept.over:
            buttons += asking_buttons(kept)
        rows = [discord.ui.File(file), discord.ui.ActionRow(*buttons)]
        view = text_view(say("Match #{match} as text:", match=match), rows=rows)
        await whisper(interaction, view=view, files=[file])

    @app_commands.command(name="import")
    @app_commands.describe(record="A text file as `/record` gives it; left out, you can paste one")
    async def bring(
        self, interaction: Interaction, record: discord.Attachment | None = None
    ) -> None:
        """Look back on a match that you have as text."""
        if record is None:
            await interaction.response.send_modal(_form())
        else:
            _refuse_large(record)
            refuse_haste(interaction, IMPORTS)
            await interaction.response.defer(ephemeral=True, thinking=True)
            await _open(interaction, await _content(record))


@pressed(ImportPasted)
async def on_pasted(interaction: Interaction, _act: ImportPasted, values: list[str]) -> None:
    """Open what was pasted."""
    refuse_haste(interaction, IMPORTS)
    await _open(interaction, chosen(values))


def _form() -> Form:
    return Form(
        "Look back on a match",
        ImportPasted(),
        "The record",
        example='[Game "ringo"] 1. a1-a2 2. a6-a5',
        most=LONGEST,
        hint="Attach a longer one as file.",
        lines=True,
    )


def _refuse_large(file: discord.Attachment) -> None:
    """Raise `Refusal` for a file that is not even to be looked into."""
    if file.size > MOST_BYTES:
        raise Refusal(
            "This file is too large for a record; give me one of {number} kB at most.",
            number=MOST_BYTES // 1024,
        )


async def _content(file: discord.Attachment) -> str:
    """Give the text of a file. Raises `Refusal` where it is none."""
    content = await file.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(
            "This file is no text that I can read; save the record as plain text (UTF-8), as "
            "`/record` gives it, and attach that."
        ) from None


async def _open(interaction: Interaction, text: str) -> None:
    """Keep a record for its reader, and show it from its start."""
    record = await asyncio.to_thread(read, text, GAMES, pass_words())
    person, now = interaction.user.id, discord.utils.utcnow()
    await interaction.client.store.imports.add(interaction.id, person, record, now)
    await open_replay(interaction, await watched(interaction, Source.IMPORT, interaction.id), 0)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Records())

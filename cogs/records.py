"""`/record` and `/match import`: matches as text, with every move."""

import io
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.autocomplete import any_match
from cogs.replay import open_replay
from cogs.resolve_match import find_replay, pass_words
from interactions import Bot, CustomId, Interaction, chosen, handles, say, whisper
from interactions.access import mark_seen, visible_match
from interactions.components import LONGEST, TextModal, button, text_view
from interactions.rate_limits import IMPORTS, check_rate
from interactions.worker_threads import run_long
from match.read_record import read
from rules import GAMES, Refusal
from views.analysis_board import Source
from views.match_verbs import hint_and_review_buttons
from views.replay_ids import OpenReplay, SendGif

MOST_BYTES = 64 * 1024
"""The largest record, in bytes: some six thousand moves."""


class ImportPasted(CustomId, name="import"):
    """Import the record that was pasted into a form."""


class RecordsCog(commands.Cog):
    """The command that exports a match as text."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=any_match)
    async def record(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """Get a match as text, with every move."""
        kept = await mark_seen(interaction, await visible_match(interaction, match))
        text = await interaction.client.store.matches.record(match)
        file = discord.File(io.BytesIO(text.encode()), f"match-{match}.txt")
        buttons = [button("Replay", OpenReplay(match))]
        if kept.previous is not None:
            buttons.append(button("Replay as GIF", SendGif(match)))
        if kept.over:
            buttons += hint_and_review_buttons(kept)
        rows = [discord.ui.File(file), discord.ui.ActionRow(*buttons)]
        view = text_view(say("Match #{match} as text:", match=match), rows=rows)
        await whisper(interaction, view=view, files=[file])


@app_commands.command(name="import")
@app_commands.describe(record="A text file from /record. Empty: paste the text")
async def import_record(interaction: Interaction, record: discord.Attachment | None = None) -> None:
    """Open a match from its text."""
    if record is None:
        await interaction.response.send_modal(_form())
    else:
        _refuse_large(record)
        check_rate(interaction, IMPORTS)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _import(interaction, await _read_text(record))


@handles(ImportPasted)
async def on_pasted(interaction: Interaction, _pressed: ImportPasted, values: list[str]) -> None:
    """Open the replay of a pasted record."""
    check_rate(interaction, IMPORTS)
    await _import(interaction, chosen(values))


def _form() -> TextModal:
    return TextModal(
        "Open a match",
        ImportPasted(),
        "The record",
        example='[Game "ringo"] 1. a1-a2 2. a6-a5',
        most=LONGEST,
        hint="Attach longer ones as a file.",
        lines=True,
    )


def _refuse_large(file: discord.Attachment) -> None:
    """Raise `Refusal` for a file that is too large to be downloaded."""
    if file.size > MOST_BYTES:
        raise Refusal(
            "This file is too large for a record; attach one of at most {number} kB.",
            number=MOST_BYTES // 1024,
        )


async def _read_text(file: discord.Attachment) -> str:
    """Read a file as text. Raises `Refusal` if it is none."""
    content = await file.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(
            "I can't read this file; save what `/record` gives you as plain text (UTF-8), and "
            "attach that."
        ) from None


async def _import(interaction: Interaction, text: str) -> None:
    """Store a record for its reader, and open its replay at the start."""
    record = await run_long(partial(read, text, GAMES, pass_words()))
    person, now = interaction.user.id, discord.utils.utcnow()
    await interaction.client.store.imports.add(interaction.id, person, record, now)
    await open_replay(interaction, await find_replay(interaction, Source.IMPORT, interaction.id), 0)


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(RecordsCog())

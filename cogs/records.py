"""`/record` and `/match import`: matches as text and as a page, with every move."""

import io
from functools import partial
from typing import Any

import discord
from discord import app_commands

from cogs.autocomplete import any_match
from cogs.find_replay import find_replay
from cogs.move_and_board import pass_words
from cogs.replay import open_replay
from interactions import CustomId, Interaction, OutOfDate, answer_privately, handles
from interactions.access import check_rate
from interactions.components import LONGEST, Modal, button, labelled, text_view, uploaded
from interactions.people import private_appearance
from interactions.rate_limits import IMPORTS, PAGES
from interactions.speech import plain_speech, said, say
from interactions.tasks import run_long
from match.read_record import read
from rendering import page
from rules import GAMES, Refusal, message
from views.analysis_board import Source
from views.match_verbs import hint_and_review_buttons
from views.replay_ids import OpenReplay, SendGif
from views.replay_page import Replay, page_contents

MOST_BYTES = 64 * 1024
"""The largest record, in bytes: some six thousand moves."""


class ImportFilled(CustomId, name="importform"):
    """Import the record that was uploaded or pasted in a form."""


@app_commands.command()
@app_commands.describe(match="Which match")
@app_commands.autocomplete(match=any_match)
async def record(interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
    """Get a match as text, with every move."""
    replay = await find_replay(interaction, Source.MATCH, match)
    kept = replay.kept
    assert kept is not None, "the replay of a match has it"
    note = ""
    try:
        check_rate(interaction, PAGES)
    except Refusal as refusal:
        note = f"\n-# {said(refusal.sentence)}"
    await interaction.response.defer(ephemeral=True, thinking=True)
    text = await interaction.client.store.matches.record(match)
    files = [discord.File(io.BytesIO(text.encode()), f"match-{match}.txt")]
    words = say("Match #{match} as text:", match=match) + note
    if not note and (page := await _page(interaction, replay)):
        files.append(page)
        words = say(
            "Match #{match} as text, and as a page that replays it in any browser:", match=match
        )
    buttons = [button("Replay", OpenReplay(match))]
    if kept.previous is not None:
        buttons.append(button("Replay as GIF", SendGif(match)))
    if kept.over:
        buttons += hint_and_review_buttons(kept)
    rows = [*map(discord.ui.File, files), discord.ui.ActionRow(*buttons)]
    await answer_privately(interaction, view=text_view(words, rows=rows), files=files)


async def _page(interaction: Interaction, replay: Replay) -> discord.File | None:
    """Write a match as a page, unless that is larger than may be sent here."""
    style, speech = await private_appearance(interaction), plain_speech()

    def write() -> bytes:
        seen = style.side(replay.seen_from)
        contents = page_contents(replay)
        return page(contents, seen_from=seen, theme=style.theme, speech=speech).encode()

    content = await run_long(write)
    if len(content) > interaction.filesize_limit:
        return None
    return discord.File(io.BytesIO(content), f"match-{replay.number}.html")


@app_commands.command(name="import")
@app_commands.describe(record="A text file from /record. Empty: upload or paste it in a form")
async def import_record(interaction: Interaction, record: discord.Attachment | None = None) -> None:
    """Open a match from its text."""
    if record is None:
        await interaction.response.send_modal(_form())
    else:
        await _import_file(interaction, record)


@handles(ImportFilled)
async def on_filled(interaction: Interaction, _pressed: ImportFilled, values: list[str]) -> None:
    """Open the replay of an uploaded record, or else of the pasted one."""
    if len(values) != 2:
        raise OutOfDate
    files, text = uploaded(interaction, values[0]), values[1]
    if files:
        await _import_file(interaction, files[0])
    elif text.strip():
        check_rate(interaction, IMPORTS)
        await _import(interaction, text)
    else:
        raise Refusal("Upload a text file from `/record`, or paste its text.")


async def _import_file(interaction: Interaction, file: discord.Attachment) -> None:
    """Open the replay of the record in a file. Raises `Refusal` for one that is no record."""
    _refuse_large(file)
    check_rate(interaction, IMPORTS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _import(interaction, await _read_text(file))


def _form() -> Modal:
    upload: discord.ui.FileUpload[Any] = discord.ui.FileUpload(
        custom_id="file", required=False, max_values=1
    )
    pasted: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="field",
        style=discord.TextStyle.paragraph,
        placeholder='[Game "ringo"] 1. a1-a2 2. a6-a5',
        max_length=LONGEST,
        required=False,
    )
    return Modal(
        "Open a match",
        ImportFilled(),
        labelled(message("A text file from /record"), "", upload),
        labelled(message("Or paste its text"), "", pasted),
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

"""`/match import`: a record as a file or as text, replayed for whoever imports it."""

from functools import partial
from typing import Any, NamedTuple

import discord
from discord import app_commands

from cogs.move_and_board import pass_words
from cogs.replay import find_replay, open_replay
from interactions import CustomId, Interaction, OutOfDate, handles
from interactions.access import check_rate
from interactions.components import LONGEST
from interactions.forms import Modal, labelled
from interactions.rate_limits import IMPORTS
from interactions.tasks import run_long
from match.read_record import read
from rules import GAMES, Refusal, message
from views.analysis_board import Source

MOST_BYTES = 64 * 1024
"""The largest record, in bytes: some six thousand moves."""


class UploadedFile(NamedTuple):
    """A file that Discord has received, not yet downloaded."""

    size: int
    url: str


class ImportFilled(CustomId, name="importform"):
    """Import the record that was uploaded or pasted in a form."""


@app_commands.command(name="import")
@app_commands.describe(record="A text file from /match record. Empty: upload or paste it in a form")
async def import_record(interaction: Interaction, record: discord.Attachment | None = None) -> None:
    """Open a match from its text."""
    if record is None:
        await interaction.response.send_modal(_form())
    else:
        await _import_file(interaction, UploadedFile(record.size, record.url))


@handles(ImportFilled)
async def on_filled(interaction: Interaction, _pressed: ImportFilled, values: list[str]) -> None:
    """Open the replay of an uploaded record, or else of the pasted one."""
    if len(values) != 2:
        raise OutOfDate
    files, text = _uploaded(interaction, values[0]), values[1]
    if files:
        await _import_file(interaction, files[0])
    elif text.strip():
        check_rate(interaction, IMPORTS)
        await _import(interaction, text)
    else:
        raise Refusal("Upload a text file from `/match record`, or paste its text.")


def _uploaded(interaction: Interaction, numbers: str) -> list[UploadedFile]:
    """Return the files of a submitted form, by the value of the field. Raises `OutOfDate`."""
    sent: Any = interaction.data  # discord.py's types cover only commands and components
    try:
        found = [sent["resolved"]["attachments"][each] for each in numbers.split()]
        return [UploadedFile(file["size"], file["url"]) for file in found]
    except (KeyError, TypeError) as forged:
        raise OutOfDate from forged


async def _import_file(interaction: Interaction, file: UploadedFile) -> None:
    """Open the replay of the record in a file. Raises `Refusal` for one that is no record."""
    if file.size > MOST_BYTES:
        raise Refusal(
            "This file is too large for a record; attach one of at most {number} kB.",
            number=MOST_BYTES // 1024,
        )
    check_rate(interaction, IMPORTS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _import(interaction, _text(await interaction.client.http.get_from_cdn(file.url)))


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
        labelled(message("A text file from /match record"), "", upload),
        labelled(message("Or paste its text"), "", pasted),
    )


def _text(content: bytes) -> str:
    """Decode what is in a file. Raises `Refusal` if it is no text."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(
            "I can't read this file; save what `/match record` gives you as plain text (UTF-8), "
            "and attach that."
        ) from None


async def _import(interaction: Interaction, text: str) -> None:
    """Store a record for its reader, and open its replay at the start."""
    record = await run_long(partial(read, text, GAMES, pass_words()))
    person, now = interaction.user.id, discord.utils.utcnow()
    await interaction.client.store.imports.add(interaction.id, person, record, now)
    await open_replay(interaction, await find_replay(interaction, Source.IMPORT, interaction.id), 0)

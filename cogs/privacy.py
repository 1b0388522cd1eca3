"""`/privacy`: export or delete all data that is stored about a person."""

import io
import json
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import aclosing
from enum import StrEnum
from functools import partial

import discord
from discord import app_commands

from delivery.outdated_cards import redraw_some
from interactions import CustomId, Interaction, answer_privately, handles, say
from interactions.access import check_rate
from interactions.components import button, in_rows, no_button, text_view
from interactions.rate_limits import EXPORTS
from interactions.tasks import run_long
from rules import message

YOUR_DATA = message(
    "### Your data\n"
    "I store:\n"
    "- You: name, Discord ID, language, settings, vacation, who you mute or block\n"
    "- Play: challenges, moves with times and messages, notes, plans, guesses, votes, ratings, "
    "puzzles, lessons\n"
    "- People: matches you follow, leagues, cups, ladders, club matches (in both servers)\n"
    "- For a week: records you import\n\n"
    "I don't read your other messages, and I share nothing.\n"
    "**Export** sends everything as files (JSON lines, gzip).\n"
    "**Delete** makes you “a former player”: you resign your matches, leave leagues, cups and "
    "ladders, and lose your name, ratings and messages. Your opponents keep finished matches "
    "without your name; the host's backups keep your data until newer ones replace them."
)
CONFIRM_DELETION = message(
    """### Delete everything about you?
You resign your matches in progress, and your ratings are deleted. Nobody can undo this."""
)
DELETION_DONE = message(
    "Done. Your data is now only in the host's latest daily backups, until newer ones replace them."
)

GZIP = 16 + zlib.MAX_WBITS
"""The `wbits` by which zlib writes the format of gzip."""

PACKED_AT_ONCE = 20
"""How many objects are packed at a time, beside all else that the bot does."""
MARGIN = 4096
"""How many bytes of a file are reserved for its end."""


class PrivacyRequest(StrEnum):
    """What a person asks to be done with their data. The values stand in messages for ever."""

    EXPORT = "export"
    DELETE = "delete"
    DELETED = "deleted"


class AskFor(CustomId, name="privacy"):
    """Export or delete one's own data, or ask to confirm that."""

    request: PrivacyRequest


LABELS = {
    PrivacyRequest.EXPORT: (message("Export"), discord.ButtonStyle.primary),
    PrivacyRequest.DELETE: (message("Delete"), discord.ButtonStyle.secondary),
    PrivacyRequest.DELETED: (message("Yes, delete everything"), discord.ButtonStyle.danger),
}


@handles(AskFor)
async def on_privacy(interaction: Interaction, pressed: AskFor) -> None:
    """Export or delete the data of the person who presses; the buttons are in private messages."""
    match pressed.request:
        case PrivacyRequest.EXPORT:
            await _export(interaction)
        case PrivacyRequest.DELETE:
            await interaction.response.edit_message(
                view=_view(CONFIRM_DELETION, PrivacyRequest.DELETED, no=True)
            )
        case PrivacyRequest.DELETED:
            await _delete(interaction)


@app_commands.command()
async def privacy(interaction: Interaction) -> None:
    """See what is stored about you, export it, or delete it."""
    await answer_privately(
        interaction, _view(YOUR_DATA, PrivacyRequest.EXPORT, PrivacyRequest.DELETE)
    )


async def _export(interaction: Interaction) -> None:
    """Send the files one after the other, which takes a while for much data."""
    check_rate(interaction, EXPORTS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    objects = interaction.client.store.people.export(interaction.user.id)
    files = chunked_files(objects, interaction.filesize_limit)
    async with aclosing(objects), aclosing(files):
        number = 0
        async for content in files:
            number += 1
            file = discord.File(io.BytesIO(content), f"parlour-about-you-{number}.jsonl.gz")
            first, further = (say("Everything I keep about you:"), say("Part {part}:", part=number))
            view = text_view(first if number == 1 else further, rows=[discord.ui.File(file)])
            await answer_privately(interaction, view, [file])


async def _delete(interaction: Interaction) -> None:
    bot = interaction.client
    await interaction.response.defer()
    await bot.store.forgetting.forget(interaction.user.id, discord.utils.utcnow())
    await interaction.edit_original_response(view=_view(DELETION_DONE))
    await redraw_some(bot)


def _view(text: str, *requests: PrivacyRequest, no: bool = False) -> discord.ui.LayoutView:
    buttons = [
        button(LABELS[request][0], AskFor(request), LABELS[request][1]) for request in requests
    ]
    return text_view(say(text), rows=in_rows([*buttons, no_button()] if no else buttons))


async def chunked_files(
    objects: AsyncIterator[Mapping[str, object]], most: int
) -> AsyncGenerator[bytes, None]:
    """Yield gzip files of at most `most` bytes, each with one JSON object a line.

    Each can be read by itself, and is yielded once it is full: hardly more than one is held in
    memory.
    """
    packer, some = _Packer(most), list[Mapping[str, object]]()
    async for row in objects:
        some.append(row)
        if len(some) == PACKED_AT_ONCE:
            for file in await run_long(partial(packer.add, some)):
                yield file
            some = []
    for file in await run_long(partial(packer.finish, some)):
        yield file


class _Packer:
    """Packs objects into gzip files of at most `most` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most - MARGIN
        self._begin()

    def _begin(self) -> None:
        self._compressor, self._file = zlib.compressobj(wbits=GZIP), bytearray()
        self._held = 0
        """The bytes that the compressor may still hold, at their uncompressed length."""

    def add(self, rows: Iterable[Mapping[str, object]]) -> list[bytes]:
        """Pack objects; return the files that are full."""
        full = []
        for row in rows:
            line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
            if self._length(line) > self._most:
                self._file += self._compressor.flush(zlib.Z_SYNC_FLUSH)
                self._held = 0
            if self._file and self._length(line) > self._most:
                full.append(self._ended())
            self._file += self._compressor.compress(line)
            self._held += len(line)
        return full

    def finish(self, rows: Iterable[Mapping[str, object]]) -> list[bytes]:
        """Pack the last objects; return the files that are left."""
        return [*self.add(rows), self._ended()]

    def _length(self, line: bytes) -> int:
        return len(self._file) + self._held + len(line)

    def _ended(self) -> bytes:
        file = bytes(self._file + self._compressor.flush())
        self._begin()
        return file

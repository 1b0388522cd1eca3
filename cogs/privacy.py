"""`/privacy`: export or delete everything that is stored about a person."""

import io
import json
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from enum import StrEnum

import discord
from discord import app_commands
from discord.ext import commands

from delivery.redraw import redraw_some
from interactions import Bot, Interaction, say, whisper
from interactions.components import button, in_rows, no_button, text_view
from interactions.custom_ids import CustomId, handles
from interactions.rate_limits import EXPORTS, check_rate
from rules import message

WHAT = message(
    """### Your data
I keep your number at Discord and the name you were last seen with, the language of your Discord, \
the challenges and matches you played (every move with its time, what you said with it, the \
channel, the lines you keep, and your notes), your ratings, your settings and vacation, what you \
muted, that you take no direct messages, the puzzles you solved, whom you have blocked, which \
message shows a match, and for a week the records that you import. I read no other messages, and I \
pass nothing on.

**Export** gives you everything I keep about you as a file, or several where one is too large: \
lines of JSON, packed with gzip. **Delete** makes you “a former \
player”: your matches that go on are given up, your challenges withdrawn, your ratings and your \
name are gone, and your words with your moves; finished matches stay for your opponents, without \
you in them. The host's daily \
copies hold what is deleted until newer ones take their place."""
)
SURE = message(
    """### Delete everything about you?
Your matches that go on are given up, your ratings are gone, and nobody can bring them back."""
)
DONE = message("Done: nothing about you is left here but in the host's last daily copies.")


class PrivacyRequest(StrEnum):
    """What somebody wants done with what is stored about them; it stands in messages for ever."""

    EXPORT = "export"
    DELETE = "delete"
    DELETED = "deleted"


class AskFor(CustomId, name="privacy"):
    """Ask for something concerning one's own data."""

    wish: PrivacyRequest


LABELS = {
    PrivacyRequest.EXPORT: (message("Export"), discord.ButtonStyle.primary),
    PrivacyRequest.DELETE: (message("Delete"), discord.ButtonStyle.secondary),
    PrivacyRequest.DELETED: (
        message("Yes, delete everything about me"),
        discord.ButtonStyle.danger,
    ),
}


@handles(AskFor)
async def on_privacy(interaction: Interaction, pressed: AskFor, _values: list[str]) -> None:
    """Export or delete; it concerns whoever presses it, and stands only in private messages."""
    match pressed.wish:
        case PrivacyRequest.EXPORT:
            await _export(interaction)
        case PrivacyRequest.DELETE:
            await interaction.response.edit_message(
                view=_view(SURE, PrivacyRequest.DELETED, no=True)
            )
        case PrivacyRequest.DELETED:
            await _delete(interaction)


class PrivacyCog(commands.Cog):
    """What is stored about a person."""

    @app_commands.command()
    async def privacy(self, interaction: Interaction) -> None:
        """See what is stored about you, export it, or delete it."""
        await whisper(interaction, view=_view(WHAT, PrivacyRequest.EXPORT, PrivacyRequest.DELETE))


async def _export(interaction: Interaction) -> None:
    """Send the files one after the other; it takes a while where there is much."""
    check_rate(interaction, EXPORTS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    things = interaction.client.store.people.export(interaction.user.id)
    files = chunked_files(things, interaction.filesize_limit)
    async with aclosing(things), aclosing(files):
        number = 0
        async for content in files:
            number += 1
            file = discord.File(io.BytesIO(content), f"parlour-about-you-{number}.jsonl.gz")
            first, further = (
                say("Everything I keep about you:"),
                say("And part {part}:", part=number),
            )
            view = text_view(first if number == 1 else further, rows=[discord.ui.File(file)])
            await whisper(interaction, view=view, files=[file])


async def _delete(interaction: Interaction) -> None:
    bot = interaction.client
    await interaction.response.defer()
    await bot.store.forgetting.forget(interaction.user.id, discord.utils.utcnow())
    await interaction.edit_original_response(view=_view(DONE))
    await redraw_some(bot)


def _view(text: str, *wishes: PrivacyRequest, no: bool = False) -> discord.ui.LayoutView:
    buttons = [button(LABELS[wish][0], AskFor(wish), LABELS[wish][1]) for wish in wishes]
    return text_view(say(text), rows=in_rows([*buttons, no_button()] if no else buttons))


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog())


GZIP = 16 + zlib.MAX_WBITS
"""How zlib is told to write a file as gzip does."""
MARGIN = 4096
"""So many bytes of a file are left for what ends it."""


async def chunked_files(
    things: AsyncIterator[Mapping[str, object]], most: int
) -> AsyncGenerator[bytes, None]:
    """Give files of at most `most` bytes: JSON, a thing a line, compressed as gzip does.

    Each can be read by itself, and is given once it is full: only one is held in memory.
    """
    packer, file, waiting = zlib.compressobj(wbits=GZIP), bytearray(), 0
    async for thing in things:
        line = json.dumps(thing, ensure_ascii=False).encode() + b"\n"
        # What waits in the packer counts as if it would not become shorter.
        if len(file) + waiting + len(line) + MARGIN > most:
            file += packer.flush(zlib.Z_SYNC_FLUSH)
            waiting = 0
        if file and len(file) + waiting + len(line) + MARGIN > most:
            yield bytes(file + packer.flush())
            packer, file = zlib.compressobj(wbits=GZIP), bytearray()
        file += packer.compress(line)
        waiting += len(line)
    yield bytes(file + packer.flush())

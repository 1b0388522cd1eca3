"""Privacy: what is stored about a person, to be had as a file, or deleted."""

from __future__ import annotations

import io
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, pressed
from cogs.answers import whisper
from cogs.asking import no_button
from cogs.controls import button, in_rows, text_view
from cogs.haste import EXPORTS, refuse_haste
from cogs.people.packing import packed
from cogs.people.redrawing import redraw_some
from cogs.speech import say
from rules.sentence import message

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

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


class Wish(StrEnum):
    """What somebody wants done with what is stored about them; it stands in messages for ever."""

    EXPORT = "export"
    DELETE = "delete"
    DELETED = "deleted"


@dataclass(frozen=True)
class AskFor(Act, name="privacy"):
    """Ask for something concerning one's own data."""

    wish: Wish


LABELS = {
    Wish.EXPORT: (message("Export"), discord.ButtonStyle.primary),
    Wish.DELETE: (message("Delete"), discord.ButtonStyle.secondary),
    Wish.DELETED: (message("Yes, delete everything about me"), discord.ButtonStyle.danger),
}


@pressed(AskFor)
async def on_privacy(interaction: Interaction, act: AskFor, _values: list[str]) -> None:
    """Export or delete; it concerns whoever presses it, and stands only in private messages."""
    match act.wish:
        case Wish.EXPORT:
            await _export(interaction)
        case Wish.DELETE:
            await interaction.response.edit_message(view=_view(SURE, Wish.DELETED, no=True))
        case Wish.DELETED:
            await _delete(interaction)


class Privacy(commands.Cog):
    """What is stored about a person."""

    @app_commands.command()
    async def privacy(self, interaction: Interaction) -> None:
        """See what is stored about you, export it, or delete it."""
        await whisper(interaction, view=_view(WHAT, Wish.EXPORT, Wish.DELETE))


async def _export(interaction: Interaction) -> None:
    """Send the files one after the other; it takes a while where there is much."""
    refuse_haste(interaction, EXPORTS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    things = interaction.client.store.people.export(interaction.user.id)
    files = packed(things, interaction.filesize_limit)
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


def _view(text: str, *wishes: Wish, no: bool = False) -> discord.ui.LayoutView:
    buttons = [button(LABELS[wish][0], AskFor(wish), LABELS[wish][1]) for wish in wishes]
    return text_view(say(text), rows=in_rows([*buttons, no_button()] if no else buttons))


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy())

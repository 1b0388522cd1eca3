"""How whatever goes wrong is answered: one private sentence, for commands and buttons alike."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands

from cogs.speech import said
from rules import Refusal

if TYPE_CHECKING:
    from bot import Parlour

    Interaction = discord.Interaction[Parlour]

log = logging.getLogger(__name__)

NEEDED = "View Channel, Send Messages, Send Messages in Threads, Attach Files"
"""The permissions without which a card cannot be posted."""
UNSENT = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised where Discord refuses something, or cannot be reached."""


class Tree(app_commands.CommandTree["Parlour"]):
    """The commands, with every exception answered."""

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer whatever a command raised."""
        original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await tell_error(interaction, original)


async def tell_error(interaction: Interaction, error: Exception) -> None:
    """Tell the person privately what went wrong; what nobody expected goes to the log as well."""
    try:
        await whisper(interaction, sentence_for(error))
    except UNSENT as failure:
        # The interaction is gone (15 minutes, or a connection lost); there is nobody to tell.
        log.warning("could not answer an interaction: %s", failure)


def sentence_for(error: Exception) -> str:
    """Put an exception in a sentence for the person who met it."""
    if isinstance(error, Refusal):
        return said(error.sentence)
    if isinstance(error, app_commands.CommandOnCooldown):
        return f"One moment, please: try again in {error.retry_after:.0f} seconds."
    if isinstance(error, app_commands.TransformerError):
        return f"`{str(error.value)[:50]}` is not something I can use there; pick from the list."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "This command has changed; reload Discord and try again."
    if isinstance(error, app_commands.CheckFailure):
        return "You cannot use this command here."
    if isinstance(error, discord.Forbidden):
        return f"I am missing a permission in that channel. I need: {NEEDED}."
    number = secrets.randbelow(900_000) + 100_000
    log.error("error %d", number, exc_info=error)
    return (
        f"Something went wrong on my side; nothing of your match is lost. Please try again, and "
        f"if it stays so, tell the host of this bot the number {number}."
    )


async def whisper(
    interaction: Interaction,
    text: str | None = None,
    *,
    view: discord.ui.LayoutView | None = None,
    files: list[discord.File] | None = None,
) -> None:
    """Say something to the person alone, whether or not the interaction was answered before."""
    options: dict[str, Any] = {"ephemeral": True}  # only what is given may be passed on
    if text is not None:
        options["content"] = text
    if view is not None:
        options["view"] = view
    if files:
        options["files"] = files
    if interaction.response.is_done():
        await interaction.followup.send(**options)
    else:
        await interaction.response.send_message(**options)

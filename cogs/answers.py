"""How whatever goes wrong is answered: one private sentence, for commands and buttons alike."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands

from cogs.readers import begin
from cogs.running import Stopping
from cogs.speech import said, say
from cogs.trouble import ANSWERED_ALREADY, PLAINLY, in_a_line, is_discords
from data import Unusable
from rules import Refusal, Sentence
from rules.sentence import typed

if TYPE_CHECKING:
    from bot import Parlour

    Interaction = discord.Interaction[Parlour]

log = logging.getLogger(__name__)
log.addFilter(PLAINLY)

LONGEST = 2000
"""So many characters a message without components may have."""
NEEDED = Sentence("View Channel, Send Messages, Send Messages in Threads, Attach Files")
"""The permissions without which a card cannot be posted."""
UNSENT = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised where Discord refuses something, or cannot be reached."""


class Tree(app_commands.CommandTree["Parlour"]):
    """The commands, with every exception answered."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Have all that is asked finished before the bot stops; refuse what is late, or again."""
        try:
            return await begin(interaction)
        except Stopping as refusal:
            if interaction.type is not discord.InteractionType.autocomplete:
                await tell_error(interaction, refusal)
            return False

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
    except Exception as failure:
        if not (isinstance(failure, UNSENT) or is_discords(failure)):
            raise
        # The interaction is gone (15 minutes, or a connection lost); there is nobody to tell.
        if not is_discords(error):
            log.warning("could not answer an interaction: %s", in_a_line(failure))


def sentence_for(error: Exception) -> str:
    """Put an exception in a sentence for the person who met it."""
    if isinstance(error, Refusal):
        return said(error.sentence)
    if isinstance(error, app_commands.CommandOnCooldown):
        return say(
            "One moment, please: try again in {number} second.",
            "One moment, please: try again in {number} seconds.",
            number=round(error.retry_after),
        )
    if isinstance(error, app_commands.TransformerError):
        return say(
            "{text} is not something I can use there; pick from the list.",
            text=typed(str(error.value)),
        )
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return say("This command has changed; reload Discord and try again.")
    if isinstance(error, app_commands.CheckFailure):
        return say("You cannot use this command here.")
    if isinstance(error, discord.Forbidden):
        return say("I am missing a permission in that channel. I need: {needed}.", needed=NEEDED)
    if is_discords(error):
        log.warning("an answer was lost", exc_info=error)
        return say(
            "Discord had trouble of its own just now, and something of my answer may be lost. "
            "Nothing of your match is: `/board` shows how it stands, and then try again."
        )
    if isinstance(error, Unusable):
        log.error("a person could not be answered", exc_info=error)
        return say(
            "Something is wrong with the file in which I keep everything, so what you asked may "
            "not be done. Please tell the host of this bot: it {trouble}.",
            trouble=Sentence(error.trouble),
        )
    number = secrets.randbelow(900_000) + 100_000
    log.error("error %d", number, exc_info=error)
    return say(
        "Something went wrong on my side; nothing of your match is lost. Please try again, and "
        "if it stays so, tell the host of this bot the number {error}.",
        error=number,
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
        options["content"] = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    if view is not None:
        options["view"] = view
    if files:
        options["files"] = files
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(**options)
        except discord.HTTPException as refused:
            if refused.code != ANSWERED_ALREADY or files:  # files can be sent once only
                raise
        else:
            return
    await interaction.followup.send(**options)

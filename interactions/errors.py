"""Error handling: whoever caused an error gets one private sentence."""

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec

import aiohttp
import discord
from discord import app_commands

from data import Unusable
from interactions.bot import Bot, Interaction
from interactions.people import begin_interaction
from interactions.short_log import ANSWERED_ALREADY, SHORT_LOG, error_line, is_discord_error
from interactions.speech import said, say
from interactions.tasks import Stopping
from rules import Refusal, Sentence, typed

Given = ParamSpec("Given")
LONGEST_MESSAGE = 2000
"""The most characters that a message without components may have."""
NEEDED = Sentence("View Channel, Send Messages, Send Messages in Threads, Attach Files")
"""The permissions without which a card cannot be posted."""
SEND_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""The exceptions raised when Discord refuses a message or cannot be reached."""

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)


class ParlourTree(app_commands.CommandTree[Bot]):
    """The command tree, which answers every exception."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Register the interaction as in flight; refuse it during a shutdown or as a duplicate."""
        try:
            return await begin_interaction(interaction)
        except Stopping as refusal:
            if interaction.type is not discord.InteractionType.autocomplete:
                await answer_error(interaction, refusal)
            return False

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer an exception that a command raised."""
        original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await answer_error(interaction, original)


class ChoiceNeeded(Refusal):
    """A request that may mean several things; the message asks which, with a button for each."""

    def __init__(self, view: discord.ui.LayoutView) -> None:
        super().__init__("Which one do you mean?")
        self.view = view


def is_allowed(
    check: Callable[Given, object], /, *values: Given.args, **named: Given.kwargs
) -> bool:
    """Tell whether a check does not raise `Refusal` for some values."""
    try:
        check(*values, **named)
    except Refusal:
        return False
    return True


async def answer_error(interaction: Interaction, error: Exception) -> None:
    """Tell the user privately what went wrong; unexpected errors are also logged."""
    try:
        answer = error.view if isinstance(error, ChoiceNeeded) else sentence_for(error)
        await answer_privately(interaction, answer)
    except Exception as failure:
        if not (isinstance(failure, SEND_ERRORS) or is_discord_error(failure)):
            raise
        # The interaction is gone (15 minutes, or a lost connection); there is nobody to tell.
        if not is_discord_error(error):
            log.warning("could not answer an interaction: %s", error_line(failure))


def sentence_for(error: Exception) -> str:
    """Return the sentence that explains an exception to the user."""
    if isinstance(error, Refusal):
        return said(error.sentence)
    if isinstance(error, app_commands.CommandOnCooldown):
        return say(
            "One moment, please: try again in {number} second.",
            "One moment, please: try again in {number} seconds.",
            number=round(error.retry_after),
        )
    if isinstance(error, app_commands.TransformerError):
        return say("I can't use {text} there; pick from the list.", text=typed(str(error.value)))
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return say("This command has changed; reload Discord and try again.")
    if isinstance(error, app_commands.CheckFailure):
        return say("You can't use this command here.")
    if isinstance(error, discord.Forbidden):
        return say("I'm missing a permission in that channel. I need: {needed}.", needed=NEEDED)
    if is_discord_error(error):
        log.warning("an answer was lost", exc_info=error)
        return say(
            "Discord had a problem, so part of my answer may be missing. Your match "
            "is safe: check it with `/board`, then try again."
        )
    if isinstance(error, Unusable):
        log.error("a person could not be answered", exc_info=error)
        return say(
            "Something is wrong with my database file, so this may not have worked. Please "
            "tell the host of this bot: the file {trouble}.",
            trouble=Sentence(error.trouble),
        )
    number = secrets.randbelow(900_000) + 100_000
    log.error("error %d", number, exc_info=error)
    return say(
        "Something went wrong on my end, but your match is safe. Please try again; if it "
        "happens again, give the host of this bot the error number {error}.",
        error=number,
    )


async def answer_privately(
    interaction: Interaction,
    content: str | discord.ui.LayoutView,
    files: Sequence[discord.File] = (),
) -> None:
    """Send text or components to the user alone, whether or not the interaction was answered."""
    options: dict[str, Any] = {"ephemeral": True}  # only arguments that are given may be passed on
    if not isinstance(content, str):
        options["view"] = content
    elif len(content) <= LONGEST_MESSAGE:
        options["content"] = content
    else:
        options["content"] = f"{content[: LONGEST_MESSAGE - 1]}…"
    if files:
        options["files"] = files
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(**options)
        except discord.HTTPException as refused:
            if refused.code != ANSWERED_ALREADY or files:  # files can be sent only once
                raise
        else:
            return
    await interaction.followup.send(**options)

"""How errors are answered and logged: one private sentence for people, one plain line for hosts."""

import logging
import secrets
from typing import Any

import aiohttp
import discord
from discord import app_commands

from data import Unusable
from interactions.audience import begin_interaction
from interactions.in_flight import Stopping
from interactions.interaction import Bot, Interaction
from interactions.speech import said, say
from rules import Refusal, Sentence, typed

ANSWERED_ALREADY = 40060
INTERACTION_GONE = (10062, ANSWERED_ALREADY, 50027)
"""Discord's codes where an interaction cannot be answered (any more): nobody's fault."""
TOO_MANY, AT_FAULT = 429, 500
"""Statuses of HTTP: it was asked too often, or from here on the server is at fault."""
OTHERS = ("discord.app_commands.tree", "discord.client", "discord.shard", "discord.ui.view")
"""Where discord.py logs what it met or was raised, with a trace."""
MINUTE = 60.0
LONGEST_LOGGED = 200
"""So much of what Discord said is logged: it may be a page for a browser."""


def is_discords(error: BaseException) -> bool:
    """Tell trouble of Discord's, or of the network, from a mistake in the program."""
    match error:
        case discord.HTTPException():
            gone = isinstance(error, discord.NotFound) or error.code in INTERACTION_GONE
            return gone or error.status == TOO_MANY or error.status >= AT_FAULT
        case RuntimeError():
            return str(error) == "Session is closed"
    return isinstance(
        error,
        discord.ConnectionClosed
        | discord.GatewayNotFound
        | aiohttp.ClientError
        | ConnectionError
        | TimeoutError,
    )


def in_a_line(error: BaseException) -> str:
    """Name an error in one line, whatever was answered."""
    return f"{type(error).__name__} {' '.join(str(error).split())[:LONGEST_LOGGED]}".rstrip()


class ShortLog(logging.Filter):
    """Have such trouble logged in a line without a trace, the database's at most once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._last = ("", -MINUTE)

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite what is logged with an exception; say no to what was said just before."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, Unusable):
            words, said_at = self._last
            if words == str(error) and record.created < said_at + MINUTE:
                return False
            self._last = (str(error), record.created)
            _rewrite(record, logging.CRITICAL, str(error))
        elif error is not None and is_discords(error):
            words = f"{record.getMessage()}: trouble of Discord's: {in_a_line(error)}"
            _rewrite(record, logging.WARNING, words)
        return True


SHORT_LOG = ShortLog()


def _rewrite(record: logging.LogRecord, level: int, words: str) -> None:
    record.levelno, record.levelname = level, logging.getLevelName(level)
    record.msg, record.args = words, ()
    record.exc_info = record.exc_text = None


async def setup(_bot: Bot) -> None:
    """Have what discord.py meets logged plainly too."""
    for name in OTHERS:
        logging.getLogger(name).addFilter(SHORT_LOG)


log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)

LONGEST = 2000
"""So many characters a message without components may have."""
NEEDED = Sentence("View Channel, Send Messages, Send Messages in Threads, Attach Files")
"""The permissions without which a card cannot be posted."""
UNSENT = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised where Discord refuses something, or cannot be reached."""


class ParlourTree(app_commands.CommandTree[Bot]):
    """The commands, with every exception answered."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Have all that is asked finished before the bot stops; refuse what is late, or again."""
        try:
            return await begin_interaction(interaction)
        except Stopping as refusal:
            if interaction.type is not discord.InteractionType.autocomplete:
                await answer_error(interaction, refusal)
            return False

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer whatever a command raised."""
        original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await answer_error(interaction, original)


async def answer_error(interaction: Interaction, error: Exception) -> None:
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

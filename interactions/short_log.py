"""The short log: one plain line for each error of Discord's or the database's, for the host."""

import logging

import aiohttp
import discord

from data import Unusable
from data.set_aside import is_new
from interactions.bot import Bot
from interactions.discord_requests import AT_FAULT, TOO_MANY

ANSWERED_ALREADY = 40060
INTERACTION_GONE = (10062, ANSWERED_ALREADY, 50027)
"""Discord's error codes for an interaction that can no longer be answered: nobody's fault."""
DISCORD_LOGGERS = (
    "discord.app_commands.tree",
    "discord.client",
    "discord.shard",
    "discord.ui.view",
)
"""The loggers with which discord.py reports errors, with a traceback."""
MINUTE = 60.0
LONGEST_LOGGED = 200
"""The most characters of Discord's response that are logged: it may be an HTML page."""


def is_discord_error(error: BaseException) -> bool:
    """Return whether an error is Discord's or the network's, and not a bug in the program."""
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
        | discord.RateLimited
        | aiohttp.ClientError
        | ConnectionError
        | TimeoutError,
    )


def error_line(error: BaseException) -> str:
    """Summarise an error in one line."""
    return f"{type(error).__name__} {' '.join(str(error).split())[:LONGEST_LOGGED]}".rstrip()


class ShortLog(logging.Filter):
    """Logs Discord's and the database's errors in one line, without a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._last = ("", -MINUTE)

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record; drop one of the database that repeats the last within a minute."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, Unusable):
            words, said_at = self._last
            if words == str(error) and record.created < said_at + MINUTE:
                return False
            self._last = (str(error), record.created)
            _rewrite(record, logging.CRITICAL, str(error))
        elif error is not None and is_discord_error(error):
            words = f"{record.getMessage()}: trouble of Discord's: {error_line(error)}"
            _rewrite(record, logging.WARNING, words)
        return True


SHORT_LOG = ShortLog()


class Once(logging.Filter):
    """Logs an error that comes again in every round only once."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop an error that was logged before, of the same thing and in the same words."""
        error = record.exc_info[1] if record.exc_info else None
        return error is None or is_new(f"{record.getMessage()} {error_line(error)}")


def _rewrite(record: logging.LogRecord, level: int, words: str) -> None:
    record.levelno, record.levelname = level, logging.getLevelName(level)
    record.msg, record.args = words, ()
    record.exc_info = record.exc_text = None


async def setup(_bot: Bot) -> None:
    """Shorten what discord.py logs, too."""
    for name in DISCORD_LOGGERS:
        logging.getLogger(name).addFilter(SHORT_LOG)

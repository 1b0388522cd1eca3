"""Trouble that is not the program's, Discord's own or the database's: known, and logged plainly."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from data import Unusable

if TYPE_CHECKING:
    from bot import Parlour

ANSWERED_ALREADY = 40060
INTERACTION_GONE = (10062, ANSWERED_ALREADY, 50027)
"""Discord's codes where an interaction cannot be answered (any more): nobody's fault."""
TOO_MANY, AT_FAULT = 429, 500
"""Statuses of HTTP: it was asked too often, or from here on the server is at fault."""
OTHERS = ("discord.app_commands.tree", "discord.client", "discord.shard", "discord.ui.view")
"""Where discord.py logs what it met or was raised, with a trace."""
MINUTE = 60.0
LONGEST = 200
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
    return f"{type(error).__name__} {' '.join(str(error).split())[:LONGEST]}".rstrip()


class Plainly(logging.Filter):
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


PLAINLY = Plainly()


def _rewrite(record: logging.LogRecord, level: int, words: str) -> None:
    record.levelno, record.levelname = level, logging.getLevelName(level)
    record.msg, record.args = words, ()
    record.exc_info = record.exc_text = None


async def setup(_bot: Parlour) -> None:
    """Have what discord.py meets logged plainly too."""
    for name in OTHERS:
        logging.getLogger(name).addFilter(PLAINLY)

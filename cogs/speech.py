"""How the bot says sentences in Discord: in a message, or where markdown does not show."""

from datetime import datetime

import discord

from cogs.names import safe
from rules.sentence import Speech, Value


class _Message(Speech):
    """Names are escaped: nobody's markdown, nobody's mention; times count down."""

    def name(self, text: str) -> str:
        return safe(text)

    def moment(self, time: datetime) -> str:
        return discord.utils.format_dt(time, "R")


class _Plain(Speech):
    """What stands in an entry of a list or beside a picture: code without its marks."""

    def code(self, text: str) -> str:
        return text


_MESSAGE, _PLAIN = _Message(), _Plain()


def said(value: Value) -> str:
    """Say something in a message."""
    return _MESSAGE.say(value)


def plain(value: Value) -> str:
    """Say something where markdown does not show."""
    return _PLAIN.say(value)

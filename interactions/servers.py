"""The servers in which the bot is, also those of which another process hears."""

import asyncio
from time import monotonic
from typing import Any

import discord

from data import Place
from interactions.bot import Bot

KEPT_SECONDS = 60.0
"""For how long it is believed what Discord has told of a server."""
_ASKED: dict[int, tuple[float, discord.Guild | None]] = {}


async def server_of(bot: Bot, number: int | None) -> discord.Guild | None:
    """Return a server with its roles, channels and threads, if the bot is in it.

    Discord is asked where another process hears of it. Raises `SEND_ERRORS`.
    """
    server = bot.get_guild(number or 0)
    if server is not None or number is None or bot.share.has(number):
        return server
    for old in [one for one, (at, _) in _ASKED.items() if monotonic() - at > KEPT_SECONDS]:
        del _ASKED[old]
    if number not in _ASKED:
        _ASKED[number] = monotonic(), await _ask(bot, number)
    return _ASKED[number][1]


async def channel_in(bot: Bot, place: Place) -> object:
    """Return the channel or thread of a place, if it is in its server. Raises `SEND_ERRORS`."""
    server = await server_of(bot, place.server)
    return server and server.get_channel_or_thread(place.channel)


async def _ask(bot: Bot, number: int) -> discord.Guild | None:
    """Ask Discord for what it tells a process that hears of a server."""
    assert bot.user is not None, "it is logged in"
    http = bot.http
    try:
        told: Any
        told, channels, threads, member = await asyncio.gather(
            http.get_guild(number),
            http.get_all_guild_channels(number),
            http.get_active_threads(number),
            http.get_member(number, bot.user.id),
        )
    except (discord.NotFound, discord.Forbidden):
        return None
    told |= {"channels": channels, "threads": threads["threads"], "members": [member]}
    told["member_count"] = told.get("approximate_member_count")
    return discord.Guild(data=told, state=bot._connection)  # noqa: SLF001 (as discord.py makes one that it hears of)

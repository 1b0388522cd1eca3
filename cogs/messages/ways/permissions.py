"""What permissions a way needs, and how a server's members hear, once, that some are missing."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from cogs.answers import UNSENT
from cogs.audience import public_language
from cogs.messages.lost import find_said
from cogs.messages.posting import once
from cogs.names import pings
from cogs.speech import said, speaking
from data import StoredMatch
from rules import Sentence
from rules.sentence import Listed, message

if TYPE_CHECKING:
    from bot import Parlour

log = logging.getLogger(__name__)

MISSING = message(
    "-# Matches of this server have threads of their own, but I cannot use one here: I lack "
    "{missing}. Until that is mended, boards stand in the channel; whoever manages the server "
    "reads more in `/parlour settings`."
)
PERMISSIONS = {
    "view_channel": message("View Channel"),
    "send_messages": message("Send Messages"),
    "attach_files": message("Attach Files"),
    "create_public_threads": message("Create Public Threads"),
    "send_messages_in_threads": message("Send Messages In Threads"),
    "read_message_history": message("Read Message History"),
}


def missing(channel: discord.abc.GuildChannel, needs: Sequence[str]) -> tuple[str, ...]:
    """List which permissions the bot lacks in a channel."""
    given = channel.permissions_for(channel.guild.me)
    return tuple(each for each in needs if not getattr(given, each))


def called(permissions: Sequence[str]) -> Listed:
    """Name permissions as Discord does."""
    named = (Sentence(PERMISSIONS[each]) for each in permissions)
    return Listed(tuple(Sentence("**{permission}**", permission=each) for each in named))


async def explain(bot: Parlour, match: StoredMatch, lacking: Sequence[str]) -> None:
    """Tell the members of a server, once, why a match does not show itself as it should."""
    server, written = match.place.server, " ".join(lacking)
    if not lacking or server is None:
        return
    if (await bot.store.servers.of(server)).explained == written:
        return
    with speaking(await public_language(bot, match.place)):
        words = said(Sentence(MISSING, missing=called(lacking)))
    channel = bot.get_partial_messageable(match.place.channel, guild_id=server)
    try:
        if not await find_said(bot, match.place, words, match.started):
            await channel.send(words, allowed_mentions=pings(), nonce=once())
    except UNSENT as failure:
        log.info("server %d: nobody could be told what is missing: %s", server, failure)
        return
    await bot.store.servers.explain(server, written)

"""Display mode: a thread for each match, made from its first card."""

import logging
from collections.abc import Sequence
from typing import Literal

import discord

from data import PastMessage, StoredMatch
from delivery import posting
from delivery.display_modes import single_card
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.posting import new_nonce
from delivery.recovery import find_said
from interactions import Bot, plain, said
from interactions.audience import public_language
from interactions.errors import UNSENT
from interactions.names import in_a_line, pings
from interactions.permissions import THREAD_NEEDS, missing_permissions, permission_names
from interactions.speech import speaking
from rules import Sentence, message

log = logging.getLogger(__name__)
WEEK: Literal[10080] = 10080
"""After so many minutes without a message Discord archives a thread; the next one wakes it."""
HAS_ONE = 160004
"""Discord's code where a message has its thread already."""
LONGEST = 100
"""So many characters may a thread's name have."""
NAME = message("{match}: {first} – {second}")


async def show(occasion: DisplayRequest) -> Displayed:
    """Post a new card in the match's thread, which is made where it is not there yet.

    Raises `UNSENT`.
    """
    bot, match = occasion.bot, occasion.match
    if match.home is None:
        if not _may_begin(bot, match):
            return await _show_around(occasion)
        # Whoever is to move is called in the thread, and only there.
        posted = await single_card.post(occasion.calling())
        occasion = occasion.where(
            await bot.store.threads.make_home(match.number, posted, match.count)
        )
    try:
        if _waits_outside(occasion.match):
            occasion = occasion.where(await _opened(bot, occasion.match))
        if occasion.match.in_thread:
            return await _show_inside(occasion)
    except UNSENT as failure:
        if not posting.is_refused(failure):
            raise
        log.info("match %d: its thread takes no card: %s", match.number, failure)
    return await _show_around(occasion)


async def rename(bot: Bot, match: StoredMatch) -> None:
    """Name the thread of a match anew, where it has one. Raises `UNSENT`."""
    if match.in_thread:
        thread = await bot.fetch_channel(match.place.channel)
        if isinstance(thread, discord.Thread):
            # Discord changes nothing in an archived thread.
            await thread.edit(name=_name(match), archived=False)


def _may_begin(bot: Bot, match: StoredMatch) -> bool:
    """Tell whether a thread can be made where a match begins: not in another one, for example."""
    channel = bot.get_channel(match.place.channel)
    return isinstance(channel, discord.TextChannel) and not missing_permissions(
        channel, THREAD_NEEDS
    )


def _waits_outside(match: StoredMatch) -> bool:
    """Tell whether a match is still where it began; once it had a thread, its card is another."""
    at_home = match.home is not None and match.place.channel == match.home.channel
    return at_home and match.card == match.home


async def _opened(bot: Bot, match: StoredMatch) -> StoredMatch:
    """Make the thread from the first card, unless it is there. Raises `UNSENT`."""
    assert match.home is not None, "the first card is posted"
    channel = bot.get_partial_messageable(match.home.channel, guild_id=match.place.server)
    message = channel.get_partial_message(match.home.message)
    try:
        await message.create_thread(name=_name(match), auto_archive_duration=WEEK)
    except discord.HTTPException as failure:
        if failure.code != HAS_ONE:
            raise
    return await bot.store.threads.enter(match.number)


async def _show_inside(occasion: DisplayRequest) -> Displayed:
    """Post a card in the thread; the first one calls both players, so that they join.

    In the end the message from which the thread was made says how. Raises `UNSENT`.
    """
    bot, match = occasion.bot, occasion.match
    is_first = match.card == match.home
    if is_first:
        occasion = occasion.calling(*match.people)
    if match.over and match.home is not None:
        await bot.store.cards.find_past(match.number, PastMessage(match.home, None))
    return await single_card.show(occasion, greets=is_first)


async def _show_around(occasion: DisplayRequest) -> Displayed:
    """Let the match go on by one living card, and say once what is missing. Raises `UNSENT`."""
    bot, number = occasion.bot, occasion.match.number
    channel = bot.get_channel(occasion.match.channel_around)
    lacking = (
        missing_permissions(channel, THREAD_NEEDS)
        if isinstance(channel, discord.TextChannel)
        else ()
    )
    shown = await single_card.show(occasion.where(await bot.store.threads.leave(number)))
    await explain(bot, shown.match, lacking)
    return shown


def _name(match: StoredMatch) -> str:
    """Name a thread: `Bizingo #12: Anna – Ben`."""
    title = f"{match.position.name} #{match.number}"
    words = Sentence(NAME, match=title, first=match.name(0), second=match.name(1))
    return in_a_line(plain(words))[:LONGEST]


MISSING = message(
    "-# Matches of this server have threads of their own, but I cannot use one here: I lack "
    "{missing}. Until that is mended, boards stand in the channel; whoever manages the server "
    "reads more in `/parlour settings`."
)


async def explain(bot: Bot, match: StoredMatch, lacking: Sequence[str]) -> None:
    """Tell the members of a server, once, why a match does not show itself as it should."""
    server, written = match.place.server, " ".join(lacking)
    if not lacking or server is None:
        return
    if (await bot.store.servers.of(server)).explained == written:
        return
    with speaking(await public_language(bot, match.place)):
        words = said(Sentence(MISSING, missing=permission_names(lacking)))
    channel = bot.get_partial_messageable(match.place.channel, guild_id=server)
    try:
        if not await find_said(bot, match.place, words, match.started):
            await channel.send(words, allowed_mentions=pings(), nonce=new_nonce())
    except UNSENT as failure:
        log.info("server %d: nobody could be told what is missing: %s", server, failure)
        return
    await bot.store.servers.explain(server, written)

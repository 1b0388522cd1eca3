"""Display mode: a thread for each match, made from its first card."""

import logging
from collections.abc import Sequence
from typing import Literal

import discord

from data import MessageRef, PastMessage, Place, StoredMatch
from delivery import posting
from delivery.display_modes import single_card
from delivery.display_modes.single_card import Displayed, DisplayRequest
from interactions import Bot, plain, said
from interactions.access import THREAD_NEEDS, missing_permissions, permission_names
from interactions.errors import SEND_ERRORS
from interactions.people import public_language
from interactions.servers import channel_in
from interactions.speech import speaking
from rules import Sentence, Value, message
from rules.typed_text import single_line

log = logging.getLogger(__name__)

ARCHIVED_AFTER: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread; the next message reopens it."""

HAS_THREAD = 160004
"""Discord's error code for a message that has a thread already."""

LONGEST_NAME = 100
"""Longest name of a thread, in characters (Discord's limit)."""

NAME = message("{match}: {first} – {second}")

MISSING = message(
    "-# I can't give this match its thread: I'm missing {missing}. Until "
    "that's fixed, its boards are posted in the channel."
)


async def show(request: DisplayRequest) -> Displayed:
    """Post a new card in the match's thread, which is made first if there is none.

    Raises `SEND_ERRORS`.
    """
    bot, match = request.bot, request.match
    if match.thread_start is None:
        if not await can_make_thread(bot, match.place):
            return await _show_in_channel(request)
        # The player to move is called in the thread, and only there.
        posted = await single_card.post(request.calling())
        request = request.relocated(
            await bot.store.threads.set_start(match.number, posted, match.count)
        )
    with posting.unless_refused(f"match {match.number}: its thread takes no cards"):
        if _is_before_thread(request.match):
            request = request.relocated(await _enter_thread(bot, request.match))
        if request.match.in_thread:
            return await _show_in_thread(request)
    return await _show_in_channel(request)


async def rename(bot: Bot, match: StoredMatch) -> None:
    """Update the name of a match's thread, if it has one. Raises `SEND_ERRORS`."""
    if match.has_own_thread:
        thread = await bot.fetch_channel(match.place.channel)
        # Discord changes nothing in an archived thread, and few names in ten minutes.
        if isinstance(thread, discord.Thread) and (thread.archived or thread.name != _name(match)):
            await thread.edit(name=_name(match), archived=False)


async def can_make_thread(bot: Bot, place: Place) -> bool:
    """Tell whether a thread can be made in a place; not inside a thread, for example.

    Raises `SEND_ERRORS`.
    """
    channel = await channel_in(bot, place)
    return isinstance(channel, discord.TextChannel) and not missing_permissions(
        channel, THREAD_NEEDS
    )


def _is_before_thread(match: StoredMatch) -> bool:
    """Tell whether a match has never entered its thread: its first card is still its only one."""
    at_home = match.thread_start is not None and match.place.channel == match.thread_start.channel
    return at_home and match.card == match.thread_start


async def make_thread(bot: Bot, start: MessageRef, name: str, server: int | None) -> None:
    """Make a thread from a message, unless it exists. Raises `SEND_ERRORS`."""
    channel = bot.get_partial_messageable(start.channel, guild_id=server)
    message = channel.get_partial_message(start.message)
    try:
        await message.create_thread(name=name[:LONGEST_NAME], auto_archive_duration=ARCHIVED_AFTER)
    except discord.HTTPException as failure:
        if failure.code != HAS_THREAD:
            raise


async def _enter_thread(bot: Bot, match: StoredMatch) -> StoredMatch:
    """Make the thread from the first card, unless it exists, and enter it. Raises `SEND_ERRORS`."""
    assert match.thread_start is not None, "the first card is posted"
    await make_thread(bot, match.thread_start, _name(match), match.place.server)
    return await bot.store.threads.enter(match.number)


async def _show_in_thread(request: DisplayRequest) -> Displayed:
    """Post a card in the thread; the first one calls both players, so that they join.

    At the end of a match, the message from which the thread was made is to tell the result.

    Raises `SEND_ERRORS`.
    """
    bot, match = request.bot, request.match
    is_first = match.card == match.thread_start
    if is_first:
        request = request.calling(*match.people)
    if match.over and match.thread_start is not None:
        await bot.store.cards.find_past(match.number, PastMessage(match.thread_start, None))
    return await single_card.show(request, greets=is_first)


async def _show_in_channel(request: DisplayRequest) -> Displayed:
    """Show the match by single cards in the channel, and explain once why. Raises `SEND_ERRORS`."""
    bot, number = request.bot, request.match.number
    around = Place(request.match.channel_around, request.match.place.server)
    channel = await channel_in(bot, around)
    missing = (
        missing_permissions(channel, THREAD_NEEDS)
        if isinstance(channel, discord.TextChannel)
        else ()
    )
    shown = await single_card.show(request.relocated(await bot.store.threads.leave(number)))
    await _explain_missing(bot, shown.match, missing)
    return shown


def thread_name(title: str, first: Value, second: Value) -> str:
    """Return the name of a thread, such as `Bizingo #12: Anna – Ben`."""
    return single_line(plain(Sentence(NAME, match=title, first=first, second=second)))[
        :LONGEST_NAME
    ]


def _name(match: StoredMatch) -> str:
    """Return the name of a match's thread."""
    return thread_name(match.title, *match.player_names)


async def _explain_missing(bot: Bot, match: StoredMatch, missing: Sequence[str]) -> None:
    """Tell the members of a server, once, why its matches have no threads."""
    server, recorded = match.place.server, " ".join(missing)
    if not missing or server is None:
        return
    if (await bot.store.server_settings.find(server)).explained == recorded:
        return
    with speaking(await public_language(bot, match.place)):
        words = said(Sentence(MISSING, missing=permission_names(missing)))
    try:
        if not await posting.find_posted_text(bot, match.place, words, match.started):
            nonce = posting.nonce_of(match, match.started, words)
            await posting.post(bot, match.place, nonce, content=words)
    except SEND_ERRORS as failure:
        log.info("server %d: nobody could be told what is missing: %s", server, failure)
        return
    await bot.store.server_settings.explain(server, recorded)

"""Whether the players of a match see its channel; whoever no longer does is told directly."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

import discord

from data import Contest, Place, StoredMatch
from data.lost_access import AccessCheck
from data.mirrors import for_player, mirrored
from delivery import direct_messages
from delivery.job_queue import each_until_trouble
from interactions import Bot
from interactions.servers import server_of
from rules import Code, Refusal, Sentence, message

MATCHES_A_ROUND = 20
"""How many matches are looked at in one round."""
UNSEEN = message(
    "You can no longer see the channel of {match} against **{opponent}**. "
    "Play here with {matches}, or type {command} in a channel you both see."
)


async def sees(
    bot: Bot, place: Place, person: int, *, unknown: bool = True, gone: bool = True
) -> bool:
    """Return whether a person sees a channel; `unknown` for servers in which the bot is not.

    Somebody who has left the server does not. Where there is no server, everybody does. Where the
    channel is `gone` there is nothing to see for the players. Raises `SEND_ERRORS`.
    """
    if place.server is None:
        return True
    server = await server_of(bot, place.server)
    if server is None:
        return unknown
    try:
        member = await server.fetch_member(person)
    except discord.NotFound:
        return False
    try:
        channel = server.get_channel_or_thread(place.channel)
        channel = channel or await server.fetch_channel(place.channel)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):  # the last: elsewhere
        return gone
    if isinstance(channel, discord.Thread):
        return await _sees_thread(channel, member)
    return channel.permissions_for(member).view_channel


async def _sees_thread(thread: discord.Thread, member: discord.Member) -> bool:
    """Return whether a member sees a thread: a private one only if they are in it.

    Those who manage threads see all of them. Raises `SEND_ERRORS`.
    """
    if thread.parent is None:
        return True
    given = thread.parent.permissions_for(member)
    if not given.view_channel or not thread.is_private() or given.manage_threads:
        return given.view_channel
    try:
        await thread.fetch_member(member.id)
    except discord.NotFound:
        return False
    return True


async def first_blind(
    bot: Bot, match: StoredMatch, place: Place, people: Iterable[int]
) -> int | None:
    """Return the side of the first of these players who does not see a place.

    Raises `SEND_ERRORS`.
    """
    for person in people:
        if not await sees(bot, place, person, unknown=False):
            return match.side_of(person)
    return None


async def refuse_unseen(bot: Bot, match: StoredMatch, place: Place) -> None:
    """Raise `Refusal` for moving a match where a player does not see it; else `SEND_ERRORS`."""
    here = [person for person in match.people if person != mirrored(match)]
    blind = await first_blind(bot, match, place, here)
    if blind is not None:
        raise Refusal(
            "{name} can't see {channel}; choose a channel that both players can see.",
            name=match.name(blind),
            channel=f"<#{place.channel}>",
        )


async def refuse_unseen_contest(bot: Bot, contest: Contest, place: Place) -> None:
    """Raise `Refusal` for moving an event where an entrant does not see it; else `SEND_ERRORS`.

    Whoever does not see it where it is either, such as who has left the server, hinders nobody.
    """
    if await is_open_to_all(bot, place):
        return
    for one in contest.entrants:
        if one.out is not None or one.person.id < 0 or await sees(bot, place, one.person.id):
            continue
        if await sees(bot, contest.place, one.person.id, gone=False):
            raise Refusal(
                "{name} can't see {channel}; choose a channel that all players can see.",
                name=one.person.display_name,
                channel=f"<#{place.channel}>",
            )


async def is_open_to_all(bot: Bot, place: Place) -> bool:
    """Tell whether a channel is hidden from nobody in its server. Raises `SEND_ERRORS`."""
    server = await server_of(bot, place.server)
    channel = None if server is None else server.get_channel_or_thread(place.channel)
    if isinstance(channel, discord.Thread):
        channel = None if channel.is_private() else channel.parent
    if server is None or channel is None:
        return False
    hidden = any(rights.view_channel is False for rights in channel.overwrites.values())
    return not hidden and channel.permissions_for(server.default_role).view_channel


async def may_be_told_in(bot: Bot, place: Place, other: Place) -> bool:
    """Tell whether people who read one channel may know what happens in another."""
    return place.channel == other.channel or await is_open_to_all(bot, other)


async def is_gone(bot: Bot, place: Place) -> bool:
    """Tell whether a channel was deleted. Raises `SEND_ERRORS`."""
    try:
        if bot.get_channel(place.channel) is None:
            await bot.fetch_channel(place.channel)
    except discord.NotFound:
        return True
    except discord.Forbidden:
        return False  # it is there, and closed to the bot
    return False


async def look_at_begun(bot: Bot, match: StoredMatch, now: datetime) -> None:
    """Let a match be looked at that an event has begun where not everybody may see it.

    Nobody has pressed anything there since they joined the event.
    """
    if match.is_in_contest and not await is_open_to_all(bot, match.place):
        await bot.store.lost_access.mark_match(match.number, now)


async def tell_unseen(bot: Bot) -> None:
    """Look at some matches that are due, and tell players who no longer see their channel."""
    due = await bot.store.lost_access.due(MATCHES_A_ROUND)
    await each_until_trouble(due, _title, partial(_look_at, bot), bot.store.lost_access.looked)


def _title(due: AccessCheck) -> str:
    return f"match {due.match}"


async def _look_at(bot: Bot, due: AccessCheck) -> None:
    """Tell the players of one match who do not see its channel, each once. Raises `SEND_ERRORS`."""
    match = await bot.store.matches.find(due.match)
    if match.over:
        return
    told = set(due.unseen)
    for person in match.people:
        side = match.side_of(person)
        place = for_player(match, person).place
        if await sees(bot, place, person) is (side not in told):
            continue
        if side in told:
            told.remove(side)
        else:
            nonce = f"unseen-{match.number}-{side}"
            await direct_messages.send_to(bot, person, _words(match, side), due.since, nonce)
            told.add(side)
        await bot.store.lost_access.mark_told(match.number, told)


def _words(match: StoredMatch, side: int) -> Sentence:
    return Sentence(
        UNSEEN,
        match=match.title,
        opponent=match.name(1 - side),
        matches=Code("/matches"),
        command=Code(f"/board match:{match.number}"),
    )

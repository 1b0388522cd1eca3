"""Who may see a match: its players everywhere, others where they see the channel it lives in.

A server may choose that they see it only once it is over, or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from data import ListedMatch, NoMatch, StoredMatch, Visibility
from rules import Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction


async def visible(interaction: Interaction, number: int) -> StoredMatch:
    """Find a match that the person may see; to anybody else there is none. Raises `NoMatch`."""
    match = await interaction.client.store.matches.find(number)
    if not await may_see(interaction, match):
        raise NoMatch(number)
    return match


async def noticed(interaction: Interaction, match: StoredMatch) -> StoredMatch:
    """Note that a player asks for something in a match, by which the opponent's move stands."""
    matches = interaction.client.store.matches
    return await matches.touch(match, interaction.user.id, discord.utils.utcnow())


def refuse_unexplored(match: StoredMatch) -> None:
    """Raise `Refusal` where nobody may try a match out, or ask for help, while it goes on."""
    if not match.may_be_tried:
        raise Refusal(
            "Both players agreed to try nothing out in {match}, and to get no hints; once it is "
            "over you can.",
            match=f"{match.position.name} #{match.number}",
        )


async def may_see(interaction: Interaction, match: StoredMatch | ListedMatch) -> bool:
    """Tell whether somebody plays a match, or may look on and sees where it is played."""
    if interaction.user.id in match.seats:
        return True
    # Whoever sees the channel around a thread sees the thread, also once it is archived.
    here = interaction.channel_id == match.place.channel
    if not here and not sees(interaction, match.channel_around):
        return False
    sight = (await interaction.client.store.servers.of(match.place.server)).sight
    return sight is Visibility.CHANNEL or (
        sight is Visibility.AFTERWARDS and match.ended is not None
    )


async def may_look_on(interaction: Interaction) -> bool:
    """Tell whether others than the players may see the matches that go on in this server."""
    local = await interaction.client.store.servers.of(interaction.guild_id)
    return local.sight is Visibility.CHANNEL


def sees(interaction: Interaction, number: int) -> bool:
    """Tell whether somebody sees a channel of the server in which they ask, or asks in it."""
    if interaction.channel_id == number:
        return True
    server, person = interaction.guild, interaction.user
    if server is None or not isinstance(person, discord.Member):
        return False
    channel = server.get_channel_or_thread(number)
    if isinstance(channel, discord.Thread):
        # Who is in a private thread is not known here; whoever manages threads sees them all.
        parent, private = channel.parent, channel.is_private()
        allowed = parent and parent.permissions_for(person)
        return bool(allowed and allowed.view_channel and (allowed.manage_threads or not private))
    return channel is not None and channel.permissions_for(person).view_channel

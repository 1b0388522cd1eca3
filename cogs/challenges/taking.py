"""Taking a challenge up, from its card or from a list, where whoever made it is still there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.answers import UNSENT
from cogs.challenges.telling import tell
from cogs.names import person
from cogs.places import refuse_elsewhere
from cogs.readers import note
from data import Challenge, Place, StoredMatch
from rules import Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction

STRANGERS = (10007, 10013)
"""How Discord says that somebody is no member of a server, or not at Discord at all."""


async def take(
    interaction: Interaction, challenge: Challenge, where: Place
) -> tuple[Challenge, StoredMatch]:
    """Take a challenge up; the match begins in a place, if its server wants matches there.

    A standing one, which is there for weeks, ends where its challenger has left the server since.
    """
    await refuse_elsewhere(interaction, where)
    challenges, now = interaction.client.store.challenges, discord.utils.utcnow()
    maker = challenge.challenger.id
    here = challenge.place.server == interaction.guild_id and maker != interaction.user.id
    if challenge.at_once is not None and here and await has_left(interaction, maker):
        gone = await challenges.withdraw(challenge.number, maker, now)
        await tell(interaction.client, gone)
        raise Refusal(
            "{name} is not in this server any more, and the challenge ends with that; make one of "
            "your own.",
            name=challenge.challenger.display_name,
        )
    taken = await challenges.accept(challenge.number, person(interaction.user), where, now)
    await note(interaction)
    return taken


async def has_left(interaction: Interaction, who: int) -> bool:
    """Tell whether somebody is known not to be in the server, if this is asked in one."""
    if interaction.guild is None:
        return False
    try:
        await interaction.guild.fetch_member(who)
    except discord.NotFound as unknown:
        return unknown.code in STRANGERS
    except UNSENT:
        return False  # nobody ends a challenge because Discord has trouble
    return False

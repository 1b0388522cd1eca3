"""Where matches may start in a server, as those chose who manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.matches.seeing import sees
from data import Place
from rules import Refusal
from rules.sentence import Listed, ListStyle, message

if TYPE_CHECKING:
    from cogs.answers import Interaction

ELSEWHERE = message("Matches of this server start in {channels}; challenge somebody there.")
HIDDEN = message(
    "Matches of this server start only in channels that you do not see; ask those who manage it "
    "for another, which they choose with `/parlour settings`."
)


async def refuse_elsewhere(interaction: Interaction, place: Place) -> None:
    """Raise `Refusal` where no match may start in a place, naming where one may."""
    bot = interaction.client
    chosen = (await bot.store.servers.of(place.server)).channels
    if not chosen or not {place.channel, _around(interaction, place)}.isdisjoint(chosen):
        return
    seen = [number for number in chosen if sees(interaction, number)]
    if not seen:
        raise Refusal(HIDDEN)
    channels = Listed(tuple(f"<#{number}>" for number in seen), ListStyle.OR)
    raise Refusal(ELSEWHERE, channels=channels)


def _around(interaction: Interaction, place: Place) -> int | None:
    """Find the channel around a thread."""
    here = interaction.channel_id == place.channel
    channel = interaction.channel if here else interaction.client.get_channel(place.channel)
    return channel.parent_id if isinstance(channel, discord.Thread) else None

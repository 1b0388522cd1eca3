"""**Watch**, in `/matches` and `/play`: the liveliest matches of others that a person may see."""

import io
from functools import partial

import discord

import rendering
from interactions import Interaction, OutOfDate, handles
from interactions.access import may_see, may_spectate
from interactions.components import Item, button
from interactions.people import private_appearance
from interactions.tasks import run_brief
from match.liveliness import attractions, liveliest
from views.watch_page import WatchLiveliest, picture_name, watch_page

LOOKED_AT, SHOWN = 40, 3
"""How many matches, the last moved first, are looked at, and how many are shown."""


async def watch_buttons_here(interaction: Interaction) -> list[Item]:
    """Return the button, where others play in this server and people may watch."""
    here, lists = interaction.guild_id, interaction.client.store.lists
    if here is None or not await may_spectate(interaction):
        return []
    goes_on = await lists.goes_on(here, interaction.user.id)
    return [button("Watch", WatchLiveliest())] if goes_on else []


@handles(WatchLiveliest)
async def on_watch(interaction: Interaction, _pressed: WatchLiveliest) -> None:
    """Show the matches, in place of the page from which that was asked."""
    if interaction.guild_id is None:
        raise OutOfDate
    store, who, now = interaction.client.store, interaction.user.id, discord.utils.utcnow()
    running = await store.lists.running(interaction.guild_id, LOOKED_AT)
    seen = [
        match for match in running if who not in match.seats and await may_see(interaction, match)
    ]
    found = await run_brief(
        lambda: liveliest(
            [
                (
                    each,
                    attractions(each, now, for_title=bool(each.is_in_contest or each.club_match)),
                )
                for each in seen
            ],
            SHOWN,
        )
    )
    style, files = await private_appearance(interaction), []
    for match, _ in found:
        content = await run_brief(partial(rendering.thumbnail, match.position, style.theme))
        files.append(discord.File(io.BytesIO(content), picture_name(match)))
    following = {match.number: await store.followers.find(match.number, who) for match, _ in found}
    page = watch_page(found, following)
    await interaction.response.edit_message(view=page, attachments=files)

"""`/match mute` and `/match unmute`: matches in which a player is neither called nor reminded."""

import discord
from discord import app_commands

from cogs.autocomplete import MOST_SEARCHED, fitting_choices, match_label, my_match
from cogs.find_match import find_match
from data import StoredMatch
from data.mirrors import for_player
from interactions import CustomId, Interaction, answer_privately, handles, say
from interactions.access import visible_match
from interactions.components import button, text_view
from interactions.speech import match_link
from rules import Refusal, message

MUTED = message(
    "{match} is muted: no pings or reminders for you. The clock keeps running; nobody is told."
)
UNMUTED = message("{match} is unmuted: you get pings and reminders again.")


class Mute(CustomId, name="mute"):
    """Mute a match for oneself, or unmute it if `on` is 0."""

    match: int
    on: int


@app_commands.command()
@app_commands.describe(match="Which match (default: the only one here)")
@app_commands.autocomplete(match=my_match)
async def mute(interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
    """Mute a match: no pings, no reminders. Nobody is told."""
    kept = await find_match(interaction, match, lambda each: Mute(each.number, 1))
    await answer_privately(interaction, await _set_muted(interaction, kept, on=True))


@app_commands.command()
@app_commands.describe(match="Which match")
async def unmute(interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
    """Unmute a match: get its pings and reminders again."""
    kept = await visible_match(interaction, match)
    await answer_privately(interaction, await _set_muted(interaction, kept, on=False))


@unmute.autocomplete("match")
async def offer_muted(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the live matches that the person has muted."""
    store, person = interaction.client.store, interaction.user.id
    muted, live = await store.mutes.by(person), await store.lists.live(person, MOST_SEARCHED)
    labels = {each.number: match_label(each, person) for each in live if each.number in muted}
    return fitting_choices(labels, typed)


@handles(Mute)
async def on_mute(interaction: Interaction, pressed: Mute) -> None:
    """Mute or unmute a match, as the button says."""
    match = await visible_match(interaction, pressed.match)
    view = await _set_muted(interaction, match, on=bool(pressed.on))
    await interaction.response.edit_message(view=view)


async def _set_muted(
    interaction: Interaction, match: StoredMatch, *, on: bool
) -> discord.ui.LayoutView:
    """Mute or unmute a match, and build the message that says so, with a button to undo it."""
    mutes, person = interaction.client.store.mutes, interaction.user.id
    if on:
        await mutes.mute(match, person, discord.utils.utcnow())
    elif match.number not in await mutes.by(person):
        raise Refusal("This match isn't muted; `/match mute` mutes it.")
    else:
        await mutes.unmute(match.number, person)
    words = say(MUTED if on else UNMUTED, match=match_link(for_player(match, person)))
    back = button("Unmute" if on else "Mute", Mute(match.number, 0 if on else 1))
    return text_view(words, rows=[discord.ui.ActionRow(back)])

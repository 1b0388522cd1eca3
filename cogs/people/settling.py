"""`/settings`: what somebody chooses for themselves, privately."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, OutOfDate, chosen, pressed
from cogs.answers import whisper
from cogs.controls import Layout, select
from data import Confirm, Personal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

CONFIRM = {
    Confirm.ALWAYS: "Show what a move does, and ask before it is played",
    Confirm.WHERE_IT_COSTS: "Ask only before a move that loses something of mine",
    Confirm.NEVER: "Play what I choose at once",
}


@dataclass(frozen=True)
class ChooseConfirm(Act, name="confirm"):
    """Choose when one is asked before a move is played."""


@pressed(ChooseConfirm)
async def on_confirm(interaction: Interaction, _act: ChooseConfirm, values: list[str]) -> None:
    """Keep what is chosen, and show what holds now."""
    if chosen(values) not in set(Confirm):
        raise OutOfDate
    settings, person = interaction.client.store.settings, interaction.user.id
    personal = replace(await settings.of(person), confirm=Confirm(chosen(values)))
    await settings.choose(person, personal)
    await interaction.response.edit_message(view=_page(personal))


class Settling(commands.Cog):
    """What people choose for themselves."""

    @app_commands.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose how the bot treats you, for example when it asks before you move."""
        personal = await interaction.client.store.settings.of(interaction.user.id)
        await whisper(interaction, view=_page(personal))


def _page(personal: Personal) -> discord.ui.LayoutView:
    """Build the message that shows what somebody has chosen."""
    options = [
        discord.SelectOption(label=label, value=value, default=value is personal.confirm)
        for value, label in CONFIRM.items()
    ]
    words = (
        "### Your settings\n"
        "When you choose a move on the board, is it played at once? While your opponent has not "
        "looked yet, **Undo** takes it back for ten minutes.\n"
        "-# Vacations have a command of their own: `/vacation`."
    )
    row = select("Before a move is played", options, ChooseConfirm())
    return Layout(discord.ui.TextDisplay(words), row)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Settling())

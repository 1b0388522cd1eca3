"""Those who manage a server: what only they may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from rules import Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction

IN_A_SERVER = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
MANAGERS = discord.Permissions(manage_guild=True)


def refuse_others(interaction: Interaction) -> int:
    """Give the server that somebody manages. Raises `Refusal` for all others.

    Discord hides the commands from them, but a server may show them to whomever it likes.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal("Only those who may manage this server decide that here; ask one of them.")
    return interaction.guild_id

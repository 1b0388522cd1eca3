"""A match as text, with every move."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import whisper
from cogs.controls import text_view
from cogs.matches.offering import any_match
from cogs.matches.seeing import visible

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction


class Records(commands.Cog):
    """Matches as text."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=any_match)
    async def record(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """Give a match as text, with every move."""
        await visible(interaction, match)
        text = await interaction.client.store.matches.record(match)
        file = discord.File(io.BytesIO(text.encode()), f"match-{match}.txt")
        view = text_view(f"Match #{match} as text:", rows=[discord.ui.File(file)])
        await whisper(interaction, view=view, files=[file])


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Records())

"""`/challenge again`: what somebody offered last, offered once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.challenges.challenging import AMONG_OTHERS
from cogs.challenges.deeds import find_person, make
from cogs.challenges.taking import has_left
from rules import Refusal
from rules.sentence import Code

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction


class Again(commands.Cog):
    """Challenging without choosing everything anew."""

    challenge = app_commands.Group(
        name="challenge",
        description="Challenge somebody once more.",
        allowed_contexts=AMONG_OTHERS,
    )

    @challenge.command()
    async def again(self, interaction: Interaction) -> None:
        """Repeat your last challenge: the same opponent, game and terms."""
        last = await interaction.client.store.open_challenges.last_by(interaction.user.id)
        opponent: discord.User | discord.Member | None = None
        if last.opponent is not None:
            opponent = await find_person(interaction, last.opponent.id)
            if await has_left(interaction, opponent.id):
                raise Refusal(
                    "{name} is not in this server; challenge somebody else, for example with "
                    "{command}.",
                    name=last.opponent.display_name,
                    command=Code(f"/{last.terms.game}"),
                )
        await make(interaction, last.terms, opponent, last.at_once)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Again())

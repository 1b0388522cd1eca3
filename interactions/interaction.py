"""The types of an interaction and of the bot for all Discord code."""

from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.ext import commands

if TYPE_CHECKING:
    from bot import Parlour

    Interaction: TypeAlias = discord.Interaction[Parlour]
    Bot: TypeAlias = Parlour
else:  # these rooms never import `bot` at run time
    Interaction, Bot = discord.Interaction, commands.AutoShardedBot

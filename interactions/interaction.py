"""The types of an interaction and of the bot, as all Discord code names them."""

from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.ext import commands

if TYPE_CHECKING:
    from bot import Parlour

    Interaction: TypeAlias = discord.Interaction[Parlour]
    Bot: TypeAlias = Parlour
else:  # nothing in these rooms imports the door of the house at run time
    Interaction, Bot = discord.Interaction, commands.AutoShardedBot

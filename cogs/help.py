"""`/help`: how to start, all commands by topic, and what the bot is."""

import platform
from importlib.metadata import version

import discord
from discord import app_commands
from discord.ext import commands

from interactions import Bot, Interaction, handles, say, whisper
from interactions.components import Layout
from rules import GAMES, Listed, Sentence, __version__
from views.help_page import OpenAbout, OpenHelp, help_page

LICENCE = "MIT"
LIBRARIES = ("discord.py", "Pillow", "aiosqlite")


class HelpCog(commands.Cog):
    """The command that explains the bot."""

    @app_commands.command(description="How to start, and all commands by topic.")
    async def help(self, interaction: Interaction) -> None:
        """Say what to type first, with buttons to the commands by topic."""
        await whisper(interaction, view=help_page(interaction.client, interaction.permissions))


@handles(OpenHelp)
async def on_open_help(interaction: Interaction, pressed: OpenHelp, _values: list[str]) -> None:
    """Show a topic, or the first screen, in place of the message."""
    view = help_page(interaction.client, interaction.permissions, pressed.topic)
    await interaction.response.edit_message(view=view)


@handles(OpenAbout)
async def on_open_about(interaction: Interaction, _pressed: OpenAbout, _values: list[str]) -> None:
    """Say what the bot is and what it is made of."""
    await whisper(interaction, view=about_page(interaction.client))


def about_page(bot: Bot) -> discord.ui.LayoutView:
    """Build the message about the bot and what it is made of."""
    python = f"Python {platform.python_version()}"
    made_of = (python, *(f"{name} {version(name)}" for name in LIBRARIES))
    servers = Sentence("{number} server", "{number} servers", number=len(bot.guilds))
    names = Listed(tuple(rules.name for rules in GAMES.values()))
    words = say(
        "## Parlour {version}\n"
        "Old board games with friends, right in Discord: {games}. The rules follow the oldest "
        "sources we know; `/rules` names them.\n\n"
        "Playing in {servers}. What I store about you, and how to delete it: `/privacy`.\n"
        "-# Free software under the {licence} licence. {libraries}.",
        version=__version__,
        games=names,
        servers=servers,
        licence=LICENCE,
        libraries=Listed(made_of),
    )
    return Layout(discord.ui.Container(discord.ui.TextDisplay(words)))


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(HelpCog())

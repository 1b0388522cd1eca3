"""The page about the bot: its version, and what it is made of."""

import platform
from importlib.metadata import version

import discord

from interactions import Bot, say
from interactions.components import Layout
from rules import GAMES, Listed, Sentence, __version__

LICENCE = "MIT"
LIBRARIES = ("discord.py", "Pillow", "aiosqlite")


def about_page(bot: Bot) -> discord.ui.LayoutView:
    """Build the message about the bot and what it is made of."""
    python = f"Python {platform.python_version()}"
    made_of = (python, *(f"{name} {version(name)}" for name in LIBRARIES))
    servers = Sentence("{number} server", "{number} servers", number=len(bot.guilds))
    names = Listed(tuple(rules.name for rules in GAMES.values()))
    words = say(
        "## Parlour {version}\n"
        "Old board games with friends, right in Discord: {games}. The rules follow the oldest "
        "known sources; `/rules` names them.\n\n"
        "Playing in {servers}. What I store about you, and how to delete it: `/privacy`.\n"
        "-# Free software under the {licence} licence. {libraries}.",
        version=__version__,
        games=names,
        servers=servers,
        licence=LICENCE,
        libraries=Listed(made_of),
    )
    return Layout(discord.ui.Container(discord.ui.TextDisplay(words)))

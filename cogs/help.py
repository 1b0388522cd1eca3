"""`/help` and `/rules`, and what the bot is."""

import platform
from importlib.metadata import version

import discord
from discord import app_commands
from discord.ext import commands

from interactions import Bot, Interaction, chosen_number, handles, say, whisper
from interactions.audience import private_appearance
from interactions.components import Item, Layout
from interactions.speech import current_rulebook
from rulebook import languages, rulebook
from rules import GAMES, Listed, Sentence, __version__
from views.help_page import OpenAbout, OpenHelp, help_page
from views.match_verbs import OpenRules, rules_button
from views.rules_page import TurnPage, rules_page

LICENCE = "MIT"
LIBRARIES = ("discord.py", "Pillow", "aiosqlite")


class HelpCog(commands.Cog):
    """Commands that explain the games and the bot."""

    @app_commands.command(description="Learn a game: rules with pictures that you can try out.")
    @app_commands.describe(game="Which game. Empty: all of them")
    @app_commands.choices(
        game=[app_commands.Choice(name=rules.name, value=key) for key, rules in GAMES.items()][:25]
    )
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the rules of a game, or all the games to choose from."""
        if game is None:
            await whisper(interaction, view=all_games())
        else:
            await open_rules(interaction, game)

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


@handles(OpenRules)
async def on_open_rules(interaction: Interaction, pressed: OpenRules, _values: list[str]) -> None:
    """Open the rules of a game beside the message."""
    await open_rules(interaction, pressed.game)


@handles(TurnPage)
async def on_turn_page(interaction: Interaction, pressed: TurnPage, values: list[str]) -> None:
    """Show another page of the rules in place of this one."""
    number = chosen_number(values[0]) if values else pressed.page
    view, files = await rules_page(pressed.game, number, await private_appearance(interaction))
    await interaction.response.edit_message(view=view, attachments=files)


async def open_rules(interaction: Interaction, key: str) -> None:
    """Show the first page of a game's rules privately, in a message of its own."""
    view, files = await rules_page(key, 0, await private_appearance(interaction))
    await whisper(interaction, view=view, files=files)


def all_games() -> discord.ui.LayoutView:
    """Build the list of the games, each with the button to its rules."""
    return _view(say("## The games"), *_games())


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
    return _view(words)


def _games() -> list[Item]:
    """Build an entry for each game, with the button to its rules."""
    return [
        discord.ui.Section(
            f"**{rules.name}**\n{current_rulebook(key).summary}", accessory=rules_button(key)
        )
        for key, rules in list(GAMES.items())[:12]
    ]


def _view(words: str, *parts: Item) -> discord.ui.LayoutView:
    return Layout(discord.ui.Container(discord.ui.TextDisplay(words), *parts))


async def setup(bot: Bot) -> None:
    """Load the cog. All rules are read, so that a faulty text is found at the start."""
    for language in languages():
        for key in GAMES:
            rulebook(key, language)
    await bot.add_cog(HelpCog())

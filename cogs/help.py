"""`/help`, `/rules` and `/about`."""

import platform
import tomllib
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from interactions import Bot, Interaction, label, say, whisper
from interactions.audience import private_appearance
from interactions.components import Item, Layout, in_rows
from interactions.custom_ids import handles
from interactions.phrases import book
from rulebook import languages, rulebook
from rules import GAMES, Listed, ListStyle, Sentence, codes, message
from views.computer_buttons import play_against_button
from views.rules_page import OpenRules, TurnPage, rules_button, rules_page

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
LIBRARIES = ("discord.py", "Pillow", "aiosqlite")
NO_PERMISSIONS = discord.Permissions.none()
MOST_WORDS = 4000
"""So many characters a message holds."""


class Topic(StrEnum):
    """What somebody wants who asks for help, in the order in which it is told."""

    PLAY = message("Play")
    MATCHES = message("My matches")
    LOOK_BACK = message("Look back")
    PEOPLE = message("People")
    SETTINGS = message("Settings")
    LEARN = message("Learn")
    MORE = message("More")


MODULES = {
    **dict.fromkeys(("challenge", "lobby", "hints"), Topic.PLAY),
    **dict.fromkeys(("conditional_moves", "matches", "mute", "notes", "play"), Topic.MATCHES),
    **dict.fromkeys(("reviews", "records", "replay"), Topic.LOOK_BACK),
    **dict.fromkeys(("block", "leaderboard", "profile"), Topic.PEOPLE),
    **dict.fromkeys(("daily_puzzle", "administration", "privacy", "settings"), Topic.SETTINGS),
    **dict.fromkeys(("puzzles", "help"), Topic.LEARN),
    "vacation": Topic.MATCHES,
}
"""The topic of the commands in each module of `cogs`, in the order in which they are listed."""
TOPICS = {"move": Topic.PLAY, "board": Topic.PLAY, "rematch": Topic.PLAY}
"""The topics of commands that differ from the rest of their module."""


class HelpCog(commands.Cog):
    """The commands that explain."""

    @app_commands.command(description="Read how a game goes, with pictures, and try it out.")
    @app_commands.describe(game="Which game; leave it out to see them all")
    @app_commands.choices(
        game=[app_commands.Choice(name=rules.name, value=key) for key, rules in GAMES.items()][:25]
    )
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the rules of a game, or all the games to choose from."""
        if game is None:
            await whisper(interaction, view=all_games())
        else:
            await open_rules(interaction, game)

    @app_commands.command(description="What to type first, and every command by what you want.")
    async def help(self, interaction: Interaction) -> None:
        """Say what to type first, and list the commands."""
        await whisper(interaction, view=help_page(interaction.client, interaction.permissions))

    @app_commands.command(description="What this bot is, and its version.")
    async def about(self, interaction: Interaction) -> None:
        """Say what the bot is and what it is made of."""
        await whisper(interaction, view=about_page(interaction.client))


def all_games() -> discord.ui.LayoutView:
    """Build the list of the games, each with the button to its rules."""
    return _view(say("## The games"), *_games())


def help_page(bot: Bot, permissions: discord.Permissions) -> discord.ui.LayoutView:
    """Build what `/help` shows: the first steps, the games, and the commands by what one wants.

    What only those who manage the server may do is told to them alone.
    """
    challenges = codes((f"/{key}" for key in GAMES), ListStyle.OR)
    first = say(
        "## How to begin\n"
        "1. Type {commands} and choose somebody as `opponent`. Leave that out, and whoever "
        "likes may take the challenge.\n"
        "2. They press **Accept**, and the board is there.\n"
        "3. When it is your move you are called: press **Move** on the board, or type `/move`.\n\n"
        "Take your time: a match can last for days, and you may play many at once. **Explore** on "
        "the board lets you try moves out first; nobody sees it.\n"
        "**Nobody there?** I play too, as well or as badly as you like. **Never played these "
        "games?** Read how they go, and try them out by yourself:",
        commands=challenges,
    )
    return _view(
        first,
        *in_rows(
            [
                *[rules_button(key, rules.name) for key, rules in GAMES.items()][:24],
                play_against_button(),
            ]
        ),
        discord.ui.TextDisplay(_commands(bot, permissions, MOST_WORDS - len(first))),
    )


def _commands(bot: Bot, permissions: discord.Permissions, most: int) -> str:
    """List the commands by what somebody may want; where there is no room, the last by name alone.

    The games' own stand above.
    """
    wanted: dict[Topic, dict[str, str]] = {wish: {} for wish in Topic}
    everything = bot.tree.walk_commands(type=discord.AppCommandType.chat_input)
    for command in sorted(everything, key=_place):
        if isinstance(command, app_commands.Group) or command.name in GAMES:
            continue
        needed = (command.root_parent or command).default_permissions or NO_PERMISSIONS
        if needed <= permissions:
            words = label(command.description).rstrip(".")
            wanted[_topic(command)][f"`/{command.qualified_name}`"] = words
    found = [(f"**{label(wish)}**", own) for wish, own in wanted.items() if own]
    named = [f"{heading} {' · '.join(own)}" for heading, own in found]
    told = [
        "\n".join((heading, *(f"{name} {words}" for name, words in own.items())))
        for heading, own in found
    ]
    while told and len("\n".join((*told, *named[len(told) :]))) > most:
        told.pop()
    return "\n".join((*told, *named[len(told) :]))


def _place(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> int:
    """Give where a command's module stands in the list; one that is not there comes last."""
    modules, module = [*MODULES], _module(command)
    return modules.index(module) if module in modules else len(modules)


def _module(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> str:
    return (command.module or "").rpartition(".")[2]


def _topic(command: app_commands.Command[Any, ..., Any]) -> Topic:
    """Give the topic of a command: that of its module, but for a few."""
    return TOPICS.get(command.qualified_name) or MODULES.get(_module(command), Topic.MORE)


def about_page(bot: Bot) -> discord.ui.LayoutView:
    """Build what `/about` shows."""
    written = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    python = f"Python {platform.python_version()}"
    made_of = (python, *(f"{name} {version(name)}" for name in LIBRARIES))
    servers = Sentence("{number} server", "{number} servers", number=len(bot.guilds))
    names = Listed(tuple(rules.name for rules in GAMES.values()))
    words = say(
        "## Parlour {version}\n"
        "Old board games with friends, inside the chat where they already are: {games}, each as "
        "its old sources describe it; `/rules` names them.\n\n"
        "Here for {servers}. What is kept about you, and how to have it deleted: `/privacy`.\n"
        "-# Free software under the {licence} licence. {libraries}.",
        version=written["version"],
        games=names,
        servers=servers,
        licence=written["license"],
        libraries=Listed(made_of),
    )
    return _view(words)


def _games() -> list[Item]:
    """Give a line for each game with its button beside it."""
    return [
        discord.ui.Section(f"**{rules.name}**\n{book(key).summary}", accessory=rules_button(key))
        for key, rules in list(GAMES.items())[:12]
    ]


def _view(words: str, *parts: Item) -> discord.ui.LayoutView:
    return Layout(discord.ui.Container(discord.ui.TextDisplay(words), *parts))


async def setup(bot: Bot) -> None:
    """Add the commands. All texts are read, so that a faulty one is found at the start."""
    for language in languages():
        for key in GAMES:
            rulebook(key, language)
    await bot.add_cog(HelpCog())


@handles(OpenRules)
async def _opened(interaction: Interaction, pressed: OpenRules, _values: list[str]) -> None:
    """Open the rules beside the message."""
    await open_rules(interaction, pressed.game)


@handles(TurnPage)
async def _turned(interaction: Interaction, pressed: TurnPage, values: list[str]) -> None:
    """Show another page in place of this one."""
    number = int(values[0]) if values else pressed.page
    view, files = await rules_page(pressed.game, number, await private_appearance(interaction))
    await interaction.response.edit_message(view=view, attachments=files)


async def open_rules(interaction: Interaction, key: str) -> None:
    """Show the first page of a game's rules to one person, in a message of its own."""
    view, files = await rules_page(key, 0, await private_appearance(interaction))
    await whisper(interaction, view=view, files=files)

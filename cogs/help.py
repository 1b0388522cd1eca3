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

from interactions import Bot, Interaction, chosen_number, handles, label, say, whisper
from interactions.audience import private_appearance
from interactions.components import Item, Layout, in_rows
from interactions.speech import current_rulebook
from rulebook import languages, rulebook
from rules import GAMES, Listed, ListStyle, Sentence, codes, message
from views.match_verbs import OpenRules, rules_button
from views.play_computer_page import play_against_button
from views.rules_page import TurnPage, rules_page

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
LIBRARIES = ("discord.py", "Pillow", "aiosqlite")
NO_PERMISSIONS = discord.Permissions.none()
LONGEST_TEXT = 4000
"""Longest text of a message, in characters (Discord's limit)."""


class Topic(StrEnum):
    """The headings under which the help lists the commands, in this order."""

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
        """Say what to type first, and list the commands."""
        await whisper(interaction, view=help_page(interaction.client, interaction.permissions))

    @app_commands.command(description="About this bot, and its version.")
    async def about(self, interaction: Interaction) -> None:
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


def help_page(bot: Bot, permissions: discord.Permissions) -> discord.ui.LayoutView:
    """Build the page of `/help`: the first steps, the games, and the commands by topic.

    Commands for those who manage the server are listed to them alone.
    """
    challenges = codes((f"/{key}" for key in GAMES), ListStyle.OR)
    first = say(
        "## How to start\n"
        "1. Type {commands} and choose an `opponent`. Leave it empty to let anyone accept.\n"
        "2. They press **Accept**, and the board appears.\n"
        "3. When it's your move you get a ping: press **Move** on the board, or type "
        "`/move`.\n\n"
        "Take your time: a match can last for days, and you can play many at once. "
        "**Explore** on the board lets you try moves out in private.\n"
        "**Nobody around?** Play me, at any level. **Never played these games?** Read the "
        "rules, and try them out on your own:",
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
        discord.ui.TextDisplay(_commands(bot, permissions, LONGEST_TEXT - len(first))),
    )


def _commands(bot: Bot, permissions: discord.Permissions, room: int) -> str:
    """List the commands by topic; if there is no room, the last topics by name alone.

    The games' own commands stand above.
    """
    by_topic: dict[Topic, dict[str, str]] = {topic: {} for topic in Topic}
    all_commands = bot.tree.walk_commands(type=discord.AppCommandType.chat_input)
    for command in sorted(all_commands, key=_module_index):
        if isinstance(command, app_commands.Group) or command.name in GAMES:
            continue
        needed = (command.root_parent or command).default_permissions or NO_PERMISSIONS
        if needed <= permissions:
            words = label(command.description).rstrip(".")
            by_topic[_topic(command)][f"`/{command.qualified_name}`"] = words
    topics = [(f"**{label(topic)}**", listed) for topic, listed in by_topic.items() if listed]
    short = [f"{heading} {' · '.join(listed)}" for heading, listed in topics]
    full = [
        "\n".join((heading, *(f"{name} {words}" for name, words in listed.items())))
        for heading, listed in topics
    ]
    while full and len("\n".join((*full, *short[len(full) :]))) > room:
        full.pop()
    return "\n".join((*full, *short[len(full) :]))


def _module_index(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> int:
    """Return the place of a command's module in the list; an unlisted one comes last."""
    modules, module = [*MODULES], _module(command)
    return modules.index(module) if module in modules else len(modules)


def _module(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> str:
    return (command.module or "").rpartition(".")[2]


def _topic(command: app_commands.Command[Any, ..., Any]) -> Topic:
    """Return the topic of a command: that of its module, with few exceptions."""
    return TOPICS.get(command.qualified_name) or MODULES.get(_module(command), Topic.MORE)


def about_page(bot: Bot) -> discord.ui.LayoutView:
    """Build the page of `/about`."""
    written = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
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
        version=written["version"],
        games=names,
        servers=servers,
        licence=written["license"],
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

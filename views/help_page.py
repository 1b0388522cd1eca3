"""`/help`: a first screen, all commands by topic behind its buttons, and the page about the bot."""

import platform
from enum import StrEnum
from importlib.metadata import version
from typing import Any

import discord
from discord import app_commands

from interactions import Bot, CustomId, label, say
from interactions.components import Item, Layout, button, in_rows
from rules import GAMES, Listed, ListStyle, Sentence, __version__, codes, message
from views.begin_against_computer_page import play_page_button
from views.lesson_ids import OpenLesson
from views.rules_page import rules_button

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group
LICENCE = "MIT"
LIBRARIES = ("discord.py", "Pillow")


class Topic(StrEnum):
    """The topics of the commands, in this order. The values are in messages for ever."""

    START = ""
    PLAY = "play"
    MATCHES = "matches"
    LOOK_BACK = "back"
    PEOPLE = "people"
    CONTESTS = "contests"
    SETTINGS = "settings"
    LEARN = "learn"
    SERVER = "server"
    MORE = "more"


TITLES = {
    Topic.PLAY: message("Playing"),
    Topic.MATCHES: message("My matches"),
    Topic.LOOK_BACK: message("Replays and reviews"),
    Topic.PEOPLE: message("Players"),
    Topic.CONTESTS: message("Leagues and ladders"),
    Topic.SETTINGS: message("Settings"),
    Topic.LEARN: message("Learn"),
    Topic.SERVER: message("This server"),
    Topic.MORE: message("More"),
}
"""The topics as headings and on buttons."""
FOR_MANAGERS = {Topic.SERVER}
"""The topics for those alone who manage the server."""
MODULES = {
    **dict.fromkeys(("play", "challenge", "hints"), Topic.PLAY),
    **dict.fromkeys(
        ("matches", "verb_commands", "move_and_board", "conditional_moves", "notes", "mute"),
        Topic.MATCHES,
    ),
    **dict.fromkeys(("reviews", "replay", "record", "import_record"), Topic.LOOK_BACK),
    **dict.fromkeys(("profile", "leaderboard"), Topic.PEOPLE),
    **dict.fromkeys(("seasons", "ladder", "club"), Topic.CONTESTS),
    **dict.fromkeys(("settings", "privacy"), Topic.SETTINGS),
    **dict.fromkeys(("lessons", "rules", "help", "puzzles", "puzzle_rush"), Topic.LEARN),
    **dict.fromkeys(("moderation", "daily_puzzle"), Topic.SERVER),
}
"""The topic of the commands in each module of `cogs`, in the order in which they are listed."""
TOPICS = {"move": Topic.PLAY, "board": Topic.PLAY, "match rematch": Topic.PLAY}
"""The topics of commands that differ from the rest of their module."""
NOTES = {
    Topic.PLAY: (
        message(
            "-# **All of us** in `/play` lets everyone here play one side together: you vote on "
            "each move."
        ),
    ),
    Topic.MATCHES: (
        message(
            "-# Not your match? Press a button on its card to follow it, or to guess the next move."
        ),
    ),
    Topic.PEOPLE: (
        message(
            "-# On a computer, right-click someone and choose **Apps** to challenge or block them. "
            "`/settings` lists the people you have blocked."
        ),
    ),
    Topic.CONTESTS: (
        message(
            "-# In a **league** everyone plays everyone; in a **cup** the loser is out. Join on "
            "the card; your matches start automatically. **My season** shows how you stand. After "
            "the end date: one more week at 12 hours a move, then the computer decides."
        ),
        message(
            "-# A **ladder** never ends: challenge one of the next three players above you, "
            "and if you win, you take their place."
        ),
        message(
            "-# In a **club match** two servers play each other: moderators agree on it by a code, "
            "then everyone joins on the card in their own server."
        ),
    ),
    Topic.SETTINGS: (
        message("-# For **Vacation** and **Blocked players**, press their buttons in `/settings`."),
    ),
    Topic.SERVER: (
        message(
            "-# Where matches start, how they look and who can watch: press **Server settings** "
            "in `/settings`."
        ),
    ),
}
"""What there is to say about a topic besides its commands."""
START = message(
    "## How to start\n"
    "1. Press **Play**, or type `/play`, and choose a game and an opponent.\n"
    "2. When it's your move you get a ping: press **Move** on the board.\n\n"
    "Take your time: a match can last for days. To choose its pace, rules or side, type "
    "{commands}."
)
NEW = message("**New to these games?** Press **Learn a game**, or read the rules:")
LIVE_TOO = message(
    "**Both online right now?** Choose a live `pace`, and the match takes only minutes."
)
EVERYTHING = message("**All commands**, by topic:")


class OpenHelp(CustomId, name="help"):
    """Show a topic, or the first screen, in place of the message."""

    topic: Topic = Topic.START


class OpenAbout(CustomId, name="about"):
    """Say what the bot is."""


def help_page(
    bot: Bot, permissions: discord.Permissions, topic: Topic = Topic.START
) -> discord.ui.LayoutView:
    """Build the first screen, or the commands of a topic."""
    parts = _first_screen() if topic is Topic.START else _topic(bot, topic)
    shown = [each for each in _topics(bot, permissions) if each is not topic]
    buttons = [button(TITLES[each], OpenHelp(each)) for each in shown]
    if topic is Topic.START:
        buttons.append(button("About", OpenAbout()))
    else:
        buttons.insert(0, button("Back", OpenHelp(), discord.ButtonStyle.primary))
    return Layout(discord.ui.Container(*parts, *in_rows(buttons)))


def topic_of(command: AnyCommand) -> Topic:
    """Return the topic of a command: that of its module, with few exceptions."""
    return TOPICS.get(command.qualified_name) or MODULES.get(_module(command), Topic.MORE)


def _first_screen() -> list[Item]:
    """Build what a newcomer needs, with buttons to the rules and to a match at once."""
    commands = codes((f"/{key}" for key in GAMES), ListStyle.OR)
    rules = [rules_button(key, rules.name) for key, rules in GAMES.items()][:24]
    return [
        discord.ui.TextDisplay(say(START, commands=commands)),
        *in_rows([play_page_button(), button("Learn a game", OpenLesson())]),
        discord.ui.TextDisplay(f"{say(LIVE_TOO)}\n{say(NEW)}"),
        *in_rows(rules),
        discord.ui.TextDisplay(say(EVERYTHING)),
    ]


def _topic(bot: Bot, topic: Topic) -> list[Item]:
    """Build the list of a topic's commands."""
    listed = [command for command in commands_of(bot) if topic_of(command) is topic]
    lines = [f"## {label(TITLES[topic])}"]
    lines += [f"`/{command.qualified_name}` {_description(command)}" for command in listed]
    lines += [say(note) for note in NOTES.get(topic, ())]
    return [discord.ui.TextDisplay("\n".join(lines))]


def _topics(bot: Bot, permissions: discord.Permissions) -> list[Topic]:
    """Return the topics that have commands for a person with these permissions."""
    found = {topic_of(command) for command in commands_of(bot)}
    managing = permissions.manage_guild
    return [each for each in TITLES if each in found and (managing or each not in FOR_MANAGERS)]


def commands_of(bot: Bot) -> list[AnyCommand]:
    """Return all commands that can be typed, in the order of the list."""
    walked = bot.tree.walk_commands(type=discord.AppCommandType.chat_input)
    commands = [each for each in walked if not isinstance(each, app_commands.Group)]
    return sorted(commands, key=_module_index)


def _description(command: AnyCommand) -> str:
    """Return a command's description in the reader's language; a game's is made with its name."""
    if rules := GAMES.get(command.qualified_name):
        words = say(
            "Play {game}: challenge a friend, the computer, or anyone who wants to play",
            game=rules.name,
        )
    else:
        words = label(command.description)
    return words.rstrip(".")


def _module_index(command: AnyCommand) -> int:
    """Return the place of a command's module in the list; an unlisted one comes last."""
    modules, module = [*MODULES], _module(command)
    return modules.index(module) if module in modules else len(modules)


def _module(command: AnyCommand) -> str:
    return (command.module or "").rpartition(".")[2]


def about_page(bot: Bot) -> discord.ui.LayoutView:
    """Build the message about the bot and what it is made of."""
    python = f"Python {platform.python_version()}"
    made_of = (python, *(f"{name} {version(name)}" for name in LIBRARIES))
    number = len(bot.guilds)
    if not bot.share.has_all and bot.application is not None:
        number = bot.application.approximate_guild_count
    servers = Sentence("{number} server", "{number} servers", number=number)
    names = Listed(tuple(rules.name for rules in GAMES.values()))
    words = say(
        "## Parlour {version}\n"
        "Rare board games with friends, right in Discord: {games}. Sources: `/rules`.\n\n"
        "In {servers}. Your data: `/privacy`.\n"
        "-# Free software under the {licence} licence. {libraries}.",
        version=__version__,
        games=names,
        servers=servers,
        licence=LICENCE,
        libraries=Listed(made_of),
    )
    return Layout(discord.ui.Container(discord.ui.TextDisplay(words)))

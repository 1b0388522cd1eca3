"""The commands as a page in every language: what the bot tells Discord of them."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot import Parlour, Settings
from interactions import label, say
from interactions.command_translations import CommandTranslator, Payload, in_every_language
from interactions.speech import speaking
from languages import language, languages
from views.help_page import EVERYTHING, NOTES, TITLES, Topic, commands_of, topic_of

_GROUPS = (
    discord.AppCommandOptionType.subcommand.value,
    discord.AppCommandOptionType.subcommand_group.value,
)


def commands_pages() -> dict[str, str]:
    """Return the page of the commands in every language, by its tag."""
    topics, payload = asyncio.run(_commands())
    written = dict(_typed(payload))
    pages = {}
    for tag, spoken in languages().items():
        with speaking(spoken):
            pages[tag] = _page(topics, written, tag)
    return pages


async def _commands() -> tuple[dict[Topic, list[str]], Payload]:
    """Load the bot's commands, by topic and as Discord gets them; nothing is started."""
    bot = Parlour(Settings.model_construct())
    await bot.load_features()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    topics: dict[Topic, list[str]] = {topic: [] for topic in TITLES}
    for command in commands_of(bot):
        topics[topic_of(command)].append(command.qualified_name)
    payload, _ = await in_every_language(bot.tree, CommandTranslator())
    return topics, payload


def _typed(payload: Payload, before: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give every command that can be typed by its whole name, those of groups too."""
    for command in payload:
        name = f"{before}{command['name']}"
        inner = [each for each in command.get("options", ()) if each["type"] in _GROUPS]
        if inner:
            yield from _typed(inner, f"{name} ")
        else:
            yield name, command


def _page(
    topics: Mapping[Topic, list[str]], written: Mapping[str, Mapping[str, Any]], tag: str
) -> str:
    title = label(EVERYTHING).replace("*", "").rstrip(": \xa0\u202f")
    parts = [f"# {title}\n"]
    for topic, names in topics.items():
        if not names:
            continue
        parts.append(f"## {label(TITLES[topic])}\n")
        for name in names:
            parts.append(f"### `/{name}`\n\n{_description(written[name], tag)}\n")
            options = written[name].get("options", ())
            parts += [f"- `{each['name']}`: {_description(each, tag)}" for each in options]
            parts.append("")
        parts += [f"{say(note).removeprefix('-# ')}\n" for note in NOTES.get(topic, ())]
    return "\n".join(parts)


def _description(what: Mapping[str, Any], tag: str) -> str:
    """Return the description that a client of this language shows."""
    translations = what.get("description_localizations") or {}
    shown = (words for locale, words in translations.items() if language(locale).tag == tag)
    return str(next(shown, what["description"]))

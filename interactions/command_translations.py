"""Translations of what Discord displays of commands: descriptions, choices, and names of menus."""

import json
from typing import Any

import discord
from discord import app_commands

from interactions.speech import label, speaking
from languages import ENGLISH, language
from rules import Sentence, Value
from rules.sentence import PLAIN_ENGLISH

DESCRIBED = {
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
    app_commands.TranslationContextLocation.choice_name,
}
"""What is translated; the names of commands and options, which people type, stay the same."""
LONGEST, LONGEST_MENU = 100, 32
"""The most characters that Discord takes of a description, and of the name of a menu's entry."""


def translated(words: str | Sentence, /, **values: Value) -> app_commands.locale_str:
    """Return text that Discord displays to everybody in their own language."""
    sentence = Sentence(words, **values) if isinstance(words, str) else words
    return app_commands.locale_str(PLAIN_ENGLISH.say(sentence), sentence=sentence)


class CommandTranslator(app_commands.Translator):
    """Translates the descriptions and choices of commands with the catalogues."""

    def __init__(self) -> None:
        self._languages = {locale: language(locale.value) for locale in discord.Locale}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return the translation, or `None` where English is displayed anyway."""
        spoken = self._languages[locale]
        in_menu = isinstance(context.data, app_commands.ContextMenu)
        if spoken is ENGLISH or not (in_menu or context.location in DESCRIBED):
            return None
        with speaking(spoken):
            words = label(string.extras.get("sentence", string.message))
        most = LONGEST_MENU if in_menu else LONGEST
        return words[:most] if words != string.message else None


Payload = list[dict[str, Any]]
"""Commands as Discord's API takes them."""

_TRANSLATED: dict[str, tuple[Payload, str]] = {}
"""The translated commands of this process, by their English payload."""


async def in_every_language(
    tree: app_commands.CommandTree[Any], translator: CommandTranslator
) -> tuple[Payload, str]:
    """Return all commands in every language, and the same as JSON.

    They are translated once per process, since a process may start many bots, as the tests do.
    """
    all_commands = tree.get_commands()
    english = json.dumps([command.to_dict(tree) for command in all_commands], sort_keys=True)
    if english not in _TRANSLATED:
        payload = [await each.get_translated_payload(tree, translator) for each in all_commands]
        _TRANSLATED[english] = payload, json.dumps(payload, sort_keys=True)
    return _TRANSLATED[english]

"""What Discord shows of commands, in every language."""

import json
from itertools import chain
from typing import Any

import discord
import pytest
from discord import app_commands

from interactions.command_translations import (
    LONGEST,
    LONGEST_MENU,
    CommandTranslator,
    in_every_language,
)
from tests.made_up_language import MADE_UP, not_translated
from tests.simulated_discord.limits import described
from tests.simulated_discord.made_up_speech import NAMES, SpeakMadeUp
from tests.simulated_discord.table import Component, Table
from tests.thorough import THOROUGH

TEXTS = {"name", "description", "name_localizations", "description_localizations"}
"""What Discord shows of a command, an option or a choice."""
MENUS = {
    "Challenge": {"de": "Herausfordern", "es-ES": "Desafiar", "pt-BR": "Desafiar"},
    "Block": {"de": "Blockieren", "es-ES": "Bloquear", "pt-BR": "Bloquear"},
}
"""Some names of the menus on a member."""


@THOROUGH
async def test_what_discord_shows_of_commands_is_translated(
    table: Table, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interactions.command_translations.language", lambda _tag: MADE_UP)
    speak_made_up()
    tree = table.bot.tree
    for command in tree.get_commands(type=discord.AppCommandType.chat_input):
        payload = await command.get_translated_payload(tree, CommandTranslator())
        for part in described(payload):
            told = [_in_german(part, "description")]
            told += [_in_german(choice, "name") for choice in part.get("choices") or ()]
            assert all(len(words) <= LONGEST for words in told)
            assert not [*chain.from_iterable(not_translated(words, NAMES) for words in told)]


async def test_the_menus_on_a_member_have_their_names_in_every_language(table: Table) -> None:
    """Menus are chosen, not typed, so their names are translated; those of commands are not."""
    payload, _ = await in_every_language(table.bot.tree, CommandTranslator())
    menus = [each for each in payload if each["type"] == discord.AppCommandType.user.value]
    assert {menu["name"] for menu in menus} == set(MENUS)
    for menu in menus:
        names = menu["name_localizations"]
        assert names.items() >= MENUS[menu["name"]].items()
        assert all(1 <= len(name) <= LONGEST_MENU for name in names.values())
        assert {"fr", "es-419"} <= names.keys()
    assert not any(each.get("name_localizations") for each in payload if each not in menus)


async def test_no_description_has_marks_that_discord_shows_as_they_are(table: Table) -> None:
    payload, _ = await in_every_language(table.bot.tree, CommandTranslator())
    for command in payload:
        for part in described(command):
            shown = [part, *(part.get("choices") or ())]
            texts = [str(value) for one in shown for key, value in one.items() if key in TEXTS]
            assert not [text for text in texts if "`" in text or "**" in text]


def _in_german(part: Component, key: str) -> str:
    """Return the texts of a part of a command that a German Discord shows."""
    return str((part.get(f"{key}_localizations") or {}).get("de", part[key]))


@THOROUGH
async def test_commands_are_translated_once_in_a_process_and_again_where_they_changed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    translated_of: list[str] = []

    class Noting(CommandTranslator):
        async def translate(
            self,
            string: app_commands.locale_str,
            locale: discord.Locale,
            context: app_commands.TranslationContext[Any, Any],  # whatever it is
        ) -> str | None:
            translated_of.append(string.message)
            return await super().translate(string, locale, context)

    tree = table.bot.tree
    payload, written = await in_every_language(tree, Noting())
    assert not translated_of, "the bot has started with them"
    commands = tree.get_commands()
    assert payload == [
        await one.get_translated_payload(tree, CommandTranslator()) for one in commands
    ]
    assert json.loads(written) == json.loads(json.dumps(payload))
    command = next(one for one in commands if one.name == "board")
    assert isinstance(command, app_commands.Command)
    monkeypatch.setattr(command, "description", "Another one")
    changed, _ = await in_every_language(tree, Noting())
    assert "Another one" in [one.get("description") for one in changed]
    assert translated_of

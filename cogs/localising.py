"""What Discord itself shows of commands, in every language: descriptions and choices, not names."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.speech import label, speaking
from languages import ENGLISH, language
from rules import Sentence
from rules.sentence import Value

DESCRIBED = {
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
    app_commands.TranslationContextLocation.choice_name,
}
"""What is said in every language; how commands and their options are typed stays the same."""
LONGEST = 100
"""So many characters Discord takes."""


def shown(words: str | Sentence, /, **values: Value) -> app_commands.locale_str:
    """Make words that Discord shows to each in their own language."""
    sentence = Sentence(words, **values) if isinstance(words, str) else words
    return app_commands.locale_str(str(sentence), sentence=sentence)


class Translator(app_commands.Translator):
    """Says what commands are and what may be chosen, from the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Give the words, or nothing where English is shown in any case."""
        spoken = language(locale.value)
        if context.location not in DESCRIBED or spoken is ENGLISH:
            return None
        with speaking(spoken):
            words = label(string.extras.get("sentence", string.message))
        return words[:LONGEST] if words != string.message else None

"""Forms: a field with its question, and modals of up to five of them."""

from typing import Any

import discord

from interactions.components import CustomId
from interactions.speech import label
from rules import Sentence

Field = discord.ui.Label[Any]
"""A field of a form."""


def labelled(
    question: str | Sentence, hint: str | Sentence, component: discord.ui.Item[Any]
) -> Field:
    """Build a field of a form, with a question above it, and a hint if that is not empty."""
    description = label(hint)[:100] if hint else None
    return discord.ui.Label(text=label(question)[:45], description=description, component=component)


class Modal(discord.ui.Modal):
    """A form of up to five fields; like a `Layout`, it counts as finished and is not kept."""

    def __init__(self, title: str | Sentence, custom_id: CustomId, *fields: Field) -> None:
        super().__init__(title=label(title)[:45], custom_id=custom_id.encoded, timeout=None)
        for field in fields:
            self.add_item(field)

    def is_finished(self) -> bool:
        return True


class TextModal(Modal):
    """A form with one text field."""

    def __init__(
        self,
        title: str | Sentence,
        custom_id: CustomId,
        question: str | Sentence,
        *,
        example: str,
        hint: str = "",
        lines: bool = False,
        written: str = "",
    ) -> None:
        """Ask for text in one line or several, of the length that the custom id takes.

        `written` is the text that is in the field at first.
        """
        style = discord.TextStyle.paragraph if lines else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=style,
            placeholder=label(example)[:100],
            max_length=custom_id.most,
            custom_id="field",
            default=written or None,
        )
        super().__init__(title, custom_id, labelled(question, hint, field))

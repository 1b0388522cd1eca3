"""What people fill in: a form whose `custom_id` is an act, done with what was written in it.

Like a control it works after a restart, for which discord.py's own way of hearing of it would not
do: that knows only the forms that it has opened itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord

from cogs.acts import Act, use
from cogs.answers import tell_error
from cogs.readers import begin
from cogs.speech import label
from rules import Sentence

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

LONGEST = 4000
"""So many characters a field may hold."""


class Sheet(discord.ui.Modal):
    """A form of up to five fields; as a `Layout`, it counts as finished and is not kept."""

    def __init__(self, title: str | Sentence, act: Act, *fields: discord.ui.Label[Any]) -> None:
        super().__init__(title=label(title)[:45], custom_id=act.custom_id, timeout=None)
        for field in fields:
            self.add_item(field)

    def is_finished(self) -> bool:
        return True


class Form(Sheet):
    """A form of one field."""

    def __init__(
        self,
        title: str | Sentence,
        act: Act,
        question: str | Sentence,
        *,
        example: str,
        most: int,
        hint: str = "",
        lines: bool = False,
        written: str = "",
    ) -> None:
        """Ask for at most so many characters, in one line or in several; a hint may be longer.

        Some may be written there already.
        """
        style = discord.TextStyle.paragraph if lines else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=style,
            placeholder=label(example)[:100],
            max_length=most,
            custom_id="field",
            default=written or None,
        )
        told = label(hint)[:100] if hint else None
        asked = discord.ui.Label(text=label(question)[:45], description=told, component=field)
        super().__init__(title, act, asked)


async def filled_in(interaction: Interaction) -> None:
    """Do what a form says, whatever form it is, with what is written or chosen in each field."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    try:
        if not await begin(interaction):
            return
        sent: Any = interaction.data  # discord.py's types tell only of commands and of controls
        written = [_filled(row["component"]) for row in sent["components"]]
        await use(interaction, sent["custom_id"], written)
    except Exception as error:  # noqa: BLE001 (everything is answered)
        await tell_error(interaction, error)


def _filled(field: Mapping[str, Any]) -> str:
    """Read a field; what is chosen in a select is a word each."""
    return " ".join(field["values"]) if "values" in field else str(field["value"])


async def setup(bot: Parlour) -> None:
    """Hear of every form that is sent."""
    bot.add_listener(filled_in, "on_interaction")

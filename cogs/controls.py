"""Buttons and selects that work after any restart: their `custom_id` holds all there is to know.

It is written and read in `cogs/acts.py`, so that a card can carry a control without knowing what
that sets off.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, cast

import discord

from cogs.acts import Act, use
from cogs.answers import tell_error
from cogs.readers import begin
from cogs.speech import label
from rules import Sentence

if TYPE_CHECKING:
    from bot import Parlour

Item = discord.ui.Item[discord.ui.LayoutView]
"""Whatever stands in a message."""
SELECT_MOST = 25
"""So many entries a select may have."""
ROW_MOST = 5
"""So many buttons a row may have."""
SECONDARY = discord.ButtonStyle.secondary


class Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template="(?s).*"):
    """Any button or select of ours, found again in a message of any age, whatever it says."""

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        _match: re.Match[str],
        /,
    ) -> Self:
        """Wrap the control that Discord says was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what it says; discord.py would only log what that raises."""
        sent: Any = interaction.data  # of people who are chosen only the numbers are wanted
        try:
            if await begin(interaction):
                await use(interaction, self.custom_id, list(sent.get("values", ())))
        except Exception as error:  # noqa: BLE001 (everything is answered)
            await tell_error(interaction, error)


class Layout(discord.ui.LayoutView):
    """What stands in a message, from top to bottom.

    It counts as finished, so that discord.py does not keep it: every control is found by what its
    `custom_id` says. Else each private message would be kept, with a timer, for 15 minutes.
    """

    def __init__(self, *parts: Item) -> None:
        super().__init__(timeout=None)
        for part in parts:
            self.add_item(part)

    def is_finished(self) -> bool:
        return True


def button(
    words: str | Sentence,
    act: Act,
    style: discord.ButtonStyle = SECONDARY,
    *,
    disabled: bool = False,
) -> Item:
    """Make a button that does this when it is pressed, with these words in whoever's language."""
    item: discord.ui.Button[Any] = discord.ui.Button(
        label=label(words)[:80], style=style, custom_id=act.custom_id, disabled=disabled
    )
    return cast("Item", Control(item))


def select(
    question: str | Sentence,
    options: Sequence[discord.SelectOption],
    act: Act,
    number: int | None = None,
) -> Item:
    """Make a row with a select of at most 25 options.

    With a component number of its own it is another select than the one that stood there before.
    """
    item: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=label(question)[:150],
        options=list(options[:SELECT_MOST]),
        custom_id=act.custom_id,
        id=number,
    )
    return discord.ui.ActionRow(cast("Item", Control(item)))


def user_select(placeholder: str, chosen: int, act: Act) -> Item:
    """Make a row with a select of one person, whom a number tells, or of nobody: 0."""
    item: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        placeholder=placeholder,
        min_values=0,
        default_values=[discord.SelectDefaultValue.from_user(discord.Object(chosen))]
        if chosen
        else [],
        custom_id=act.custom_id,
    )
    return discord.ui.ActionRow(cast("Item", Control(item)))


def in_rows(buttons: Sequence[Item]) -> list[Item]:
    """Put buttons in as few rows as will hold them, evenly: six are three and three."""
    rows = -(-len(buttons) // ROW_MOST) or 1
    most = -(-len(buttons) // rows) or 1
    return [discord.ui.ActionRow(*buttons[at : at + most]) for at in range(0, len(buttons), most)]


def text_view(*lines: str, rows: Sequence[Item] = ()) -> discord.ui.LayoutView:
    """Make a message of a few lines and what stands below them."""
    return Layout(discord.ui.TextDisplay("\n".join(lines)), *rows)


async def setup(bot: Parlour) -> None:
    """Let every control be found again, in messages of any age."""
    bot.add_dynamic_items(Control)

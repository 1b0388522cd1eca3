"""Buttons and selects that work after any restart: their `custom_id` holds all there is to know.

A `custom_id` is an act and its words, `match|12|34|draw`. Modules say with `@pressed("match")` what
happens, so that cards can carry controls without knowing what they set off. Acts and words stand in
messages for ever: they are never renamed.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Self, cast

import discord

from cogs.answers import tell_error

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

    Handler = Callable[[Interaction, list[str], list[str]], Awaitable[None]]

Item = discord.ui.Item[discord.ui.LayoutView]
"""Whatever stands in a message."""
SELECT_MOST = 25
"""So many entries a select may have."""
ROW_MOST = 5
"""So many buttons a row may have."""
SECONDARY = discord.ButtonStyle.secondary
_HANDLERS: dict[str, Handler] = {}


def pressed(act: str) -> Callable[[Handler], Handler]:
    """Say what is done when a control of this act is used.

    The function gets the interaction, the words of the `custom_id`, and the values of a select.
    """

    def register(handler: Handler) -> Handler:
        _HANDLERS[act] = handler
        return handler

    return register


class Control(
    discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"(?P<act>[a-z]+)\|(?P<words>.+)"
):
    """Any button or select of ours, found again in a message of any age."""

    def __init__(self, item: discord.ui.Item[Any], act: str, words: Sequence[str]) -> None:
        self.act, self.words = act, list(words)
        super().__init__(item)

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Wrap the control that Discord says was used."""
        return cls(item, match["act"], match["words"].split("|"))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the act's module says; discord.py would only log what that raises."""
        values = self.item.values if isinstance(self.item, discord.ui.Select) else []
        try:
            await _HANDLERS[self.act](interaction, self.words, values)
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


def button(label: str, act: str, *words: object, style: discord.ButtonStyle = SECONDARY) -> Item:
    """Make a button; `words` are what its handler needs to know."""
    written = [str(word) for word in words]
    item: discord.ui.Button[Any] = discord.ui.Button(
        label=label[:80], style=style, custom_id="|".join((act, *written))
    )
    return cast("Item", Control(item, act, written))


def select(
    placeholder: str,
    options: Sequence[discord.SelectOption],
    act: str,
    *words: object,
    number: int | None = None,
) -> Item:
    """Make a row with a select of at most 25 options.

    With a component number of its own it is another select than the one that stood there before.
    """
    written = [str(word) for word in words]
    item: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=placeholder,
        options=list(options[:SELECT_MOST]),
        custom_id="|".join((act, *written)),
        id=number,
    )
    return discord.ui.ActionRow(cast("Item", Control(item, act, written)))


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

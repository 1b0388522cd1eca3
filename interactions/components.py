"""Buttons, selects and modals that work after any restart: their state is in their custom ids."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self, cast

import discord

from interactions.audience import begin_interaction
from interactions.custom_ids import CustomId, dispatch, handles
from interactions.errors import answer_error
from interactions.interaction import Bot, Interaction
from interactions.speech import label, say
from rules import Sentence

Item = discord.ui.Item[discord.ui.LayoutView]
"""Any component of a message."""
SELECT_MOST = 25
"""The most options that a select may have."""
ROW_MOST = 5
"""The most buttons that a row may have."""
LONGEST = 4000
"""The most characters that a field may hold."""
SECONDARY = discord.ButtonStyle.secondary


class PersistentItem(discord.ui.DynamicItem[discord.ui.Item[Any]], template="(?s).*"):
    """Any button or select of the bot, in a message of any age, whatever its custom id."""

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        _match: re.Match[str],
        /,
    ) -> Self:
        """Wrap the component that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Dispatch the custom id and answer errors, which discord.py would only log."""
        sent: Any = interaction.data  # for selects of people only the ids are needed
        try:
            if await begin_interaction(interaction):
                await dispatch(interaction, self.custom_id, list(sent.get("values", ())))
        except Exception as error:  # noqa: BLE001 (everything is answered)
            await answer_error(interaction, error)


class Layout(discord.ui.LayoutView):
    """The components of a message, from top to bottom.

    It counts as finished, so that discord.py does not keep it: every component is handled by its
    `custom_id`. Otherwise each private message would be kept, with a timer, for 15 minutes.
    """

    def __init__(self, *parts: Item) -> None:
        super().__init__(timeout=None)
        for part in parts:
            self.add_item(part)

    def is_finished(self) -> bool:
        return True


def button(
    words: str | Sentence,
    custom_id: CustomId,
    style: discord.ButtonStyle = SECONDARY,
    *,
    disabled: bool = False,
) -> Item:
    """Return a button with a label in the current language that does what its custom id says."""
    item: discord.ui.Button[Any] = discord.ui.Button(
        label=label(words)[:80], style=style, custom_id=custom_id.encoded, disabled=disabled
    )
    return cast("Item", PersistentItem(item))


def select(
    question: str | Sentence,
    options: Sequence[discord.SelectOption],
    custom_id: CustomId,
    number: int | None = None,
) -> Item:
    """Return a row with a select of at most 25 options.

    With a component number of its own, the client does not confuse it with a select that was in
    the same place before.
    """
    item: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=label(question)[:150],
        options=list(options[:SELECT_MOST]),
        custom_id=custom_id.encoded,
        id=number,
    )
    return discord.ui.ActionRow(cast("Item", PersistentItem(item)))


def user_select(placeholder: str, chosen: int, custom_id: CustomId) -> Item:
    """Return a row with a select of one person: the id of the chosen one, or 0 for nobody."""
    item: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        placeholder=placeholder,
        min_values=0,
        default_values=[discord.SelectDefaultValue.from_user(discord.Object(chosen))]
        if chosen
        else [],
        custom_id=custom_id.encoded,
    )
    return discord.ui.ActionRow(cast("Item", PersistentItem(item)))


def in_rows(buttons: Sequence[Item]) -> list[Item]:
    """Distribute buttons evenly over as few rows as possible: six make three and three."""
    rows = -(-len(buttons) // ROW_MOST) or 1
    most = -(-len(buttons) // rows) or 1
    return [discord.ui.ActionRow(*buttons[at : at + most]) for at in range(0, len(buttons), most)]


def text_view(*lines: str, rows: Sequence[Item] = ()) -> discord.ui.LayoutView:
    """Return a message of some lines of text, with the rows below them."""
    return Layout(discord.ui.TextDisplay("\n".join(lines)), *rows)


class Modal(discord.ui.Modal):
    """A form of up to five fields; like a `Layout`, it counts as finished and is not kept."""

    def __init__(
        self, title: str | Sentence, custom_id: CustomId, *fields: discord.ui.Label[Any]
    ) -> None:
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
        most: int,
        hint: str = "",
        lines: bool = False,
        written: str = "",
    ) -> None:
        """Ask for at most `most` characters, in one line or several; the hint may be longer.

        `written` is the text that is in the field at first.
        """
        style = discord.TextStyle.paragraph if lines else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=style,
            placeholder=label(example)[:100],
            max_length=most,
            custom_id="field",
            default=written or None,
        )
        description = label(hint)[:100] if hint else None
        labelled = discord.ui.Label(
            text=label(question)[:45], description=description, component=field
        )
        super().__init__(title, custom_id, labelled)


class SayNo(CustomId, name="no"):
    """Dismiss the private question that has this button."""


@handles(SayNo)
async def on_no(interaction: Interaction, _custom_id: SayNo, _values: list[str]) -> None:
    """Replace the question with a confirmation that nothing changed."""
    await interaction.response.edit_message(view=text_view(say("All right, nothing has changed.")))


def no_button() -> Item:
    """Return the button that answers "no"."""
    return button("No", SayNo())


async def filled_in(interaction: Interaction) -> None:
    """Handle any submitted form, passing on what was written or chosen in each field."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    try:
        if not await begin_interaction(interaction):
            return
        sent: Any = interaction.data  # discord.py's types cover only commands and components
        written = [_filled(row["component"]) for row in sent["components"]]
        await dispatch(interaction, sent["custom_id"], written)
    except Exception as error:  # noqa: BLE001 (everything is answered)
        await answer_error(interaction, error)


def _filled(field: Mapping[str, Any]) -> str:
    """Return the value of a field; for a select, the chosen values separated by spaces."""
    return " ".join(field["values"]) if "values" in field else str(field["value"])


async def setup(bot: Bot) -> None:
    """Handle the components of messages of any age, and every submitted form."""
    bot.add_dynamic_items(PersistentItem)
    bot.add_listener(filled_in, "on_interaction")

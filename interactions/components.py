"""Buttons and selects, and the custom ids that make them and forms work after any restart."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from inspect import signature
from typing import (
    Any,
    ClassVar,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    dataclass_transform,
    get_type_hints,
    overload,
)

import discord

from data.connection import LARGEST
from data.setting_fields import NO, YES
from interactions.bot import Bot, Interaction
from interactions.errors import answer_error
from interactions.people import begin_interaction
from interactions.speech import label, say
from rules import Refusal, Sentence, message

MARK = "|"
"""Separates the name and the fields."""
LONGEST_CUSTOM_ID = 100
"""The most characters that a `custom_id` may have."""
LONGEST = 4000
"""The most characters that a field may hold."""


class OutOfDate(Refusal):
    """A component with a custom id that is not valid any more."""

    def __init__(self) -> None:
        super().__init__(
            message("This button is out of date; `/help` shows what you can type instead.")
        )


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class CustomId:
    """An action of a component; the fields, integers and strings, are its arguments.

    `former` are names in messages from before, whose words `read_former` reads. Of each value that
    comes with it, `most` characters are read, whatever a client sends.
    """

    name: ClassVar[str]
    most: ClassVar[int]

    def __init_subclass__(
        cls, *, name: str, former: Sequence[str] = (), most: int = LONGEST
    ) -> None:
        super().__init_subclass__()
        cls.name, cls.most = name, most
        dataclass(frozen=True)(cls)
        for each in (name, *former):
            if each in CUSTOM_IDS:
                raise ValueError(f"two custom ids are named {each!r}")
            CUSTOM_IDS[each] = cls

    @classmethod
    def read_former(cls, words: list[str]) -> list[str]:
        """Return the encoded fields for those of a former custom id; by default, there are none."""
        del words
        return []

    @property
    def encoded(self) -> str:
        """Return the encoded custom id. Raises `ValueError` if it could not be decoded again."""
        values = vars(self).values()
        written = MARK.join((self.name, *map(str, values)))
        fits = all(
            0 <= each <= LARGEST if isinstance(each, int) else MARK not in each for each in values
        )
        if len(written) > LONGEST_CUSTOM_ID or not fits:
            raise ValueError(f"no control can carry {written!r}")
        return written


class _Signature(NamedTuple):
    """The types of the fields in their order, and the number of those without a default."""

    kinds: tuple[type[int | str], ...]
    needed: int


@cache
def _signature(name: str) -> _Signature:
    """Return the field types of a custom id; looking them up takes longer than all else."""
    known, hints = fields(CUSTOM_IDS[name]), get_type_hints(CUSTOM_IDS[name])
    needed = sum(field.default is MISSING for field in known)
    return _Signature(tuple(hints[field.name] for field in known), needed)


C = TypeVar("C", bound=CustomId)
Handler = Callable[["Interaction", C, list[str]], Awaitable[None]]
"""Receives the interaction, the custom id, and the values chosen in a select or filled in."""
ButtonHandler = Callable[["Interaction", C], Awaitable[None]]
"""Receives the interaction and the custom id; a button has no values."""
CUSTOM_IDS: dict[str, type[CustomId]] = {}
HANDLERS: dict[type[CustomId], Handler[CustomId]] = {}


class _Registers(Protocol[C]):
    """Registers a handler, and returns it unchanged."""

    @overload
    def __call__(self, handler: ButtonHandler[C], /) -> ButtonHandler[C]: ...
    @overload
    def __call__(self, handler: Handler[C], /) -> Handler[C]: ...


def handles(custom_id: type[C]) -> _Registers[C]:
    """Register the handler of a class of custom ids; one of selects or forms takes their values."""

    def register(handler: Callable[..., Awaitable[None]], /) -> Any:
        if custom_id in HANDLERS:
            raise ValueError(f"what {custom_id.__name__} does is said twice")
        of_button = len(signature(handler).parameters) == 2
        HANDLERS[custom_id] = (lambda *used: handler(*used[:2])) if of_button else handler
        return handler

    return register


def parse(custom_id: str) -> CustomId:
    """Decode a custom id; fields with a default may be missing.

    Raises `OutOfDate` if it is unknown or malformed.
    """
    name, *words = custom_id.split(MARK)
    if name not in CUSTOM_IDS:
        raise OutOfDate
    if name != CUSTOM_IDS[name].name:
        words = CUSTOM_IDS[name].read_former(words)
    kinds, needed = _signature(name)
    if not needed <= len(words) <= len(kinds):
        raise OutOfDate
    return CUSTOM_IDS[name](*map(_value, kinds, words))


async def dispatch(interaction: Interaction, custom_id: str, values: list[str]) -> None:
    """Call the handler of a custom id with the chosen values. Raises `OutOfDate`."""
    pressed = parse(custom_id)
    await HANDLERS[type(pressed)](interaction, pressed, [each[: pressed.most] for each in values])


def chosen(values: list[str]) -> str:
    """Return the option chosen in a select. Raises `OutOfDate` for a button, which has none."""
    if not values:
        raise OutOfDate
    return values[0]


def chosen_number(value: str) -> int:
    """Return a number that Discord or the database may have. Raises `OutOfDate` for all else."""
    digits = value.isascii() and value.isdecimal() and len(value) <= LONGEST_CUSTOM_ID
    if not digits or int(value) > LARGEST:
        raise OutOfDate
    return int(value)


def _value(kind: type[int | str], word: str) -> int | str:
    """Convert an encoded field to its type; a `StrEnum` accepts only its values."""
    try:
        return chosen_number(word) if kind is int else kind(word)
    except ValueError as unknown:
        raise OutOfDate from unknown


Item = discord.ui.Item[discord.ui.LayoutView]
"""Any component of a message."""
SELECT_MOST = 25
"""The most options that a select may have."""
ROW_MOST = 5
"""The most buttons that a row may have."""
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


class MessageParts(NamedTuple):
    """What a message consists of: its components, and the files that they show."""

    view: discord.ui.LayoutView
    files: Sequence[discord.File] = ()


class ButtonMessage(discord.ui.View):
    """Buttons below a message of plain text; like a `Layout`, it counts as finished."""

    def __init__(self, *buttons: Item) -> None:
        super().__init__(timeout=None)
        for each in buttons:
            self.add_item(each)

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
    return discord.ui.Button(
        label=label(words)[:80], style=style, custom_id=custom_id.encoded, disabled=disabled
    )


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
    return discord.ui.ActionRow(item)


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
    return discord.ui.ActionRow(item)


class ChooseOne(CustomId, name="one"):
    """Do what the option chosen in a select says, which is a custom id itself."""


@handles(ChooseOne)
async def on_one(interaction: Interaction, _custom_id: ChooseOne, values: list[str]) -> None:
    """Do what the chosen option says, as its button would."""
    await dispatch(interaction, chosen(values), [])


def choice_rows(
    question: str | Sentence, choices: Sequence[tuple[str | Sentence, CustomId]]
) -> list[Item]:
    """Return a button for each choice; a select if there are many, of which 25 have room."""
    if len(choices) <= ROW_MOST:
        return in_rows([button(words, custom_id) for words, custom_id in choices])
    options = [
        discord.SelectOption(label=label(words)[:100], value=custom_id.encoded)
        for words, custom_id in choices[:SELECT_MOST]
    ]
    return [select(question, options, ChooseOne())]


def in_rows(buttons: Sequence[Item]) -> list[Item]:
    """Distribute buttons evenly over as few rows as possible: six make three and three."""
    rows = -(-len(buttons) // ROW_MOST) or 1
    most = -(-len(buttons) // rows) or 1
    return [discord.ui.ActionRow(*buttons[at : at + most]) for at in range(0, len(buttons), most)]


def text_view(*lines: str, rows: Sequence[Item] = ()) -> discord.ui.LayoutView:
    """Return a message of some lines of text, with the rows below them."""
    return Layout(discord.ui.TextDisplay("\n".join(lines)), *rows)


class SayNo(CustomId, name="no"):
    """Dismiss the private question that has this button."""


@handles(SayNo)
async def on_no(interaction: Interaction, _custom_id: SayNo) -> None:
    """Replace the question with a confirmation that nothing changed."""
    await interaction.response.edit_message(view=text_view(say("OK, nothing has changed.")))


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
        try:
            custom_id = sent["custom_id"]
            written = [_filled(row["component"]) for row in sent["components"]]
        except (KeyError, TypeError) as forged:
            raise OutOfDate from forged
        await dispatch(interaction, custom_id, written)
    except Exception as error:  # noqa: BLE001 (everything is answered)
        await answer_error(interaction, error)


def _filled(field: Mapping[str, Any]) -> str:
    """Return the value of a field, empty if nothing is chosen.

    Several values, as of a select or of uploaded files, are separated by spaces; a checkbox is yes
    or no.
    """
    if "values" in field:
        return " ".join(field["values"])
    value = field["value"]
    if isinstance(value, bool):
        return YES if value else NO
    return str(value or "")


async def setup(bot: Bot) -> None:
    """Handle the components of messages of any age, and every submitted form."""
    bot.add_dynamic_items(PersistentItem)
    bot.add_listener(filled_in, "on_interaction")

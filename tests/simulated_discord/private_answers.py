"""Commands, presses and choices by Ada that are answered privately."""

from typing import Any

import discord
import simcord

from interactions.components import Layout
from rules import Position
from tests.simulated_discord.forms import filled_in
from tests.simulated_discord.table import Component, Message, Table, components, options, pictures
from views.analysis_page import MOST_BUTTONS
from views.move_choices import next_choices


def private(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """Return the ephemeral message that answers an interaction."""
    message = result.response or result.followups[0]
    assert message.ephemeral
    return message


async def type_in(table: Table, command: str, **chosen: Any) -> simcord.ResponseMessage:
    """Type a command."""
    return private(await table.ada.slash(table.channel, command, **chosen))


async def open_from_settings(
    table: Table, control: str, who: simcord.MemberActor | None = None
) -> simcord.ResponseMessage:
    """Open `/settings`, and press the button with this custom id; Ada does unless told."""
    who = who or table.ada
    page = private(await who.slash(table.channel, "settings"))
    return private(await who.click(page, custom_id=control))


async def change_settings(
    table: Table, subject: str, who: simcord.MemberActor | None = None, **chosen: Any
) -> simcord.ResponseMessage:
    """Open `/settings`, and choose in the form of a subject; Ada does unless told."""
    who = who or table.ada
    page = private(await who.slash(table.channel, "settings"))
    form = await who.click(page, custom_id=f"settings|{subject}")
    return private(await who.submit_modal(form, filled_in(form, **chosen)))


async def block(table: Table, who: simcord.MemberActor, whom: simcord.MemberActor) -> Message:
    """Block a person by the menu on them."""
    return private(await who.context_menu(table.channel, "Block", whom))


async def press(table: Table, message: Message, label: str) -> simcord.ResponseMessage:
    """Press a button."""
    return private(await table.ada.click(message, label=label))


async def send_forged(channel: discord.abc.Messageable, custom_id: str) -> discord.Message:
    """Let the bot send a button with any custom id, which no message of it has."""
    button: discord.ui.Button[Layout] = discord.ui.Button(label="x", custom_id=custom_id)
    return await channel.send(view=Layout(discord.ui.ActionRow(button)))


async def press_forged(
    table: Table, who: simcord.MemberActor, custom_id: str
) -> simcord.ResponseMessage:
    """Let somebody press such a button."""
    channel = table.bot.get_partial_messageable(table.channel.id)
    message = await send_forged(channel, custom_id)
    await table.env.settle()
    result = await who.click(message, label="x")
    return result.response or result.followups[0]


async def choose_forged(
    table: Table, who: simcord.MemberActor, custom_id: str, value: str
) -> simcord.ResponseMessage:
    """Let somebody choose a value in a select with any custom id, which no message of the bot has.

    Messages from before may have it.
    """
    options = [discord.SelectOption(label="x", value=value)]
    asked: discord.ui.Select[Layout] = discord.ui.Select(custom_id=custom_id, options=options)
    view = Layout(discord.ui.ActionRow(asked))
    message = await table.bot.get_partial_messageable(table.channel.id).send(view=view)
    await table.env.settle()
    result = await who.select(message, [value])
    return result.response or result.followups[0]


async def choose(
    table: Table, message: Message, value: str, custom_id: str | None = None
) -> simcord.ResponseMessage:
    """Choose an entry of a message's select; `custom_id` says which, if there are several."""
    return private(await table.ada.select(message, [value], custom_id=custom_id))


async def try_move(
    table: Table, message: Message, position: Position, text: str
) -> simcord.ResponseMessage:
    """Play a move on an analysis board by presses: a piece, and its target."""
    move, piece = position.moves()[text], ""
    while True:
        found = next_choices(position, piece)
        choice = next(one for one in found if move in one.moves)
        if len(found) <= MOST_BUTTONS:
            shown = await press(table, message, choice.label)
        else:
            value = f"play {text}"
            value = value if value in options(message) else f"piece {choice.cell}"
            shown = await choose(table, message, value)
        if len(choice.moves) == 1:
            return shown
        message, piece = shown, choice.cell


async def page(table: Table, key: str, number: int) -> simcord.ResponseMessage:
    """Open a page of a game's rules."""
    return await choose(table, await type_in(table, "rules", game=key), str(number))


def alt_text(message: Message) -> str:
    """Return the alternative text of a message's picture."""
    text: str = pictures(message)[0]["description"]
    return text


def parts(view: discord.ui.LayoutView) -> list[Component]:
    """List all components of a message that is not sent yet."""
    return [part for item in view.children for part in _walk(item.to_component_dict())]


def _walk(part: Component) -> list[Component]:
    inner = [*part.get("components", ()), *([part["accessory"]] if "accessory" in part else [])]
    return [part, *(deeper for one in inner for deeper in _walk(one))]


def custom_ids(message: Message) -> list[str]:
    """List the custom ids in a message."""
    return [part["custom_id"] for part in components(message) if part.get("custom_id")]

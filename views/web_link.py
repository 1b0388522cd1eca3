"""The way to the board in a browser: a button, and the message with a person's own link."""

import discord

from interactions import CustomId, label, say
from interactions.components import Item, Layout, button


class OpenInBrowser(CustomId, name="web"):
    """Give whoever presses it a link to the board of a match in a browser."""

    match: int


class CloseBoards(CustomId, name="webclose"):
    """Close all pages of whoever presses it, and take their link away."""


def board_buttons(match: int, *, has_web: bool) -> list[Item]:
    """Return the button that opens the board of a match in a browser, if there is one."""
    return [button("Board", OpenInBrowser(match))] if has_web else []


def close_button() -> Item:
    """Return the button of `/settings` that closes one's boards."""
    return button("Close boards", CloseBoards())


def link_message(url: str, match: int, token: str) -> discord.ui.LayoutView:
    """Build the private message with a link; what is secret in it is never sent to a server."""
    link: Item = discord.ui.Button(
        label=label("Open the board"),
        url=f"{url}/#{token}/{match}",
        style=discord.ButtonStyle.link,
    )
    words = say(
        "Here you tap to move. The link is yours alone, for 24 hours: whoever has it plays as you."
    )
    return Layout(discord.ui.TextDisplay(words), discord.ui.ActionRow(link))

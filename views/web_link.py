"""The way to the board in a browser: a button, and the message with a person's own link."""

import discord

from interactions import CustomId, label, say
from interactions.components import MARK, Item, Layout, button, parse

_POINT = "."


class OpenInBrowser(CustomId, name="web"):
    """Give whoever presses it a link to the board of a match in a browser."""

    match: int


class OpenWebBoard(CustomId, name="webat"):
    """Give whoever presses it a link to another board in a browser, named as in the link."""

    at: str


class CloseBoards(CustomId, name="webclose"):
    """Close all pages of whoever presses it, and take their link away."""


def board_buttons(match: int, *, has_web: bool) -> list[Item]:
    """Return the button that opens the board of a match in a browser, if there is one."""
    return [button("Board", OpenInBrowser(match))] if has_web else []


def web_buttons(at: CustomId, *, has_web: bool) -> list[Item]:
    """Return the button that opens in a browser what a custom id opens here, if there is one."""
    return [button("Board", OpenWebBoard(address(at)))] if has_web else []


def address(at: CustomId) -> str:
    """Return how a link names a board: by a custom id, with marks that no browser changes."""
    return at.encoded.replace(MARK, _POINT)


def read_address(at: str) -> CustomId:
    """Return the custom id that a link names. Raises `OutOfDate`."""
    return parse(at.replace(_POINT, MARK))


def link_message(url: str, at: str, token: str) -> discord.ui.LayoutView:
    """Build the private message with a link; what is secret in it is never sent to a server."""
    link: Item = discord.ui.Button(
        label=label("Open the board"), url=f"{url}/#{token}/{at}", style=discord.ButtonStyle.link
    )
    words = say(
        "Here you tap to move. The link is yours alone, for 24 hours: whoever has it plays as you."
    )
    return Layout(discord.ui.TextDisplay(words), discord.ui.ActionRow(link))

"""The buttons of a match, wherever they stand: what each does, and how it looks."""

from dataclasses import dataclass

import discord

from cogs.acts import Act
from cogs.controls import Item, button
from data import KeptMatch

DEEDS = {
    "move": ("Move", discord.ButtonStyle.primary),
    "draw": ("Offer draw", discord.ButtonStyle.secondary),
    "accept": ("Accept draw", discord.ButtonStyle.success),
    "decline": ("Decline draw", discord.ButtonStyle.secondary),
    "takeback": ("Take back", discord.ButtonStyle.secondary),
    "allow": ("Allow take-back", discord.ButtonStyle.success),
    "refuse": ("Refuse take-back", discord.ButtonStyle.secondary),
    "resign": ("Resign", discord.ButtonStyle.secondary),
    "resigned": ("Yes, resign", discord.ButtonStyle.danger),
    "abort": ("Abort", discord.ButtonStyle.secondary),
    "rematch": ("Rematch", discord.ButtonStyle.primary),
}
"""What can be done on a card, besides playing a move that stands on it."""


@dataclass(frozen=True)
class Do(Act, name="match"):
    """Do one of the deeds in a match of which this many events were seen."""

    match: int
    seen: int
    deed: str


@dataclass(frozen=True)
class Play(Act, name="play"):
    """Play a move in a match of which this many events were seen."""

    match: int
    seen: int
    text: str


@dataclass(frozen=True)
class PlayChosen(Act, name="plays"):
    """Play the move that is chosen, in a match of which this many events were seen."""

    match: int
    seen: int


def deed_button(match: KeptMatch, deed: str) -> Item:
    """Make a button of a match; it carries the event count for which it was drawn."""
    label, style = DEEDS[deed]
    return button(label, Do(match.number, match.count, deed), style)


def play_button(match: KeptMatch, text: str, label: str) -> Item:
    """Make a button that plays a move at once."""
    return button(label, Play(match.number, match.count, text), discord.ButtonStyle.primary)

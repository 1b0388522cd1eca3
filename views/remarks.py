"""Remarks said with a move: the button, the form, and the one that waits in a question."""

import discord

from data import StoredMatch
from interactions import CustomId
from interactions.components import Item, button
from interactions.forms import TextModal
from match.event import LONGEST_REMARK
from rules import Position, Sentence, message

REMARK = message("With your message:")
_REMARK_ID = 9
"""The component number of the text that is the remark."""


class SayWith(CustomId, name="say"):
    """Ask for a remark to go with a move, in a match whose event count is `seen`."""

    match: int
    seen: int
    text: str


class PlaySaying(CustomId, name="playsay", most=LONGEST_REMARK):
    """Play a move with the remark that was written into the form."""

    match: int
    seen: int
    text: str


def is_heard(match: StoredMatch) -> bool:
    """Tell whether somebody can read a remark in a match; with a vote there is none."""
    return not match.silent and match.computer is None and match.voter is None


def say_buttons(match: StoredMatch, text: str) -> list[Item]:
    """Return the button that asks for a remark with a move, if somebody can read it."""
    asks = button("Say something", SayWith(match.number, match.count, text))
    return [asks] if is_heard(match) else []


def remark_form(position: Position, pressed: SayWith) -> discord.ui.Modal:
    """Build the form that asks for a remark; sending it plays the move."""
    return TextModal(
        Sentence("Play {move} and say …", move=position.caption(position.read(pressed.text))),
        PlaySaying(pressed.match, pressed.seen, pressed.text),
        "Your message",
        hint="Shown with your move; everyone can read it",
        example=message("nice!"),
    )


def remark_in(message: discord.Message | None) -> str:
    """Return the remark that stands in the question, if one does."""
    for part in message.components if message is not None else ():
        if isinstance(part, discord.TextDisplay) and part.id == _REMARK_ID:
            return part.content
    return ""

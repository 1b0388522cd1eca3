"""The buttons of a message that asks a player for something: a draw, a take-back, a rematch."""

from types import MappingProxyType
from typing import NamedTuple

import discord
from discord import ButtonStyle

from data import StoredMatch
from interactions import CustomId, OutOfDate
from interactions.components import ButtonMessage, button
from match.event import Event, Kind
from rules import message


class Answer(NamedTuple):
    """An answer to a request: the key of its verb, and the label of its button."""

    verb: str
    label: str
    style: ButtonStyle = ButtonStyle.secondary


ANSWERS = MappingProxyType(
    {
        Kind.OFFER_DRAW: (
            Answer("accept", message("Accept"), ButtonStyle.success),
            Answer("decline", message("Decline")),
        ),
        Kind.ASK_TAKE_BACK: (
            Answer("allow", message("Allow"), ButtonStyle.success),
            Answer("refuse", message("Decline")),
        ),
        Kind.ASK_REMATCH: (Answer("rematch", message("Rematch"), ButtonStyle.primary),),
    }
)
"""The answers to each kind of request."""


class AnswerRequest(CustomId, name="request"):
    """Answer the request that is the event of this number of a match with a verb."""

    match: int
    number: int
    verb: str


def request_answered_by(verb: str) -> Kind:
    """Return the kind of request that a verb answers. Raises `OutOfDate` for any other verb."""
    for kind, answers in ANSWERS.items():
        if verb in {answer.verb for answer in answers}:
            return kind
    raise OutOfDate


def request_buttons(match: StoredMatch, request: Event) -> discord.ui.View:
    """Return the buttons that answer a request."""
    return ButtonMessage(
        *(
            button(
                answer.label, AnswerRequest(match.number, request.number, answer.verb), answer.style
            )
            for answer in ANSWERS[request.kind]
        )
    )

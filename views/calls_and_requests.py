"""The messages of a match that call a player, and the buttons of those that ask for something."""

from types import MappingProxyType
from typing import NamedTuple

import discord
from discord import ButtonStyle

from data import StoredMatch
from interactions import CustomId, OutOfDate, said, speech
from interactions.components import ButtonMessage, button
from interactions.people import mentions
from match.event import Event, Kind
from rules import Sentence, message
from views.match_card import away_words

_CALL_MOVE = message("{people}, your move in {match}.")
_CALL_MOVE_IN_TIME = message("{people}, your move in {match} · {clock}.")
_CALL_OVER = message("{people}, {match} is over.")
_CALL_RULED = message("{people} {match} · {ruling}")


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


def call_words(match: StoredMatch, calls: tuple[int, ...]) -> str:
    """Say in one line why players are called."""
    values = {"people": mentions(*calls), "match": speech.match_link(match)}
    if match.result is not None:
        return said(Sentence(_CALL_OVER, **values))
    if match.ruling is not None and (match.locked or calls != (match.to_move,)):
        return said(Sentence(_CALL_RULED, **values, ruling=speech.ruling_words(match.ruling)))
    call = Sentence(_CALL_MOVE, **values)
    if match.deadline is not None:
        call = Sentence(_CALL_MOVE_IN_TIME, **values, clock=speech.clock_words(match.deadline))
    return " ".join([said(call), *away_words(match)])


def is_call(match: StoredMatch, text: str) -> bool | None:
    """Return whether a text may be the call for the present state of a match; `None` for no call.

    The time in it may have changed since.
    """
    alone = [(person,) for person in match.people]
    if text in {call_words(match, calls) for calls in (*alone, match.people)}:
        return True
    for person in match.people:
        values = {"people": mentions(person), "match": speech.match_link(match)}
        beginnings = (
            said(Sentence(_CALL_MOVE, **values)).rstrip("."),
            said(Sentence(_CALL_MOVE_IN_TIME, **values, clock="")).rstrip(" ·."),
        )
        if text.startswith(beginnings):
            return person == match.to_move
    return None

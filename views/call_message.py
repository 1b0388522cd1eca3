"""The message that calls a player where the card itself is only edited."""

from data import StoredMatch
from interactions import said, speech
from interactions.audience import mentions
from rules import Sentence, message

_CALL_MOVE = message("{people}, your move in {match}.")
_CALL_MOVE_IN_TIME = message("{people}, your move in {match} · {clock}.")
_CALL_OVER = message("{people}, {match} is over. {reason}")
_CALL_RULED = message("{people} {match} · {ruling}")


def call_words(match: StoredMatch, calls: tuple[int, ...]) -> str:
    """Say in one line why players are called."""
    values = {"people": mentions(*calls), "match": speech.match_link(match)}
    if match.result is not None:
        return said(Sentence(_CALL_OVER, **values, reason=match.reason))
    if match.ruling is not None and (match.locked or calls != (match.to_move,)):
        return said(Sentence(_CALL_RULED, **values, ruling=speech.ruling_words(match.ruling)))
    if match.deadline is None:
        return said(Sentence(_CALL_MOVE, **values))
    return said(Sentence(_CALL_MOVE_IN_TIME, **values, clock=speech.clock_words(match.deadline)))


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

"""What can happen to a match, and by what it can end."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules.position import Position
from rules.sentence import Sentence


class Kind(StrEnum):
    """What can happen to a match; the values are stored and never renamed."""

    MOVE = "move"
    PASS = "pass"  # noqa: S105 (a move, no password)
    """A forced pass, played by itself: it is nobody's decision."""
    RESIGN = "resign"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    ASK_TAKE_BACK = "ask_take_back"
    GRANT_TAKE_BACK = "grant_take_back"
    REFUSE_TAKE_BACK = "refuse_take_back"
    ABORT = "abort"
    RUN_OUT = "run_out"
    ASK_REMATCH = "ask_rematch"


class Ending(StrEnum):
    """By what a match ended; the values are stored and never renamed."""

    RULES = "rules"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABORT = "abort"


@dataclass(frozen=True)
class Event:
    """One thing that happened: the how-manyeth, what, by which side, when, and a move's text.

    `side` is `None` where nobody did it: a match that is aborted because its time ran out.
    """

    number: int
    kind: Kind
    side: int | None
    at: datetime
    text: str = ""


@dataclass(frozen=True)
class Result:
    """How a match ended: the winner's side (`None`: a draw, or aborted), by what, and why."""

    winner: int | None
    how: Ending
    reason: Sentence


def result_of(kind: Kind, side: int | None, position: Position) -> Result:
    """Give the result of an event that ends a match without a move."""
    match kind:
        case Kind.RESIGN:
            assert side is not None
            reason = Sentence("{Side} resigned.", side=position.side(side))
            return Result(1 - side, Ending.RESIGNATION, reason)
        case Kind.RUN_OUT:
            assert side is not None
            reason = Sentence("{Side} ran out of time.", side=position.side(side))
            return Result(1 - side, Ending.TIME, reason)
        case Kind.ACCEPT_DRAW:
            agreed = Sentence("The players agreed to a draw.")
            return Result(None, Ending.AGREEMENT, agreed)
        case Kind.ABORT:
            return Result(None, Ending.ABORT, Sentence("The match was aborted."))
    raise ValueError(f"{kind} ends no match")


def result_by(how: Ending, winner: int | None, position: Position) -> Result:
    """Give the result of a match that ended in a position, by what is kept of it.

    Raises `ValueError` where the game is said to have ended by its rules and has not.
    """
    if how is Ending.RULES:
        if (outcome := position.outcome()) is None:
            raise ValueError("the game goes on")
        return Result(winner, how, outcome.reason)
    loser = None if winner is None else 1 - winner
    return result_of(_LAST[how], loser, position)


_LAST = {
    Ending.RESIGNATION: Kind.RESIGN,
    Ending.AGREEMENT: Kind.ACCEPT_DRAW,
    Ending.TIME: Kind.RUN_OUT,
    Ending.ABORT: Kind.ABORT,
}
"""The event with which a match ends without a move."""

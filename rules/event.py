"""What can happen to a match, and by what it can end."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules.position import Position


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
    reason: str


def result_of(kind: Kind, side: int | None, position: Position) -> Result:
    """Give the result of an event that ends a match without a move."""
    name = "" if side is None else position.sides[side].capitalize()
    match kind:
        case Kind.RESIGN:
            assert side is not None
            return Result(1 - side, Ending.RESIGNATION, f"{name} resigned.")
        case Kind.RUN_OUT:
            assert side is not None
            return Result(1 - side, Ending.TIME, f"{name} ran out of time.")
        case Kind.ACCEPT_DRAW:
            return Result(None, Ending.AGREEMENT, "The players agreed to a draw.")
        case Kind.ABORT:
            return Result(None, Ending.ABORT, "The match was aborted.")
    raise ValueError(f"{kind} ends no match")

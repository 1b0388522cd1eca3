"""What can happen to a match, and by what it can end."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Self

from rules import Quote, Sentence
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
    UNDO = "undo"
    """A take-back that nobody had to grant."""
    REFUSE_TAKE_BACK = "refuse_take_back"
    ABORT = "abort"
    RUN_OUT = "run_out"
    RUN_OUT_AGAIN = "run_out_again"
    """Time ran out for somebody whose time ran out in the match before as well."""
    GIVE_TIME = "give_time"
    CLAIM = "claim"
    """Whoever waits claims the match, because the other is gone."""
    STOP = "stop"
    ADJUDICATE = "adjudicate"
    LOCK = "lock"
    UNLOCK = "unlock"
    RELOCATE = "relocate"
    ASK_REMATCH = "ask_rematch"


class Ending(StrEnum):
    """By what a match ended; the values are stored and never renamed."""

    RULES = "rules"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    TIME_AGAIN = "time_again"
    """On time for the second time in a row, which changes no ratings."""
    ABANDONED = "abandoned"
    ADJUDICATED = "adjudicated"
    STOPPED = "stopped"
    """By an administrator, without a result."""
    ABORT = "abort"


TAKE_BACKS = (Kind.GRANT_TAKE_BACK, Kind.UNDO)
"""What brings the position before the last move back."""
RULINGS = (Kind.STOP, Kind.ADJUDICATE, Kind.LOCK, Kind.UNLOCK, Kind.RELOCATE)
"""What an administrator decides; an event's text is the reason."""
LOST_ON_TIME = (Ending.TIME, Ending.TIME_AGAIN)
WITHOUT_RESULT = (Ending.ABORT, Ending.STOPPED)
UNRATED = (*WITHOUT_RESULT, Ending.TIME_AGAIN, Ending.ABANDONED, Ending.ADJUDICATED)
"""By what a match may end so that no ratings change; those are of all servers, not of one."""
GONE = timedelta(days=60)
"""After so long without a move a match without a clock may be claimed."""


@dataclass(frozen=True)
class Event:
    """One thing that happened: the how-manyeth, what, by which side, when, and a move's text.

    `side` is `None` where no player did it: a match that is aborted because its time ran out. Of
    what an administrator decides the text is the reason, and the side whose favour it is. `given`
    is how much of the turn did not count until then: without it the bank of time could not be
    worked out anew. A `conditional` move was stored before, as the answer to the one before it. A
    `remark` is what its player said with a move.
    """

    number: int
    kind: Kind
    side: int | None
    at: datetime
    text: str = ""
    given: timedelta = timedelta(0)
    conditional: bool = False
    remark: str = ""

    @property
    def taker(self) -> int | None:
        """The side whose last move a take-back takes back: whoever undoes it, or is granted it."""
        if self.kind not in TAKE_BACKS or self.side is None:
            return None
        return self.side if self.kind is Kind.UNDO else 1 - self.side


class TakenBack(NamedTuple):
    """Which side took which move back."""

    side: int
    text: str


class Ruling(NamedTuple):
    """What an administrator decided, and why."""

    kind: Kind
    reason: str


class LazyPosition:
    """A position that is decoded only when it is first needed: the one before the last move."""

    def __init__(self, read: Callable[[], Position]) -> None:
        self._read = read

    @classmethod
    def stored(cls, rules: type[Position], text: str) -> Self:
        """Make one from the text that `encode` wrote."""
        position = cls(lambda: rules.decode(text))
        position.text = text
        return position

    @cached_property
    def position(self) -> Position:
        """The position."""
        return self._read()

    @cached_property
    def text(self) -> str:
        """The position as `encode` writes it."""
        return self.position.encode()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyPosition) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"LazyPosition({self.position!r})"


@dataclass(frozen=True)
class Result:
    """How a match ended: the winner's side (`None`: a draw, or aborted), by what, and why."""

    winner: int | None
    how: Ending
    reason: Sentence


def result_of(kind: Kind, side: int | None, position: Position, text: str = "") -> Result:
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
        case Kind.RUN_OUT_AGAIN:
            assert side is not None
            reason = Sentence(
                "{Side} ran out of time for the second time in a row, so it is not rated.",
                side=position.side(side),
            )
            return Result(1 - side, Ending.TIME_AGAIN, reason)
        case Kind.ACCEPT_DRAW:
            agreed = Sentence("The players agreed to a draw.")
            return Result(None, Ending.AGREEMENT, agreed)
        case Kind.CLAIM:
            assert side is not None
            reason = Sentence(
                "{Side} made no move for {number} days, and the match was claimed; it is not "
                "rated.",
                side=position.side(1 - side),
                number=GONE.days,
            )
            return Result(side, Ending.ABANDONED, reason)
        case Kind.ADJUDICATE:
            decided = Sentence("An administrator decided the match, which is not rated")
            return Result(side, Ending.ADJUDICATED, _because(decided, text))
        case Kind.STOP:
            ended = Sentence("An administrator ended the match")
            return Result(None, Ending.STOPPED, _because(ended, text))
        case Kind.ABORT:
            return Result(None, Ending.ABORT, Sentence("The match was aborted."))
    raise ValueError(f"{kind} ends no match")


def _because(ruling: Sentence, reason: str) -> Sentence:
    """Say why an administrator ruled so, where that is known; a record does not tell it."""
    if not reason:
        return Sentence("{ruling}.", ruling=ruling)
    return Sentence("{ruling}: {reason}.", ruling=ruling, reason=Quote(reason))


def result_by(how: Ending, winner: int | None, position: Position, ruling: str = "") -> Result:
    """Give the result of a match that ended in a position, by what is kept of it.

    `ruling` is why an administrator ended it, where one did. Raises `ValueError` where the game is
    said to have ended by its rules and has not.
    """
    if how is Ending.RULES:
        if (outcome := position.outcome()) is None:
            raise ValueError("the game goes on")
        return Result(winner, how, outcome.reason)
    kind = _LAST[how]
    side = winner if winner is None or kind in _BY_THE_WINNER else 1 - winner
    return result_of(kind, side, position, ruling)


_LAST = {
    Ending.RESIGNATION: Kind.RESIGN,
    Ending.AGREEMENT: Kind.ACCEPT_DRAW,
    Ending.TIME: Kind.RUN_OUT,
    Ending.TIME_AGAIN: Kind.RUN_OUT_AGAIN,
    Ending.ABANDONED: Kind.CLAIM,
    Ending.ADJUDICATED: Kind.ADJUDICATE,
    Ending.STOPPED: Kind.STOP,
    Ending.ABORT: Kind.ABORT,
}
"""The event with which a match ends without a move."""
_BY_THE_WINNER = (Kind.CLAIM, Kind.ADJUDICATE)
"""Of which events the side is the winner's; of all others that end a match it is the loser's."""

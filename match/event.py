"""The events of a match, what is derived from them, and how a match can end."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from rules import Quote, Refusal, Sentence, Value
from rules.position import Position
from rules.typed_text import is_visible

LONGEST_REMARK = 200
"""The maximum length of a remark, in characters."""


class Kind(StrEnum):
    """The kinds of events; the values are stored and never renamed."""

    MOVE = "move"
    PASS = "pass"  # noqa: S105 (a move, no password)
    """A forced pass, played automatically: it is nobody's decision."""
    RESIGN = "resign"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    ASK_TAKE_BACK = "ask_take_back"
    GRANT_TAKE_BACK = "grant_take_back"
    UNDO = "undo"
    """A takeback that needed no permission."""
    REFUSE_TAKE_BACK = "refuse_take_back"
    ABORT = "abort"
    RUN_OUT = "run_out"
    RUN_OUT_AGAIN = "run_out_again"
    """The time of a player ran out who lost the match before on time as well."""
    GIVE_TIME = "give_time"
    CLAIM = "claim"
    """The waiting player claims the match, because the opponent is gone."""
    STOP = "stop"
    ADJUDICATE = "adjudicate"
    LOCK = "lock"
    UNLOCK = "unlock"
    RELOCATE = "relocate"
    ASK_REMATCH = "ask_rematch"
    LIMIT_TIME = "limit_time"
    """From now on a move has little time, since the end date of a contest is past."""
    DECIDE = "decide"
    """The computer decides a match that still goes on when a contest ends."""
    LEAVE = "leave"
    """A player leaves the contest to which the match belongs."""
    EXTEND = "extend"
    """Nobody of a crowd has voted in time, so the vote is twice as long."""


class Ending(StrEnum):
    """The endings of matches; the values are stored and never renamed."""

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
    DECIDED = "decided"
    """By the computer, when a contest ends."""
    LEFT = "left"
    """By leaving the contest."""


TAKE_BACKS = (Kind.GRANT_TAKE_BACK, Kind.UNDO)
"""The events that restore the position before the last move."""
RULINGS = (Kind.STOP, Kind.ADJUDICATE, Kind.LOCK, Kind.UNLOCK, Kind.RELOCATE)
"""An administrator's decisions; the text of such an event is the reason."""
LOST_ON_TIME = (Ending.TIME, Ending.TIME_AGAIN)
GIVEN_UP = (Ending.RESIGNATION, Ending.TIME)
"""The endings that change ratings only after enough moves."""
WITHOUT_RESULT = (Ending.ABORT, Ending.STOPPED)
UNRATED = (
    *WITHOUT_RESULT,
    Ending.TIME_AGAIN,
    Ending.ABANDONED,
    Ending.ADJUDICATED,
    Ending.DECIDED,
    Ending.LEFT,
)
"""The endings that change no ratings: ratings belong to all servers, not to one."""
GONE = timedelta(days=60)
"""The time without a move after which a match without a clock may be claimed."""


@dataclass(frozen=True)
class Event:
    """One event of a match: its number, kind, side, time and, for a move, its text.

    `side` is `None` if no player caused it, as when a match is aborted because its time ran out.
    For an administrator's decision `text` is the reason, and `side` the side that it favours; the
    computer's answer to a draw offer has a `DrawReason`.
    `given` is how much of the turn did not count until then: without it the bank of time could not
    be recomputed. A `conditional` move was stored in advance, as the answer to the move before it.
    A `remark` is what the player said with a move. `unspent` is what the player had left of the
    time of the turn when making a move; it is `None` without a clock, and for moves from before it
    was recorded, whose takeback gives their time back. `outlook` is how the computer expected to
    score before its move, from -100 (lost for certain) to 100, where it judged that.
    """

    number: int
    kind: Kind
    side: int | None
    at: datetime
    text: str = ""
    given: timedelta = timedelta(0)
    conditional: bool = False
    remark: str = ""
    unspent: timedelta | None = None
    outlook: int | None = None

    @property
    def taker(self) -> int | None:
        """The side whose last move is taken back: the one that undoes it, or is granted it."""
        if self.kind not in TAKE_BACKS or self.side is None:
            return None
        return self.side if self.kind is Kind.UNDO else 1 - self.side


class DrawReason(StrEnum):
    """The computer's reasons to accept or decline a draw, the text of its answer; never renamed."""

    EVEN = "even"
    BEHIND = "behind"
    AHEAD = "ahead"
    UNSURE = "unsure"
    """It found no time to judge."""


class TakenBack(NamedTuple):
    """A move that a side took back."""

    side: int
    text: str


class Ruling(NamedTuple):
    """An administrator's decision and its reason."""

    kind: Kind
    reason: str


@dataclass(frozen=True)
class Result:
    """The result of a match: the winning side (`None` for a draw or no result), how, and why."""

    winner: int | None
    how: Ending
    reason: Sentence
    aborted_by: int | None = None
    """The side that aborted it; `None` if its time ran out before it had really begun."""


def result_of(kind: Kind, side: int | None, position: Position, text: str = "") -> Result:
    """Return the result of an event that ends a match without a move.

    Raises `ValueError` for any other event.
    """
    match kind, side:
        case Kind.RESIGN, int(loser):
            reason = Sentence("{Side} resigned.", side=position.side(loser))
            return Result(1 - loser, Ending.RESIGNATION, reason)
        case Kind.RUN_OUT, int(loser):
            reason = Sentence("{Side} ran out of time.", side=position.side(loser))
            return Result(1 - loser, Ending.TIME, reason)
        case Kind.RUN_OUT_AGAIN, int(loser):
            reason = Sentence(
                "{Side} ran out of time; for that player it's two matches in a row, so this one "
                "isn't rated.",
                side=position.side(loser),
            )
            return Result(1 - loser, Ending.TIME_AGAIN, reason)
        case Kind.ACCEPT_DRAW, _:
            agreed = Sentence("The players agreed to a draw.")
            return Result(None, Ending.AGREEMENT, agreed)
        case Kind.CLAIM, int(winner):
            reason = Sentence(
                "{Side} made no move for {number} day, so the other side claimed the match; it "
                "isn't rated.",
                "{Side} made no move for {number} days, so the other side claimed the match; "
                "it isn't rated.",
                side=position.side(1 - winner),
                number=GONE.days,
            )
            return Result(winner, Ending.ABANDONED, reason)
        case Kind.ADJUDICATE, _:
            decided = Sentence("A moderator decided the match (unrated)")
            return Result(side, Ending.ADJUDICATED, _with_reason(decided, text))
        case Kind.STOP, _:
            ended = Sentence("A moderator ended the match")
            return Result(None, Ending.STOPPED, _with_reason(ended, text))
        case Kind.ABORT, _:
            reason = Sentence(
                "Time ran out before both players had made two moves, so the match was aborted."
            )
            if side is not None:
                reason = Sentence("{Side} aborted the match.", side=position.side(side))
            return Result(None, Ending.ABORT, reason, side)
        case Kind.DECIDE, _:
            reason = Sentence(
                "The league or cup is over, so the computer decided the match; it isn't rated."
            )
            return Result(side, Ending.DECIDED, reason)
        case Kind.LEAVE, int(loser):
            reason = Sentence(
                "{Side} dropped out; the match isn't rated.", side=position.side(loser)
            )
            return Result(1 - loser, Ending.LEFT, reason)
    raise ValueError(f"{kind} ends no match")


def reason_by_name(result: Result, position: Position, players: tuple[Value, Value]) -> Sentence:
    """Return why a match ended, told of the players instead of their sides."""
    if result.aborted_by is not None:
        return Sentence("{player} aborted the match.", player=players[result.aborted_by])
    if result.winner is None or result.how is Ending.RULES:
        by_rules = result.how is Ending.RULES
        return position.ending_words(players) if by_rules else result.reason
    player = players[1 - result.winner]
    match result.how:
        case Ending.RESIGNATION:
            return Sentence("{player} resigned.", player=player)
        case Ending.TIME:
            return Sentence("{player} ran out of time.", player=player)
        case Ending.TIME_AGAIN:
            return Sentence(
                "{player} ran out of time in two matches in a row, so this one isn't rated.",
                player=player,
            )
        case Ending.ABANDONED:
            return Sentence(
                "{player} made no move for {number} day, so the other player claimed the "
                "match; it isn't rated.",
                "{player} made no move for {number} days, so the other player claimed the "
                "match; it isn't rated.",
                player=player,
                number=GONE.days,
            )
        case Ending.LEFT:
            return Sentence("{player} dropped out; the match isn't rated.", player=player)
    return result.reason


def _with_reason(ruling: Sentence, reason: str) -> Sentence:
    """Add an administrator's reason, if it is known; a record does not contain it."""
    if not reason:
        return Sentence("{ruling}.", ruling=ruling)
    return Sentence("{ruling}: {reason}.", ruling=ruling, reason=Quote(reason))


def result_by(how: Ending, winner: int | None, position: Position, ruling: str = "") -> Result:
    """Return the result of a match that ended in `position`, from what is stored of it.

    `ruling` is an administrator's reason, if there is one. Raises `ValueError` if the match is
    stored as ended by the rules and the game is not over.
    """
    if how is Ending.RULES:
        if (outcome := position.outcome()) is None:
            raise ValueError("the game goes on")
        return Result(winner, how, outcome.reason)
    if how is Ending.ABORT:  # who did so is not known
        return Result(None, how, Sentence("The match was aborted."))
    kind = _FINAL_EVENT[how]
    side = winner if winner is None or kind in _BY_WINNER else 1 - winner
    return result_of(kind, side, position, ruling)


_FINAL_EVENT = {
    Ending.RESIGNATION: Kind.RESIGN,
    Ending.AGREEMENT: Kind.ACCEPT_DRAW,
    Ending.TIME: Kind.RUN_OUT,
    Ending.TIME_AGAIN: Kind.RUN_OUT_AGAIN,
    Ending.ABANDONED: Kind.CLAIM,
    Ending.ADJUDICATED: Kind.ADJUDICATE,
    Ending.STOPPED: Kind.STOP,
    Ending.DECIDED: Kind.DECIDE,
    Ending.LEFT: Kind.LEAVE,
}
"""The event with which a match ends without a move."""
_BY_WINNER = (Kind.CLAIM, Kind.ADJUDICATE, Kind.DECIDE)
"""The events whose side is the winner; the side of all other final events is the loser."""


class Remark(NamedTuple):
    """A message sent with a move, which goes with it: the number of its event, side and text."""

    number: int
    side: int
    text: str


def remark(written: str) -> str:
    """Normalize a remark to one line. Raises `Refusal` if it is blank or too long."""
    line = " ".join(written.split())
    if not is_visible(line):
        raise Refusal("That message is empty; write something, or play without it.")
    if len(line) > LONGEST_REMARK:
        raise Refusal(
            "That's too long; a message can have up to {number} character.",
            "That's too long; a message can have up to {number} characters.",
            number=LONGEST_REMARK,
        )
    return line

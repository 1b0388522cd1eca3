"""What an administrator of the server decides about a match, each time with a reason."""

from datetime import datetime

from match.event import Event, Kind
from match.match import Match
from rules.refusal import Refusal


def stop(match: Match, now: datetime, reason: str) -> Event:
    """End a match without a result."""
    _refuse_over(match)
    return match.event(Kind.STOP, None, now, reason)


def adjudicate(match: Match, now: datetime, reason: str, winner: int | None) -> Event:
    """End a match with a winner, or with `None` in a draw."""
    _refuse_over(match)
    return match.event(Kind.ADJUDICATE, winner, now, reason)


def lock(match: Match, now: datetime, reason: str) -> Event:
    """Let nobody move, and the clock stand still, until the match is unlocked."""
    _refuse_over(match)
    if match.locked:
        raise Refusal("This match is locked already; unlock it, end it or decide it.")
    return match.event(Kind.LOCK, None, now, reason)


def unlock(match: Match, now: datetime, reason: str) -> Event:
    """Let a locked match go on."""
    _refuse_over(match)
    if not match.locked:
        raise Refusal("This match is not locked; it goes on as it is.")
    return match.event(Kind.UNLOCK, None, now, reason)


def relocate(match: Match, now: datetime, reason: str) -> Event:
    """Let a match go on in another place."""
    return match.event(Kind.RELOCATE, None, now, reason)


def _refuse_over(match: Match) -> None:
    if match.result:
        raise Refusal(
            "The match is over, so there is nothing left to decide. {reason}",
            reason=match.result.reason,
        )

"""Taking back one's own last move: at once where nobody has looked yet, else by asking."""

from datetime import datetime, timedelta

from match.event import Event, Kind
from match.match import Match
from match.verbs import ask_take_back, refuse_unless_mover
from rules.refusal import Refusal

MOMENT = timedelta(minutes=10)
"""So long a move can be undone."""


def undo(match: Match, person: int, now: datetime) -> Event:
    """Take one's own last move back, before the opponent has pressed or typed anything."""
    side = refuse_unless_mover(match, person)
    name = match.name(1 - side)
    if match.touched:
        raise Refusal("{name} has seen your move; ask to take it back instead.", name=name)
    if now > match.since + MOMENT:
        raise Refusal(
            "A move can be undone for {number} minutes; ask {name} to let you take it back.",
            number=MOMENT // timedelta(minutes=1),
            name=name,
        )
    return match.event(Kind.UNDO, side, now)


def take_back(match: Match, person: int, now: datetime) -> Event:
    """Undo one's own last move, or where that cannot be any more, ask to take it back."""
    try:
        return undo(match, person, now)
    except Refusal:
        return ask_take_back(match, person, now)

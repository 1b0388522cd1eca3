"""Which matches are worth watching now: what speaks for each, as far as its board tells."""

from collections.abc import Iterable
from datetime import datetime
from enum import Enum, auto
from typing import TypeAlias, TypeVar

from match.clock import DAY
from match.match import Match

M = TypeVar("M", bound=Match)
CLOSE = 2
"""The most that a side leads by, in pieces or stones, where a match is close."""
OPENING = 10
"""In so many first moves every match is close."""


class Attraction(Enum):
    """What speaks for watching a match."""

    CAPTURE = auto()
    """The last move took something, a day ago at most."""
    CLOSE = auto()
    NEAR_END = auto()
    """The next move can end it."""
    TITLE = auto()
    """It counts for a league, a cup, a ladder or a club match."""


Lively: TypeAlias = tuple[M, list[Attraction]]
"""A match, and what speaks for watching it."""


def attractions(match: Match, now: datetime, *, for_title: bool) -> list[Attraction]:
    """List what speaks for watching a match that goes on."""
    position, before, move = match.position, match.previous, match.last_move
    lead, took = position.lead(), 0 if before is None or move is None else before.gain(move)
    found = {
        Attraction.CAPTURE: took > 0 and now - match.since < DAY,
        Attraction.CLOSE: lead is not None and abs(lead) <= CLOSE and sum(match.moves) > OPENING,
        Attraction.NEAR_END: any(after.outcome() for _, after in position.children()),
        Attraction.TITLE: for_title,
    }
    return [each for each, is_so in found.items() if is_so]


def liveliest(found: Iterable[Lively[M]], most: int) -> list[Lively[M]]:
    """Return the matches for which most speaks, and of these the last moved first."""
    return sorted(found, key=lambda each: (len(each[1]), each[0].since), reverse=True)[:most]

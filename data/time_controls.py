"""The time controls to choose from, and how one is written as text."""

from match.clock import Pace

THREE_DAYS = Pace.a_move(3)
NO_CLOCK = "none"
"""The text of the choice of no clock."""
PACES = (
    THREE_DAYS,
    Pace.a_move(1),
    Pace.a_move(7),
    Pace.a_move(14),
    Pace.bank(3, 12, 5),
    Pace.bank(10, 24, 14),
    None,
)
"""The paces to choose from, the default first; `None` is without a clock."""
LIVE_PACES = (Pace.live(10, 15), Pace.live(5, 5), Pace.live(20, 30))
"""The paces for two who are both there; no server has one as its usual pace."""
VOTE_PACES = (Pace.read("6h"), Pace.read("12h"), Pace.a_move(1))
"""How long a crowd votes; its opponent has as long for a move."""
FORMER_PACES = (Pace.a_move(2), Pace.a_move(5))
"""Paces offered in the past, which rematches and repeated challenges may still use."""


def write_pace(pace: Pace | None) -> str:
    """Write a pace, or that there is no clock."""
    return NO_CLOCK if pace is None else pace.write()


def read_pace(written: str) -> Pace | None:
    """Parse a pace, or that there is no clock. Raises `ValueError`."""
    return None if written == NO_CLOCK else Pace.read(written)

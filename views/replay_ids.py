"""Custom ids of replays and animations."""

from enum import StrEnum

from interactions import CustomId
from views.analysis_board import Source

NEWEST = 1_000_000
"""The number of a move that no match has: it stands for the last one."""


class ReplayControl(StrEnum):
    """The component of a replay that was used; the values are in messages for ever."""

    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    JUMP = "jump"
    TURN = "turn"


class OpenReplay(CustomId, name="replay"):
    """Open the replay of a match at a ply, in a new message."""

    match: int
    ply: int = 0


class ShowPly(CustomId, name="watch"):
    """Show a replay at a ply, or at the one chosen in a select, seen from a side.

    `to` only keeps the custom ids of a message distinct.
    """

    source: Source
    number: int
    ply: int
    seen: int
    to: ReplayControl


class AskPly(CustomId, name="askply"):
    """Ask for a move number."""

    source: Source
    number: int
    seen: int


class GoToPly(CustomId, name="goto", most=10):
    """Show a replay at the move number that was typed."""

    source: Source
    number: int
    seen: int


class SendGif(CustomId, name="gif"):
    """Send the animation of a match privately."""

    match: int
    source: Source = Source.MATCH


class PostGif(CustomId, name="postgif"):
    """Post the animation of a match publicly."""

    match: int
    source: Source = Source.MATCH


class ShowTurn(CustomId, name="turn"):
    """Animate the last turn of a match whose event count is `seen`."""

    match: int
    seen: int

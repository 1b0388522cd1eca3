"""Custom ids of replays and animations, and the buttons on match cards that open them."""

from enum import StrEnum

from data import StoredMatch
from interactions.components import Item, button
from interactions.custom_ids import CustomId
from views.analysis_board import Explore, Source

NEWEST = 1_000_000
"""The number of a move that no match has: it stands for the last one."""


class To(StrEnum):
    """Which control leads somewhere; it stands in messages for ever."""

    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    JUMP = "jump"
    TURN = "turn"


class OpenReplay(CustomId, name="replay"):
    """Show a match after so many moves, in a message of its own."""

    match: int
    ply: int = 0


class Watch(CustomId, name="watch"):
    """Show it after so many moves, or as many as are chosen, seen from a side.

    The last word only tells the controls of a message apart.
    """

    source: Source
    number: int
    ply: int
    seen: int
    to: To


class AskPly(CustomId, name="askply"):
    """Ask for the number of a move."""

    source: Source
    number: int
    seen: int


class GoToPly(CustomId, name="goto"):
    """Show it after the move whose number was written."""

    source: Source
    number: int
    seen: int


class SendGif(CustomId, name="gif"):
    """Give a match as an animation, privately."""

    match: int
    source: Source = Source.MATCH


class PostGif(CustomId, name="postgif"):
    """Post a match as an animation for all to see."""

    match: int
    source: Source = Source.MATCH


class ShowTurn(CustomId, name="turn"):
    """Give the last turn step by step, of a match of which this many events were seen."""

    match: int
    seen: int


def replay_buttons(match: StoredMatch) -> list[Item]:
    """Make the buttons that look back, or ahead, as they stand on a match's card."""
    move = match.last_move
    buttons = [button("Explore", Explore(match.number))] if match.explore and not match.over else []
    if move is not None and len(move.path) > 2:  # a still shows where such a move went, not how
        buttons.append(button("Show the turn", ShowTurn(match.number, match.count)))
    if match.over and match.previous is not None:
        buttons.append(button("Replay", OpenReplay(match.number)))
        buttons.append(button("GIF", SendGif(match.number)))
    return buttons

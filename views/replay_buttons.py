"""The custom ids of replays and animations, and the buttons on match cards that open them."""

from enum import StrEnum

from data import StoredMatch
from interactions.components import Item, button
from interactions.custom_ids import CustomId
from views.analysis_board import Explore, Source

NEWEST = 1_000_000
"""The number of a move that no match has: it stands for the last one."""


class To(StrEnum):
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


class Watch(CustomId, name="watch"):
    """Show a replay at a ply, or at the one chosen in a select, seen from a side.

    `to` only keeps the custom ids of a message distinct.
    """

    source: Source
    number: int
    ply: int
    seen: int
    to: To


class AskPly(CustomId, name="askply"):
    """Ask for a move number."""

    source: Source
    number: int
    seen: int


class GoToPly(CustomId, name="goto"):
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


def replay_buttons(match: StoredMatch) -> list[Item]:
    """Return the card's buttons for replays, animations and the analysis board."""
    move = match.last_move
    buttons = [button("Explore", Explore(match.number))] if match.explore and not match.over else []
    if move is not None and len(move.path) > 2:  # a still shows where such a move went, not how
        buttons.append(button("Show the turn", ShowTurn(match.number, match.count)))
    if match.over and match.previous is not None:
        buttons.append(button("Replay", OpenReplay(match.number)))
        buttons.append(button("GIF", SendGif(match.number)))
    return buttons

"""What the controls of matches that are looked back on do, and the buttons that cards carry."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cogs.acts import Act
from cogs.controls import Item, button
from cogs.learning.trials import Source, Step
from data import StoredMatch

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


@dataclass(frozen=True)
class OpenReplay(Act, name="replay"):
    """Show a match after so many moves, in a message of its own."""

    match: int
    ply: int = 0


@dataclass(frozen=True)
class Watch(Act, name="watch"):
    """Show it after so many moves, or as many as are chosen, seen from a side.

    The last word only tells the controls of a message apart.
    """

    source: Source
    number: int
    ply: int
    seen: int
    to: To


@dataclass(frozen=True)
class AskPly(Act, name="askply"):
    """Ask for the number of a move."""

    source: Source
    number: int
    seen: int


@dataclass(frozen=True)
class GoToPly(Act, name="goto"):
    """Show it after the move whose number was written."""

    source: Source
    number: int
    seen: int


@dataclass(frozen=True)
class SendGif(Act, name="gif"):
    """Give a match as an animation, privately."""

    match: int
    source: Source = Source.MATCH


@dataclass(frozen=True)
class PostGif(Act, name="postgif"):
    """Post a match as an animation for all to see."""

    match: int
    source: Source = Source.MATCH


@dataclass(frozen=True)
class ShowTurn(Act, name="turn"):
    """Give the last turn step by step, of a match of which this many events were seen."""

    match: int
    seen: int


@dataclass(frozen=True)
class TryFrom(Act, name="tryfrom"):
    """Put up a board to try, as a match stood after so many moves, seen from a side."""

    source: Source
    number: int
    ply: int
    seen: int


@dataclass(frozen=True)
class Explore(Act, name="explore"):
    """Put up a board to try, as a match stands now."""

    match: int


@dataclass(frozen=True)
class KeepLine(Act, name="keepline"):
    """Keep the moves made on such a board as a line, in a match of which so many events were seen.

    The rest says how the board began and is seen.
    """

    match: int
    count: int
    ply: int
    seen: int


@dataclass(frozen=True)
class DeleteLine(Act, name="dropline"):
    """Delete a line that is listed below such a board."""

    match: int
    line: int
    ply: int
    seen: int


@dataclass(frozen=True)
class StepFrom(Act, name="triedfrom"):
    """Do something with such a board."""

    step: Step
    source: Source
    number: int
    ply: int
    seen: int


@dataclass(frozen=True)
class PickFrom(Act, name="picksfrom"):
    """Choose a piece on such a board, where it goes, or which of its ways, as a `Pick` says."""

    source: Source
    number: int
    ply: int
    seen: int
    pick: str


@dataclass(frozen=True)
class ChooseFrom(Act, name="triesfrom"):
    """Choose a piece on such a board, or where the one on a cell may go, in a list.

    The number of moves makes it a new select at every turn.
    """

    source: Source
    number: int
    ply: int
    seen: int
    piece: str
    moves: int


def watch_buttons(match: StoredMatch) -> list[Item]:
    """Make the buttons that look back, or ahead, as they stand on a match's card."""
    move = match.last_move
    buttons = [button("Explore", Explore(match.number))] if match.explore and not match.over else []
    if move is not None and len(move.path) > 2:  # a still shows where such a move went, not how
        buttons.append(button("Show the turn", ShowTurn(match.number, match.count)))
    if match.over and match.previous is not None:
        buttons.append(button("Replay", OpenReplay(match.number)))
        buttons.append(button("GIF", SendGif(match.number)))
    return buttons

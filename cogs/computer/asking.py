"""The buttons on a match's card that ask the computer for something: a hint, a review."""

from dataclasses import dataclass
from enum import StrEnum

from cogs.acts import Act
from cogs.controls import Item, button
from data import StoredMatch


class Stage(StrEnum):
    """How much of a hint is told; it stands in messages for ever."""

    PIECE = "piece"
    MOVE = "move"
    WHY = "why"


@dataclass(frozen=True)
class AskHint(Act, name="hint"):
    """Tell so much of a hint, in a match of which this many events were seen.

    From the second stage on it is the hint that the move was given in.
    """

    match: int
    seen: int
    stage: Stage = Stage.PIECE
    move: str = ""


@dataclass(frozen=True)
class OpenReview(Act, name="review"):
    """Show the review of a finished match."""

    match: int


def asking_buttons(match: StoredMatch) -> list[Item]:
    """Make what stands on a card: a hint where nothing is at stake, in the end the review."""
    if match.over:
        return [button("Review", OpenReview(match.number))] if any(match.moves) else []
    if match.rated or not match.explore or match.locked or match.turn == match.computer:
        return []
    return [button("Hint", AskHint(match.number, match.count))]

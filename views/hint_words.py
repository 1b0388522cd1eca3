"""Hints in words, stage by stage, and who gets one: on a card and on the board in a browser."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from data import StoredMatch
from interactions.access import refuse_unless_explorable
from interactions.rate_limits import RateLimit
from match import verbs
from rules import Code, Move, Refusal, Sentence, message
from views.match_verbs import Stage

if TYPE_CHECKING:
    from computer import Hint

HINTS = RateLimit(30, timedelta(minutes=10), "Next hint {when}; try a move of your own.")
NEXT_STAGE = {
    Stage.PIECE: (message("Which move?"), Stage.MOVE),
    Stage.MOVE: (message("Why?"), Stage.WHY),
}
"""The button below each stage of a hint, and the stage that it leads to."""


def refuse_hint(match: StoredMatch, person: int) -> None:
    """Raise `Refusal` unless a person is to move in a match that has hints."""
    side = verbs.refuse_unless_to_move(match, person)
    if match.rated:
        raise Refusal(
            "There are no hints in rated matches; they'd be unfair to {name}. Play unrated, which "
            "is in a challenge's **Options**, or play me.",
            name=match.name(1 - side),
        )
    refuse_unless_explorable(match)


def stage_words(match: StoredMatch, hint: Hint, stage: Stage) -> Sentence:
    """Word a stage of a hint."""
    move = hint.move
    match stage:
        case Stage.PIECE:
            return Sentence("Look at {cell}.", cell=Code(piece_of(move)))
        case Stage.MOVE:
            return Sentence("{Deed}.", deed=match.position.tell(move))
        case Stage.WHY:
            return hint.why


def piece_of(move: Move) -> str:
    """Return the cell from which a move goes, or what it is called."""
    return move.path[0] if move.path else move.text

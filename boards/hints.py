"""Hints in words, stage by stage, for whoever gives them."""

from enum import StrEnum

from boards.drawn import State
from boards.speech import PageSpeech
from computer.hint import Hint
from rules import Code, Move, PlainSpeech, Position, Sentence, message
from rules.sentence import Language


class Stage(StrEnum):
    """How much a hint reveals; the values are in messages for ever."""

    PIECE = "piece"
    MOVE = "move"
    WHY = "why"


NEXT_STAGE = {
    Stage.PIECE: (message("Which move?"), Stage.MOVE),
    Stage.MOVE: (message("Why?"), Stage.WHY),
}
"""The button below each stage of a hint, and the stage that it leads to."""


def revealed(position: Position, stage: Stage) -> Stage:
    """Return the stage that is shown: where a piece is the whole move, that is named at once."""
    return Stage.MOVE if stage is Stage.PIECE and position.single_choice else stage


def stage_words(position: Position, hint: Hint, stage: Stage) -> Sentence:
    """Word a stage of a hint."""
    match stage:
        case Stage.PIECE:
            return Sentence("Look at {cell}.", cell=Code(piece_of(hint.move)))
        case Stage.MOVE:
            return Sentence("{Deed}.", deed=position.tell(hint.move))
        case Stage.WHY:
            return hint.why


def piece_of(move: Move) -> str:
    """Return the cell from which a move goes, or what it is called."""
    return move.path[0] if move.path else move.text


def hint_state(position: Position, hint: Hint, stage: Stage, language: Language) -> State:
    """Return what a page is sent of a hint: its words, what is lit, the button that leads on."""
    stage = revealed(position, stage)
    following = NEXT_STAGE.get(stage)
    return {
        "words": PageSpeech(language).say(stage_words(position, hint, stage)),
        "piece": piece_of(hint.move),
        "move": "" if stage is Stage.PIECE else hint.move.text,
        "next": following
        and {"label": PlainSpeech(language).label(following[0]), "stage": following[1]},
    }

"""The aims of puzzles, and their wording."""

from enum import StrEnum

from rules import Position, Sentence


class Aim(StrEnum):
    """The achievement of the one best move; the values are stored and never renamed."""

    WINS = "wins"
    """It wins by force, in a number of one's own moves."""
    GAINS = "gains"
    """It takes a number of pieces or stones more than it costs."""
    HOLDS = "holds"
    """Every other move loses by force, within a number of one's own moves."""
    KEEPS = "keeps"
    """Every other move loses a piece."""


def words(aim: Aim, number: int, position: Position) -> Sentence:
    """Say what is to be found in a position."""
    side = position.side(position.turn)
    match aim:
        case Aim.WINS:
            return Sentence(
                "{Side} to move and win at once.",
                "{Side} to move and win in {number} moves.",
                side=side,
                number=number,
            )
        case Aim.HOLDS:
            return Sentence("{Side} to move: find the only move that doesn't lose.", side=side)
        case Aim.KEEPS:
            return Sentence("{Side} to move: find the only move that loses no piece.", side=side)
    if _has_stones(position):
        return Sentence(
            "{Side} to move and win {number} stone.",
            "{Side} to move and win {number} stones.",
            side=side,
            number=number,
        )
    return Sentence(
        "{Side} to move and win {number} piece.",
        "{Side} to move and win {number} pieces.",
        side=side,
        number=number,
    )


def task(aim: Aim, number: int, position: Position) -> Sentence:
    """Say it in the few words of a banner."""
    side = position.side(position.turn)
    match aim:
        case Aim.WINS:
            return Sentence(
                "{Side} to win at once", "{Side} to win in {number} moves", side=side, number=number
            )
        case Aim.HOLDS:
            return Sentence("{Side} to save the game", side=side)
        case Aim.KEEPS:
            return Sentence("{Side} to find the safe move", side=side)
    if _has_stones(position):
        return Sentence(
            "{Side} to win a stone", "{Side} to win {number} stones", side=side, number=number
        )
    return Sentence(
        "{Side} to win a piece", "{Side} to win {number} pieces", side=side, number=number
    )


def _has_stones(position: Position) -> bool:
    """Tell whether the game counts stones, and not pieces that belong to a side."""
    return all(isinstance(there, int) for there in position.board().values())

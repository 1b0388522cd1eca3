"""The aims of puzzles, and their wording."""

from enum import StrEnum, auto

from rules import Position, Sentence
from rules.agon import Agon


class Aim(StrEnum):
    """The achievement of the one best move; the values are stored and never renamed."""

    WINS = "wins"
    """It wins by force, in a number of one's own moves."""
    GAINS = "gains"
    """It takes a number of pieces or stones more than it costs; in Agon, it traps them."""
    HOLDS = "holds"
    """Every other move loses by force, within a number of one's own moves."""
    KEEPS = "keeps"
    """Every other move loses a piece; in Agon, it lets one be trapped."""


class Sought(StrEnum):
    """What a puzzle has people look for, which is to be varied."""

    WIN = auto()
    GAIN = auto()
    TRAP = auto()
    """A quiet move, after which pieces can't be saved."""
    SAVE = auto()
    SAFE = auto()
    BLOCK = auto()
    """The other side would win at once."""


def sought(aim: Aim, count: int, position: Position, text: str) -> Sought:
    """Tell what the one best move of a puzzle is looked for."""
    match aim:
        case Aim.WINS:
            return Sought.WIN
        case Aim.HOLDS:
            return Sought.BLOCK if count == 1 else Sought.SAVE
        case Aim.KEEPS:
            return Sought.SAFE
    if isinstance(position, Agon):
        return Sought.TRAP
    is_quiet = not _has_stones(position) and not position.takes(position.moves()[text])
    return Sought.TRAP if is_quiet else Sought.GAIN


def words(what: Sought, number: int, position: Position) -> Sentence:
    """Say what is to be found in a position."""
    side = position.side(position.turn)
    match what:
        case Sought.WIN:
            return Sentence(
                "{Side} to move and win at once.",
                "{Side} to move and win in {number} moves.",
                side=side,
                number=number,
            )
        case Sought.BLOCK:
            return Sentence("{Side} to move: don't let the other side win at once.", side=side)
        case Sought.SAVE:
            return Sentence("{Side} to move: find the only move that doesn't lose.", side=side)
        case Sought.SAFE:
            if isinstance(position, Agon):
                return Sentence("{Side} to move: let nothing be trapped.", side=side)
            return Sentence("{Side} to move: find the only move that loses no piece.", side=side)
        case Sought.TRAP:
            return Sentence(
                "{Side} to move and trap {number} piece.",
                "{Side} to move and trap {number} pieces.",
                side=side,
                number=number,
            )
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


def task(what: Sought, number: int, position: Position) -> Sentence:
    """Say it in the few words of a banner."""
    side = position.side(position.turn)
    match what:
        case Sought.WIN:
            return Sentence(
                "{Side} to win at once", "{Side} to win in {number} moves", side=side, number=number
            )
        case Sought.BLOCK | Sought.SAVE:
            return Sentence("{Side} to save the game", side=side)
        case Sought.SAFE:
            return Sentence("{Side} to find the safe move", side=side)
        case Sought.TRAP:
            return Sentence(
                "{Side} to trap a piece", "{Side} to trap {number} pieces", side=side, number=number
            )
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

"""The steps of solving a puzzle, as acts."""

from dataclasses import dataclass
from enum import StrEnum

from cogs.acts import Act


class Wish(StrEnum):
    """What one may ask for beside a puzzle; it stands in messages for ever."""

    HINT = "hint"
    SOLUTION = "solution"
    NEXT = "next"


@dataclass(frozen=True)
class OpenPuzzle(Act, name="puzzle"):
    """Show a puzzle, in a message of its own."""

    game: str
    number: int


@dataclass(frozen=True)
class ChooseInPuzzle(Act, name="puzzling"):
    """Choose a piece in a puzzle, and where it goes if there are several ways; or none."""

    game: str
    number: int
    piece: str = ""
    end: str = ""


@dataclass(frozen=True)
class ListInPuzzle(Act, name="puzzled"):
    """Choose what is chosen in a list: of pieces, or of where the one on a cell may go."""

    game: str
    number: int
    piece: str
    skip: int


@dataclass(frozen=True)
class AnswerPuzzle(Act, name="answer"):
    """Answer a puzzle by a move."""

    game: str
    number: int
    text: str


@dataclass(frozen=True)
class AskPuzzle(Act, name="askpuzzle"):
    """Ask for something beside a puzzle."""

    game: str
    number: int
    wish: Wish

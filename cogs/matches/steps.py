"""The steps of choosing a move by hand, as acts, and the buttons that take them."""

from dataclasses import dataclass

from cogs.acts import Act
from cogs.controls import Item, button
from cogs.matches.choosing import Choice
from data import StoredMatch


@dataclass(frozen=True)
class AnotherPiece(Act, name="pick"):
    """Choose another piece, in a match of which this many events were seen."""

    match: int
    seen: int


@dataclass(frozen=True)
class Choose(Act, name="choose"):
    """Choose a piece, or where the one on a cell may go.

    The piece and the place in a long list tell one list from the next: under the same name a client
    goes on showing what was chosen in the one before.
    """

    match: int
    seen: int
    piece: str
    skip: int


@dataclass(frozen=True)
class ChoosePiece(Act, name="piece"):
    """Choose the piece on a cell, in a match of which this many events were seen."""

    match: int
    seen: int
    piece: str


@dataclass(frozen=True)
class ChooseEnd(Act, name="end"):
    """Choose where a piece goes to which it can go in several ways."""

    match: int
    seen: int
    piece: str
    end: str


@dataclass(frozen=True)
class ChooseWay(Act, name="way"):
    """See what comes of a move, in a match of which this many events were seen."""

    match: int
    seen: int
    text: str


@dataclass(frozen=True)
class Next(Act, name="next"):
    """Choose a move in a match as it now stands, or where that can wait, in the next one."""

    match: int


@dataclass(frozen=True)
class SayWith(Act, name="say"):
    """Ask for words to go with a move, in a match of which this many events were seen."""

    match: int
    seen: int
    text: str


@dataclass(frozen=True)
class PlaySaying(Act, name="playsay"):
    """Play a move with the words that were written into the form."""

    match: int
    seen: int
    text: str


def choice_button(match: StoredMatch, choice: Choice, piece: str = "") -> Item:
    """Make the button of a piece or of where it goes; where only one move is left, of that move."""
    number, seen = match.number, match.count
    if len(choice.moves) == 1:
        act: Act = ChooseWay(number, seen, choice.moves[0].text)
    elif piece:
        act = ChooseEnd(number, seen, piece, choice.cell)
    else:
        act = ChoosePiece(number, seen, choice.cell)
    return button(choice.label, act, choice.style)


def say_buttons(match: StoredMatch, text: str) -> list[Item]:
    """Make the button that asks for words to go with a move, where somebody may read them."""
    if match.silent or match.computer is not None:
        return []
    return [button("Say something", SayWith(match.number, match.count, text))]


def ways_button(match: StoredMatch, piece: str) -> Item:
    """Make the button that goes back to where a piece may go."""
    return button("Another way", ChoosePiece(match.number, match.count, piece))


def back_button(match: StoredMatch) -> Item:
    """Make the button that goes back to the choice of a piece."""
    return button("Another piece", AnotherPiece(match.number, match.count))

"""Choosing a move on a board: the pieces, their targets and ways, as buttons or as a list."""

from collections.abc import Mapping
from dataclasses import dataclass

import discord

from data import StoredMatch
from interactions import label, plain
from interactions.components import SECONDARY, Item, button
from interactions.custom_ids import CustomId
from rendering import reading_order
from rules import Listed, ListStyle, Move, Position, Sentence, message

MOST_OPTIONS = 25
"""So many entries a select may have."""
FROM_THE_BEGINNING = message("From the beginning …")
PLAY, PIECE, SKIP = "play", "piece", "skip"
"""What an entry's value begins with: it is a move to play, a piece, or a place in a long list."""
SIGNS = {discord.ButtonStyle.success: "🟢", discord.ButtonStyle.danger: "🔴"}
"""What stands in a list for the colour of a button: what takes, and what can only lose itself."""


def ways(position: Position, piece: str) -> tuple[Move, ...]:
    """Give the moves of the piece on a cell; none for a cell from which nothing moves."""
    return _by_piece(position).get(piece, ())


def choices(position: Position, piece: str = "", skip: int = 0) -> list[discord.SelectOption]:
    """List the pieces that can move, or the moves of one of them, from the `skip`th on.

    A piece that has one move only stands there as that move.
    """
    moves = ways(position, piece)
    if piece:
        found = [_move(position, move) for move in moves]
    else:
        found = [
            _move(position, own[0]) if len(own) == 1 else _piece(position, cell, own)
            for cell, own in _by_piece(position).items()
        ]
    if len(found) <= MOST_OPTIONS:
        return found
    listed = found[skip : skip + MOST_OPTIONS - 1]
    more = skip + len(listed)
    left = len(found) - more
    words = Sentence("{number} more …", number=left) if left else FROM_THE_BEGINNING
    listed.append(discord.SelectOption(label=label(words), value=f"{SKIP} {more if left else 0}"))
    return listed


@dataclass(frozen=True)
class Choice:
    """One thing to choose on a board: a piece, a cell where it may go, or one way of going there.

    `cell` is where its name stands on the board, `moves` is what it leaves to choose from.
    """

    label: str
    cell: str
    moves: tuple[Move, ...]
    style: discord.ButtonStyle


def to_choose(
    position: Position, piece: str = "", end: str = "", seen: int | None = None
) -> list[Choice]:
    """Give what there is to choose once so much is chosen: a piece, where it goes, which way.

    It is sorted as the board is `seen` from a side, here and below; left out, from that to move.
    """
    if end:
        return ways_to_choose(position, piece, end)
    return ends_to_choose(position, piece, seen) if piece else pieces_to_choose(position, seen)


def pieces_to_choose(position: Position, seen: int | None = None) -> list[Choice]:
    """Give the pieces that can move, as they lie before whoever looks."""
    return _sorted(position, _by_piece(position), seen)


def ends_to_choose(position: Position, piece: str, seen: int | None = None) -> list[Choice]:
    """Give the cells where a piece may go, as they lie before whoever looks.

    Where a move is one choice, its ways stand as they are written: nobody aims at their ends.
    """
    if position.single_choice:
        return [_way(position, move, piece) for move in ways(position, piece)]
    ends: dict[str, tuple[Move, ...]] = {}
    for move in ways(position, piece):
        ends[_end(move)] = (*ends.get(_end(move), ()), move)
    return _sorted(position, ends, seen)


def ways_to_choose(position: Position, piece: str, end: str) -> list[Choice]:
    """Give the ways that a piece may go to a cell, as they are written."""
    return [_way(position, move, end) for move in ways(position, piece) if _end(move) == end]


def _way(position: Position, move: Move, cell: str) -> Choice:
    name = plain(position.caption(move))
    return Choice(_label(position, name, (move,)), cell, (move,), _style(position, (move,)))


def _sorted(
    position: Position, moves: Mapping[str, tuple[Move, ...]], seen: int | None
) -> list[Choice]:
    side = position.turn if seen is None else seen
    return [
        Choice(
            _label(position, cell, moves[cell]), cell, moves[cell], _style(position, moves[cell])
        )
        for cell in reading_order(position, moves, side)
    ]


def _end(move: Move) -> str:
    return move.path[-1] if move.path else move.text


def _label(position: Position, name: str, moves: tuple[Move, ...]) -> str:
    """Name what is chosen, and what it costs where it can do nothing but lose."""
    losses = [position.loses(move) for move in moves]
    if losses[0] is None or not all(losses):
        return name
    return plain(Sentence("{name}: {deed}", name=name, deed=losses[0]))


def _style(position: Position, moves: tuple[Move, ...]) -> discord.ButtonStyle:
    """Tell by a colour what takes, and what can do nothing but lose itself."""
    if any(position.takes(move) for move in moves):
        return discord.ButtonStyle.success
    losing = all(position.loses(move) for move in moves)
    return discord.ButtonStyle.danger if losing else SECONDARY


def deed_label(position: Position, move: Move, name: str) -> str:
    """Write a move with what it takes or loses, and the sign of that, for an entry of a list."""
    deed = position.takes(move) or position.loses(move)
    return f"{name} · {SIGNS[_style(position, (move,))]} {plain(deed)}" if deed else name


def _by_piece(position: Position) -> Mapping[str, tuple[Move, ...]]:
    """Sort the moves by the cell where they start; a move that starts nowhere is by itself."""
    pieces: dict[str, tuple[Move, ...]] = {}
    for move in position.moves().values():
        cell = move.path[0] if move.path else move.text
        pieces[cell] = (*pieces.get(cell, ()), move)
    return pieces


def _piece(position: Position, cell: str, moves: tuple[Move, ...]) -> discord.SelectOption:
    taking = sum(1 for move in moves if position.takes(move))
    losing = sum(1 for move in moves if position.loses(move))
    words = [Sentence("{number} way to go", "{number} ways to go", number=len(moves))]
    if taking:
        words.append(Sentence("{number} takes", "{number} take", number=taking))
    if losing:
        words.append(Sentence("{number} loses it", "{number} lose it", number=losing))
    return discord.SelectOption(
        label=cell,
        value=f"{PIECE} {cell}",
        description=plain(Listed(tuple(words), ListStyle.COMMA)),
        emoji=SIGNS.get(_style(position, moves)),
    )


def _move(position: Position, move: Move) -> discord.SelectOption:
    words = plain(position.tell(move))
    if len(words) > 100:
        words = f"{words[:99]}…"
    return discord.SelectOption(
        label=deed_label(position, move, plain(position.caption(move))),
        value=f"{PLAY} {move.text}",
        description=words,
    )


class AnotherPiece(CustomId, name="pick"):
    """Choose another piece, in a match of which this many events were seen."""

    match: int
    seen: int


class Choose(CustomId, name="choose"):
    """Choose a piece, or where the one on a cell may go.

    The piece and the place in a long list tell one list from the next: under the same name a client
    goes on showing what was chosen in the one before.
    """

    match: int
    seen: int
    piece: str
    skip: int


class ChoosePiece(CustomId, name="piece"):
    """Choose the piece on a cell, in a match of which this many events were seen."""

    match: int
    seen: int
    piece: str


class ChooseEnd(CustomId, name="end"):
    """Choose where a piece goes to which it can go in several ways."""

    match: int
    seen: int
    piece: str
    end: str


class ChooseWay(CustomId, name="way"):
    """See what comes of a move, in a match of which this many events were seen."""

    match: int
    seen: int
    text: str


class Next(CustomId, name="next"):
    """Choose a move in a match as it now stands, or where that can wait, in the next one."""

    match: int


class SayWith(CustomId, name="say"):
    """Ask for words to go with a move, in a match of which this many events were seen."""

    match: int
    seen: int
    text: str


class PlaySaying(CustomId, name="playsay"):
    """Play a move with the words that were written into the form."""

    match: int
    seen: int
    text: str


def choice_button(match: StoredMatch, choice: Choice, piece: str = "") -> Item:
    """Make the button of a piece or of where it goes; where only one move is left, of that move."""
    number, seen = match.number, match.count
    if len(choice.moves) == 1:
        custom_id: CustomId = ChooseWay(number, seen, choice.moves[0].text)
    elif piece:
        custom_id = ChooseEnd(number, seen, piece, choice.cell)
    else:
        custom_id = ChoosePiece(number, seen, choice.cell)
    return button(choice.label, custom_id, choice.style)


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

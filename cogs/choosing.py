"""What one may choose on a board: a piece, then one of its moves, in lists that fit a select."""

from collections.abc import Mapping

import discord

from cogs.speech import plain
from rules import Move, Position

MOST = 25
"""So many entries a select may have."""
PLAY, PIECE, SKIP = "play", "piece", "skip"
"""What an entry's value begins with: it is a move to play, a piece, or a place in a long list."""


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
            _move(position, own[0]) if len(own) == 1 else _piece(cell, own)
            for cell, own in _by_piece(position).items()
        ]
    if len(found) <= MOST:
        return found
    listed = found[skip : skip + MOST - 1]
    more = skip + len(listed)
    left = len(found) - more
    label = f"{left} more …" if left else "From the beginning …"
    listed.append(discord.SelectOption(label=label, value=f"{SKIP} {more if left else 0}"))
    return listed


def _by_piece(position: Position) -> Mapping[str, tuple[Move, ...]]:
    """Sort the moves by the cell where they start; a move that starts nowhere is by itself."""
    pieces: dict[str, tuple[Move, ...]] = {}
    for move in position.moves().values():
        cell = move.path[0] if move.path else move.text
        pieces[cell] = (*pieces.get(cell, ()), move)
    return pieces


def _piece(cell: str, moves: tuple[Move, ...]) -> discord.SelectOption:
    taking = sum(1 for move in moves if move.taken)
    words = f"{len(moves)} ways to go{f', {taking} of them taking' if taking else ''}"
    return discord.SelectOption(label=cell, value=f"{PIECE} {cell}", description=words)


def _move(position: Position, move: Move) -> discord.SelectOption:
    words = plain(position.tell(move))
    if len(words) > 100:
        words = f"{words[:99]}…"
    return discord.SelectOption(label=move.text, value=f"{PLAY} {move.text}", description=words)

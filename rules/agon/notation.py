"""The notation of positions of Agon: rows of letters, trapped pieces, the turn, options and plies.

A ply of the history is written as its move; after `!` stand the cells of what it trapped, so that
it can be taken back.
"""

import re
from collections.abc import Hashable
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from rules.agon.board import (
    BLACK,
    GUARDS,
    LETTERS,
    NAMES,
    PLACES,
    QUIET_PLIES,
    STEP,
    THRONE,
    WHITE,
    cells_of,
)
from rules.agon.position import AgonPosition
from rules.history import History

Game = TypeVar("Game", bound=AgonPosition)
ROWS = tuple([*row] for _, row in groupby(NAMES, key=lambda name: name[0]))[::-1]
"""The cells of each row, the uppermost first."""
LENGTHS = tuple(map(len, ROWS))
NONE = "-"
PLY = re.compile(r"\A(?:(\w+)([-*])(\w+)|pass)(?:!([\w,]+))?")


def encode(position: AgonPosition) -> str:
    """Return a position as one line."""
    board = position.board()
    placing = "/".join("".join(board.get(cell, ".") for cell in row) for row in ROWS)
    return " ".join(
        (
            placing,
            cells_of(position.trapped[WHITE] | position.trapped[BLACK]) or NONE,
            position.sides[position.turn],
            str(position.quiet),
            position.chosen.write(),
            *position.history.texts(),
        )
    )


def set_of(cells: str) -> int:
    """Parse what `cells_of` writes. Raises `ValueError` for any other text."""
    if any(cell not in PLACES for cell in cells.split(",")):
        raise ValueError(f"not cells: {cells!r}")
    places = sum({1 << PLACES[cell] for cell in cells.split(",")})
    if cells_of(places) != cells:
        raise ValueError(f"not in the order of the board: {cells!r}")
    return places


def decode(game: type[Game], line: str) -> Game:
    """Parse a line written by `encode`. Raises `ValueError` for any other text."""
    match line.split(" "):
        case [placing, caught, turn, quiet, options, *plies] if turn in game.sides:
            chosen = game.choices.read(options)
            if not re.fullmatch("0|[1-9][0-9]{0,2}", quiet) or int(quiet) > QUIET_PLIES:
                raise ValueError(f"not a number of quiet plies: {quiet!r}")
            men, queens = _read_placing(placing)
            trapped = 0 if caught == NONE else set_of(caught)
            if trapped & ~(men[WHITE] | men[BLACK]):
                raise ValueError("an empty cell holds no trapped piece")
            held = men[WHITE] & trapped, men[BLACK] & trapped
            position = game(men, queens, held, game.sides.index(turn), chosen, int(quiet))
            return _with_history(position, plies)
    raise ValueError(f"not a position of Agon: {line!r}")


def _read_placing(placing: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Parse the rows into a set of pieces per side, and the place of each queen.

    Raises `ValueError` for an impossible placing.
    """
    rows = placing.split("/")
    if tuple(map(len, rows)) != LENGTHS:
        raise ValueError(f"not the rows of Agon: {placing!r}")
    standing = {
        PLACES[cell]: letter
        for cells, row in zip(ROWS, rows, strict=True)
        for cell, letter in zip(cells, row, strict=True)
        if letter != "."
    }
    men, queens = [0, 0], [-1, -1]
    for place, letter in standing.items():
        side = next((side for side in (WHITE, BLACK) if letter in LETTERS[side]), None)
        if side is None or (letter.isupper() and queens[side] >= 0):
            raise ValueError(f"{letter!r} cannot stand on {NAMES[place]}")
        men[side] |= 1 << place
        if letter.isupper():
            queens[side] = place
        elif place == THRONE:
            raise ValueError("no guard stands on the throne")
    if min(queens) < 0 or any(pieces.bit_count() != GUARDS + 1 for pieces in men):
        raise ValueError(f"each side has a queen and {GUARDS} guards")
    return (men[0], men[1]), (queens[0], queens[1])


def _with_history(position: Game, plies: list[str]) -> Game:
    """Add the plies. Raises `ValueError` unless they can be taken back one by one."""
    men, queens, trapped = [*position.men], [*position.queens], [*position.trapped]
    mover, identities = position.turn, list[Hashable]()
    for text in reversed(plies):
        mover = 1 - mover
        ply = PLY.fullmatch(text)
        if ply is None:
            raise ValueError(f"no ply: {text!r}")
        start, mark, end, caught = ply.groups()
        new = set_of(caught) if caught else 0
        wrong = new & ~trapped[1 - mover]
        trapped[1 - mover] &= ~new
        if mark is None:
            wrong |= new
        else:
            wrong |= not {start, end} <= set(PLACES) or not _undo(
                mover, PLACES[start], PLACES[end], mark, men, queens, trapped
            )
        if wrong:
            raise ValueError(f"{text!r} does not lead to this position")
        identities.append(
            ((men[0], men[1]), (queens[0], queens[1]), (trapped[0], trapped[1]), mover)
        )
    return replace(position, history=History.of(plies, identities))


def _undo(
    mover: int,
    start: int,
    end: int,
    mark: str,
    men: list[int],
    queens: list[int],
    trapped: list[int],
) -> bool:
    """Take a piece back to where it came from, in place; return whether it can have come so."""
    free = not (men[WHITE] | men[BLACK]) >> start & 1
    if not free or not men[mover] >> end & 1 or trapped[mover] >> end & 1:
        return False
    if mark == "-" and ((start, end) not in STEP or trapped[mover]):
        return False
    men[mover] ^= 1 << start | 1 << end
    if queens[mover] == end:
        queens[mover] = start
    elif THRONE in (start, end):
        return False
    if mark == "*":
        trapped[mover] |= 1 << start
    return True

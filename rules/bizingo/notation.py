"""The notation of positions of Bizingo: rows of letters, the turn, options and quiet steps."""

from collections.abc import Hashable
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from rules.bizingo.board import (
    CELLS,
    DARK,
    LETTERS,
    LIGHT,
    MOST_CAPTAINS,
    MOST_PIECES,
    NAMES,
    QUIET_PLIES,
    STEP,
)
from rules.bizingo.position import BizingoPosition
from rules.history import History
from rules.move import bits

Game = TypeVar("Game", bound=BizingoPosition)

TEXTS = tuple(
    {move.text: (1 << origin, 1 << target) for (origin, target), move in steps.items()}
    for steps in STEP
)
"""The start and the end of each side's steps as sets of one place, by their text.

In a history the texts of captains' steps are in capitals.
"""
ROWS = tuple(len([*row]) for _, row in groupby(CELLS, key=lambda name: name[0]))
"""The number of cells in each row."""
EMPTY = "/".join("." * length for length in ROWS)
"""The rows of an empty board."""
WRITTEN = dict(
    zip((at for at, sign in enumerate(EMPTY) if sign == "."), CELLS.values(), strict=True)
)
"""The side and place whose letter stands at an index of the rows."""
INDEXES = tuple(
    {place: at for at, (side, place) in WRITTEN.items() if side == own} for own in (LIGHT, DARK)
)
"""The index in the rows, for each side, of the letter of each place."""


def encode(position: BizingoPosition) -> str:
    """Return a position as one line."""
    letters = [*EMPTY]
    for side, indexes in enumerate(INDEXES):
        for place in bits(position.pieces[side]):
            letters[indexes[place]] = LETTERS[side][position.captains[side] >> place & 1]
    turn, options = position.sides[position.turn], position.chosen.write()
    return " ".join(("".join(letters), turn, options, *position.history.texts()))


def decode(game: type[Game], line: str) -> Game:
    """Parse a line written by `encode`. Raises `ValueError` for any other text."""
    match line.split(" "):
        case [placing, turn, options, *quiet] if turn in game.sides:
            pieces, captains = _read_placing(placing)
            chosen = game.choices.read(options)
            position = game(pieces, captains, game.sides.index(turn), chosen)
            return _with_history(position, quiet)
    raise ValueError(f"not a position of Bizingo: {line!r}")


def _read_placing(placing: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Parse the rows into sets of pieces and captains per side.

    Raises `ValueError` for an impossible placing.
    """
    pieces, captains = [0, 0], [0, 0]
    if tuple(map(len, placing.split("/"))) != ROWS:
        raise ValueError(f"not the rows of Bizingo: {placing!r}")
    for at, letter in enumerate(placing):
        if letter in "./":
            continue
        side, place = WRITTEN[at]
        if letter not in LETTERS[side]:
            raise ValueError(f"{letter!r} cannot stand on {NAMES[side][place]}")
        pieces[side] |= 1 << place
        captains[side] |= letter.isupper() << place
    if max(map(int.bit_count, pieces)) > MOST_PIECES:
        raise ValueError(f"more than {MOST_PIECES} pieces of a side")
    if max(map(int.bit_count, captains)) > MOST_CAPTAINS:
        raise ValueError(f"more than {MOST_CAPTAINS} captains of a side")
    return (pieces[0], pieces[1]), (captains[0], captains[1])


def _with_history(position: Game, quiet: list[str]) -> Game:
    """Add the quiet steps. Raises `ValueError` unless they can be taken back one by one."""
    if len(quiet) > QUIET_PLIES:
        raise ValueError(f"more than {QUIET_PLIES} quiet plies")
    pieces, captains, mover = list(position.pieces), list(position.captains), position.turn
    identities: list[Hashable] = []
    for text in reversed(quiet):
        mover = 1 - mover
        step = TEXTS[mover].get(text.lower())
        if step is None or not (text.islower() or text.isupper()):
            raise ValueError(f"no step of {position.sides[mover]}: {text!r}")
        origin, target = step
        if pieces[mover] & (origin | target) != target:
            raise ValueError(f"{text!r} does not lead to this position")
        if text.isupper() != bool(captains[mover] & target):
            raise ValueError(f"{text!r} is not written as that piece's step")
        pieces[mover] ^= origin | target
        if text.isupper():
            captains[mover] ^= origin | target
        identities.append(((pieces[0], pieces[1]), (captains[0], captains[1]), mover))
    return replace(position, history=History.of(quiet, identities))

"""Moves: matching typed text with the legal ones, and listing sets of cells."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_BETWEEN = re.compile(r"(?:[\s\-:x×*^→>/,.;]|to|takes)*")
PASS = "pass"  # noqa: S105 (a move, not a secret)
"""The text of the pass, a move without a path, in every game that has one."""
_LONGEST = 200
"""The most characters of a typed move; longer text is not examined."""


@dataclass(frozen=True)
class Move:
    """A legal move; `text` is its canonical form, which is all that is stored.

    `path` lists the cells it touches, in order: the start and every landing; for sowing the chosen
    hole and every hole that receives a stone; for a pass nothing. `taken` lists every cell that
    it empties by removing a piece or captured stones, in order.
    """

    text: str
    path: tuple[str, ...]
    taken: tuple[str, ...] = ()

    def __init__(self, text: str, path: tuple[str, ...], taken: tuple[str, ...] = ()) -> None:
        # Search makes millions of these; the one that a frozen dataclass has takes twice as long.
        fields = self.__dict__
        fields["text"], fields["path"], fields["taken"] = text, path, taken

    def __str__(self) -> str:
        return self.text


def cells_in(text: str, cell: re.Pattern[str]) -> tuple[str, ...]:
    """Return the cells named in lower-case text, or nothing if it contains anything else."""
    if len(text) > _LONGEST or not _BETWEEN.fullmatch(cell.sub(" ", text)):
        return ()
    return tuple(cell.findall(text))


def fitting(cells: tuple[str, ...], moves: Iterable[Move]) -> list[Move]:
    """Return the moves with exactly these cells (lower case), or else those they abbreviate.

    A single cell abbreviates all moves that start there. Otherwise the first and last cells must
    be the move's own, and the cells between must be landings of it in order.
    """
    paths = [(tuple(cell.lower() for cell in move.path), move) for move in moves]
    exact = [move for path, move in paths if path == cells]
    return exact or [move for path, move in paths if path and _abbreviates(cells, path)]


def _abbreviates(cells: tuple[str, ...], path: tuple[str, ...]) -> bool:
    if cells[0] != path[0] or (len(cells) > 1 and cells[-1] != path[-1]):
        return False
    landings = iter(path)
    return all(cell in landings for cell in cells)


def bits(cells: int) -> list[int]:
    """List the members of a set of cells, kept as the bits of an integer, lowest first."""
    members = []
    while cells:
        lowest = cells & -cells
        members.append(lowest.bit_length() - 1)
        cells ^= lowest
    return members

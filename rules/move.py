"""A move: what it is, and which moves a typed text means."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_BETWEEN = re.compile(r"(?:[\s\-‐‑–—:x×^→>/,.;]|to|takes)*")
PASS = "pass"  # noqa: S105 (a move, not a secret)
"""The text of the move that leaves the board as it is, in every game that has one."""
_LONGEST = 200
"""A text longer than this names no move of any game."""


@dataclass(frozen=True)
class Move:
    """One legal move; `text` is its canonical form and all that is ever stored.

    `path` is the cells it touches, in order: the start and every landing, for sowing the chosen
    hole and then each hole that receives a stone, for a pass nothing. `taken` is every cell that
    it empties of a piece or of taken stones, in order.
    """

    text: str
    path: tuple[str, ...]
    taken: tuple[str, ...] = ()


def cells_in(text: str, cell: re.Pattern[str]) -> tuple[str, ...]:
    """Find the cells that a text in lower case names; none if it holds anything else."""
    if len(text) > _LONGEST or not _BETWEEN.fullmatch(cell.sub(" ", text)):
        return ()
    return tuple(cell.findall(text))


def fitting(cells: tuple[str, ...], moves: Iterable[Move]) -> list[Move]:
    """Find the moves with just these cells (lower case), else those that leave landings out.

    A single cell fits the moves that start there; otherwise the first and the last cell are the
    move's own, and the cells between are some of its landings in their order.
    """
    paths = [(tuple(cell.lower() for cell in move.path), move) for move in moves]
    exact = [move for path, move in paths if path == cells]
    return exact or [move for path, move in paths if path and _abbreviates(cells, path)]


def _abbreviates(cells: tuple[str, ...], path: tuple[str, ...]) -> bool:
    if cells[0] != path[0] or (len(cells) > 1 and cells[-1] != path[-1]):
        return False
    landings = iter(path)
    return all(cell in landings for cell in cells)

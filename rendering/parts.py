"""A board in parts, for a page that keeps what it has: the ground, the symbols, where they stand.

A part is named by its content, so that a page is sent only those that it does not have.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from hashlib import blake2s
from typing import Any, NamedTuple

from rendering.scene import Board, Token
from rendering.shapes import Symbol
from rendering.svg import Drawing, whole_tokens
from rendering.themes import Theme

_UNNAMED = "\0"
"""Stands for the name in a part that has none yet; no text on a board has it."""


class Part(NamedTuple):
    """Some SVG with definitions in it, and its name: a symbol is defined as `s<name>-0`."""

    name: str
    svg: str


Placed = tuple[str, int, int, str]
"""A symbol by its part's name; where it stands, in units; on which cell, if any."""


@lru_cache(maxsize=64)
def ground_part(board: Board, theme: Theme) -> Part:
    """Draw what never changes on a board."""
    drawing = Drawing(theme, f"{_UNNAMED}-")
    ground = drawing.ground(board)
    return _named(f"{drawing.definitions()}{ground}")


def ground_sent(board: Board, theme: Theme, have: Collection[str] = ()) -> dict[str, Any]:
    """Return what a page is told of a board: its ground, once, and with it where the cells are."""
    ground = ground_part(board, theme)
    shown: dict[str, Any] = {"name": ground.name, "width": board.width, "height": board.height}
    if ground.name not in have:
        shown["svg"] = ground.svg
        shown["cells"] = {
            name: [round(cell.centre.x), round(cell.centre.y), round(cell.room)]
            for name, cell in board.cells.items()
        }
    return shown


def placed_parts(tokens: Iterable[Token], theme: Theme) -> Iterator[tuple[Part, Placed]]:
    """Draw what stands on a board, from the bottom to the top; say of each what a page is told."""
    for symbol, (x, y), cell in whole_tokens(tokens):
        part = _symbol_part(symbol, theme)
        yield part, (part.name, round(x), round(y), cell)


@lru_cache(maxsize=4096)
def _symbol_part(symbol: Symbol, theme: Theme) -> Part:
    drawing = Drawing(theme, f"{_UNNAMED}-")
    drawing.number(symbol)
    return _named(drawing.definitions())


def _named(svg: str) -> Part:
    name = blake2s(svg.encode(), digest_size=6).hexdigest()
    return Part(name, svg.replace(_UNNAMED, name))

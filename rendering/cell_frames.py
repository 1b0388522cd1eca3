"""Frames around cells, and marks that are as large as their board."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from rendering.colour_roles import Role
from rendering.geometry import Point, dashes, is_pointed, offset_outline, scaled
from rendering.scene import Board, Cell, Token
from rendering.shapes import Polygon, Symbol, enlarge

_FINE_EDGE, _SUNK_EDGE = 2.6, 4.4
"""The width that a dark edge adds to a frame, and to a ring around a hole, beside which a white
board may lie."""


def not_enlarged(board: Board, outline: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return an outline as on a board that is not enlarged."""
    return outline if board.scale == 1 else scaled(outline, 1 / board.scale)


def sized(board: Board, symbol: Symbol, at: Point, cell: str = "") -> Token:
    """Enlarge a mark as the board is."""
    return Token(symbol if board.scale == 1 else enlarge(symbol, board.scale), at, cell)


def frame_path(outline: tuple[Point, ...], *, sunk: bool) -> tuple[Point, ...]:
    """Return the path of a cell's frame: within a triangle, a piece leaves little room for it."""
    return offset_outline(outline, -1 if is_pointed(outline) else 1 if sunk else -3)


def frame_width(outline: tuple[Point, ...], *, sunk: bool) -> float:
    """Return the width of a cell's frame: between two triangles there is little room for it."""
    return 5 if is_pointed(outline) else 8 if sunk else 6


def framed(path: tuple[Point, ...], width: float, *, edge: float = _FINE_EDGE) -> Iterator[Polygon]:
    """Draw a frame along an outline, with a dark edge on both its sides that sets it off."""
    yield Polygon(path, None, Role.LAST_EDGE, width + edge)
    yield Polygon(path, None, Role.LAST, width)


def dashed_frame(
    outline: tuple[Point, ...],
    role: Role,
    width: float,
    dash: float,
    gap: float,
    edge: Role = Role.LAST_EDGE,
    *,
    whole: bool = False,
) -> Iterator[Polygon]:
    """Draw dashes with an edge along an outline; one that is `whole` joins them."""
    if whole:
        yield Polygon(outline, None, edge, width + 5)
    for part in dashes(outline, dash, gap):
        if not whole:
            yield Polygon(part, None, edge, width + 5, closed=False)
        yield Polygon(part, None, role, width, closed=False)


@lru_cache(maxsize=256)
def end_frame(outline: tuple[Point, ...], *, sunk: bool) -> Symbol:
    """Frame a cell with a dark edge; a floor that shows is tinted."""
    path = frame_path(outline, sunk=sunk)
    tint = () if sunk else (Polygon(path, Role.LAST, opacity=0.25),)
    edge = _SUNK_EDGE if sunk else _FINE_EDGE
    return Symbol("end", (*tint, *framed(path, frame_width(outline, sunk=sunk), edge=edge)))


def ring_around(board: Board, cell: Cell, at: Point, *, lit: bool = False) -> Token:
    """Lay a frame on the edge of a round piece, beside which there is no room for it."""
    ring = end_frame(not_enlarged(board, cell.outline), sunk=False)
    return sized(board, _ring_alone(ring, lit=lit), at)


@lru_cache(maxsize=64)
def _ring_alone(end: Symbol, *, lit: bool) -> Symbol:
    return replace(end, name="ring", shapes=end.shapes[-2:], lit=lit)

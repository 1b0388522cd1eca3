"""The marks of a sowing: its way from hole to hole, what it took from each and a store gained."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from rendering.cell_frames import not_enlarged, sized
from rendering.colour_roles import Role
from rendering.fit_text import text_width
from rendering.geometry import CENTRE, Point, dashes, offset_outline, rounded_box
from rendering.scene import Board, Scene, Sown, Token
from rendering.shapes import Polygon, Symbol, Text
from rules import Move

_GAIN = 31
"""The size of the number of stones that were taken."""
_STORE_GAIN, _STORE_SIZE = (100, 56, 27.5), 40
"""The box of what a store gained, beside the plate of its number, and the size of that."""
_FAR, _WIDE = 38, 26
"""The farthest end of a sowing's pointer outside its hole's edge, and half its width."""
_SMALL_HEAD = 20, 16
"""The length of the head between two holes that it passed later, and half the width of that."""
_FEET, _REACHES = (2, -3), (0.3, 0.05)
"""The distances from that edge to its beginning, and over the edge of the next hole, of its
size: along a row, and between the rows, where a number may stand before it."""


def capture_numbers(scene: Scene, move: Move, before: Scene | None) -> Iterator[Token]:
    """Show on each cell how many stones a move took from it."""
    board = scene.board
    sown = _sown(move, before)
    gains = sown.gains if sown else Counter(board.heap * move.taken)
    for name, number in gains.items():
        if cell := board.cells.get(name):
            yield sized(board, _gain(number), cell.badge or cell.centre, name)


def store_numbers(
    scene: Scene, move: Move, before: Scene | None, *, planned: bool = False
) -> Iterator[Token]:
    """Show beside each store's number what it gained, or would gain by a `planned` move."""
    board, sown = scene.board, _sown(move, before)
    for at, (held, holds) in zip(board.stores, sown.stores if sown else (), strict=False):
        if held != holds:
            yield sized(board, _store_gain(holds - held, dashed=planned), at)


def sowing_pointer(scene: Scene, move: Move, before: Scene | None) -> Iterator[Token]:
    """Point from the hole that a move emptied to where it went on, if that is known.

    Between two holes that it passed later, a small head shows the way.
    """
    board, sown = scene.board, _sown(move, before)
    if not sown or not (other := board.cells.get(sown.towards)):
        return
    start = board.cells[move.path[0]]
    for one, onwards in dict.fromkeys(pairwise(move.path)):
        if one != move.path[0]:
            at, to = board.cells[one].centre, board.cells[onwards].centre
            middle = Point((at.x + to.x) / 2, (at.y + to.y) / 2)
            yield sized(board, _onwards(_way(board, at, to)), middle)
    pointer = _pointer(not_enlarged(board, start.outline), _way(board, start.centre, other.centre))
    yield sized(board, pointer, start.centre)


def _way(board: Board, start: Point, end: Point) -> Point:
    """Return the way between two points as on a board that is not enlarged, in whole units."""
    return Point(round((end.x - start.x) / board.scale), round((end.y - start.y) / board.scale))


def _sown(move: Move, before: Scene | None) -> Sown | None:
    """Tell what a whole move of sowing did."""
    return before.sown(move) if before and before.sown and move.text else None


@lru_cache(maxsize=64)
def _pointer(outline: tuple[Point, ...], way: Point) -> Symbol:
    """Return the head of an arrow on the ring of a hole, between it and the next one."""
    length = math.hypot(*way)
    x, y = way.x / length, way.y / length
    rim = max(x * at.x + y * at.y for at in outline)
    between = abs(way.y) > abs(way.x)
    foot, tip = rim + _FEET[between], min(rim + _FAR, length - rim * (1 - _REACHES[between]))
    head = _along(way, ((foot, -_WIDE), (tip, 0), (foot, _WIDE)))
    return Symbol("sown towards", (Polygon(head, Role.LAST, Role.LAST_EDGE, 3),))


@lru_cache(maxsize=64)
def _onwards(way: Point) -> Symbol:
    """Return a small head of an arrow between two holes."""
    (long, half), notch = _SMALL_HEAD, 0.3
    corners = ((-long / 2, -half), (long / 2, 0), (-long / 2, half), (-long * (0.5 - notch), 0))
    return Symbol("onwards", (Polygon(_along(way, corners), Role.LAST, Role.LAST_EDGE, 2.4),))


def _along(way: Point, corners: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
    """Return points that are so far along a way, and so far to its right."""
    length = math.hypot(*way)
    x, y = way.x / length, way.y / length
    return tuple(Point(x * far - y * side, y * far + x * side) for far, side in corners)


@lru_cache(maxsize=64)
def _gain(number: int) -> Symbol:
    """Return the number of stones that were taken from a hole."""
    words = f"+{number}"
    high = _GAIN + 6
    outline = rounded_box(max(60, text_width(words, _GAIN) + 22), high, high / 2 - 0.5)
    return Symbol(words, (*_green(outline), _on_green(Point(-1, 0), words, _GAIN)))


@lru_cache(maxsize=64)
def _store_gain(number: int, *, dashed: bool) -> Symbol:
    """Return what a store gained, beside its number; `dashed` is what it would gain."""
    outline = rounded_box(*_STORE_GAIN)
    at = f"+{number}"
    return Symbol(at, (*_green(outline, dashed=dashed), _on_green(CENTRE, at, _STORE_SIZE)))


def _green(outline: tuple[Point, ...], *, dashed: bool = False) -> Iterator[Polygon]:
    yield Polygon(offset_outline(outline, 2.5), Role.GAIN if dashed else Role.TARGET_EDGE)
    yield Polygon(outline, Role.GAIN)
    for part in dashes(offset_outline(outline, 1.2), 9, 6) if dashed else ():
        yield Polygon(part, None, Role.TARGET_EDGE, 2.5, closed=False)


def _on_green(at: Point, words: str, size: float) -> Text:
    return Text(at, words, size, Role.CHOICE_TEXT, Role.GAIN)

"""The arrow of a move: one clean shape from the cell it leaves to the cell it reaches."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rendering.arrow_paths import JUMP, leap, straight_or_bowed
from rendering.cell_frames import sized
from rendering.colour_roles import Role
from rendering.geometry import Box, Point, is_pointed, path_start, unit
from rendering.scene import Board, Cell, Token
from rendering.shapes import Polygon, Symbol

ARROW = "way"
"""The name of the tiles of an arrow that is not dashed."""
_TAIL, _NECK, _HEAD, _HEAD_LENGTH = 3.2, 5, 15, 24
"""Half the width of the shaft at its tail and its head, half that of the head, and its length."""
_EDGE = 3
_DASH, _SPACE, _THIN = 15, 9, 4.2
"""The length of the dashes of a planned move's arrow, the gap between two, half their width."""
_SLIM = 0.85
"""The size of a head, of the usual, that ends close to what was jumped over."""
_WIDE = 1.25
"""The width of the shaft of a long arrow, of the usual: it is seen on a phone."""
_SHORT, _BACK = 60, 19
"""A shorter arrow begins behind its cell's middle, at most so far."""
_STEP_HEAD, _STEP_SHORT, _STEP_BACK, _SHORT_OF = 0.95, 82, 22, 12.5
"""The same where every move is one step between triangles, how large a head is there, and how far
before the edge of what came it ends, whose corner it would cover."""
_STEP_BACK_AT_RIM = 10
"""The distance behind its cell's middle where such an arrow begins at the board's end."""
_PLANNED_HEAD, _POINTED, _STEP_THIN, _STEP_SPACE = 0.85, 0.95, 1.1, 5
"""The size and the width of the head of a planned step's arrow on a board of rings, how
wide its dashes are, and the gap between two: with a head as wide as long it would point nowhere."""
_ON_BODY, _BEFORE, _LEAST = 10, 1.5, 33
"""The distances of its beginning from the middle of the piece that is to move, and of its end from
the rim of what is not there yet, and how long it is at least, even if it reaches over that."""
_OVER, _AWAY = 60, 4
"""The distance of two pieces' rims that have an arrow's dashes between them, and that of these
from a rim."""
_LEAP_THIN = 1.2
"""The width of the dashes of a planned jump on a board of squares, of the usual."""
_INSIDE, _INSIDE_ROUND = 45, 57
"""A shorter arrow lies nearly all in the cell that was left, which has an arrow's usual colour; and
the same on a board of rings."""
_OUTSIDE, _BOW_SPACE = 1, 6.5
"""The distance of the tip of a planned jump from its place on a board of rings, and the gap between
its dashes."""
_TILE, _MOST_WHOLE, _STEP = 56, 12_000, 8
"""An arrow is drawn in tiles so large, as its box is mostly empty, but for one of few pixels; and
how closely it is tested."""


class _Look(NamedTuple):
    """The size of an arrow's head, its least length and how far behind it begins, its colours.

    `wide` is how wide its shaft is, of the usual, `thin` how wide its dashes and `pointed` how
    wide its head are; `space` is the gap between two dashes, which a `whole` shaft of its edge's
    colour joins.
    """

    head: float
    short: float
    back: float
    colours: tuple[Role, Role]
    wide: float = 1
    thin: float = 1
    pointed: float = 1
    space: float = _SPACE
    whole: bool = False


def arrow(
    board: Board,
    start: Cell,
    end: Cell,
    at: Point,
    crowd: tuple[Point, ...] = (),
    *,
    leaps: bool = False,
) -> tuple[Token, ...]:
    """Draw an arrow from a cell to the edge of what stands `at` a place of another.

    The arrow curves around the board's pivot where both are equally far from it. A jump bows past
    what it leaps over, if possible also past the `crowd` of other pieces: on a board of rings any
    long one, on others one that `leaps`.
    """
    base, path, room = _relative(board, start, end, at, crowd, leaps=leaps)
    tiles = _arrow(path, room, _look(board, start, path, room))
    return tuple(sized(board, tile, base) for tile in tiles)


def arrow_head(board: Board, start: Cell, end: Cell, at: Point, crowd: tuple[Point, ...]) -> Token:
    """Draw the head of an arrow alone."""
    base, path, room = _relative(board, start, end, at, crowd)
    return sized(board, _head(path, room, _look(board, start, path, room)), base)


def dashed_arrow(
    board: Board,
    start: Cell,
    end: Cell,
    at: Point,
    crowd: tuple[Point, ...] = (),
    *,
    leaps: bool = False,
) -> Iterator[Token]:
    """Draw the arrow of a move that is not made yet: dashes and a head, in full light."""
    base, path, room = _relative(board, start, end, at, crowd, planned=True, leaps=leaps)
    look = _look(board, start, path, room)
    if begins_on_piece(board, start, at):
        begun = path_start(path, _ON_BODY)
        path = (begun[-1], *path[len(begun) - 1 :])
        look = look._replace(
            head=_PLANNED_HEAD,
            back=0,
            thin=_STEP_THIN,
            pointed=_POINTED,
            space=_STEP_SPACE,
            whole=True,
        )
        room = min(room + _BEFORE, _length(path) - _LEAST)
    elif board.pivot:
        look, room = look._replace(head=0.9, space=_BOW_SPACE), room + _OUTSIDE
    elif leaps:
        look = look._replace(thin=_LEAP_THIN)
    elif _length(path) > 2 * room + _OVER:
        path = (path_start(path, room + _AWAY)[-1], *path[1:])
    for part in _dashed(path, room, look):
        yield sized(board, part, base)


def begins_on_piece(board: Board, start: Cell, end: Point) -> bool:
    """Tell whether the arrow of a planned move has only room if it begins on the piece itself."""
    return board.pivot is not None and math.dist(start.centre, end) <= JUMP * start.room


def _look(board: Board, start: Cell, path: tuple[Point, ...], room: float) -> _Look:
    """Choose how an arrow looks.

    One inside the cell that it leaves is dark there. On a board of rings a head shares little room
    with the cross before it, or with the ring's number.
    """
    if is_pointed(start.outline):
        back = _STEP_BACK if _goes_on_behind(board, start, path) else _STEP_BACK_AT_RIM
        return _Look(_STEP_HEAD, _STEP_SHORT, back, (Role.LAST, Role.LAST_EDGE))
    if _length(path) - room < (_INSIDE_ROUND if board.pivot else _INSIDE):
        return _Look(1, _SHORT, _BACK, (Role.LAST_EDGE, Role.LAST))
    return _Look(_SLIM if board.pivot else 1, _SHORT, _BACK, (Role.LAST, Role.LAST_EDGE), _WIDE)


def _goes_on_behind(board: Board, start: Cell, path: tuple[Point, ...]) -> bool:
    """Tell whether the board has a cell as far behind a step's start as the step is long."""
    x, y = start.centre.x - board.scale * path[-1].x, start.centre.y - board.scale * path[-1].y
    return any(math.dist((x, y), cell.centre) < start.room for cell in board.cells.values())


def _length(path: tuple[Point, ...]) -> float:
    return sum(math.dist(*part) for part in pairwise(path))


def _relative(
    board: Board,
    start: Cell,
    end: Cell,
    at: Point,
    crowd: tuple[Point, ...],
    *,
    planned: bool = False,
    leaps: bool = False,
) -> tuple[Point, tuple[Point, ...], float]:
    """Return where an arrow begins, its path from there, and the radius of what is at its end.

    A straight path is on whole units, so that equal arrows are the same symbols; a bow, which ends
    at a rim, on quarters of them, so that it is smooth.
    """
    scale = board.scale
    if leaps:
        path = leap(board, start.centre, at, crowd)
    else:
        path = straight_or_bowed(board, start.centre, start.room, at, crowd, planned=planned)
    base = Point(round(start.centre.x), round(start.centre.y))
    fine = 1 if len(path) == 2 else 4
    from_base = (((x - base.x) / scale, (y - base.y) / scale) for x, y in path)
    relative = (Point(round(x * fine) / fine, round(y * fine) / fine) for x, y in from_base)
    short = _SHORT_OF if is_pointed(start.outline) else 0
    at_rim = math.dist(path[-1], at) > 1
    return base, (*dict.fromkeys(relative),), 0 if at_rim else round(end.room / scale, 1) + short


@lru_cache(maxsize=512)
def _arrow(path: tuple[Point, ...], room: float, look: _Look) -> tuple[Symbol, ...]:
    """Return the tiles of an arrow."""
    path = _begun_behind(path, room, look)
    points = _outline(path, room, look)
    shape = Polygon(points, *look.colours, _EDGE)
    xs, ys = zip(*points, strict=True)
    reach = [*_reach(path, look.wide)]
    tiles = []
    begin, head = math.floor(min(xs)) - 2, math.floor(min(ys)) - 2
    right, foot = math.ceil(max(xs)) + 2, math.ceil(max(ys)) + 2
    wide, high = right - begin, foot - head
    whole = wide * high <= _MOST_WHOLE
    tile = max(wide, high) if whole else _TILE
    for left in range(begin, right, tile):
        for top in range(head, foot, tile):
            if whole or _meets(reach, left, top):
                # No larger than the arrow: that may end near the picture's edge.
                window = Box(left, top, min(left + tile, right), min(top + tile, foot))
                tiles.append(Symbol(ARROW, (shape,), window=window))
    return tuple(tiles)


@lru_cache(maxsize=256)
def _head(path: tuple[Point, ...], room: float, look: _Look) -> Symbol:
    outline = _outline(_begun_behind(path, room, look), room, look)
    middle = len(outline) // 2
    return Symbol("head", (Polygon(outline[middle - 1 : middle + 2], *look.colours, _EDGE),))


@lru_cache(maxsize=256)
def _dashed(path: tuple[Point, ...], room: float, look: _Look) -> tuple[Symbol, ...]:
    """Return the dashes of an arrow and its head, each a symbol: its box would be mostly empty."""
    shaft, tip, size = _shaft(_begun_behind(path, room, look), room, look.head)
    wide = _THIN * look.thin
    outlines = [_dash(part, wide) for part in _parts(shaft, look.space)]
    outlines.append(_head_outline(shaft, tip, size, look.pointed))
    shapes = [Polygon(outline, Role.LAST, Role.LAST_EDGE, _EDGE) for outline in outlines]
    if look.whole:
        shapes.insert(0, Polygon(_dash((*shaft,), wide + _EDGE / 2), Role.LAST_EDGE))
    return tuple(Symbol("planned way", (shape,), lit=True) for shape in shapes)


def _parts(shaft: list[Point], space: float) -> Iterator[tuple[Point, ...]]:
    """Cut a path into dashes, which begin and end with it."""
    whole = _length((*shaft,)) - 1  # the last one touches the head
    count = max(1, round((whole + space) / (_DASH + space)))
    each = (whole + space) / count
    for number in range(count):
        begun = path_start(shaft, number * each)
        ended = path_start(shaft, (number + 1) * each - space)
        yield (begun[-1], *ended[len(begun) - 1 :])


def _dash(path: tuple[Point, ...], wide: float) -> tuple[Point, ...]:
    """Return the outline of a dash."""
    one, other = _sides(path, [wide] * len(path))
    return (*one, *reversed(other))


def _sides(path: Sequence[Point], widths: Iterable[float]) -> tuple[list[Point], list[Point]]:
    """Return the points beside those of a path, on its one side and on the other, so far away."""
    sides: tuple[list[Point], list[Point]] = [], []
    for number, (point, wide) in enumerate(zip(path, widths, strict=True)):
        x, y = unit(path[max(number - 1, 0)], path[min(number + 1, len(path) - 1)])
        for side, outwards in zip(sides, (wide, -wide), strict=True):
            side.append(Point(point.x + y * outwards, point.y - x * outwards))
    return sides


def _begun_behind(path: tuple[Point, ...], room: float, look: _Look) -> tuple[Point, ...]:
    """Lengthen a short path backwards, so that its arrow has a shaft."""
    whole = _length(path)
    back = min(look.short - (whole - room), look.back)
    if back <= 0:
        return path
    x, y = unit(path[0], path[1])
    return Point(path[0].x - x * back, path[0].y - y * back), *path


def _reach(path: tuple[Point, ...], wide: float) -> Iterator[tuple[Point, float]]:
    """Give points along an arrow, close together, each with how far it reaches to its sides."""
    whole = _length(path)
    for step in range(math.ceil(whole / _STEP) + 1):
        left = whole - step * _STEP
        head = left < 3 * _HEAD_LENGTH
        half = _HEAD if head else _NECK * wide
        yield path_start(path, step * _STEP)[-1], half + _EDGE + _STEP / 2


def _meets(reach: Iterable[tuple[Point, float]], left: float, top: float) -> bool:
    """Tell whether an arrow may reach into a tile."""
    for (x, y), wide in reach:
        across = max(left - x, x - left - _TILE, 0)
        down = max(top - y, y - top - _TILE, 0)
        if across * across + down * down <= wide * wide:
            return True
    return False


def _shaft(path: tuple[Point, ...], room: float, most: float) -> tuple[list[Point], Point, float]:
    """Return the path of an arrow's shaft, its tip, and how large its head is."""
    whole = _length(path)
    length = max(whole - room, whole * 0.3)
    size = min(most, 0.62 * length / _HEAD_LENGTH)
    shaft = [*path_start(path, length - _HEAD_LENGTH * size)]
    return shaft, path_start(path, length)[-1], size


def _outline(path: tuple[Point, ...], room: float, look: _Look) -> tuple[Point, ...]:
    shaft, tip, size = _shaft(path, room, look.head)
    steps = len(shaft) - 1
    widths = (look.wide * (_TAIL + (_NECK - _TAIL) * step / steps) for step in range(steps + 1))
    one, other = _sides(shaft, widths)
    return (*one, *_head_outline(shaft, tip, size), *reversed(other))


def _head_outline(
    shaft: list[Point], tip: Point, size: float, pointed: float = 1
) -> tuple[Point, ...]:
    """Return the three corners of an arrow's head."""
    base = shaft[-1]
    x, y = unit(base, tip)
    wide = _HEAD * max(size, 0.75) * pointed
    return (
        Point(base.x + y * wide, base.y - x * wide),
        tip,
        Point(base.x - y * wide, base.y + x * wide),
    )

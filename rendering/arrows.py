"""The arrow of a move: one clean shape from the cell it leaves to the cell it reaches."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rendering.colour_roles import Role
from rendering.geometry import Box, Point, is_pointed, path_start, polar_point
from rendering.scene import Board, Cell, Token
from rendering.shapes import Polygon, Symbol, Text, enlarge

ARROW = "way"
"""The name of the tiles of an arrow that is not dashed."""
_TAIL, _NECK, _HEAD, _HEAD_LENGTH = 3.2, 5, 15, 24
"""Half the width of the shaft at its tail and its head, half that of the head, and its length."""
_EDGE = 3
_DASH, _SPACE, _THIN = 15, 9, 4.2
"""The length of the dashes of a planned move's arrow, the gap between two, half their width."""
_SLIM = 0.85
"""How large a head is, of the usual, where it ends close to what was jumped over."""
_WIDE = 1.25
"""How wide the shaft of a long arrow is, of the usual: it is seen on a phone."""
_SHORT, _BACK = 60, 19
"""A shorter arrow begins behind its cell's middle, at most so far."""
_STEP_HEAD, _STEP_SHORT, _STEP_BACK, _SHORT_OF = 0.95, 82, 22, 12.5
"""The same where every move is one step between triangles, how large a head is there, and how far
before the edge of what came it ends, whose corner it would cover."""
_STEP_BACK_AT_RIM = 10
"""How far behind its cell's middle such an arrow begins that was made, where the board ends there.
"""
_PLANNED_HEAD, _POINTED, _STEP_THIN, _STEP_SPACE = 0.85, 0.95, 1.1, 5
"""How large the head of the arrow of a planned step on a board of rings is, how wide that is, how
wide its dashes, and the gap between two: with a head as wide as long it would point nowhere."""
_ON_BODY, _BEFORE, _LEAST = 10, 1.5, 33
"""How far from the middle of the piece that is to move it begins, how far before the rim of what is
not there yet it ends, and how long it is at least, even if it reaches over that."""
_OVER, _AWAY = 60, 4
"""How far apart two pieces' rims are if the dashes of an arrow lie between them, and how far from a
rim these begin."""
_LEAP, _LEAP_BEGINS, _LEAP_ENDS, _LEAP_THIN = 64, (45, 78), (37, 66), 1.2
"""How far beside the middle of what it jumps over an arrow passes on a board of squares; how far
from the middles of its cells it begins and ends, each with the angle to the straight way, in
degrees; and how wide the dashes of a planned one are."""
_INSIDE, _INSIDE_ROUND = 45, 57
"""A shorter arrow lies nearly all in the cell that was left, which has an arrow's usual colour; and
the same on a board of rings."""
_JUMP, _BOW, _RIM = 3, 46, 31
"""A straight way on a board of rings that is longer than so many of a cell's room is a jump: its
arrow bows past what it leaps over, so far beside it, from rim to rim of the piece that jumps."""
_BOW_BEGINS, _BOW_ENDS = 62, 48
"""The angles to the straight way, in degrees, at which it begins and ends there."""
_PLANNED_BOW, _PLANNED_RIM, _OUTSIDE, _BOW_SPACE = 49, 36, 1, 6.5
"""The same of a planned jump, so that its dashes have room; how far from its place its tip is, and
the gap between two dashes."""
_STRIDE, _ASIDE, _CLEAR = 60, 38, 10
"""A way along a ring through more degrees is a jump: how far beside the ring its arrow passes what
it leaps over; and how far from all else that should not lie under it."""
_BEND = 6
"""Degrees between two points of a curved arrow."""
_TILE, _STEP = 56, 8
"""An arrow is drawn in tiles so large, as its box is mostly empty; and how closely it is tested."""


class _Look(NamedTuple):
    """How large an arrow's head is, how long it is at least and how far behind, its colours.

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
    scale = board.scale
    tiles = _arrow(path, room, _look(board, start, path, room))
    return tuple(Token(tile if scale == 1 else enlarge(tile, scale), base) for tile in tiles)


def arrow_head(
    board: Board, start: Cell, end: Cell, at: Point, crowd: tuple[Point, ...] = ()
) -> Token:
    """Draw the head of an arrow alone."""
    base, path, room = _relative(board, start, end, at, crowd)
    head = _head(path, room, _look(board, start, path, room))
    return Token(head if board.scale == 1 else enlarge(head, board.scale), base)


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
        yield Token(part if board.scale == 1 else enlarge(part, board.scale), base)


def begins_on_piece(board: Board, start: Cell, end: Point) -> bool:
    """Tell whether the arrow of a planned move has only room if it begins on the piece itself."""
    return board.pivot is not None and math.dist(start.centre, end) <= _JUMP * start.room


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
        path = _leap(board, start.centre, at, crowd)
    else:
        path = _path(board, start.centre, start.room, at, crowd, planned=planned)
    base = Point(round(start.centre.x), round(start.centre.y))
    fine = 1 if len(path) == 2 else 4
    from_base = (((x - base.x) / scale, (y - base.y) / scale) for x, y in path)
    relative = (Point(round(x * fine) / fine, round(y * fine) / fine) for x, y in from_base)
    short = _SHORT_OF if is_pointed(start.outline) else 0
    at_rim = math.dist(path[-1], at) > 1
    return base, (*dict.fromkeys(relative),), 0 if at_rim else round(end.room / scale, 1) + short


@lru_cache(maxsize=64)
def _path(
    board: Board,
    start: Point,
    room: float,
    end: Point,
    crowd: tuple[Point, ...],
    *,
    planned: bool,
) -> tuple[Point, ...]:
    """Choose an arrow's way: the first that is clear of a crowd and of what the floor bears."""
    if board.pivot is None:
        return start, end
    ways = [*_ways(start, room, end, board.pivot, board.scale, planned=planned)]
    if len(ways) == 1:
        return ways[0]
    labels = (it for it in board.labels if isinstance(it, Text) and it.on is not Role.RIM)
    beside = [(it, _RIM * board.scale) for it in crowd]
    beside += ((label.centre, label.size / 2) for label in labels)
    clear = [_clearance(way, beside) for way in ways]
    first = (way for way, room in zip(ways, clear, strict=True) if room >= _CLEAR * board.scale)
    return next(first, ways[clear.index(max(clear))])


def _leap(board: Board, start: Point, end: Point, crowd: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a way past what is jumped over.

    It passes over the board, on the side where more room is, or else on that of the middle.
    """
    beside = [(at, 0.0) for at in crowd]

    def worth(way: tuple[Point, ...]) -> tuple[bool, float, float]:
        peak = way[len(way) // 2]
        on_board = any(math.dist(peak, cell.centre) < cell.room for cell in board.cells.values())
        return (
            on_board,
            round(min(_clearance(way, beside), board.width)),
            -math.dist(peak, board.middle),
        )

    look = _LEAP, _LEAP_BEGINS, _LEAP_ENDS
    ways = (_bow(start, end, board.middle, *look, side * board.scale) for side in (1, -1))
    return max(ways, key=worth)


def _ways(
    start: Point, room: float, end: Point, pivot: Point, scale: float, *, planned: bool
) -> Iterator[tuple[Point, ...]]:
    """Give the ways that an arrow may take, the best first: a jump may bow to either side."""
    radius, angle = math.dist(pivot, start), _angle(start, end, pivot)
    if abs(radius - math.dist(pivot, end)) <= 1 and abs(angle) <= 120:
        if abs(angle) <= _STRIDE:
            yield _arc(start, angle, pivot)
            return
        aside = _ASIDE * scale
        yield _through(start, _part_of_arc(start, angle / 2, pivot, -aside), end)
        yield _arc(start, angle, pivot, -aside)
        yield _arc(start, angle, pivot, aside)
    elif math.dist(start, end) > _JUMP * room:
        aside, rim = (_PLANNED_BOW, _PLANNED_RIM) if planned else (_BOW, _RIM)
        look = aside, (rim, _BOW_BEGINS), (rim, _BOW_ENDS)
        for side in (1, -1):
            yield _bow(start, end, pivot, *look, side * scale)
    else:
        yield start, end


def _angle(start: Point, end: Point, pivot: Point) -> float:
    """Return how far clockwise from a point another lies around the pivot."""
    return math.remainder(_bearing(end, pivot) - _bearing(start, pivot), 360)


def _bearing(at: Point, pivot: Point) -> float:
    return math.degrees(math.atan2(at.x - pivot.x, pivot.y - at.y))


def _part_of_arc(start: Point, angle: float, pivot: Point, aside: float) -> Point:
    """Return a point so far around the pivot, and so far beside the ring there."""
    return polar_point(math.dist(pivot, start) + aside, _bearing(start, pivot) + angle, pivot)


def _arc(start: Point, angle: float, pivot: Point, aside: float = 0) -> tuple[Point, ...]:
    """Return a way around the pivot, in the middle so far beside its ring."""
    steps = math.ceil(abs(angle) / _BEND)
    shares = [step / steps for step in range(steps + 1)]
    return tuple(
        _part_of_arc(start, angle * share, pivot, aside * math.sin(math.pi * share) ** 2)
        for share in shares
    )


def _clearance(way: tuple[Point, ...], beside: Iterable[tuple[Point, float]]) -> float:
    """Tell how far a way keeps from round things beside it."""
    near = (math.dist(at, it) - radius for it, radius in beside for at in way)
    return min(near, default=math.inf)


def _bow(
    start: Point,
    end: Point,
    pivot: Point,
    aside: float,
    begins: tuple[float, float],
    ends: tuple[float, float],
    scale: float,
) -> tuple[Point, ...]:
    """Return a bow that passes so far beside the middle: clockwise if `scale` is above 0.

    It begins and ends so far from both points, each at an angle in degrees to the straight way.
    """
    x, y = _direction(start, end)
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    inwards = -x * (middle.x - pivot.x) - y * (middle.y - pivot.y)
    out = math.copysign(scale, scale * inwards)

    def beside(at: Point, along: float, high: float) -> Point:
        along, high = along * abs(scale), high * out
        return Point(at.x + x * along + y * high, at.y + y * along - x * high)

    first, last = (polar_point(rim, 90 - angle) for rim, angle in (begins, ends))
    return _through(
        beside(start, first.x, -first.y), beside(middle, 0, aside), beside(end, -last.x, -last.y)
    )


def _through(start: Point, middle: Point, end: Point) -> tuple[Point, ...]:
    """Return a curve through three points."""
    peak = Point(*(2 * b - (a + c) / 2 for a, b, c in zip(start, middle, end, strict=True)))
    return tuple(
        Point(
            *(
                (1 - part) ** 2 * a + 2 * part * (1 - part) * b + part**2 * c
                for a, b, c in zip(start, peak, end, strict=True)
            )
        )
        for part in (step / 20 for step in range(21))
    )


@lru_cache(maxsize=512)
def _arrow(path: tuple[Point, ...], room: float, look: _Look) -> tuple[Symbol, ...]:
    """Return the tiles of an arrow."""
    path = _begun_behind(path, room, look)
    points = _outline(path, room, look)
    shape = Polygon(points, *look.colours, _EDGE)
    xs, ys = zip(*points, strict=True)
    reach = [*_reach(path, look.wide)]
    tiles = []
    right, foot = math.ceil(max(xs)) + 2, math.ceil(max(ys)) + 2
    for left in range(math.floor(min(xs)) - 2, right, _TILE):
        for top in range(math.floor(min(ys)) - 2, foot, _TILE):
            if _meets(reach, left, top):
                # No larger than the arrow: that may end near the picture's edge.
                window = Box(left, top, min(left + _TILE, right), min(top + _TILE, foot))
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
    sides: tuple[list[Point], list[Point]] = [], []
    for number, point in enumerate(path):
        x, y = _direction(path[max(number - 1, 0)], path[min(number + 1, len(path) - 1)])
        for side, outwards in zip(sides, (wide, -wide), strict=True):
            side.append(Point(point.x + y * outwards, point.y - x * outwards))
    return (*sides[0], *reversed(sides[1]))


def _begun_behind(path: tuple[Point, ...], room: float, look: _Look) -> tuple[Point, ...]:
    """Lengthen a short path backwards, so that its arrow has a shaft."""
    whole = _length(path)
    back = min(look.short - (whole - room), look.back)
    if back <= 0:
        return path
    x, y = _direction(path[0], path[1])
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
    sides: tuple[list[Point], list[Point]] = [], []
    for number, point in enumerate(shaft):
        x, y = _direction(shaft[max(number - 1, 0)], shaft[min(number + 1, len(shaft) - 1)])
        wide = look.wide * (_TAIL + (_NECK - _TAIL) * number / (len(shaft) - 1))
        for side, outwards in zip(sides, (wide, -wide), strict=True):
            side.append(Point(point.x + y * outwards, point.y - x * outwards))
    return (*sides[0], *_head_outline(shaft, tip, size), *reversed(sides[1]))


def _head_outline(
    shaft: list[Point], tip: Point, size: float, pointed: float = 1
) -> tuple[Point, ...]:
    """Return the three corners of an arrow's head."""
    base = shaft[-1]
    x, y = _direction(base, tip)
    wide = _HEAD * max(size, 0.75) * pointed
    return (
        Point(base.x + y * wide, base.y - x * wide),
        tip,
        Point(base.x - y * wide, base.y + x * wide),
    )


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1
    return Point((end.x - start.x) / length, (end.y - start.y) / length)

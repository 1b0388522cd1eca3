"""The wood of boards: mitred frames, planks with their grain, carved pits."""

import math
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import pairwise
from random import Random

from rendering.colour_roles import Role, Shade
from rendering.geometry import Point, offset_outline, polar_point, scaled, sharp_corners, translate
from rendering.shapes import Bevel, Polygon, Shadow, Shape, Symbol, Text

RIM_WIDTH = 30
OUTER_BEVEL, INNER_BEVEL = 3, 4
_TONES = Role.RIM, Role.RIM_LIGHT, Role.RIM_DARK
LIP = Shade(Role.WOOD, Role.GRAIN_LIGHT, 0.5)
"""The lower lip of what is carved, which catches the light."""
WALL, _BLUR, _SOFT, _SHADED = 11, 0.7, 5, 0.34
"""Half as wide as the shadow is in a pit, how much of it is soft, in how many steps, and how light
the floor is beside it."""
_FLAT, _FLAT_SOFT, _FLAT_LIGHT = 7, 0.5, 0.7
"""The tones of a floor in a theme without depth, how much of it they take, and the lightest."""
_SEAM = 1.5
_BARS = 0.3
"""The difference between the bars of a toned frame."""
_DARK_TONES, _LIGHT_TONES = (0.07, 0.07, 0.13), (0.06, 0.11)
"""The strength of streaks: few tones, and low ones, since the pieces are what should be seen."""
_TURNED, _LONG_TURNED, _SLANT = (2, 2.8, 3.6, 4.6), (0.35, 0.85), 7
"""The thickness of streaks of turned wood, their lengths, of their wedge, and their slant."""
_TURNED_TONES = (0.13,), (0.11,)
"""Their strength: such a board is painted with few tones."""
_DARK_SHARE = 0.68
_BEYOND = 70
"""The distance from a round board's middle to that of the arcs of its grain."""
_LONG = 0.2, 0.75
_THICK = 0.9, 1.2, 1.6, 2.2, 3, 4.2
"""The length of streaks, of a row, and their thickness."""
_SHARES = tuple(step / 14 for step in range(15))
"""The places of the points on each side of a streak, of its length."""


def rim(
    hull: tuple[Point, ...],
    width: float = RIM_WIDTH,
    *,
    seed: int = 1,
    seamless: Container[Point] = (),
    carved: bool = False,
    turned: bool = False,
    toned: bool = False,
) -> tuple[Shape, ...]:
    """Draw a wooden frame around a board's outline (convex, clockwise), mitred at its corners.

    `seamless` corners show no joint; a `carved` frame reaches further in, and so has no inner edge.
    A round one is `turned`: the light on its edges fades, and has no steps. The bars of a `toned`
    one are lighter or darker by the directions in which they lie.
    """
    outer = offset_outline(hull, width)
    inner = offset_outline(hull, -width) if carved else hull
    edge = OUTER_BEVEL + turned
    bars: tuple[Shape, ...] = (
        Polygon(outer, Role.RIM),
        *((Bevel(outer, inner, *_TONES, strength=_BARS),) if toned else ()),
        *_bars_grain(hull, width * (1 + carved), width, seed),
        Bevel(outer, offset_outline(outer, -edge), *_TONES, tapered=turned),
    )
    if not carved:
        bars += (lip(hull, turned=turned),)
    mitres = (
        Polygon((inner[corner], outer[corner]), None, Role.RIM_DARK, _SEAM, closed=False)
        for corner in sharp_corners(hull)
        if hull[corner] not in seamless
    )
    return (*bars, *mitres)


def frame_label(at: Point, words: str) -> Text:
    """Return the name of a row on a slanting bar of a frame; two digits are narrow."""
    size, narrow = (26, False) if len(words) < 2 else (24, True)
    return Text(at, words, size, Role.RIM_TEXT, Role.RIM, narrow=narrow)


def lip(outline: tuple[Point, ...], *, turned: bool = False) -> Bevel:
    """Return the inner edge of a frame, around an outline, perhaps of a `turned` one."""
    wide = INNER_BEVEL + turned
    outer = offset_outline(outline, wide)
    return Bevel(outer, outline, *_TONES, raised=False, tapered=turned)


def inside_shadow(hull: tuple[Point, ...], reach: float = 10) -> Shadow:
    """Return the shadow that a frame casts on the board inside it."""
    return Shadow(hull, reach, 0.38, inner=True)


def _bars_grain(hull: tuple[Point, ...], deep: float, width: float, seed: int) -> Iterator[Polygon]:
    """Draw grain along each long bar of a frame, `deep` from its outer edge inwards."""
    rng = Random(seed)
    for start, end in pairwise((*hull, hull[0])):
        length = math.dist(start, end)
        if length < 4 * width:
            continue
        x, y = (end.x - start.x) / length, (end.y - start.y) / length
        origin = Point(start.x + y * width, start.y - x * width)

        def place(
            along: float, down: float, origin: Point = origin, x: float = x, y: float = y
        ) -> Point:
            return Point(origin.x + x * along - y * down, origin.y + y * along + x * down)

        yield from _streaks(rng, place, length, deep - 5, round(deep / 5))


def grain(
    outline: tuple[Point, ...], row: float, *, seed: int, streaks: float = 0.16
) -> Iterator[Polygon]:
    """Draw planks within a convex outline: rows, and long wavy streaks that run along them.

    `row` is a plank's height, `streaks` how many there are for each unit of it. The grain is fixed
    by `seed`, so the same board comes out always.
    """
    rng = Random(seed)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    for number in range(round((bottom - top) / row)):
        upper = top + number * row
        lower = min(upper + row, bottom)
        reaches = [_reach(outline, y) for y in (upper + 1, lower - 1)]
        left, right = max(left for left, _ in reaches), min(right for _, right in reaches)

        def place(along: float, down: float, left: float = left, upper: float = upper) -> Point:
            return Point(left + along, upper + down)

        yield from _streaks(rng, place, right - left, lower - upper, round(row * streaks))


def wedge_grain(
    middle: Point, angle: float, half: float, reach: tuple[float, float], *, seed: int, streaks: int
) -> Iterator[Polygon]:
    """Draw turned grain across a wedge of a round board: arcs around a point near its `middle`.

    The wedge lies `half` as many degrees to both sides of an `angle`; `reach` is how near to the
    middle it begins and where it ends. There are so many `streaks`, each in its part of that; they
    are thin and taper off, since broad ones would be bands with edges.
    """
    near, far = reach
    rng = Random(seed)

    def place(share: float, down: float) -> Point:
        turn = half * (2 * share - 1)
        x, y = polar_point(_BEYOND, turn)
        away = math.sqrt((near + down + _BEYOND) ** 2 - x * x) + y
        return polar_point(min(away, far), angle + turn, middle)

    each = (far - near) / streaks
    for number in range(streaks):
        wide, down = rng.choice(_TURNED), each * (number + rng.uniform(0.1, 0.9))
        long = rng.uniform(*_LONG_TURNED)
        begin, slant = rng.uniform(0, 1 - long), rng.uniform(-_SLANT, _SLANT)
        line = [(begin + long * share, down + slant * share) for share in _SHARES]
        yield _streak(line, wide, place, *_colour(rng, _TURNED_TONES))


def _streaks(
    rng: Random, place: Callable[[float, float], Point], length: float, height: float, count: int
) -> Iterator[Polygon]:
    """Draw streaks in a bar or row of some length and height; `place` lays out its points."""
    for _ in range(count):
        wide = rng.choice(_THICK)
        down = rng.uniform(3 + wide, height - 3 - wide)
        reach = rng.uniform(*_LONG) * length
        begin = rng.uniform(0, length - reach)
        wave, swing, phase = rng.uniform(0.4, 1.6), rng.uniform(0.4, 2), rng.uniform(0, 6)
        swing = min(swing, max(0.0, min(down - wide - 1, height - down - wide - 1)))
        heights = [down + swing * math.sin(wave * 2 * math.pi * share + phase) for share in _SHARES]
        line = [(begin + reach * share, y) for share, y in zip(_SHARES, heights, strict=True)]
        yield _streak(line, wide, place, *_colour(rng, (_DARK_TONES, _LIGHT_TONES)))


def _streak(
    line: Sequence[tuple[float, float]],
    wide: float,
    place: Callable[[float, float], Point],
    role: Role,
    opacity: float,
) -> Polygon:
    """Return a streak around a line, which tapers off to both its ends."""
    halves = [wide * math.sin(math.pi * share) ** 0.7 / 2 for share in _SHARES]
    upper = [place(x, y - half) for (x, y), half in zip(line, halves, strict=True)]
    lower = [place(x, y + half) for (x, y), half in zip(line, halves, strict=True)]
    return Polygon((*upper, *reversed(lower)), role, opacity=opacity)


def _colour(rng: Random, tones: tuple[tuple[float, ...], tuple[float, ...]]) -> tuple[Role, float]:
    dark = rng.random() < _DARK_SHARE
    return (Role.GRAIN, Role.GRAIN_LIGHT)[not dark], rng.choice(tones[not dark])


def pit(name: str, outline: tuple[Point, ...]) -> Symbol:
    """Return a carved pit: light from the upper left leaves one wall in shade, the other shines."""
    middle = Point(*(0.4 * max(part) for part in zip(*outline, strict=True)))
    floor = (*hollow(outline, WALL, middle),)
    return Symbol(name, (*_mouth(outline), *floor), smooth=len(floor))


def trough(name: str, outline: tuple[Point, ...]) -> Symbol:
    """Return a long hollow: its upper half lies in the shade of its wall."""
    floor = (*hollow(outline, WALL * 0.7),)
    return Symbol(name, (*_mouth(outline), *floor), smooth=len(floor))


def hollow(
    outline: tuple[Point, ...], deep: float, focus: Point | None = None
) -> Iterator[Polygon]:
    """Draw a floor and on it the soft shadow of its wall, half as wide as it is `deep`.

    It is lightest at the `focus`, or else at its foot.
    """
    inside = offset_outline(outline, -0.5)
    yield Polygon(inside, Role.PIT_EDGE)
    for step in range(1, _SOFT + 1):
        away = deep * (1 - _BLUR + _BLUR * step / _SOFT)
        part = translate(offset_outline(inside, -away), 0.7 * away, 0.7 * away)
        shaded, light = (
            Shade(Role.PIT_EDGE, Role.PIT_LIGHT, share) for share in (_SHADED * step / _SOFT, 0.9)
        )
        if step < _SOFT:
            yield Polygon(part, shaded)
        elif focus:
            yield Polygon(part, shaded, glow=light, focus=focus)
            yield from _flat_floor(part, focus)
        else:
            yield Polygon(part, light, glow=shaded)


def _flat_floor(outline: tuple[Point, ...], focus: Point) -> Iterator[Polygon]:
    """Draw the floor of a pit in a theme without depth: a few tones, ever lighter."""
    for step in range(_FLAT):
        share = step / (_FLAT - 1)
        tone = Shade(Role.PIT_EDGE, Role.PIT_LIGHT, _SHADED + (_FLAT_LIGHT - _SHADED) * share)
        yield Polygon(scaled(outline, 1 - _FLAT_SOFT * share, focus), tone, flat=True)


def _mouth(outline: tuple[Point, ...]) -> Iterator[Polygon]:
    """Draw the edge of a hollow: the lip towards the light is dark, the other one shines."""
    yield Polygon(translate(offset_outline(outline, 2), 0.9, 1.1), LIP, glow=Role.TRACK)
    yield Polygon(offset_outline(outline, 1), Role.RIM_DARK)


def _reach(outline: tuple[Point, ...], y: float) -> tuple[float, float]:
    """Return how far a convex outline reaches to the left and to the right at one height."""
    crossings = []
    for one, other in zip(outline, (*outline[1:], outline[0]), strict=True):
        low, high = sorted((one, other), key=lambda point: point.y)
        if low.y <= y <= high.y and low.y < high.y:
            crossings.append(low.x + (high.x - low.x) * (y - low.y) / (high.y - low.y))
    return min(crossings), max(crossings)

"""How a shape looks, whoever paints it: what of it a theme has, in which colours, in which box."""

import math
from functools import lru_cache

from rendering.colour_roles import Ink, Role
from rendering.geometry import Box, Point
from rendering.shapes import Bevel, Disc, Polygon, Shadow, Shape, Symbol, Text
from rendering.themes import Colour, Theme

SHADOW_STEPS = 5


def is_painted(shape: Shape, theme: Theme) -> bool:
    """Tell whether a theme has a shape: grain or a shadow may be missing."""
    match shape:
        case Polygon(flat=True):
            return not theme.depth
        case Polygon(fill=Role.GRAIN | Role.GRAIN_LIGHT):
            return theme.grain
        case Shadow():
            return theme.depth
    return True


def is_even(bevel: Bevel, theme: Theme) -> bool:
    """Tell whether light and dark do not differ in a theme, so that a bevel is one even line."""
    return theme.ink(bevel.light) == theme.ink(bevel.dark)


def side_colour(bevel: Bevel, tone: Ink, theme: Theme) -> Colour:
    """Return the colour of a bevel's side: all have one where light and dark do not differ."""
    if is_even(bevel, theme):
        return theme.ink(bevel.light if bevel.strength == 1 else bevel.base)
    return theme.ink(tone)


@lru_cache(maxsize=8192)
def bounds(symbol: Symbol) -> tuple[int, int, int, int]:
    """Return the box around a symbol's shapes: left, top, right, bottom in whole units."""
    boxes = [symbol.window] if symbol.window else [extent(shape) for shape in symbol.shapes]
    for part, (x, y) in symbol.parts:
        left, top, right, bottom = bounds(part)
        boxes.append(Box(left + x, top + y, right + x, bottom + y))
    return (
        math.floor(min(box.left for box in boxes)),
        math.floor(min(box.top for box in boxes)),
        math.ceil(max(box.right for box in boxes)),
        math.ceil(max(box.bottom for box in boxes)),
    )


def extent(shape: Shape) -> Box:
    """Return the box around a shape."""
    match shape:
        case Polygon(points=points, width=width, sink=sink):
            return _around(points, width / 2 + sink)
        case Disc(centre=(x, y), radius=reach, sink=sink):
            return Box(x - reach, y - reach, x + reach, y + reach + sink)
        case Bevel(outer=outer, inner=inner):
            return _around((*outer, *inner), 0)
        case Shadow(outline=outline, reach=reach):
            return _around(outline, 0 if shape.inner else reach)
        case Text(centre=(x, y), size=size, halo=halo, sink=sink):
            y += sink
            half = shape.width / 2 + 1 + halo
            return Box(x - half, y - size * 0.6 - halo, x + half, y + size * 0.7 + halo)


def _around(points: tuple[Point, ...], margin: float) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)

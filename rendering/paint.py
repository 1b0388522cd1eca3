"""Shapes painted with Pillow, at any scale; smoothness comes from painting large and reducing."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from rendering.geometry import Point
from rendering.scene import Disc, Polygon, Shape, Symbol, Text
from rendering.themes import Colour, Theme, mixed

FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
CAPITAL = 0.729
"""The height of a capital over the font's size, by which text is centred."""
_GLOW_STEPS = 5


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Load the font that comes with the project."""
    return ImageFont.truetype(FONT, size)


def paint(
    canvas: Image.Image,
    shapes: Iterable[Shape],
    theme: Theme,
    scale: int,
    origin: Point = Point(0, 0),  # noqa: B008 (a value)
) -> None:
    """Paint shapes, enlarged, with `origin` at the canvas's upper left corner.

    On an RGB canvas what is faint blends with what is there; on a transparent one it replaces it,
    so there it must come first.
    """
    draw = ImageDraw.Draw(canvas, "RGBA")
    for shape in shapes:
        match shape:
            case Polygon():
                _paint_polygon(draw, shape, theme, scale, origin)
            case Disc():
                _paint_disc(draw, shape, theme, scale, origin)
            case Text():
                draw.text(
                    (
                        (shape.centre.x - origin.x) * scale,
                        (shape.centre.y - origin.y + shape.size * CAPITAL / 2) * scale,
                    ),
                    shape.text,
                    theme.colours[shape.role],
                    font(round(shape.size * scale)),
                    "ms",
                )


def bounds(symbol: Symbol) -> tuple[int, int, int, int]:
    """Give the box around a symbol's shapes: left, top, right, bottom in whole units."""
    boxes = [_bounds(shape) for shape in symbol.shapes]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (
        int(min(lefts) // 1),
        int(min(tops) // 1),
        int(-(-max(rights) // 1)),
        int(-(-max(bottoms) // 1)),
    )


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    match shape:
        case Polygon():
            xs, ys = zip(*shape.points, strict=True)
            half = shape.width / 2
            return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        case Disc():
            (x, y), reach = shape.centre, shape.radius
            return x - reach, y - reach, x + reach, y + reach
        case Text():
            half = font(round(shape.size)).getlength(shape.text) / 2 + 1
            x, y = shape.centre
            return x - half, y - shape.size * 0.6, x + half, y + shape.size * 0.7


def _paint_polygon(
    draw: ImageDraw.ImageDraw, shape: Polygon, theme: Theme, scale: int, origin: Point
) -> None:
    points = [((x - origin.x) * scale, (y - origin.y) * scale) for x, y in shape.points]
    if shape.fill:
        draw.polygon(points, theme.colours[shape.fill])
    if shape.line:
        # One edge more than there are, so that the last corner is joined as well.
        path = [*points, *points[:2]] if shape.closed else points
        draw.line(path, theme.colours[shape.line], round(shape.width * scale), joint="curve")


def _paint_disc(
    draw: ImageDraw.ImageDraw,
    shape: Disc,
    theme: Theme,
    scale: int,
    origin: Point,
) -> None:
    x, y = (shape.centre.x - origin.x) * scale, (shape.centre.y - origin.y) * scale
    radius = shape.radius * scale

    def circle(middle: float, height: float, reach: float, colour: tuple[int, ...]) -> None:
        draw.ellipse(
            (middle - reach, height - reach, middle + reach - 1, height + reach - 1), colour
        )

    if shape.line:
        width = round(shape.width * scale)
        if shape.fill:
            circle(x, y, radius, theme.colours[shape.line])
            radius -= width
        else:
            around = (x - radius, y - radius, x + radius - 1, y + radius - 1)
            draw.ellipse(around, None, theme.colours[shape.line], width)
    if not shape.fill:
        return
    body = theme.colours[shape.fill]
    circle(x, y, radius, (*body, round(255 * shape.opacity)))
    if shape.glow:
        for step in range(1, _GLOW_STEPS + 1):
            share = step / _GLOW_STEPS
            colour: Colour = mixed(body, theme.colours[shape.glow], share * share)
            away = radius * 0.32 * share
            circle(x - away, y - away, radius * (1 - 0.82 * share), colour)


def text_width(text: str, size: float) -> float:
    """Measure a line of text, in units."""
    return font(round(size)).getlength(text)

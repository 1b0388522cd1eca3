"""Shapes painted with Pillow, at any scale; anti-aliased by painting large and reducing."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from rendering.colour_roles import Ink, Role
from rendering.fit_text import log_missing_letters
from rendering.geometry import Point, arc, clip_above, offset_outline, translate, without_lower
from rendering.shape_looks import SHADOW_STEPS, extent, is_even, is_painted, side_colour
from rendering.shapes import Bevel, Disc, Polygon, Shadow, Shape, Text
from rendering.themes import Colour, Theme, mix
from rendering.typeface import FONT, NARROW_FONT, typeface

_GLOW_STEPS = 32
_BEND = 0.25
"""The tangent of the greatest angle that the stroke of a line needs no joint for."""
_FINE = 4
"""The enlargement of text that is made narrower."""
_STRIP = 128
"""The width of the strips in which a shadow is laid."""
_MOST_LETTERS = 1_024
"""The number of letters that are kept, each of a size; most take half a kilobyte."""
_Points = list[tuple[float, float]]
"""Points of a canvas; a board has tens of thousands, which are made sooner without names."""


def paint(
    canvas: Image.Image,
    shapes: Iterable[Shape],
    theme: Theme,
    scale: int,
    origin: Point = Point(0, 0),  # noqa: B008 (a value)
) -> None:
    """Paint shapes, enlarged, with `origin` at the canvas's upper left corner.

    Each lies at least partly on the canvas. On an RGB canvas translucent shapes blend with what is
    there; on a transparent one (RGBX) they replace it, so there they must come first.
    """
    brush = _Brush(canvas, theme, scale, origin)
    for shape in shapes:
        if not is_painted(shape, theme):
            continue
        match shape:
            case Polygon():
                brush.polygon(shape)
            case Disc():
                brush.disc(shape)
            case Bevel():
                brush.bevel(shape)
            case Shadow():
                brush.shadow(shape)
            case Text():
                brush.text(shape)


@lru_cache(maxsize=128)
def _coloured_sides(
    bevel: Bevel, theme: Theme
) -> tuple[tuple[tuple[Point, ...], Colour, float, float], ...]:
    """Return a bevel's sides, each with its colour, its highest and its lowest place.

    A board is painted band by band, with the same bevels in each.
    """
    colours: dict[Ink, Colour] = {}
    found = []
    parts = bevel.bands if bevel.tapered else bevel.sides  # many sides, of two tones
    for side, ink in parts(even=is_even(bevel, theme)):
        if (colour := colours.get(ink)) is None:
            colour = colours[ink] = side_colour(bevel, ink, theme)
        heights = [y for _, y in side]
        found.append((side, colour, min(heights) - 1, max(heights) + 1))
    return tuple(found)


@lru_cache(maxsize=16)
def _shadow_layers(shape: Shadow) -> tuple[tuple[tuple[Point, ...], float], ...]:
    """Return the nested outlines of a shadow, each with how dark it is, of the whole."""
    layers = []
    for step in range(1, SHADOW_STEPS + 1):
        share = step / SHADOW_STEPS
        if shape.inner:
            away, dark = -shape.reach * (step - 1) / SHADOW_STEPS, (1 - share) ** 1.5
        else:
            away, dark = shape.reach * (1 - share), share
        layers.append((offset_outline(shape.outline, away), dark))
    return (*layers, (shape.hole, 0)) if shape.hole else tuple(layers)


@lru_cache(maxsize=64)
def font(size: int, *, narrow: bool = False) -> ImageFont.FreeTypeFont:
    """Load a font that comes with the project; its layout is the same on every machine."""
    file = NARROW_FONT if narrow else FONT
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def written(
    words: str, size: int, below: Point, width: int, height: int, *, narrow: bool = False
) -> Image.Image:
    """Return how much of each pixel is covered by a line of text around a point `below` it.

    It is what Pillow draws, but that has FreeType load each letter of a line four times.
    """
    log_missing_letters(words)
    mask = Image.new("L", (width, height))
    *places, end = typeface(narrow=narrow).places(words, size)
    (right, left), (down, top) = math.modf(below.x), math.modf(below.y)
    begin, base = int(left) - _pixels(end // 2), int(top) - _pixels(-round(64 * down))
    for letter, place in zip(words, places, strict=True):
        ink, x, y = _letter(letter, size, narrow=narrow)
        mask.paste(255, (begin + _pixels(round(64 * right) + place) + x, base + y), ink)
    return mask


def _pixels(parts: int) -> int:
    """Round 64ths of a pixel as FreeType does."""
    return (parts + 32) >> 6


@lru_cache(maxsize=_MOST_LETTERS)
def _letter(letter: str, size: int, *, narrow: bool) -> tuple[Image.Image, int, int]:
    """Return a letter, and how far it begins from its place in a line to the right and below."""
    face = font(size, narrow=narrow)
    left, top, right, bottom = (int(part) for part in face.getbbox(letter, anchor="ls"))
    ink = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(ink).text((-left, -top), letter, 255, face, "ls")
    return ink, left, top


class _Brush:
    """Paints shapes on one canvas."""

    def __init__(self, canvas: Image.Image, theme: Theme, scale: int, origin: Point) -> None:
        self._canvas, self._theme, self._scale, self._origin = canvas, theme, scale, origin
        # Blending costs several times as much, so it is done only for translucent shapes.
        self._solid = ImageDraw.Draw(canvas)
        self._faint = ImageDraw.Draw(canvas, "RGBA") if canvas.mode == "RGB" else self._solid

    def polygon(self, shape: Polygon) -> None:
        """Fill it, outline it, or both."""
        points = self._points(
            translate(shape.points, 0, shape.sink) if shape.sink else shape.points
        )
        if shape.fill and shape.glow:
            glow, fill = self._theme.ink(shape.glow), self._theme.ink(shape.fill)
            self._light([Point(*at) for at in points], glow, fill, shape.focus)
        elif shape.fill:
            self._fill(points, self._theme.ink(shape.fill), shape.opacity)
        if shape.line:
            # One edge more than there are, so that the last corner is joined as well.
            path = [*points, *points[:2]] if shape.closed else points
            width = round(shape.width * self._scale)
            ink, half = self._theme.ink(shape.line), (width - 1) / 2
            self._solid.line(path, ink, width)
            for x, y in _corners(path) if width > 2 else ():
                self._solid.ellipse((x - half, y - half, x + half, y + half), ink)

    def disc(self, shape: Disc) -> None:
        """Paint a disc with its outline and its gradient."""
        x, y = self._point(Point(shape.centre.x, shape.centre.y + shape.sink))
        radius = shape.radius * self._scale
        if shape.line:
            width = round(shape.width * self._scale)
            ink = self._theme.ink(shape.line)
            if not shape.fill:
                around = (x - radius, y - radius, x + radius - 1, y + radius - 1)
                self._solid.ellipse(around, None, ink, width)
                return
            self._circle(x, y, radius, ink)
            radius -= width
        if shape.fill:
            body = self._theme.ink(shape.fill)
            if shape.glow:
                outline = arc(radius, 0, 360, Point(x, y))[:-1]
                self._light(outline, self._theme.ink(shape.glow), body, shape.focus)
            else:
                self._circle(x, y, radius, body, shape.opacity)

    def bevel(self, shape: Bevel) -> None:
        """Paint each side of a slanting edge in its tone."""
        above = self._origin.y
        below = above + self._canvas.height / self._scale
        for side, colour, top, bottom in _coloured_sides(shape, self._theme):
            if bottom >= above and top <= below:  # a round edge has very many sides
                self._solid.polygon(self._points(side), colour)

    def shadow(self, shape: Shadow) -> None:
        """Lay a soft shadow over what is there: nested outlines, ever darker."""
        box = extent(shape)
        left, top = (math.floor(max(0, part)) for part in self._point(Point(box.left, box.top)))
        right, bottom = (math.ceil(part) for part in self._point(Point(box.right, box.bottom)))
        size = min(right, self._canvas.width) - left, min(bottom, self._canvas.height) - top
        mask = Image.new("L", size)
        draw = ImageDraw.Draw(mask)
        for outline, dark in _shadow_layers(shape):
            corners = [(x - left, y - top) for x, y in self._points(outline)]
            draw.polygon(corners, round(255 * shape.opacity * dark))
        # Most of a shadow is empty: what lies around it is none, nor is the middle of a board.
        for first in range(0, mask.width, _STRIP):
            strip = mask.crop((first, 0, min(first + _STRIP, mask.width), mask.height))
            if inked := strip.getbbox():
                at = left + first + inked[0], top + inked[1]
                self._canvas.paste(self._theme.colours[Role.SHADOW], at, strip.crop(inked))

    def text(self, shape: Text) -> None:
        """Write a line of text."""
        log_missing_letters(shape.text)
        if shape.share < 1:
            self._squeezed(shape)
            return
        ink = self._theme.colours[shape.role]
        face = font(round(shape.size * self._scale), narrow=shape.narrow)
        if shape.halo:
            around, wide = self._theme.colours[shape.on], round(shape.halo * self._scale)
            self._solid.text(
                self._point(shape.below), shape.text, around, face, "ms", stroke_width=wide
            )
        self._solid.text(self._point(shape.below), shape.text, ink, face, "ms")

    def _squeezed(self, shape: Text) -> None:
        """Write a line larger, make that narrower than high, and lay it on the canvas."""
        fine, size = _FINE, shape.size * self._scale
        face = font(round(size * fine), narrow=shape.narrow)
        half = shape.width * self._scale / 2
        x, y = self._point(shape.below)
        for role, wide in ((shape.on, shape.halo * self._scale), (shape.role, 0)):
            if role is shape.on and not wide:
                continue
            across, up, down = math.ceil(half + wide) + 1, math.ceil(size + wide), math.ceil(size)
            large = Image.new("L", (round(2 * across / shape.share * fine), (up + down) * fine))
            foot = large.width / 2 + (x - round(x)) * fine / shape.share, (up + y - round(y)) * fine
            ImageDraw.Draw(large).text(
                foot, shape.text, 255, face, "ms", stroke_width=round(wide * fine)
            )
            mask = large.resize((2 * across, up + down), Image.Resampling.BOX)
            box = round(x) - across, round(y) - up
            self._canvas.paste(self._theme.colours[role], box, mask)

    def _fill(self, points: _Points, ink: Colour, opacity: float = 1) -> None:
        if opacity == 1:
            self._solid.polygon(points, ink)
        elif opacity:
            self._faint.polygon(points, self._translucent(ink, opacity))

    def _circle(self, x: float, y: float, radius: float, ink: Colour, opacity: float = 1) -> None:
        around = (x - radius, y - radius, x + radius - 1, y + radius - 1)
        if opacity == 1:
            self._solid.ellipse(around, ink)
        else:
            self._faint.ellipse(around, self._translucent(ink, opacity))

    def _translucent(self, ink: Colour, opacity: float) -> tuple[int, ...]:
        """Return a colour as it blends, or where there is nothing, as it weighs."""
        if self._canvas.mode == "RGB":
            return (*ink, round(255 * opacity))
        return tuple(round(part * opacity) for part in (*ink, 255))

    def _light(
        self, outline: Sequence[Point], glow: Colour, fill: Colour, focus: Point | None
    ) -> None:
        """Fill a convex outline with a gradient; a theme without depth has none."""
        if not self._theme.depth:
            self._solid.polygon(outline, mix(glow, fill, 0.5))
        elif focus:
            self._light_around(outline, glow, fill, self._point(focus))
        else:
            self._light_from_above(outline, glow, fill)

    def _light_around(
        self, outline: Sequence[Point], glow: Colour, fill: Colour, focus: Point
    ) -> None:
        """Paint the outline ever smaller towards the focus."""
        steps = _steps(glow, fill)
        for step in range(steps):
            share = step / (steps - 1)
            size = 1 - step / steps
            part = [
                (focus.x + (x - focus.x) * size, focus.y + (y - focus.y) * size) for x, y in outline
            ]
            self._solid.polygon(part, mix(fill, glow, share))

    def _light_from_above(self, outline: Sequence[Point], top: Colour, foot: Colour) -> None:
        """Paint a vertical gradient: each row is of one colour, which packs well."""
        upper, lower = min(y for _, y in outline), max(y for _, y in outline)
        steps = _steps(top, foot)
        each = (lower - upper) / steps
        # What a later step covers is not painted, nor what lies below the canvas, which may be only
        # a part of the picture.
        first = min(max(int(-upper / each), 0), steps - 1)
        for step in range(first, steps):
            cut = upper + each * step
            if cut > self._canvas.height:
                break
            part = clip_above(outline, cut) if step else outline
            if step < steps - 1:
                part = without_lower(part, cut + each)
            self._solid.polygon(part, mix(top, foot, step / (steps - 1)) if step else top)

    def _points(self, points: Iterable[Point]) -> _Points:
        (left, top), scale = self._origin, self._scale
        return [((x - left) * scale, (y - top) * scale) for x, y in points]

    def _point(self, point: Point) -> Point:
        x, y = self._origin
        return Point((point.x - x) * self._scale, (point.y - y) * self._scale)


def _corners(path: _Points) -> Iterator[tuple[float, float]]:
    """Give the points of a path where it turns so much that its stroke must be rounded there."""
    for (x0, y0), at, (x2, y2) in zip(path, path[1:], path[2:], strict=False):
        x, y = at
        ahead = (x - x0) * (x2 - x) + (y - y0) * (y2 - y)
        if abs((x - x0) * (y2 - y) - (y - y0) * (x2 - x)) > _BEND * ahead:
            yield at


def _steps(one: Colour, other: Colour) -> int:
    """Choose how many steps a gradient takes, by how far its ends are apart."""
    return max(2, min(_GLOW_STEPS, max(abs(a - b) for a, b in zip(one, other, strict=True)) // 2))

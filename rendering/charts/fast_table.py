"""Tables drawn in a few milliseconds: a ground painted once, on which tiles and text are put."""

import math
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from isal import isal_zlib
from PIL import Image

from rendering.canvas import paint_bitmap, png
from rendering.charts.parts import WIDTH
from rendering.colour_roles import Role
from rendering.fit_text import CAPITAL, text_width
from rendering.geometry import Point
from rendering.indexed_palette import chart_palette_bytes
from rendering.paint import written
from rendering.paletted_bitmap import Area, Bitmap, mapped, where_not_zero
from rendering.shapes import Shape, Text
from rendering.stamps import quantise
from rendering.themes import Theme, mix

_LEVEL = 1
_GROUNDS, _TILES, _LINES = 48, 256, 256
"""The number of cached grounds (some 30 kB each, packed), tiles (5 kB) and lines (10 kB)."""


class HashedShapes(tuple[Shape, ...]):  # noqa: SLOT001 (it keeps its hash)
    """Shapes whose hash is reckoned once, since what is kept is looked up again and again."""

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash


class Tile(NamedTuple):
    """Shapes that cover the rectangle from (0, 0) to a width and a height, put at a place."""

    shapes: tuple[Shape, ...]
    width: int
    height: int
    left: int
    top: int


def table_png(
    ground: tuple[Shape, ...],
    height: int,
    tiles: Iterable[Tile],
    texts: Iterable[Text],
    theme: Theme,
) -> bytes:
    """Put tiles on a ground, and text over them, as the PNG of a chart."""
    rows = isal_zlib.decompress(_packed_ground(ground, height, theme))
    bitmap = Bitmap(WIDTH, height, rows)
    for tile in tiles:
        painted = _painted_tile(tile.shapes, tile.width, tile.height, theme)
        bitmap.paste(painted, Area(tile.left, tile.top, tile.width, tile.height))
    for text in texts:
        _write(bitmap, text, theme)
    return png(WIDTH, height, chart_palette_bytes(theme), bitmap.rows())


@lru_cache(maxsize=_GROUNDS)
def _packed_ground(shapes: tuple[Shape, ...], height: int, theme: Theme) -> bytes:
    painted = paint_bitmap(shapes, WIDTH, height, theme, chart=True)
    return isal_zlib.compress(painted.rows(), _LEVEL)


@lru_cache(maxsize=_TILES)
def _painted_tile(shapes: tuple[Shape, ...], width: int, height: int, theme: Theme) -> Image.Image:
    painted = paint_bitmap(shapes, width, height, theme, chart=True)
    return painted.part(Area(0, 0, width, height))


def _write(bitmap: Bitmap, text: Text, theme: Theme) -> None:
    """Write a line of text; its edges blend with the colour that it says is behind it."""
    inked, mask = _painted_line(text.text, text.size, text.role, text.on, theme)
    left = round(text.centre.x - inked.width / 2)
    top = round(text.centre.y + text.size * CAPITAL / 2) - _baseline(text.size)
    bitmap.paste(inked, Area(left, top, *inked.size), mask)


@lru_cache(maxsize=_LINES)
def _painted_line(
    words: str, size: float, role: Role, on: Role, theme: Theme
) -> tuple[Image.Image, Image.Image]:
    """Paint a line of text, and the mask of where it is."""
    wide, base = max(1, math.ceil(text_width(words, size))), _baseline(size)
    mask = written(words, round(size), Point(wide / 2, base), wide, base + round(size * 0.4))
    return mapped(mask, _ramp(role, on, theme)), where_not_zero(mask)


def _baseline(size: float) -> int:
    """Return how far below its upper edge a line of text stands."""
    return round(size * 1.1)


@lru_cache(maxsize=128)
def _ramp(role: Role, on: Role, theme: Theme) -> bytes:
    """Return the palette's entries between two colours, for each of 256 shares of ink."""
    one, other = theme.colours[on], theme.colours[role]
    blended = Image.new("RGB", (256, 1))
    blended.putdata([mix(one, other, share / 255) for share in range(256)])
    return quantise(blended, theme, chart=True).tobytes()

"""Whole pictures: painted enlarged, reduced to a theme's palette, and written as PNG."""

import struct
from collections.abc import Iterable

from isal import isal_zlib
from PIL import Image

from rendering.colour_roles import Role
from rendering.geometry import Point
from rendering.indexed_palette import chart_palette_bytes, palette_bytes
from rendering.paint import paint
from rendering.paletted_bitmap import Bitmap
from rendering.shape_looks import extent, is_painted
from rendering.shapes import Shape, Text, inks_of
from rendering.stamps import quantise, quantise_sparingly
from rendering.themes import Theme

SCALE = 3
"""Everything but text, which is anti-aliased by itself, is painted three times as large."""
BAND = 60
"""Rows that are painted at a time, which bounds the memory needed."""
_LEVEL = 2
"""ISA-L's levels: on boards, level 2 takes as long as 1, an eighth of zlib-ng's level 6."""


def paint_bitmap(
    shapes: Iterable[Shape],
    width: int,
    height: int,
    theme: Theme,
    *,
    chart: bool = False,
    sparingly: bool = False,
) -> Bitmap:
    """Paint shapes in their order, and all text over them; perhaps with few colours."""
    drawn = [*shapes]
    inks = frozenset(ink for shape in drawn for ink in inks_of(shape))
    painted = [(shape, extent(shape)) for shape in drawn if is_painted(shape, theme)]
    # A part of a board has shapes beside it.
    reaches = [(shape, box) for shape, box in painted if box.right > 0 and box.left < width]
    whole, high = Image.new("L", (width + 1, height)), min(BAND, height)
    band = Image.new("RGB", (width * SCALE, high * SCALE))
    for top in range(0, height, high):
        band.paste(theme.colours[Role.SURROUND], (0, 0, *band.size))
        inside = [s for s, box in reaches if box.bottom > top and box.top < top + high]
        texts = [shape for shape in inside if isinstance(shape, Text)]
        others = [shape for shape in inside if not isinstance(shape, Text)]
        paint(band, others, theme, SCALE, Point(0, top))
        small = band.reduce(SCALE)
        paint(small, texts, theme, 1, Point(0, top))
        indices = (
            quantise_sparingly(small, theme, inks)
            if sparingly
            else quantise(small, theme, chart=chart)
        )
        whole.paste(indices, (1, top))
    return Bitmap(width, height, whole.tobytes())


def write_png(theme: Theme, *bitmaps: Bitmap, dimmed: bool = False) -> bytes:
    """Write bitmaps of the same width, one below the other, as PNG; perhaps as dimmed."""
    height = sum(bitmap.height for bitmap in bitmaps)
    rows = b"".join([bitmap.rows() for bitmap in bitmaps]) if bitmaps[1:] else bitmaps[0].rows()
    return png(bitmaps[0].width, height, palette_bytes(theme, dimmed=dimmed), rows)


def chart_png(shapes: Iterable[Shape], width: int, height: int, theme: Theme) -> bytes:
    """Paint shapes as the PNG of a chart."""
    bitmap = paint_bitmap(shapes, width, height, theme, chart=True)
    return png(width, height, chart_palette_bytes(theme), bitmap.rows())


def png(width: int, height: int, palette: bytes, rows: bytes | bytearray) -> bytes:
    """Write a paletted PNG (https://www.w3.org/TR/png-3/).

    Each row of `rows` is its filter type, 0, then one index per pixel. `palette` is three bytes per
    colour. Unfiltered rows suit flat art best, and need no preparation.
    """
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", isal_zlib.compress(rows, _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = isal_zlib.crc32(content, isal_zlib.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

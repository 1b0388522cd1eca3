"""A whole picture painted at once: enlarged, reduced, and put into a theme's palette."""

from collections.abc import Iterable

from PIL import Image

from rendering.frame import Frame
from rendering.geometry import Point
from rendering.paint import paint
from rendering.palette import palette
from rendering.png import png
from rendering.roles import Role
from rendering.shapes import Shape, Text
from rendering.stamps import in_palette
from rendering.themes import Theme

SCALE = 3
"""Everything but text, which is smooth by itself, is painted three times as large."""
BAND = 60
"""So many rows are painted at a time, which bounds the memory that it takes."""


def painted(shapes: Iterable[Shape], width: int, height: int, theme: Theme) -> Frame:
    """Paint shapes in their order, and all text over them."""
    drawn = [*shapes]
    texts = [shape for shape in drawn if isinstance(shape, Text)]
    others = [shape for shape in drawn if not isinstance(shape, Text)]
    whole = Image.new("L", (width + 1, height))
    for top in range(0, height, BAND):
        size = width * SCALE, min(BAND, height - top) * SCALE
        band = Image.new("RGB", size, theme.colours[Role.SURROUND])
        paint(band, others, theme, SCALE, Point(0, top))
        small = band.reduce(SCALE)
        paint(small, texts, theme, 1, Point(0, top))
        whole.paste(in_palette(small, theme), (1, top))
    return Frame(whole)


def written(theme: Theme, *frames: Frame) -> bytes:
    """Write pictures of the same width, one below the other, as PNG."""
    height = sum(frame.height for frame in frames)
    rows = b"".join(frame.rows() for frame in frames)
    return png(frames[0].width, height, colours_of(theme), rows)


def colours_of(theme: Theme) -> bytes:
    """Give a theme's palette as files hold it, three bytes a colour."""
    return bytes(part for colour in palette(theme) for part in colour)

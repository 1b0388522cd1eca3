"""A board painted once, and the stamps that are put on a copy of it for every picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from PIL import Image

from rendering.geometry import Point
from rendering.paint import bounds, paint
from rendering.palette import palette, palette_image
from rendering.png import png
from rendering.scene import Board, Role, Symbol, Text, Token
from rendering.themes import Theme

GROUND_SCALE, STAMP_SCALE = 4, 8
BAND = 200
"""So many rows of the board are painted at a time, which bounds the memory that it takes."""
MOST_BOARDS = 24
MOST_STAMP_BYTES, MOST_CUT_BYTES = 900_000, 1_500_000
"""A surface forgets its stamps when they are more than this; it cuts them again as needed."""

_one_at_a_time = Lock()


@dataclass(frozen=True)
class Stamp:
    """A symbol painted on nothing: its box around the place, its colours and how they cover."""

    left: int
    top: int
    width: int
    height: int
    colours: Image.Image
    cover: Image.Image


class Surface:
    """A board in one theme's palette, ready to be copied and stamped.

    A stamp is cut on whatever lies under it, so that smooth edges fit; the cut is kept for the
    next time the same lies there. Rows are kept as PNG wants them, each with a 0 before it.
    """

    def __init__(self, board: Board, theme: Theme, *, coordinates: bool) -> None:
        self._board, self._theme = board, theme
        self._stride = board.width + 1
        self._stamps: dict[Symbol, Stamp] = {}
        self._cuts: dict[tuple[Symbol, bytes], tuple[bytes, ...]] = {}
        self._stamp_bytes = self._cut_bytes = 0
        self._lock = Lock()
        drawn = (*board.ground, *(board.labels if coordinates else ()))
        shapes = [shape for shape in drawn if not isinstance(shape, Text)]
        texts = [shape for shape in drawn if isinstance(shape, Text)]
        frame = bytearray()
        for top in range(0, board.height, BAND):
            height = min(BAND, board.height - top)
            size = (board.width * GROUND_SCALE, height * GROUND_SCALE)
            band = Image.new("RGB", size, theme.colours[Role.SURROUND])
            paint(band, shapes, theme, GROUND_SCALE, Point(0, top))
            small = band.reduce(GROUND_SCALE)
            paint(small, texts, theme, 1, Point(0, top))
            pixels = self._in_palette(small).tobytes()
            for start in range(0, len(pixels), board.width):
                frame.append(0)
                frame += pixels[start : start + board.width]
        self._put(frame, board.fittings)
        self._rows = bytes(frame)

    def picture(self, tokens: Iterable[Token]) -> bytes:
        """Stamp tokens on a copy of the board, in order, and write it as PNG."""
        frame = bytearray(self._rows)
        with self._lock:
            self._put(frame, tokens)
        return png(self._board.width, self._board.height, palette(self._theme), bytes(frame))

    def kept_bytes(self) -> int:
        """Estimate the memory that the board and its stamps take."""
        return len(self._rows) + self._stamp_bytes + self._cut_bytes

    def _put(self, frame: bytearray, tokens: Iterable[Token]) -> None:
        stride = self._stride
        for token in tokens:
            stamp = self._stamps.get(token.symbol) or self._make(token.symbol)
            left, top = round(token.at.x) + stamp.left, round(token.at.y) + stamp.top
            width = stamp.width
            if not (0 <= left < stride - width and 0 <= top <= self._board.height - stamp.height):
                raise ValueError(f"{token.symbol.name} reaches over the picture's edge")
            start = top * stride + 1 + left
            offsets = range(start, start + stamp.height * stride, stride)
            under = b"".join([frame[offset : offset + width] for offset in offsets])
            cut = self._cuts.get((token.symbol, under)) or self._cut(token.symbol, stamp, under)
            for offset, row in zip(offsets, cut, strict=True):
                frame[offset : offset + width] = row

    def _make(self, symbol: Symbol) -> Stamp:
        left, top, right, bottom = bounds(symbol)
        width, height = right - left, bottom - top
        canvas = Image.new("RGBA", (width * STAMP_SCALE, height * STAMP_SCALE), (0, 0, 0, 0))
        origin = Point(left, top)
        shapes = [shape for shape in symbol.shapes if not isinstance(shape, Text)]
        paint(canvas, shapes, self._theme, STAMP_SCALE, origin)
        small = canvas.reduce(STAMP_SCALE)
        for shape in symbol.shapes:
            if isinstance(shape, Text):
                ink = self._theme.colours[shape.role]
                layer = Image.new("RGBA", small.size, (*ink, 0))
                paint(layer, (shape,), self._theme, 1, origin)
                small.alpha_composite(layer)
        stamp = Stamp(left, top, width, height, small.convert("RGB"), small.getchannel("A"))
        size = 5 * width * height  # Pillow keeps RGB in four bytes
        if self._stamp_bytes + size > MOST_STAMP_BYTES:
            self._stamps.clear()
            self._stamp_bytes = 0
        self._stamps[symbol] = stamp
        self._stamp_bytes += size
        return stamp

    def _cut(self, symbol: Symbol, stamp: Stamp, under: bytes) -> tuple[bytes, ...]:
        ground = Image.frombytes("P", (stamp.width, stamp.height), under)
        ground.putpalette(palette_image(self._theme).getpalette() or [])
        blended = ground.convert("RGB")
        blended.paste(stamp.colours, (0, 0), stamp.cover)
        pixels = self._in_palette(blended).tobytes()
        width = stamp.width
        rows = tuple(pixels[start : start + width] for start in range(0, len(pixels), width))
        size = 2 * len(pixels) + 41 * len(rows)  # each row is an object of its own
        if self._cut_bytes + size > MOST_CUT_BYTES:
            self._cuts.clear()
            self._cut_bytes = 0
        self._cuts[symbol, under] = rows
        self._cut_bytes += size
        return rows

    def _in_palette(self, image: Image.Image) -> Image.Image:
        # Pillow keeps a cache on the palette while it looks colours up.
        with _one_at_a_time:
            return image.quantize(palette=palette_image(self._theme), dither=Image.Dither.NONE)


@lru_cache(maxsize=MOST_BOARDS)
def _surface(board: Board, theme: Theme, coordinates: bool) -> Surface:
    return Surface(board, theme, coordinates=coordinates)


_building = Lock()


def surface_of(board: Board, theme: Theme, *, coordinates: bool) -> Surface:
    """Give a board's surface, building it where it is not kept (up to half a second)."""
    with _building:
        return _surface(board, theme, coordinates)

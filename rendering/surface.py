"""A board painted once, and the stamps that are put on a copy of it for every picture."""

from collections.abc import Iterable
from hashlib import blake2b
from threading import Lock

from PIL import Image

from rendering.geometry import Point
from rendering.paint import bounds, paint
from rendering.palette import palette, palette_image
from rendering.png import png
from rendering.roles import Role
from rendering.scene import Board, Token
from rendering.shapes import Symbol, Text
from rendering.themes import Theme

GROUND_SCALE = 3
FINE, COARSE, LARGE = 8, 4, 3_000
"""Stamps are painted eight times as large, those of more than 3,000 pixels four times."""
BAND = 60
"""So many rows of the board are painted at a time, which bounds the memory that it takes."""
MOST_STAMP_BYTES, MOST_CUT_BYTES = 500_000, 2_000_000
"""When its stamps take more than this, a surface forgets the oldest."""
ENTRY = 250
"""So many bytes does a cut take besides its pixels."""
MOST_BOXES = 4_000

_quantising = Lock()


class Surface:
    """A board in one theme's palette, ready to be copied and stamped.

    A stamp is cut on whatever lies under it, so that smooth edges fit; the cut is kept for the
    next time the same lies there. Rows are kept as PNG wants them, each with a 0 before it.
    """

    def __init__(self, board: Board, theme: Theme, *, coordinates: bool) -> None:
        self._board, self._theme = board, theme
        self._palette = bytes(part for colour in palette(theme) for part in colour)
        self._boxes: dict[Symbol, tuple[int, int, int, int]] = {}
        self._stamps: dict[Symbol, Image.Image] = {}
        self._cuts: dict[tuple[Symbol, bytes], bytes] = {}
        self._stamp_bytes = self._cut_bytes = 0
        self._lock = Lock()
        frame = self._ground(coordinates=coordinates)
        self._put(frame, board.fittings)
        self._rows = bytes(frame)

    def picture(self, tokens: Iterable[Token]) -> bytes:
        """Stamp tokens on a copy of the board, in order, and write it as PNG."""
        frame = bytearray(self._rows)
        with self._lock:
            self._put(frame, tokens)
        return png(self._board.width, self._board.height, self._palette, frame)

    def rehearse(self, layers: Iterable[list[Token]]) -> None:
        """Cut the stamps of pictures to come, each layer on the bare board."""
        frame = bytearray(self._rows)
        stride = self._board.width + 1
        with self._lock:
            for layer in layers:
                self._put(frame, layer)
                for token in layer:
                    _, above, _, height = self._boxes[token.symbol]
                    top = round(token.at.y) + above
                    lines = slice(top * stride, (top + height) * stride)
                    frame[lines] = self._rows[lines]

    def kept_bytes(self) -> int:
        """Estimate the memory that the board and its stamps take."""
        return len(self._rows) + self._stamp_bytes + self._cut_bytes

    def _ground(self, *, coordinates: bool) -> bytearray:
        board, theme = self._board, self._theme
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
            pixels = self._in_palette(small)
            for start in range(0, len(pixels), board.width):
                frame.append(0)
                frame += pixels[start : start + board.width]
        return frame

    def _put(self, frame: bytearray, tokens: Iterable[Token]) -> None:
        stride, tall = self._board.width + 1, self._board.height
        for token in tokens:
            symbol = token.symbol
            box = self._boxes.get(symbol) or self._measure(symbol)
            left, top = round(token.at.x) + box[0], round(token.at.y) + box[1]
            width, height = box[2], box[3]
            if not (0 <= left < stride - width and 0 <= top <= tall - height):
                raise ValueError(f"{symbol.name} reaches over the picture's edge")
            start = top * stride + 1 + left
            places = range(start, start + height * stride, stride)
            under = b"".join([frame[place : place + width] for place in places])
            key = (symbol, blake2b(under, digest_size=16).digest())
            cut = self._cuts.get(key) or self._cut(key, under)
            for first, place in zip(range(0, len(cut), width), places, strict=True):
                frame[place : place + width] = cut[first : first + width]

    def _measure(self, symbol: Symbol) -> tuple[int, int, int, int]:
        left, top, right, bottom = bounds(symbol)
        if len(self._boxes) >= MOST_BOXES:
            self._boxes.clear()
        self._boxes[symbol] = left, top, right - left, bottom - top
        return self._boxes[symbol]

    def _cut(self, key: tuple[Symbol, bytes], under: bytes) -> bytes:
        stamp = self._stamps.pop(key[0], None) or self._make(key[0])
        self._stamps[key[0]] = stamp  # now the last to be forgotten
        ground = Image.frombytes("P", stamp.size, under)
        ground.putpalette(self._palette)
        blended = ground.convert("RGB")
        blended.paste(stamp, (0, 0), stamp)
        pixels = self._cuts[key] = self._in_palette(blended)
        self._cut_bytes += len(pixels) + ENTRY
        while self._cut_bytes > MOST_CUT_BYTES:
            self._cut_bytes -= len(self._cuts.pop(next(iter(self._cuts)))) + ENTRY
        return pixels

    def _make(self, symbol: Symbol) -> Image.Image:
        """Paint a symbol on nothing."""
        left, top, width, height = self._boxes[symbol]
        origin = Point(left, top)
        shapes = [shape for shape in symbol.shapes if not isinstance(shape, Text)]
        stamp = Image.new("RGBA", (width, height), (0, 0, 0, 0))
        if shapes:
            scale = FINE if width * height <= LARGE else COARSE
            large = Image.new("RGBA", (width * scale, height * scale), (0, 0, 0, 0))
            paint(large, shapes, self._theme, scale, origin)
            stamp = large.reduce(scale)
        if symbol.opacity < 1:
            stamp.putalpha(stamp.getchannel("A").point(lambda part: part * symbol.opacity))
        for shape in symbol.shapes:
            if isinstance(shape, Text):
                ink = self._theme.colours[shape.role]
                layer = Image.new("RGBA", (width, height), (*ink, 0))
                paint(layer, (shape,), self._theme, 1, origin)
                stamp.alpha_composite(layer)
        self._stamp_bytes += 4 * width * height
        while self._stamp_bytes > MOST_STAMP_BYTES and self._stamps:
            gone = self._stamps.pop(next(iter(self._stamps)))
            self._stamp_bytes -= 4 * gone.width * gone.height
        return stamp

    def _in_palette(self, image: Image.Image) -> bytes:
        # Pillow keeps a cache on the palette while it looks colours up.
        with _quantising:
            small = image.quantize(palette=palette_image(self._theme), dither=Image.Dither.NONE)
        return small.tobytes()

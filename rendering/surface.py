"""A board painted once, and copies of it on which pictures are made."""

from collections.abc import Iterable
from threading import Lock

from PIL import Image

from rendering.frame import Area, Frame
from rendering.geometry import Point
from rendering.paint import paint
from rendering.palette import palette
from rendering.png import png
from rendering.roles import Role
from rendering.scene import Board, Token
from rendering.shapes import Text
from rendering.stamps import Stamps, in_palette
from rendering.themes import Theme

SCALE = 3
"""A board is painted three times as large."""
MOST_BYTES = 3_950_000
"""So much memory may a board take with all that is kept for it."""
BAND = 60
"""So many rows of the board are painted at a time, which bounds the memory that it takes."""


class Surface:
    """A board in one theme's palette, ready to be copied and stamped."""

    def __init__(self, board: Board, theme: Theme, *, coordinates: bool) -> None:
        self.width, self.height = board.width, board.height
        self.palette = bytes(part for colour in palette(theme) for part in colour)
        self._stamps = Stamps(theme, MOST_BYTES - board.width * board.height)
        self._lock = Lock()
        self._ground = _painted(board, theme, coordinates=coordinates)
        self.stamp(self._ground, board.fittings)

    def picture(self, tokens: Iterable[Token]) -> bytes:
        """Stamp tokens on a copy of the board, in order, and write it as PNG."""
        frame = self.blank()
        self.stamp(frame, tokens)
        return png(frame.width, frame.height, self.palette, frame.rows())

    def blank(self) -> Frame:
        """Copy the board."""
        return self._ground.copy()

    def area(self, token: Token) -> Area:
        """Give the part of a frame that a token covers."""
        return self._stamps.area(token)

    def stamp(self, frame: Frame, tokens: Iterable[Token]) -> None:
        """Stamp tokens on a copy of the board, in order."""
        with self._lock:
            for token in tokens:
                area = left, top, width, height = self._stamps.area(token)
                if not (0 <= left <= frame.width - width and 0 <= top <= frame.height - height):
                    raise ValueError(f"{token.symbol.name} reaches over the picture's edge")
                frame.put(self._stamps.cut(token.symbol, frame.part(area)), area)

    def wipe(self, frame: Frame, area: Area) -> None:
        """Clear a part of a frame: the bare board is there again."""
        frame.put(self._ground.part(area), area)

    def rehearse(self, layers: Iterable[list[Token]]) -> None:
        """Cut the stamps of pictures to come, each layer on the bare board."""
        frame = self.blank()
        for layer in layers:
            self.stamp(frame, layer)
            for token in layer:
                self.wipe(frame, self.area(token))

    def kept_bytes(self) -> int:
        """Estimate the memory that the board and its stamps take."""
        return self._ground.width * self._ground.height + self._stamps.kept_bytes()


def _painted(board: Board, theme: Theme, *, coordinates: bool) -> Frame:
    """Paint a board without what is stamped on it."""
    drawn = (*board.ground, *(board.labels if coordinates else ()))
    shapes = [shape for shape in drawn if not isinstance(shape, Text)]
    texts = [shape for shape in drawn if isinstance(shape, Text)]
    whole = Image.new("L", (board.width + 1, board.height))
    for top in range(0, board.height, BAND):
        size = board.width * SCALE, min(BAND, board.height - top) * SCALE
        band = Image.new("RGB", size, theme.colours[Role.SURROUND])
        paint(band, shapes, theme, SCALE, Point(0, top))
        small = band.reduce(SCALE)
        paint(small, texts, theme, 1, Point(0, top))
        whole.paste(in_palette(small, theme), (1, top))
    return Frame(whole)

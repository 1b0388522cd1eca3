"""A board painted once, and copies of it on which pictures are made."""

from collections.abc import Iterable
from functools import reduce

from isal import isal_zlib
from PIL import Image

from rendering.canvas import paint_bitmap, palette_bytes
from rendering.paletted_bitmap import Area, Bitmap
from rendering.scene import Board, Token
from rendering.stamps import stamps_of
from rendering.themes import Theme

_LEVEL = 1


class Surface:
    """A board in one theme's palette, ready to be copied and stamped."""

    def __init__(
        self, board: Board, theme: Theme, *, coordinates: bool, packed: bytes | None = None
    ) -> None:
        """Paint a board, or take it as it was `packed` before."""
        self.width, self.height = board.width, board.height
        self.key = board, theme, coordinates
        self.palette = palette_bytes(theme)
        self._whole = board.whole
        self._stamps = stamps_of(theme)
        if packed is not None:
            rows = isal_zlib.decompress(packed)
            self._board = Bitmap.from_rows(board.width, board.height, rows)
            return
        shapes = (*board.ground, *(board.labels if coordinates else ()))
        self._board = paint_bitmap(
            shapes, board.width, board.height, theme, sparingly=board.sparing
        )
        self.stamp(self._board, board.fittings)

    def packed(self) -> bytes:
        """Pack the board into a tenth of its memory; both take about a millisecond."""
        return isal_zlib.compress(self._board.rows(), _LEVEL)

    def bitmap(self, tokens: Iterable[Token]) -> Bitmap:
        """Stamp tokens on a copy of the board, in order."""
        bitmap = self._board.copy()
        self.stamp(bitmap, tokens)
        return bitmap

    def area(self, token: Token) -> Area:
        """Return the area that a token covers."""
        return self._stamps.area(token)

    def overlap(self, one: Token, other: Token) -> bool:
        """Tell whether two tokens may have a pixel in common; False is certain."""
        with self._stamps.lock:
            return self._stamps.overlap(one, other)

    def stamp(self, bitmap: Bitmap, tokens: Iterable[Token]) -> None:
        """Stamp tokens on a copy of the board, in order."""
        picture = Area(0, 0, bitmap.width, bitmap.height)
        placed = [(token.symbol, self._stamps.area(token)) for token in tokens]
        for symbol, area in placed:
            if self._whole and not area.is_within(picture):
                raise ValueError(f"{symbol.name} reaches over the picture's edge")
            if area.overlaps(picture):
                ground = bitmap.part(area)
                with self._stamps.lock:
                    cut = self._stamps.cut(symbol, ground)
                bitmap.paste(cut, area)

    def part(self, area: Area, tokens: Iterable[Token]) -> Image.Image:
        """Draw what tokens show in an area, on no more of the board than they cover."""
        placed = [(token.symbol, self._stamps.area(token)) for token in tokens]
        around = reduce(Area.union, (covered for _, covered in placed), area)
        shown = self._board.part(around)
        for symbol, covered in placed:
            box = _within(around, covered)
            ground = shown.crop(box)
            with self._stamps.lock:
                cut = self._stamps.cut(symbol, ground)
            shown.paste(cut, box)
        return shown if around == area else shown.crop(_within(around, area))

    def warm_up(self, layers: Iterable[list[Token]]) -> None:
        """Cut stamps in advance, each layer on the bare board, for pictures to come."""
        bitmap = self._board.copy()
        for layer in layers:
            self.stamp(bitmap, layer)
            for area in map(self.area, layer):
                bitmap.paste(self._board.part(area), area)

    def estimated_bytes(self) -> int:
        """Estimate the memory that the board takes, without the stamps, which others share."""
        return self._board.width * self._board.height


def _within(around: Area, area: Area) -> tuple[int, int, int, int]:
    """Return where an area begins and ends in one around it."""
    left, top = area.left - around.left, area.top - around.top
    return left, top, left + area.width, top + area.height

"""A board painted once, and copies of it on which pictures are made."""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial, reduce
from itertools import count, groupby

from isal import isal_zlib
from PIL import Image

from rendering.canvas import paint_bitmap
from rendering.geometry import Point
from rendering.indexed_palette import palette_bytes
from rendering.paletted_bitmap import Area, Bitmap
from rendering.pieces import STONE
from rendering.scene import Board, Token
from rendering.shapes import Symbol
from rendering.stamps import stamps_of
from rendering.themes import Theme

_LEVEL = 1
_ANYWHERE = -1
"""The tiles of what may lie anywhere."""
_TEN = 10
MOST_GATHERED = 1_024
"""The number of heaps that are kept, of two kilobytes each besides their stamps."""
_numbers = count()


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
        self._number = next(_numbers)
        if packed is not None:
            rows = isal_zlib.decompress(packed)
            self._board = Bitmap(board.width, board.height, rows)
            return
        shapes = (*board.ground, *(board.labels if coordinates else ()))
        self._board = paint_bitmap(
            shapes, board.width, board.height, theme, sparingly=board.sparing
        )
        self.stamp(self._board, board.fittings, covered=_ANYWHERE)

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

    def stamp(self, bitmap: Bitmap, tokens: Iterable[Token], covered: int = 0) -> None:
        """Stamp tokens on a copy of the board, in order; some of its tiles may be covered.

        What stands on the bare board is cut only once for all pictures.
        """
        picture, stamps = Area(0, 0, bitmap.width, bitmap.height), self._stamps
        for token in gathered(tokens):
            with stamps.lock:
                area, mask, tiles, box, begin = stamps.place(token)
                if self._whole and not area.is_within(picture):
                    raise ValueError(f"{token.symbol.name} reaches over the picture's edge")
                if not area.overlaps(picture):
                    continue
                under = covered >> begin
                if under & tiles:
                    cut, mask = stamps.cut(token.symbol, bitmap.part(area)), None
                else:
                    cut = stamps.cut_on(self._number, token, partial(self._board.part, area))
                    mask = mask if under & box else None
            bitmap.paste(cut, area, mask)
            covered |= tiles << begin

    def part(self, area: Area, tokens: Iterable[Token]) -> Image.Image:
        """Draw what tokens show in an area, on no more of the board than they cover."""
        with self._stamps.lock:
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

    def warm_up(self, tokens: Iterable[Token]) -> None:
        """Cut stamps in advance, each on the bare board, for pictures to come."""
        bitmap = self._board.copy()
        for token in tokens:
            self.stamp(bitmap, [token])

    def estimated_bytes(self) -> int:
        """Estimate the memory that the board takes, without the stamps, which others share."""
        return self._board.width * self._board.height


def gathered(tokens: Iterable[Token]) -> Iterator[Token]:
    """Put together what stands on one cell, and ten stones that lie beside each other."""
    for (together, _), run in groupby(tokens, _togetherness):
        standing = tuple(run)
        if not together or not standing[1:]:
            yield from standing
        else:
            each = len(standing) if standing[0].cell else _TEN
            for begin in range(0, len(standing), each):
                yield _gathered(standing[begin : begin + each])


def _togetherness(token: Token) -> tuple[str | bool, bool]:
    return token.cell or token.symbol.name == STONE, token.symbol.lit


@lru_cache(maxsize=MOST_GATHERED)
def _gathered(tokens: tuple[Token, ...]) -> Token:
    first, *others = tokens
    if not others:
        return first
    x, y = round(first.at.x), round(first.at.y)
    parts = tuple((it.symbol, Point(round(it.at.x) - x, round(it.at.y) - y)) for it in tokens)
    return Token(Symbol("heap", (), lit=first.symbol.lit, parts=parts), Point(x, y), first.cell)


def _within(around: Area, area: Area) -> tuple[int, int, int, int]:
    """Return where an area begins and ends in one around it."""
    left, top = area.left - around.left, area.top - around.top
    return left, top, left + area.width, top + area.height

"""Symbols as stamps: painted once, and blended with whatever lies under them."""

from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import sha1
from threading import Lock

from PIL import Image, ImageChops

from rendering.colour_roles import Ink
from rendering.geometry import Point
from rendering.indexed_palette import (
    palette,
    palette_image,
    pit_gradient,
    sparing_entries,
    sparing_image,
)
from rendering.paint import bounds, paint
from rendering.paletted_bitmap import Area, where_not_zero
from rendering.scene import Token
from rendering.shapes import Shape, Symbol, Text
from rendering.themes import Theme

MOST_BYTES = 12_000_000
"""The most memory of a theme's stamps, with all that is cached for them."""
FINE, COARSE, LARGE = 8, 4, 3_000
"""Stamps are painted eight times as large, those of more than 3,000 pixels four times."""
MOST_STAMP_BYTES = 2_000_000
"""Above this, the least recently used stamps are dropped."""
ENTRY = 700
"""Bytes that a cut takes besides its pixels."""
MOST_BOXES, MOST_OVERLAPS, OVERLAP = 8_000, 10_000, 200
"""The number of cached areas of symbols and of cached overlaps of pairs; a pair's bytes."""
MOST_BLANKS, BLANK = 12, 10_000
"""The number of symbols kept without their words, the newest, and the most pixels of each."""
_WHERE_WHOLE = 255 * (0,) + (255,)
"""The opaque part of a stamp, through which nothing of the board is seen."""
_quantising = Lock()


def quantise(
    image: Image.Image, theme: Theme, *, dimmed: bool = False, chart: bool = False
) -> Image.Image:
    """Return the indices of an image's colours in a palette of a theme."""
    return _looked_up(image, palette_image(theme, dimmed=dimmed, chart=chart))


def quantise_sparingly(image: Image.Image, theme: Theme, inks: frozenset[Ink]) -> Image.Image:
    """Return the indices of an image's colours, of the few that suit a board of some inks."""
    entries = sparing_entries(theme, inks)
    return _looked_up(image, sparing_image(theme, inks)).point((*entries, *bytes(256))[:256])


def _looked_up(image: Image.Image, wanted: Image.Image) -> Image.Image:
    # Pillow keeps a cache on the palette while it looks colours up.
    with _quantising:
        found = image.quantize(palette=wanted, dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())


@cache
def stamps_of(theme: Theme) -> "Stamps":
    """Return the stamps of a theme, which all its boards share."""
    return Stamps(theme)


class Stamps:
    """The stamps of one theme.

    A stamp is blended with whatever lies under it, so that anti-aliased edges fit; the resulting
    cut is cached for the next time that the same lies there, on whatever board. `lock` is to be
    held while a cut or an overlap is asked for.
    """

    def __init__(self, theme: Theme, most_bytes: int = MOST_BYTES) -> None:
        """Start empty; the stamps may take `most_bytes` of memory."""
        self.lock = Lock()
        self._theme = theme
        self._most_cut_bytes = most_bytes - MOST_STAMP_BYTES - MOST_OVERLAPS * OVERLAP
        self._first_fine = len(palette(theme).plain)
        self._palettes = [
            bytes(part for colour in palette(theme).colours(dimmed=dimmed) for part in colour)
            for dimmed in (False, True)
        ]
        self._overlaps: dict[tuple[Symbol, Symbol, int, int], bool] = {}
        self._stamps: dict[Symbol, Image.Image] = {}
        self._blanks: dict[tuple[tuple[Shape, ...], Area], Image.Image] = {}
        self._cuts: dict[tuple[Symbol, bytes], Image.Image] = {}
        self._stamp_bytes = self._cut_bytes = 0

    def area(self, token: Token) -> Area:
        """Return the area that a token covers."""
        box = _box(token.symbol)
        return Area(round(token.at.x) + box[0], round(token.at.y) + box[1], box[2], box[3])

    def overlap(self, one: Token, other: Token) -> bool:
        """Tell whether two tokens may have a pixel in common; False is certain."""
        across = round(other.at.x) - round(one.at.x)
        down = round(other.at.y) - round(one.at.y)
        key = (one.symbol, other.symbol, across, down)
        if (known := self._overlaps.get(key)) is None:
            if len(self._overlaps) >= MOST_OVERLAPS:
                del self._overlaps[next(iter(self._overlaps))]
            known = self._overlaps[key] = self._have_pixel_in_common(one, other)
        return known

    def cut(self, symbol: Symbol, ground: Image.Image) -> Image.Image:
        """Return a symbol blended with a ground of its size."""
        key = (symbol, sha1(ground.tobytes(), usedforsecurity=False).digest())
        if found := self._cuts.pop(key, None):
            self._cuts[key] = found  # now the most recently used
            return found
        stamp = self._stamp(symbol)
        under = ground.copy()
        under.putpalette(self._palettes[symbol.lit])
        blended = under.convert("RGB")
        blended.paste(stamp, (0, 0), stamp)
        cut = quantise(blended, self._theme, dimmed=symbol.lit)
        if symbol.lit or _highest(ground) >= self._first_fine:
            nothing = ImageChops.invert(where_not_zero(stamp.getchannel("A")))
            cut.paste(ground, (0, 0), nothing)
        if symbol.smooth and self._theme.depth and not symbol.lit:
            floor = (
                self._painted(symbol.shapes[-symbol.smooth :], symbol)
                .getchannel("A")
                .point(_WHERE_WHOLE)
            )
            cut.paste(blended.convert("L").point(_gradient_table(self._theme)), (0, 0), floor)
        self._cuts[key] = cut
        self._cut_bytes += _size(cut)
        while self._cut_bytes > self._most_cut_bytes:
            self._cut_bytes -= _size(self._cuts.pop(next(iter(self._cuts))))
        return cut

    def estimated_bytes(self) -> int:
        """Estimate the memory that the stamps take."""
        blanks = sum(4 * blank.width * blank.height for blank in self._blanks.values())
        return self._stamp_bytes + self._cut_bytes + blanks + len(self._overlaps) * OVERLAP

    def _have_pixel_in_common(self, one: Token, other: Token) -> bool:
        first, second = self.area(one), self.area(other)
        left, top = max(first.left, second.left), max(first.top, second.top)
        right = min(first.left + first.width, second.left + second.width)
        bottom = min(first.top + first.height, second.top + second.height)
        if left >= right or top >= bottom:
            return False
        both = (
            self._stamp(token.symbol)
            .crop((left - x, top - y, right - x, bottom - y))
            .getchannel("A")
            for token, (x, y, _, _) in ((one, first), (other, second))
        )
        return ImageChops.darker(*both).getbbox() is not None

    def _stamp(self, symbol: Symbol) -> Image.Image:
        stamp = self._stamps.pop(symbol, None) or self._make(symbol)
        self._stamps[symbol] = stamp  # now the most recently used
        return stamp

    def _make(self, symbol: Symbol) -> Image.Image:
        """Paint a symbol on a transparent ground, and keep count of what that takes."""
        left, top, width, height = _box(symbol)
        origin = Point(left, top)
        shapes = tuple(shape for shape in symbol.shapes if not isinstance(shape, Text))
        blank = len(shapes) < len(symbol.shapes) and width * height <= BLANK
        stamp = self._blank(shapes, symbol) if blank else self._painted(shapes, symbol)
        if symbol.opacity < 1:
            stamp.putalpha(stamp.getchannel("A").point(lambda part: part * symbol.opacity))
        for shape in symbol.shapes:
            if isinstance(shape, Text):
                ink = self._theme.colours[shape.role]
                behind = self._theme.colours[shape.on] if shape.halo else ink
                layer = Image.new("RGBA", (width, height), (*behind, 0))
                paint(layer, (shape,), self._theme, 1, origin)
                stamp.alpha_composite(layer)
        self._stamp_bytes += 4 * width * height
        while self._stamp_bytes > MOST_STAMP_BYTES and self._stamps:
            gone = self._stamps.pop(next(iter(self._stamps)))
            self._stamp_bytes -= 4 * gone.width * gone.height
        return stamp

    def _blank(self, shapes: tuple[Shape, ...], symbol: Symbol) -> Image.Image:
        """Paint a symbol without its words: another one often has the same with other words."""
        key = shapes, _box(symbol)
        if key not in self._blanks:
            self._blanks[key] = self._painted(shapes, symbol)
            if len(self._blanks) > MOST_BLANKS:
                del self._blanks[next(iter(self._blanks))]
        return self._blanks[key].copy()

    def _painted(self, shapes: Sequence[Shape], symbol: Symbol) -> Image.Image:
        """Paint shapes of a symbol on a transparent ground of its size."""
        left, top, width, height = _box(symbol)
        if not shapes:
            return Image.new("RGBA", (width, height), (0, 0, 0, 0))
        scale = FINE if width * height <= LARGE else COARSE
        large = Image.new("RGBA", (width * scale, height * scale), (0, 0, 0, 0))
        paint(large, shapes, self._theme, scale, Point(left, top))
        return large.reduce(scale)


@cache
def _gradient_table(theme: Theme) -> list[int]:
    """Return the entry of a pit's gradient for each of 256 grey levels."""
    entries = {colour: number for number, colour in enumerate(palette(theme).colours())}
    colours = pit_gradient(theme)
    row = Image.new("RGB", (len(colours), 1))
    row.putdata(colours)
    greys = [*zip(row.convert("L").tobytes(), colours, strict=True)]
    nearest = [min(greys, key=lambda grey: abs(grey[0] - level))[1] for level in range(256)]
    return [entries[colour] for colour in nearest]


@lru_cache(maxsize=MOST_BOXES)
def _box(symbol: Symbol) -> Area:
    """Measure a symbol, which is as large in every theme."""
    left, top, right, bottom = bounds(symbol)
    return Area(left, top, right - left, bottom - top)


def _highest(ground: Image.Image) -> int:
    """Return the highest entry in a part of a picture."""
    highest = ground.getextrema()[1]
    assert not isinstance(highest, tuple)
    return round(highest)


def _size(cut: Image.Image) -> int:
    return cut.width * cut.height + ENTRY

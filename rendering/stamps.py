"""Symbols as stamps: painted once, and blended with whatever lies under them."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha1
from threading import Lock
from typing import NamedTuple

from PIL import Image, ImageChops

from rendering.colour_roles import Ink
from rendering.geometry import CENTRE, Point
from rendering.indexed_palette import (
    palette,
    palette_bytes,
    palette_image,
    pit_gradient,
    sparing_entries,
    sparing_image,
)
from rendering.paint import paint, written
from rendering.paletted_bitmap import Area, mapped, where_not_zero
from rendering.scene import Token
from rendering.shape_looks import bounds
from rendering.shapes import Shape, Symbol, Text
from rendering.themes import Colour, Theme

MOST_BYTES = 11_500_000
"""The most memory of a theme's stamps, with all that is cached for them."""
FINE, COARSE, LARGE = 8, 4, 3_000
"""Stamps are painted eight times as large, those of more than 3,000 pixels four times."""
MOST_STAMP_BYTES = 2_000_000
"""Above this, the least recently used stamps are dropped."""
ENTRY = 700
"""Bytes that a cut takes besides its pixels."""
MOST_BOXES, MOST_OVERLAPS, OVERLAP = 8_000, 10_000, 200
"""The number of cached areas of symbols and of cached overlaps of pairs; a pair's bytes."""
MOST_PLACES, PLACE = 1_000, 1_200
"""The number of cached places of symbols, and the bytes that one takes."""
MOST_CUT_BYTES = MOST_BYTES - MOST_STAMP_BYTES - MOST_OVERLAPS * OVERLAP - MOST_PLACES * PLACE
"""The most memory of a theme's cuts: the least recently used ones are dropped."""
TILE, TILES = 4, 256
"""The side of the tiles of a picture in which a symbol may have pixels, and how many are in a row.
"""
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


class Stamp(NamedTuple):
    """A symbol painted by itself: its colours, how opaque each is, and where it has any.

    What is only a line of text has one colour. A pit's floor is where there are no steps.
    """

    paint: Image.Image | Colour
    alpha: Image.Image
    mask: Image.Image
    floor: Image.Image | None = None


_Layer = tuple[Stamp, tuple[int, int, int, int]]
"""A stamp of a symbol, and its place in that."""


class Spot(NamedTuple):
    """Where a symbol is stamped, the pixels that it has there, and the tiles in which they lie.

    Each tile is a bit, from the first one that its `box` touches on, which is `begin` bits.
    """

    area: Area
    mask: Image.Image | None
    tiles: int = -1
    box: int = -1
    begin: int = 0


class Stamps:
    """The stamps of one theme.

    A stamp is blended with whatever lies under it, so that anti-aliased edges fit; the resulting
    cut is cached for the next time that the same lies there, on whatever board. `lock` is to be
    held while a cut or an overlap is asked for.
    """

    def __init__(self, theme: Theme) -> None:
        self.lock = Lock()
        self._theme = theme
        self._first_fine = len(palette(theme).plain)
        self._palettes = [palette_bytes(theme, dimmed=dimmed) for dimmed in (False, True)]
        self._overlaps: dict[tuple[Symbol, Symbol, int, int], bool] = {}
        self._places: dict[tuple[Symbol, Point], Spot] = {}
        self._ramps: dict[tuple[Colour, int, bool], bytes] = {}
        self._stamps: dict[Symbol, Stamp] = {}
        self._blanks: dict[tuple[tuple[Shape, ...], Area], Image.Image] = {}
        self._cuts: dict[tuple[Symbol, Hashable], Image.Image] = {}
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

    def place(self, token: Token) -> Spot:
        """Return where a token is stamped; what bears words is taken to fill its box."""
        key = token.symbol, token.at
        found = self._places.pop(key, None) or self._found_place(token)
        self._places[key] = found  # now the most recently used
        if len(self._places) > MOST_PLACES:
            del self._places[next(iter(self._places))]
        return found

    def _found_place(self, token: Token) -> Spot:
        symbol, area = token.symbol, self.area(token)
        if symbol.parts or symbol.window or any(isinstance(each, Text) for each in symbol.shapes):
            return _spot(area)
        return _spot(area, self._stamp(symbol).mask)

    def cut(self, symbol: Symbol, ground: Image.Image) -> Image.Image:
        """Return a symbol blended with a ground of its size."""
        key = symbol, sha1(ground.tobytes(), usedforsecurity=False).digest()
        return self._known(key) or self._keep(key, self._blend(symbol, ground))

    def cut_on(self, board: int, token: Token, ground: Callable[[], Image.Image]) -> Image.Image:
        """Return the same for a place of a numbered bare board, where the same always lies.

        What lies beside the board has another place each time, but the same ground.
        """
        key = token.symbol, (board, token.at)
        if found := self._known(key):
            return found
        cut = self._blend if token.cell else self.cut
        return self._keep(key, cut(token.symbol, ground()))

    def _known(self, key: tuple[Symbol, Hashable]) -> Image.Image | None:
        if found := self._cuts.pop(key, None):
            self._cuts[key] = found  # now the most recently used
        return found

    def _keep(self, key: tuple[Symbol, Hashable], cut: Image.Image) -> Image.Image:
        self._cuts[key] = cut
        self._cut_bytes += _size(cut)
        while self._cut_bytes > MOST_CUT_BYTES:
            self._cut_bytes -= _size(self._cuts.pop(next(iter(self._cuts))))
        return cut

    def _blend(self, symbol: Symbol, ground: Image.Image) -> Image.Image:
        layers = [*self._layers(symbol)]
        (stamp, _), *others = layers
        if isinstance(stamp.paint, tuple) and not others:
            low, high = _extrema(ground)
            if low == high:
                return mapped(stamp.alpha, self._ramp(stamp.paint, low, lit=symbol.lit))
        under = ground.copy()
        under.putpalette(self._palettes[symbol.lit])
        blended = under.convert("RGB")
        for layer, box in layers:
            blended.paste(layer.paint, box, layer.alpha)
        cut = quantise(blended, self._theme, dimmed=symbol.lit)
        if symbol.lit or _extrema(ground)[1] >= self._first_fine:
            cut.paste(ground, (0, 0), ImageChops.invert(_where_any(layers, cut.size)))
        if stamp.floor and not symbol.lit:
            smooth = blended.convert("L").point(_gradient_table(self._theme))
            cut.paste(smooth, (0, 0), stamp.floor)
        return cut

    def _layers(self, symbol: Symbol) -> Iterator[_Layer]:
        """Give the stamps of a symbol or of its parts, each with its place in the symbol's box."""
        whole = _box(symbol)
        for part, (x, y) in symbol.parts or ((symbol, CENTRE),):
            box = _box(part)
            left, top = box.left + round(x) - whole.left, box.top + round(y) - whole.top
            yield self._stamp(part), (left, top, left + box.width, top + box.height)

    def _mask(self, symbol: Symbol) -> Image.Image:
        return _where_any([*self._layers(symbol)], (_box(symbol).width, _box(symbol).height))

    def _ramp(self, ink: Colour, under: int, *, lit: bool) -> bytes:
        """Return the entries of a colour on an even ground, from nothing of it to the whole."""
        key = ink, under, lit
        if key not in self._ramps:
            below = self._palettes[lit][3 * under : 3 * under + 3]
            line = Image.new("RGB", (256, 1), (below[0], below[1], below[2]))
            line.paste(ink, (0, 0, 256, 1), Image.frombytes("L", (256, 1), bytes(range(256))))
            entries = quantise(line, self._theme, dimmed=lit).tobytes()
            self._ramps[key] = entries
        return self._ramps[key]

    def estimated_bytes(self) -> int:
        """Estimate the memory that the stamps take."""
        blanks = sum(4 * blank.width * blank.height for blank in self._blanks.values())
        pairs = len(self._overlaps) * OVERLAP + len(self._places) * PLACE
        return self._stamp_bytes + self._cut_bytes + blanks + pairs

    def _have_pixel_in_common(self, one: Token, other: Token) -> bool:
        first, second = self.area(one), self.area(other)
        left, top = max(first.left, second.left), max(first.top, second.top)
        right = min(first.left + first.width, second.left + second.width)
        bottom = min(first.top + first.height, second.top + second.height)
        if left >= right or top >= bottom:
            return False
        both = (
            self._mask(token.symbol).crop((left - x, top - y, right - x, bottom - y))
            for token, (x, y, _, _) in ((one, first), (other, second))
        )
        return ImageChops.logical_and(*both).getbbox() is not None

    def _stamp(self, symbol: Symbol) -> Stamp:
        stamp = self._stamps.pop(symbol, None)
        if not stamp:
            stamp = self._make(symbol)
            if isinstance(stamp.paint, tuple):
                return stamp  # the cut of a line of text is kept: names are many
            self._stamp_bytes += _stamp_size(stamp)
            while self._stamp_bytes > MOST_STAMP_BYTES and self._stamps:
                self._stamp_bytes -= _stamp_size(self._stamps.pop(next(iter(self._stamps))))
        self._stamps[symbol] = stamp  # now the most recently used
        return stamp

    def _make(self, symbol: Symbol) -> Stamp:
        """Paint a symbol by itself."""
        area, (first, *others) = _box(symbol), (*symbol.shapes, None)
        if isinstance(first, Text) and not others[1:] and not first.halo and first.share == 1:
            paint: Image.Image | Colour = self._theme.colours[first.role]
            below = Point(first.below.x - area.left, first.below.y - area.top)
            alpha = written(first.text, round(first.size), below, *area[2:], narrow=first.narrow)
        else:
            whole = self._whole(symbol, area)
            paint, alpha = whole.convert("RGB"), whole.getchannel("A")
        if symbol.opacity < 1:
            alpha = alpha.point(lambda part: part * symbol.opacity)
        stamp = Stamp(paint, alpha, where_not_zero(alpha))
        if symbol.smooth and self._theme.depth:
            ground = symbol.shapes[-symbol.smooth]  # as large as all the rest of it
            floor = self._painted((ground,), symbol).getchannel("A")
            stamp = stamp._replace(floor=floor.point(_WHERE_WHOLE))
        return stamp

    def _whole(self, symbol: Symbol, area: Area) -> Image.Image:
        """Paint a symbol on a transparent ground."""
        shapes = tuple(shape for shape in symbol.shapes if not isinstance(shape, Text))
        blank = len(shapes) < len(symbol.shapes) and area.width * area.height <= BLANK
        whole = self._blank(shapes, symbol) if blank else self._painted(shapes, symbol)
        for shape in symbol.shapes:
            if isinstance(shape, Text):
                ink = self._theme.colours[shape.role]
                behind = self._theme.colours[shape.on] if shape.halo else ink
                layer = Image.new("RGBA", whole.size, (*behind, 0))
                paint(layer, (shape,), self._theme, 1, Point(area.left, area.top))
                whole.alpha_composite(layer)
        return whole

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
        scale = FINE if width * height <= LARGE and not symbol.window else COARSE
        # Colours are painted as they weigh; Pillow cannot draw in the mode that says so.
        large = Image.new("RGBX", (width * scale, height * scale))
        paint(large, shapes, self._theme, scale, Point(left, top))
        small = large.reduce(scale).tobytes()
        return Image.frombytes("RGBa", (width, height), small).convert("RGBA")


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


def _where_any(layers: Sequence[_Layer], size: tuple[int, int]) -> Image.Image:
    """Return where any of a symbol's stamps has a pixel."""
    (stamp, _), *others = layers
    if not others:
        return stamp.mask
    mask = Image.new("1", size)
    for layer, box in layers:
        mask.paste(255, box, layer.mask)
    return mask


@lru_cache(maxsize=MOST_BOXES)
def _box(symbol: Symbol) -> Area:
    """Measure a symbol, which is as large in every theme."""
    left, top, right, bottom = bounds(symbol)
    return Area(left, top, right - left, bottom - top)


def _extrema(ground: Image.Image) -> tuple[int, int]:
    """Return the lowest and the highest entry in a part of a picture."""
    low, high = ground.getextrema()
    assert not isinstance(low, tuple)
    assert not isinstance(high, tuple)
    return round(low), round(high)


def _spot(area: Area, mask: Image.Image | None = None) -> Spot:
    """Find the tiles in which a mask has pixels; without one all of an area is filled."""
    column, left, row, top, wide, high = _tiled(area)
    if min(column, row) < 0 or column + wide > TILES:
        return Spot(area, mask)
    tiles = box = _block(wide, high)
    if mask is not None:
        aligned = Image.new("L", (wide * TILE, high * TILE))
        aligned.paste(255, (left, top), mask)
        rows = Image.new("1", (TILES, high))
        rows.paste(where_not_zero(aligned.reduce(TILE)))
        tiles = int.from_bytes(rows.tobytes("raw", "1;R"), "little")
    return Spot(area, mask, tiles, box, TILES * row + column)


@lru_cache(maxsize=256)
def _block(wide: int, high: int) -> int:
    """Return all tiles of a box."""
    return sum((1 << wide) - 1 << TILES * down for down in range(high))


def _tiled(area: Area) -> tuple[int, int, int, int, int, int]:
    """Return in which tiles an area begins, where in each direction, and how many it touches."""
    (column, left), (row, top) = divmod(area.left, TILE), divmod(area.top, TILE)
    return column, left, row, top, -(-(left + area.width) // TILE), -(-(top + area.height) // TILE)


def _size(cut: Image.Image) -> int:
    return cut.width * cut.height + ENTRY


def _stamp_size(stamp: Stamp) -> int:
    """Return the bytes of a stamp."""
    return 6 * stamp.mask.width * stamp.mask.height

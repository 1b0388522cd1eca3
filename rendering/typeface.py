"""How wide text is: the widths of letters as a font's file has them, without drawing anything.

They are the widths with which Pillow draws text (FreeType's, hinted): whole pixels for each letter.
"""

import struct
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
NARROW_FONT = FONT.with_name("DejaVuSansCondensed-Bold.ttf")
TABLES = ("cmap", "head", "hhea", "hmtx", "kern", "loca", "maxp")
"""The parts of a font's file that are read here; the outlines of its letters are not among them."""
_ALL_LETTERS = 12
"""The format of the table that finds a letter of any number (OpenType, `cmap`)."""
_SMALL = 25
"""Below this size FreeType brings letters less together."""


class Typeface:
    """The letters of a font: which it has, and how wide they are."""

    def __init__(self, content: bytes) -> None:
        tables = dict(tables_of(content))
        self._em: int
        (self._em,) = struct.unpack_from(">H", tables["head"], 18)
        (widths,) = struct.unpack_from(">H", tables["hhea"], 34)
        (glyphs,) = struct.unpack_from(">H", tables["maxp"], 4)
        self._widths: tuple[int, ...] = struct.unpack_from(">" + "Hh" * widths, tables["hmtx"])[::2]
        self._widths += (glyphs - widths) * self._widths[-1:]  # the last ones are of one width
        self._outlines = struct.unpack_from(f">{glyphs + 1}I", tables["loca"])
        self._glyphs = dict(_letters(tables["cmap"]))
        (pairs,) = struct.unpack_from(">H", tables["kern"], 10)
        kerned = struct.iter_unpack(">HHh", tables["kern"][18 : 18 + 6 * pairs])
        self._kerning: Mapping[tuple[int, int], int] = {(a, b): by for a, b, by in kerned}

    def draws(self, letter: str) -> bool:
        """Tell whether the font has a letter that leaves a mark."""
        glyph = self._glyphs.get(ord(letter), 0)
        return glyph > 0 and self._outlines[glyph] < self._outlines[glyph + 1]

    def width(self, text: str, size: int) -> float:
        """Measure a line of text, in pixels."""
        return self.places(text, size)[-1] / 64

    def places(self, text: str, size: int) -> list[int]:
        """Return where each letter of a line begins, and the line ends, in 64ths of a pixel."""
        places = [0]
        for pair in pairwise((0, *(self._glyphs.get(ord(letter), 0) for letter in text))):
            if by := self._kerning.get(pair):
                places[-1] += self._closer(by, size)  # Pillow counts its pixels in 64ths
            places.append(places[-1] + ((self._scaled(self._widths[pair[1]], size) + 32) & -64))
        return places

    def _scaled(self, units: int, size: int) -> int:
        """Return units of the font in 64ths of a pixel, rounded away from zero as FreeType does."""
        scale = ((size << 22) + self._em // 2) // self._em
        sign = -1 if units < 0 else 1
        return sign * ((abs(units) * scale + 0x8000) >> 16)

    def _closer(self, units: int, size: int) -> int:
        scaled = self._scaled(units, size)
        if size < _SMALL:
            sign = -1 if scaled < 0 else 1
            scaled = sign * ((abs(scaled) * size + _SMALL // 2) // _SMALL)
        return (scaled + 32) >> 6


def tables_of(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Give the parts of a font's file by their names."""
    (number,) = struct.unpack_from(">H", content, 4)
    for name, _, start, length in struct.iter_unpack(">4s3I", content[12 : 12 + 16 * number]):
        yield name.decode(), content[start : start + length]


def _letters(table: bytes) -> Iterator[tuple[int, int]]:
    """Give each letter's number, and that of its outline."""
    (number,) = struct.unpack_from(">H", table, 2)
    for _, _, start in struct.iter_unpack(">HHI", table[4 : 4 + 8 * number]):
        (form,) = struct.unpack_from(">H", table, start)
        if form == _ALL_LETTERS:
            (groups,) = struct.unpack_from(">I", table, start + 12)
            ranges = table[start + 16 : start + 16 + 12 * groups]
            for first, last, glyph in struct.iter_unpack(">3I", ranges):
                yield from zip(
                    range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True
                )


@cache
def typeface(*, narrow: bool = False) -> Typeface:
    """Read a font that comes with the project."""
    return Typeface((NARROW_FONT if narrow else FONT).read_bytes())

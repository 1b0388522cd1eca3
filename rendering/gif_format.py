"""A short GIF writer for frames of one palette.

https://www.w3.org/Graphics/GIF/spec-gif89a.txt
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from rendering.paletted_bitmap import Area

MOST_PIXELS = 300_000
"""A larger block is written in parts: Pillow packs this many pixels in three milliseconds."""
SHORTEST = 2
"""The shortest time of a part in hundredths of a second; browsers turn less into a tenth."""
TRANSPARENT = 255
"""The transparent index, which lets the frame before show through."""
_COLOURS = 256
_KEEP_AND_TRANSPARENT = 0b101
"""Disposal and transparency: a frame stays under the next, which is transparent where empty."""


class Block(NamedTuple):
    """A part of a frame, its indices packed."""

    area: Area
    packed: bytes


class Gif:
    """An animated GIF being written block by block; it loops for ever."""

    def __init__(self, width: int, height: int, palette: bytes) -> None:
        """Start a file; `palette` is three bytes per colour."""
        full_table = 0xF7  # a global table of 256 colours with eight bits per channel
        self._parts = [
            b"GIF89a",
            struct.pack("<HHBBB", width, height, full_table, 0, 0),
            palette.ljust(3 * _COLOURS, b"\0"),
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
        ]
        self.size = sum(map(len, self._parts)) + 1

    def add_frame(self, blocks: Sequence[Block], hundredths: int) -> None:
        """Show blocks over the frame before, then wait; all but the last appear at once.

        Where there are many, what they show together is still held for half the time.
        """
        parts = blocks or _NOTHING
        early = SHORTEST * (len(parts) - 1)
        for number, block in enumerate(parts, start=1):
            last = number == len(parts)
            self._add(
                block, max(hundredths - early, hundredths // 2, SHORTEST) if last else SHORTEST
            )

    def content(self) -> bytes:
        """Return the whole file."""
        return b"".join((*self._parts, b"\x3b"))

    def _add(self, block: Block, hundredths: int) -> None:
        area, packed = block
        control = 0x21, 0xF9, 4, _KEEP_AND_TRANSPARENT, hundredths, TRANSPARENT, 0
        written = b"".join(
            (struct.pack("<BBBBHBB", *control), struct.pack("<BHHHHB", 0x2C, *area, 0), packed)
        )
        self._parts.append(written)
        self.size += len(written)


def blocks_of(area: Area, indices: Image.Image, *, whole: bool = False) -> list[Block]:
    """Pack a part of a frame, in several blocks where it is large, or else `whole`."""
    left, top, width, height = area
    rows = height if whole else max(1, MOST_PIXELS // width)
    blocks = []
    for first in range(0, height, rows):
        count = min(rows, height - first)
        part = indices.crop((0, first, width, first + count)) if count < height else indices
        blocks.append(Block(Area(left, top + first, width, count), _packed(part)))
    return blocks


def _packed(indices: Image.Image) -> bytes:
    bits = 8  # of an index
    return bytes((bits,)) + indices.tobytes("gif", ("L", bits, 0)) + b"\0"


_NOTHING = blocks_of(Area(0, 0, 1, 1), Image.new("L", (1, 1), TRANSPARENT))
"""The blocks of a frame that equals the one before."""

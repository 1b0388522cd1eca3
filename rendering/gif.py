"""A short GIF writer for pictures of one palette.

https://www.w3.org/Graphics/GIF/spec-gif89a.txt
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from rendering.bitmap import Area

MOST_PIXELS = 300_000
"""A larger block is written in parts: Pillow packs about so many in three milliseconds."""
SHORTEST = 2
"""Hundredths of a second that a part is shown for: less than that, browsers make a tenth."""
THROUGH = 255
"""The index of what lets the picture before through."""
_COLOURS = 256
_KEEP_AND_LET_THROUGH = 0b101
"""What is there stays under a block, and shows where that has nothing."""


class Block(NamedTuple):
    """A part of the picture that changes, its indices packed."""

    area: Area
    packed: bytes


class Gif:
    """An animation being written, block by block; it plays for ever."""

    def __init__(self, width: int, height: int, palette: bytes) -> None:
        """Begin; `palette` is three bytes a colour."""
        full_table = 0xF7  # a table for all pictures, of 256 colours with eight bits a part
        self._parts = [
            b"GIF89a",
            struct.pack("<HHBBB", width, height, full_table, 0, 0),
            palette.ljust(3 * _COLOURS, b"\0"),
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
        ]
        self.size = sum(map(len, self._parts)) + 1

    def add_frame(self, blocks: Sequence[Block], hundredths: int) -> None:
        """Show blocks over what is there, then wait; all but the last are there at once."""
        parts = blocks or _NOTHING
        early = SHORTEST * (len(parts) - 1)
        for number, block in enumerate(parts, start=1):
            last = number == len(parts)
            self._add(block, max(hundredths - early, SHORTEST) if last else SHORTEST)

    def content(self) -> bytes:
        """Give the whole file."""
        return b"".join((*self._parts, b"\x3b"))

    def _add(self, block: Block, hundredths: int) -> None:
        area, packed = block
        control = 0x21, 0xF9, 4, _KEEP_AND_LET_THROUGH, hundredths, THROUGH, 0
        written = b"".join(
            (
                struct.pack("<BBBBHBB", *control),
                struct.pack("<BHHHHB", 0x2C, *area, 0),
                packed,
            )
        )
        self._parts.append(written)
        self.size += len(written)


def blocks_of(area: Area, indices: Image.Image) -> list[Block]:
    """Pack a part of a picture, in several blocks where it is large."""
    left, top, width, height = area
    rows = max(1, MOST_PIXELS // width)
    blocks = []
    for first in range(0, height, rows):
        count = min(rows, height - first)
        part = indices.crop((0, first, width, first + count)) if count < height else indices
        blocks.append(Block(Area(left, top + first, width, count), _packed(part)))
    return blocks


def _packed(indices: Image.Image) -> bytes:
    bits = 8  # of an index
    return bytes((bits,)) + indices.tobytes("gif", ("L", bits, 0)) + b"\0"


_NOTHING = blocks_of(Area(0, 0, 1, 1), Image.new("L", (1, 1), THROUGH))
"""What is shown where a picture is the same as the one before."""

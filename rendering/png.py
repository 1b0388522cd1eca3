"""A short PNG writer for palette pictures (https://www.w3.org/TR/png-3/)."""

import struct

from zlib_ng import zlib_ng

_LEVEL, _WINDOW, _MEMORY = 6, 15, 6
"""Little memory makes for short blocks, whose codes fit the rows of a board more closely."""


def png(width: int, height: int, palette: bytes, rows: bytes | bytearray) -> bytes:
    """Write a picture; each row of `rows` is its filter's number, 0, then an index a pixel.

    `palette` is three bytes a colour.

    Unfiltered rows suit flat palette art best, and cost nothing to prepare.
    """
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    packer = zlib_ng.compressobj(_LEVEL, zlib_ng.DEFLATED, _WINDOW, _MEMORY)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", packer.compress(rows) + packer.flush()),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib_ng.crc32(content, zlib_ng.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

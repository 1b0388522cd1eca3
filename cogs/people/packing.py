"""Packing what is told thing by thing into compressed files, none of them too large to send."""

import json
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping

GZIP = 16 + zlib.MAX_WBITS
"""How zlib is told to write a file as gzip does."""
MARGIN = 4096
"""So many bytes of a file are left for what ends it."""


async def packed(
    things: AsyncIterator[Mapping[str, object]], most: int
) -> AsyncGenerator[bytes, None]:
    """Give files of at most `most` bytes: JSON, a thing a line, compressed as gzip does.

    Each can be read by itself, and is given once it is full: only one is held in memory.
    """
    packer, file, waiting = zlib.compressobj(wbits=GZIP), bytearray(), 0
    async for thing in things:
        line = json.dumps(thing, ensure_ascii=False).encode() + b"\n"
        # What waits in the packer counts as if it would not become shorter.
        if len(file) + waiting + len(line) + MARGIN > most:
            file += packer.flush(zlib.Z_SYNC_FLUSH)
            waiting = 0
        if file and len(file) + waiting + len(line) + MARGIN > most:
            yield bytes(file + packer.flush())
            packer, file = zlib.compressobj(wbits=GZIP), bytearray()
        file += packer.compress(line)
        waiting += len(line)
    yield bytes(file + packer.flush())

"""Packing: many things in files that each can be sent and read."""

import gzip
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.privacy import chunked_files


def unpacked(file: bytes) -> list[dict[str, Any]]:
    """Read a file as whoever gets it does."""
    return [json.loads(line) for line in gzip.decompress(file).splitlines()]


async def each_of(things: list[dict[str, object]]) -> AsyncIterator[dict[str, object]]:
    for thing in things:
        yield thing


@pytest.mark.parametrize("most", [60_000, 120_000, 240_000])
async def test_every_thing_is_in_one_file_and_no_file_is_too_large(most: int) -> None:
    lots = random.Random(1)
    things: list[dict[str, object]] = [
        {"match": number, "text": lots.randbytes(lots.randrange(4000)).hex() * lots.randint(1, 3)}
        for number in range(300)
    ]
    files = [file async for file in chunked_files(each_of(things), most)]
    assert [thing for file in files for thing in unpacked(file)] == things
    assert max(map(len, files)) <= most
    assert min(map(len, files[:-1])) > most / 4
    assert len(files) > 2


async def test_what_fits_is_one_file() -> None:
    assert len([file async for file in chunked_files(each_of([{"name": "Ada"}]), 10_000)]) == 1

"""Check every match of a large file, in as many processes as there are processors."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from data import tables
from data.connection import Connection
from data.database import snapshot_of
from data.maintenance.check import faults_of_match

PORTION = 5_000
"""So many events are replayed, about, before it is said how far the check has come."""


Portion = tuple[list[int], int]
"""The numbers of some matches, and how many events they have together."""


async def portions(connection: Connection) -> list[Portion]:
    """Put the matches into portions of about as many events."""
    found: list[Portion] = []
    numbers: list[int] = []
    events = 0
    for number, length in await tables.matches.lengths(connection):
        numbers.append(number)
        events += length
        if events >= PORTION:
            found.append((numbers, events))
            numbers, events = [], 0
    return [*found, (numbers, events)] if numbers else found


def faults_by_portion(path: Path, wanted: list[list[int]]) -> Iterator[list[str]]:
    """Check matches, portion by portion in order, and give the faults of each.

    Every process looks at the file at a moment of its own; a match is seen whole.
    """
    check = partial(_faults_of, path)
    workers = min(os.cpu_count() or 1, len(wanted))
    if workers < 2:
        yield from map(check, wanted)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as processes:
        try:
            yield from processes.map(check, wanted)
        except BaseException:
            processes.shutdown(wait=False, cancel_futures=True)
            raise


def _faults_of(path: Path, numbers: list[int]) -> list[str]:
    return asyncio.run(_look(path, numbers))


async def _look(path: Path, numbers: list[int]) -> list[str]:
    found: list[str] = []
    async with snapshot_of(path) as connection:
        for number in numbers:
            found += await faults_of_match(connection, number)
    return found

"""The ground of all benchmarks: their folder, their scale, processor time and the loop's delay."""

import asyncio
import gc
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import perf_counter
from typing import TypeVar

Made = TypeVar("Made")
TICK = 0.001
"""Seconds between two ticks."""
ON_DISK = Path("/var/tmp")  # noqa: S108 (what is made there has a name of its own)
"""A folder that is on a disk, unlike `/tmp` on many systems; `TMPDIR` goes before it."""


class CannotMeasureError(Exception):
    """A benchmark that cannot go on, with the reason in a sentence."""


def scaled(number: int, scale: float, least: int = 1) -> int:
    """Return a part of a full number, but no less than the least that can be measured."""
    return max(least, round(number * scale))


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """Make a temporary folder for databases, and remove it whatever happens."""
    there = ON_DISK if "TMPDIR" not in os.environ and ON_DISK.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="parlour-", dir=there) as folder:
        yield Path(folder)


def timed(
    make: Callable[[], Made], clock: Callable[[], float] = perf_counter
) -> tuple[float, Made]:
    """Make something once garbage is collected; return the seconds and what was made."""
    gc.collect()
    began = clock()
    made = make()
    return clock() - began, made


@asynccontextmanager
async def measure_loop_delay() -> AsyncIterator[list[float]]:
    """Measure ticks during the block; the list receives the seconds by which each was late."""
    late: list[float] = []
    over = False

    async def tick() -> None:
        while not over:
            began = perf_counter()
            await asyncio.sleep(TICK)
            late.append(perf_counter() - began - TICK)

    task = asyncio.create_task(tick())
    try:
        yield late
    finally:
        over = True
        await task

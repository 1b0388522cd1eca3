"""The ground of all benchmarks: folder, scale, random games, times and the loop's delay."""

import asyncio
import gc
import os
import random
import statistics
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from rules import Move, Position

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


def random_plays(start: Position, rng: random.Random) -> Iterator[tuple[Move, Position]]:
    """Play at random until the game is over: give each move, and the position after it."""
    position = start
    while legal := [*position.moves().values()]:
        move = rng.choice(legal)
        position = position.after(move)
        yield move, position


def print_times(
    name: str, times: Sequence[float], *, most: float | None = None, most99: float | None = None
) -> None:
    """Print the median, the 99th percentile and the longest in milliseconds, with their limits."""
    if not times:
        return
    words = f"  {name:38}{statistics.median(times) * 1000:9.2f}"
    if times[1:]:
        words += f"   p99{statistics.quantiles(times, n=100)[98] * 1000:9.2f}"
        words += f"   max{max(times) * 1000:9.2f}"
    words += "" if most is None else f"   at most {most:.0f}"
    print(words + ("" if most99 is None else f"   p99 at most {most99:.0f}"))


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

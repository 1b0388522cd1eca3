"""The delay of the event loop, measured by a task that ticks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

TICK = 0.001
"""Seconds between two ticks."""


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

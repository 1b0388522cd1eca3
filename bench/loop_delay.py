"""A ticker that notes how late the event loop is while something else goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

TICK = 0.001
"""Seconds from one tick to the next."""


@asynccontextmanager
async def measure_loop_delay() -> AsyncIterator[list[float]]:
    """Tick beside what is done within; the list has by how many seconds each tick came late."""
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

"""Where the store runs what may take seconds, such as playing a whole match: in a thread."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class RunsLong(Protocol):
    """Runs a function that may take seconds off the event loop; nobody holds a lock meanwhile."""

    def __call__(self, work: Callable[[], Result], /) -> Awaitable[Result]:
        """Return what the function returns."""


async def run_in_any_thread(work: Callable[[], Result], /) -> Result:
    """Run a function where nobody says in which thread."""
    return await asyncio.to_thread(work)

"""The threads in which the bot draws and computes: cards at once, long work beside them.

A person has one thing done at a time in each way, so that nobody waits for all that somebody else
has asked for. What background work draws has a thread of its own, so that however many cards are
due, a person's card shares the processor with one of them.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from typing import TypeVar
from weakref import WeakValueDictionary

from interactions.discord_requests import is_in_background

NOBODY = 0
"""Who asks for what the bot does by itself, which waits for no turn."""

Result = TypeVar("Result")

_ASKING: ContextVar[int] = ContextVar("asking", default=NOBODY)
_LONG_WORK = ThreadPoolExecutor(1, "long work")
_BACKGROUND = ThreadPoolExecutor(1, "background cards")


_Turns = WeakValueDictionary[int, asyncio.Lock]
"""A lock for each person who works or waits, which is dropped when nobody holds it."""

_DRAWING, _COMPUTING = _Turns(), _Turns()


def work_for(person: int) -> None:
    """Let the current task, and those that it starts, work for a person."""
    _ASKING.set(person)


async def run_brief(work: Callable[[], Result], /) -> Result:
    """Run what takes some milliseconds, such as a picture, in the threads for cards."""
    if is_in_background():
        loop, context = asyncio.get_running_loop(), copy_context()
        return await loop.run_in_executor(_BACKGROUND, context.run, work)
    if (person := _ASKING.get()) == NOBODY:
        return await asyncio.to_thread(work)
    async with _DRAWING.setdefault(person, asyncio.Lock()):
        return await asyncio.to_thread(work)


async def run_long(work: Callable[[], Result], /) -> Result:
    """Run what may take seconds, such as an animation, in the one thread for such work.

    No card ever waits for it; so nothing may call this while it holds what others need.
    """
    loop, context = asyncio.get_running_loop(), copy_context()
    async with _COMPUTING.setdefault(_ASKING.get(), asyncio.Lock()):
        return await loop.run_in_executor(_LONG_WORK, context.run, work)

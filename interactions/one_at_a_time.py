"""What is posted for one thing, such as a match, by one task at a time, of all processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

from interactions.bot import Bot

_POSTING = WeakValueDictionary[tuple[str, int], asyncio.Lock]()
"""A lock for each match, event and server, which is dropped when nobody holds it or waits."""


class Turn(NamedTuple):
    """What may have been posted for the same thing just before one's turn."""

    had_to_wait: bool
    """Whether another task of this process has posted."""
    others: bool
    """Whether another process may have: what was read before must be read again."""


@asynccontextmanager
async def one_at_a_time(bot: Bot, kind: str, number: int) -> AsyncIterator[Turn]:
    """Wait until no other task posts for the same thing."""
    lock = _POSTING.setdefault((kind, number), asyncio.Lock())
    had_to_wait = lock.locked()
    async with lock, bot.share.alone(kind, number) as others:
        yield Turn(had_to_wait, others)

"""The share of one of several processes in all that is done, and who posts when."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

_POSTING = WeakValueDictionary[tuple[str, int], asyncio.Lock]()
"""A lock for each match, event and server, which is dropped when nobody holds it or waits."""


class Share(Protocol):
    """What this process does of all that the bot does, if several share its servers."""

    @property
    def does_due(self) -> bool:
        """Whether this process decides what is due for all: clocks, seasons, backups."""

    @property
    def is_whole(self) -> bool:
        """Whether some process hears Discord for each server, so that nobody is out of reach."""

    @property
    def has_all(self) -> bool:
        """Whether this process does what concerns any server."""

    def has(self, server: int | None) -> bool:
        """Tell whether this process does what concerns a server, or with `None` direct messages."""

    def since(self, server: int | None) -> datetime | None:
        """Return since when it does so, if that is not since its start."""

    def alone(self, kind: str, number: int) -> AbstractAsyncContextManager[bool]:
        """Wait until no other process posts for the same thing.

        Yields whether another may have: what was read before must then be read again.
        """


class WholeShare:
    """The share of the only process: everything."""

    does_due = is_whole = has_all = True

    def has(self, _server: int | None) -> bool:
        return True

    def since(self, _server: int | None) -> None:
        return None

    @asynccontextmanager
    async def alone(self, _kind: str, _number: int) -> AsyncIterator[bool]:
        yield False


class Turn(NamedTuple):
    """What may have been posted for the same thing just before one's turn."""

    had_to_wait: bool
    """Whether another task of this process has posted."""
    others: bool
    """Whether another process may have: what was read before must be read again."""


@asynccontextmanager
async def one_at_a_time(share: Share, kind: str, number: int) -> AsyncIterator[Turn]:
    """Wait until no other task posts for the same thing."""
    lock = _POSTING.setdefault((kind, number), asyncio.Lock())
    had_to_wait = lock.locked()
    async with lock, share.alone(kind, number) as others:
        yield Turn(had_to_wait, others)

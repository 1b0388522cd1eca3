"""Work in progress, which a shutdown and the background rounds wait for."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from data import Challenge, StoredMatch
from rules import Refusal, message

log = logging.getLogger(__name__)
ROLLBACK_SECONDS = 1.0
"""The seconds that cancelled tasks have to roll back."""
REMEMBERED = 1000
"""The number of recent interactions that are remembered, to recognise duplicates."""
_IN_PROGRESS: Counter[tuple[type, int]] = Counter()
_POSTING: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


class Stopping(Refusal):
    """An interaction that arrived while the bot was already stopping."""

    def __init__(self) -> None:
        super().__init__(message("I'm restarting. Nothing was changed; try again in a minute."))


class InFlight:
    """The tasks that answer interactions, and whatever else a shutdown waits for."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._stopping = False
        self._asked: dict[int, None] = {}

    @property
    def is_busy(self) -> bool:
        """Return whether anything that a shutdown waits for is under way."""
        return bool(self._tasks)

    def is_new(self, interaction: int) -> bool:
        """Return whether an interaction is new; Discord may deliver one twice."""
        if interaction in self._asked:
            return False
        self._asked[interaction] = None
        if len(self._asked) > REMEMBERED:
            del self._asked[next(iter(self._asked))]
        return True

    def begin(self) -> None:
        """Register the current task, for which a shutdown waits. Raises `Stopping` during one."""
        task = asyncio.current_task()
        assert task is not None, "people are answered in tasks"
        self._register(task)
        if self._stopping:
            raise Stopping

    async def finish(self, patience: float, *last: Coroutine[object, object, None]) -> None:
        """Let nothing else begin; run `last`, and wait up to `patience` seconds for all tasks.

        Tasks that take longer are cancelled, so that they roll back while the store is still open.
        """
        self._stopping = True
        for one in last:
            self._register(asyncio.create_task(one))
        try:
            async with asyncio.timeout(patience):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            late = set(self._tasks)
            log.warning("stopping: %d things took longer than %.0f s", len(late), patience)
            for task in late:
                task.cancel()
            await asyncio.wait(late, timeout=ROLLBACK_SECONDS)

    def _register(self, task: asyncio.Task[object]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@contextmanager
def in_progress(announced: StoredMatch | Challenge) -> Iterator[None]:
    """Mark a match or a challenge as being announced right now; several tasks may do so at once."""
    key = type(announced), announced.number
    _IN_PROGRESS[key] += 1
    try:
        yield
    finally:
        _IN_PROGRESS[key] -= 1
        if not _IN_PROGRESS[key]:
            del _IN_PROGRESS[key]


def is_in_progress(announced: StoredMatch | Challenge) -> bool:
    """Return whether a match or a challenge is being announced right now."""
    return (type(announced), announced.number) in _IN_PROGRESS


@asynccontextmanager
async def one_at_a_time(announced: StoredMatch) -> AsyncIterator[bool]:
    """Wait until no other task posts for a match; yield whether that took a while."""
    # Nobody but those who hold or wait for it keeps a lock.
    lock = _POSTING.setdefault(announced.number, asyncio.Lock())
    had_to_wait = lock.locked()
    async with lock:
        yield had_to_wait

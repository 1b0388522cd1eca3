"""What the bot is doing for people right now: a stop and the background rounds wait for it."""

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager

from data import Challenge, StoredMatch
from rules import Refusal, message

log = logging.getLogger(__name__)

UNDOING = 1.0
"""Seconds for which what was cancelled may undo what it had begun."""
REMEMBERED = 1000
"""Of so many of the last things that were asked it is known that they were."""


class Stopping(Refusal):
    """Something that was asked while the bot was already stopping."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "I am just being stopped or started anew; nothing was done. Try again in a minute."
            )
        )


class InFlight:
    """The tasks in which people are answered, and whatever else a stop waits for."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._stopping = False
        self._asked: dict[int, None] = {}

    def is_new(self, interaction: int) -> bool:
        """Tell whether this is asked for the first time; Discord may deliver one thing twice."""
        if interaction in self._asked:
            return False
        self._asked[interaction] = None
        if len(self._asked) > REMEMBERED:
            del self._asked[next(iter(self._asked))]
        return True

    def begin(self) -> None:
        """Note that what runs now has to be finished. Raises `Stopping` where it is too late."""
        task = asyncio.current_task()
        assert task is not None, "people are answered in tasks"
        self._note(task)
        if self._stopping:
            raise Stopping

    async def finish(self, patience: float, *last: Coroutine[object, object, None]) -> None:
        """Let nothing else begin; do what is last, and wait so many seconds for all that runs.

        What takes longer is cancelled, so that it is undone while the store is still open.
        """
        self._stopping = True
        for one in last:
            self._note(asyncio.create_task(one))
        try:
            async with asyncio.timeout(patience):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            late = set(self._tasks)
            log.warning("stopping: %d things took longer than %.0f s", len(late), patience)
            for task in late:
                task.cancel()
            await asyncio.wait(late, timeout=UNDOING)

    def _note(self, task: asyncio.Task[object]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_IN_PROGRESS: Counter[tuple[str, int]] = Counter()


@contextmanager
def in_progress(told: StoredMatch | Challenge) -> Iterator[None]:
    """Have something in hand, as others may too."""
    _IN_PROGRESS[_key(told)] += 1
    try:
        yield
    finally:
        _IN_PROGRESS.subtract([_key(told)])
        if not is_in_progress(told):
            del _IN_PROGRESS[_key(told)]


def is_in_progress(told: StoredMatch | Challenge) -> bool:
    """Tell whether anybody has something in hand."""
    return _IN_PROGRESS[_key(told)] > 0


def _key(told: StoredMatch | Challenge) -> tuple[str, int]:
    return type(told).__name__, told.number

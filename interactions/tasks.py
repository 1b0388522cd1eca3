"""Tasks: those that a shutdown waits for, announcements in progress, and the threads for work.

A person has one thing done at a time in each kind of thread, so that nobody waits for all that
somebody else has asked for. What background work draws has a thread of its own, so that however
many cards are due, a person's card shares the processor with one of them.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from time import perf_counter
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from data import Challenge, StoredMatch
from interactions.discord_requests import is_in_background
from rules import Refusal, message

Given = ParamSpec("Given")
Result = TypeVar("Result")
_Locks = WeakValueDictionary[int, asyncio.Lock]
"""A lock for each person, which is dropped when nobody holds it or waits for it."""

log = logging.getLogger(__name__)
ROLLBACK_SECONDS = 1.0
"""The seconds that cancelled tasks have to roll back."""
REMEMBERED = 1000
"""The number of recent interactions that are remembered, to recognise duplicates."""
_IN_PROGRESS: Counter[tuple[type, int]] = Counter()
NOBODY = 0
"""Who asks for what the bot does by itself, which waits for no turn."""
_ASKING: ContextVar[int] = ContextVar("asking", default=NOBODY)
_DRAWING, _COMPUTING = _Locks(), _Locks()
_LONG_WORK = ThreadPoolExecutor(1, "long work")
_BACKGROUND = ThreadPoolExecutor(1, "background cards")


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

    def begin(self, took: Callable[[float], object] | None = None) -> None:
        """Register the current task, for which a shutdown waits. Raises `Stopping` during one.

        `took` is called with the seconds that the task takes.
        """
        task = asyncio.current_task()
        assert task is not None, "people are answered in tasks"
        self._register(task)
        if self._stopping:
            raise Stopping
        if took:
            began = perf_counter()
            task.add_done_callback(lambda _: took(perf_counter() - began))

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


def off_loop(work: Callable[Given, Result], /) -> Callable[Given, Coroutine[Any, Any, Result]]:
    """Return what does brief work in the threads for cards, with the same arguments."""

    async def run(*values: Given.args, **named: Given.kwargs) -> Result:
        return await run_brief(partial(work, *values, **named))

    return run


async def run_long(work: Callable[[], Result], /) -> Result:
    """Run what may take seconds, such as an animation, in the one thread for such work.

    No card ever waits for it; so nothing may call this while it holds what others need.
    """
    loop, context = asyncio.get_running_loop(), copy_context()
    async with _COMPUTING.setdefault(_ASKING.get(), asyncio.Lock()):
        return await loop.run_in_executor(_LONG_WORK, context.run, work)

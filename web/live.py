"""Pages that are told at once that something has happened in their match."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from data import Unusable
from interactions import Bot

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two looks at the matches of all pages, in one statement."""
AT_ONCE, PAUSE_SECONDS = 2, 0.025
"""How many pages are told in one go, since each then asks, and the pause before the next ones."""
MOST_LISTENING = 5
"""How many pages of a person are told; one more takes the place of the first."""


@dataclass(eq=False)
class Listener:
    """A page that listens: to which match, and after how many events it saw that."""

    person: int
    match: int
    count: int
    news: asyncio.Event = field(default_factory=asyncio.Event)
    _is_over: bool = False

    def end(self) -> None:
        """Let the page listen no more."""
        self._is_over = True
        self.news.set()

    def goes_on(self) -> bool:
        """Tell whether the page listens still."""
        return not self._is_over

    async def wait(self, seconds: float) -> bool:
        """Wait for news, this long at most; return whether there are any."""
        try:
            async with asyncio.timeout(seconds):
                await self.news.wait()
        except TimeoutError:
            return False
        self.news.clear()
        return True


class Listeners:
    """All pages that listen. Whatever changes a match, and wherever, they hear of it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._open: dict[Listener, None] = {}

    @contextmanager
    def listening(self, person: int, match: int, count: int) -> Iterator[Listener]:
        """Let a page listen meanwhile."""
        own = [each for each in self._open if each.person == person]
        for oldest in own[: max(0, len(own) + 1 - MOST_LISTENING)]:
            oldest.end()
            del self._open[oldest]
        listener = Listener(person, match, count)
        self._open[listener] = None
        try:
            yield listener
        finally:
            self._open.pop(listener, None)

    async def look_on(self) -> None:
        """Look again and again whether something has happened."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Unusable as trouble:
                log.warning("the pages of the board hear of nothing for now: %s", trouble)

    async def look(self) -> None:
        """Tell each page whose match has had another event."""
        if not self._open:
            return
        counts = await self._bot.store.matches.counts({each.match for each in self._open})
        told = 0
        for each in [*self._open]:
            if (count := counts.get(each.match, 0)) != each.count:
                each.count = count
                each.news.set()
                told += 1
                if told % AT_ONCE == 0:
                    await asyncio.sleep(PAUSE_SECONDS)

    def end(self) -> None:
        """Let no page listen any more."""
        for each in self._open:
            each.end()

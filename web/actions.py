"""What somebody does on a page: it is done, and told, although the page goes away meanwhile."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from data import StoredMatch
from data.values import Happened
from delivery import notify
from interactions import Bot
from interactions.tasks import Stopping, in_progress
from match.event import Event
from match.match import Match

log = logging.getLogger("parlour")
Result = TypeVar("Result")
Show = Callable[[StoredMatch], Awaitable[Result]]
"""Shows a match to whoever asked."""


class Actions:
    """What is being done for pages, which a shutdown waits for."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._tasks: set[asyncio.Task[None]] = set()

    async def apply(
        self, match: StoredMatch, decide: Callable[[Match], Event], seen: int, show: Show[Result]
    ) -> Result:
        """Apply a verb to a match; show the match, or the rematch that begins with it.

        Its players are told after that: two drawings at a time would share the processor. A request
        whose page goes away is not cancelled by its server.
        """
        self._bot.in_flight.begin()
        _, after, rematch = happened = await notify.apply_verb(self._bot, match, decide, seen=seen)
        try:
            return await show(rematch or after)
        finally:
            if after.count > happened.before.count:
                telling = asyncio.create_task(self._tell(happened))
                self._tasks.add(telling)
                telling.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait until everybody is told of what has happened."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _tell(self, happened: Happened) -> None:
        """Tell the players in Discord; what is not told now, a background round tells."""
        before, after, rematch = happened
        try:
            self._bot.in_flight.begin()
            with self._bot.metrics.move(), in_progress(after):
                if rematch is not None:
                    with in_progress(rematch):
                        await notify.notify_players(self._bot, rematch)
                await notify.notify_players(self._bot, after, None, before)
        except Stopping:
            pass
        except Exception:
            log.exception("match %d: its players are told later", after.number)

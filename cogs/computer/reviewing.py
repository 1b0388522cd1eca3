"""Reviews are worked out once: whoever asks for the same one at the same time waits for it too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from data import StoredMatch
from opponent import Review, Unanswered
from rules import Refusal

if TYPE_CHECKING:
    from bot import Parlour

log = logging.getLogger(__name__)

PAUSE = 3.0
"""Seconds between two times that it is told how far a review has come."""
MOST_TOLD = 280
"""So often it is told: Discord takes what changes an answer for 15 minutes."""


@dataclass
class Underway:
    """A review that is being worked out."""

    work: asyncio.Task[Review]
    done: int = 0
    all: int = 1


class Reviewing:
    """Has matches reviewed that are over.

    A review is kept once it is whole. What a stop interrupts is gone, and begins again when
    somebody asks for it.
    """

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._underway: dict[int, Underway] = {}

    async def kept(self, match: StoredMatch) -> Review | None:
        """Give the review of a match, if it was worked out before."""
        text = await self._bot.store.reviews.find(match.number)
        return None if text is None else Review.decode(text)

    async def of(self, match: StoredMatch, tell: Callable[[int, int], Awaitable[None]]) -> Review:
        """Work out the review of a match, and tell now and then how far it is: so many of so many.

        Raises `Refusal` where it takes too long to wait for, or comes to nothing.
        """
        underway = self._underway.get(match.number) or self._begin(match)
        for _ in range(MOST_TOLD):
            await asyncio.wait([underway.work], timeout=PAUSE)
            if underway.work.done():
                return _given(underway.work)
            await tell(underway.done, underway.all)
        raise Refusal(
            "Many reviews are being worked out, and this one takes long. It goes on; press "
            "**Review** again in a while."
        )

    def stop(self) -> None:
        """Give up what is being worked out."""
        for underway in self._underway.values():
            underway.work.cancel()

    def _begin(self, match: StoredMatch) -> Underway:
        work = asyncio.create_task(self._work_out(match), name=f"review of match {match.number}")
        underway = self._underway[match.number] = Underway(work)
        return underway

    async def _work_out(self, match: StoredMatch) -> Review:
        store = self._bot.store
        underway = self._underway[match.number]

        def note(done: int, all_there_are: int) -> None:
            underway.done, underway.all = done, all_there_are

        try:
            # Somebody else's may have become whole since it was looked for.
            if (kept := await self.kept(match)) is not None:
                return kept
            line = await store.move_lines.of(match)
            review = await self._bot.opponent.review(line.start, line.moves, note)
            await store.reviews.keep(match.number, review.encode(), discord.utils.utcnow())
        finally:
            del self._underway[match.number]
        return review


def _given(work: asyncio.Task[Review]) -> Review:
    """Give what came of some work."""
    try:
        return work.result()
    except (Unanswered, asyncio.CancelledError) as failure:
        log.warning("%s came to nothing: %r", work.get_name(), failure)
        raise Refusal(
            "The review came to nothing this time; press **Review** again in a minute."
        ) from failure

"""Decide the matches that still go on a week after the end date of their league or cup."""

import asyncio
import logging
from collections.abc import Iterable

import discord

from computer import Unanswered, decide
from interactions import Bot
from match import verbs
from match.match import Stale
from rules import Refusal

log = logging.getLogger(__name__)


class Decisions:
    """Lets the computer decide matches one after the other, beside everything else.

    Nothing of it is stored before it is decided: after a stop the next round begins it again.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._waiting: dict[int, None] = {}
        self._work: asyncio.Task[None] | None = None

    def begin(self, matches: Iterable[int]) -> None:
        """Decide these matches, unless they are being decided."""
        self._waiting |= dict.fromkeys(matches)
        if self._waiting and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._decide_all(), name="decisions")

    def stop(self) -> None:
        """Decide nothing more."""
        if self._work is not None:
            self._work.cancel()

    async def _decide_all(self) -> None:
        while self._waiting:
            number = next(iter(self._waiting))
            try:
                await self._decide(number)
            except Refusal:
                pass  # it ended in between
            except Unanswered as failure:
                log.warning("match %d: it is decided later: %s", number, failure)
            except Exception:
                log.exception("match %d could not be decided; it is tried again later", number)
            self._waiting.pop(number, None)

    async def _decide(self, number: int) -> None:
        """Decide a match; if a move comes in between, its new position."""
        matches = self._bot.store.matches
        while True:
            match = await matches.find(number)
            winner = await decide(match.position)
            try:
                await matches.apply(
                    match,
                    lambda kept, winner=winner: verbs.decide(kept, discord.utils.utcnow(), winner),  # type: ignore[misc]
                    seen=match.count,
                )
            except Stale:
                continue
            return

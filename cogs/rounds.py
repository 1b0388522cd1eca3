"""Reminders, time-outs and expired challenges: rows that are polled, nothing held in memory."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs import posting
from cogs.answers import UNSENT
from cogs.challenges import update
from cogs.copies import Copies
from cogs.names import called, linked, pings
from cogs.redrawing import redraw_some
from cogs.speech import said
from cogs.trouble import PLAINLY
from cogs.words import clock_words
from data import KeptMatch
from rules import Refusal, verbs

if TYPE_CHECKING:
    from bot import Parlour

log = logging.getLogger(__name__)
log.addFilter(PLAINLY)


class Rounds(commands.Cog):
    """Asks regularly what is due, and does it.

    A plain task, for `discord.ext.tasks` does not run by real time in a simulated Discord.
    """

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._polling: asyncio.Task[None] | None = None
        self.copies = Copies(bot)

    async def cog_load(self) -> None:
        """Start polling."""
        self._polling = asyncio.create_task(self._poll_for_ever(), name="rounds")

    async def cog_unload(self) -> None:
        """Stop polling."""
        if self._polling is not None:
            self._polling.cancel()
        self.copies.stop()

    async def _poll_for_ever(self) -> None:
        await self._bot.wait_until_ready()
        while True:
            try:
                await self.poll()
            except Exception:
                log.exception("the clock missed a round; it goes on")
            await asyncio.sleep(self._bot.settings.poll_seconds)

    async def poll(self) -> None:
        """Do everything that is due now, each thing once."""
        store = self._bot.store
        now = discord.utils.utcnow()
        if jump := await store.jumps.make_up(now, monotonic()):
            log.warning("the machine's clock jumped by %s; nobody's time runs out by that", jump)
        due = await store.clock.due(now)
        for do, numbers in (
            (self._run_out, due.time_outs),
            (self._remind, due.reminders),
            (self._expire, due.expiries),
        ):
            for number in numbers:
                try:
                    await do(number, now)
                except Refusal:
                    pass  # a move or an answer came in between
                except Exception:
                    log.exception("number %d: what is due could not be done; the rest is", number)
        await store.tidy(now)
        await redraw_some(self._bot)
        await store.clock.beat(now)
        self.copies.look_after(now)
        self._bot.went_round()

    async def _run_out(self, number: int, now: datetime) -> None:
        """End a match; where its channel is closed, tell the two in private."""
        before, after, _ = await self._bot.store.matches.happen(
            number, lambda match: verbs.run_out(match, now)
        )
        if not await posting.announce(self._bot, after, before):
            assert after.result is not None, "its time has run out"
            for person in after.seats:
                await self._write_to(
                    person, f"{_titled(after)} is over. {said(after.result.reason)}"
                )

    async def _expire(self, number: int, now: datetime) -> None:
        await update(self._bot, await self._bot.store.challenges.expire(number, now))

    async def _remind(self, number: int, now: datetime) -> None:
        """Ping the player to move in the match's channel; where that is refused, in private."""
        match = await self._bot.store.matches.remind(number, now)
        assert match.to_move is not None, "only live matches are reminded of"
        turn = match.turn
        text = (
            f"<@{match.to_move}>, {called(match, 1 - turn)} is waiting for your move in "
            f"{_titled(match)}: {clock_words(match.deadline)}."
        )
        mentions = pings(match.to_move)
        channel = self._bot.get_partial_messageable(match.place.channel)
        try:
            await channel.send(text, allowed_mentions=mentions)
        except UNSENT as failure:
            log.info("match %d: no reminder in its channel: %s", match.number, failure)
            await self._write_to(match.to_move, text)

    async def _write_to(self, person: int, text: str) -> None:
        try:
            user = self._bot.get_user(person) or await self._bot.fetch_user(person)
            await user.send(text)
        except UNSENT as failure:
            log.info("a player could not be told in private either: %s", failure)


def _titled(match: KeptMatch) -> str:
    return linked(f"{match.position.name} #{match.number}", match)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Rounds(bot))

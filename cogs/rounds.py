"""Rounds: reminders, time-outs, expired challenges, backups, and whatever was not told yet."""

from __future__ import annotations

import asyncio
import logging
from datetime import date, datetime, timedelta
from time import monotonic

import discord
from discord.ext import commands

from cogs.daily_puzzle import post_due
from cogs.vacation import vacation_news
from data import Retention, Unusable
from delivery import direct_messages, notify, reminders
from delivery.notify_challenge import notify_of_challenge
from delivery.outdated_cards import redraw_some
from interactions import Bot
from interactions.errors import SEND_ERRORS, SHORT_LOG
from interactions.in_flight import is_in_progress
from rules import Refusal

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)

RETRY_AFTER = timedelta(hours=1)
"""After how long a backup that failed is tried again."""

REDELIVERY = timedelta(days=1)
"""For how long Discord may deliver the same request again."""


class DailyBackup:
    """Makes the day's backup, in a task of its own: nothing else waits for it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._making: asyncio.Task[None] | None = None
        self._done: date | None = None
        self._tried: datetime | None = None
        self._warned: date | None = None

    def begin_if_due(self, now: datetime) -> None:
        """Begin the day's backup, unless it is made, being made, or has just failed."""
        idle = self._making is None or self._making.done()
        # `abs`, for a clock that was set back shall not make it wait for years.
        may_retry = self._tried is None or abs(now - self._tried) >= RETRY_AFTER
        if idle and may_retry and self._done != now.date():
            self._making = asyncio.create_task(self._make(now), name="copy")

    def stop(self) -> None:
        """Cancel the backup that is being made."""
        if self._making is not None:
            self._making.cancel()

    async def finished(self) -> None:
        """Wait for the backup that is being made."""
        if self._making is not None:
            await self._making

    async def _make(self, now: datetime) -> None:
        settings = self._bot.settings
        keeping = Retention(settings.backups, settings.weekly_backups)
        try:
            made = await self._bot.store.backups.daily(settings.backup_folder, keeping, now)
        except Exception as trouble:
            self._tried = now
            if self._warned != now.date():
                self._warned = now.date()
                # Only an unexpected failure needs a traceback.
                traceback = None if isinstance(trouble, Unusable) else trouble
                log.warning(
                    "today's copy of the database failed; no old one is removed, and it is retried "
                    "every hour. %s",
                    trouble,
                    exc_info=traceback,
                )
            return
        if made is not None:
            again = " again" if self._warned else ""
            log.info("made today's copy of the database%s: %s", again, made)
        self._done, self._tried, self._warned = now.date(), None, None


class RoundsCog(commands.Cog):
    """Polls regularly for what is due, and does it.

    It is a plain task, for `discord.ext.tasks` does not run by real time in a simulated Discord.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._polling: asyncio.Task[None] | None = None
        self._round = asyncio.Lock()
        self.backups = DailyBackup(bot)
        self._last_poll: datetime | None = None
        """When the last round was; None at the start: what is retried at times is tried at once."""

    async def cog_load(self) -> None:
        """Start polling."""
        self._polling = asyncio.create_task(self._poll_forever(), name="rounds")

    async def cog_unload(self) -> None:
        """Stop polling."""
        if self._polling is not None:
            self._polling.cancel()
        self.backups.stop()

    async def _poll_forever(self) -> None:
        await self._bot.wait_until_ready()
        while True:
            await self.run_round()
            await asyncio.sleep(self._bot.settings.poll_seconds)

    async def run_round(self) -> None:
        """Run one round; failures are logged."""
        try:
            await self.poll()
        except Exception:
            log.exception("a round of the clock failed; it continues")

    async def poll(self) -> None:
        """Do everything that is due now; never two rounds at the same time."""
        async with self._round:
            await self._poll()

    async def _poll(self) -> None:
        store = self._bot.store
        now = discord.utils.utcnow()
        if jump := await store.clock_jumps.apply_jump(now, monotonic()):
            log.warning("the machine's clock jumped by %s; nobody loses time because of it", jump)
        await store.settings.store_next_quiet_hours(now)
        due = await store.clock.due(now, self._last_poll)
        for handle, numbers in (
            (store.vacations.use_up, due.vacations),
            (self._save_by_vacation, due.last_calls),
            (self._run_out, due.time_outs),
            (self._remind_early, due.early_reminders),
            (self._remind, due.reminders),
            (self._expire, due.expiries),
            (self._notify, due.untold_matches),
            (self._notify_of_challenge, due.untold_challenges),
            (self._offer_computer, await store.computer.unanswered_challenges(now)),
            (self._notify_of_vacation, due.untold_vacations),
        ):
            for number in numbers:
                try:
                    await handle(number, now)
                except Refusal:
                    pass  # a move or an answer came in between
                except SEND_ERRORS as failure:
                    log.warning("number %d: Discord refused it for now: %s", number, failure)
                except Exception:
                    log.exception("number %d: what was due could not be done; the rest was", number)
        await self._bot.computer_turns.wake_all()
        await post_due(self._bot, now)
        await tidy(self._bot, now)
        self._last_poll = now
        await store.matches.forget_requests(discord.utils.time_snowflake(now - REDELIVERY))
        await store.clock.beat(now)
        self.backups.begin_if_due(now)
        self._bot.went_round()

    async def _save_by_vacation(self, number: int, now: datetime) -> None:
        """Begin a vacation where a match would be lost on time."""
        store = self._bot.store
        await store.vacations.save(await store.matches.find(number), now)

    async def _run_out(self, number: int, now: datetime) -> None:
        before, after, _ = await self._bot.store.matches.run_out(number, now)
        await notify.notify_players(self._bot, after, before=before)

    async def _notify(self, number: int, _now: datetime) -> None:
        match = await self._bot.store.matches.find(number)
        if not is_in_progress(match):
            await notify.notify_players(self._bot, match)

    async def _expire(self, number: int, now: datetime) -> None:
        await notify_of_challenge(self._bot, await self._bot.store.challenges.expire(number, now))

    async def _offer_computer(self, number: int, now: datetime) -> None:
        """Let the card of a challenge that nobody accepts offer a match against the computer."""
        await self._bot.store.computer.offer_computer(number, now)
        await self._notify_of_challenge(number, now)

    async def _notify_of_challenge(self, number: int, _now: datetime) -> None:
        challenge = await self._bot.store.challenges.find(number)
        if not is_in_progress(challenge):
            await notify_of_challenge(self._bot, challenge)

    async def _notify_of_vacation(self, person: int, now: datetime) -> None:
        vacation = await self._bot.store.vacations.of(person, now)
        await direct_messages.send(self._bot, [person], vacation_news(vacation))
        await self._bot.store.vacations.tell(person)

    async def _remind(self, number: int, now: datetime) -> None:
        await reminders.remind(self._bot, number, now)

    async def _remind_early(self, number: int, now: datetime) -> None:
        await reminders.remind_early(self._bot, number, now)


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(RoundsCog(bot))


async def tidy(bot: Bot, now: datetime) -> None:
    """Remove rows that are no longer needed, and redraw some cards; a part of every round."""
    await bot.store.tidy(now)
    await redraw_some(bot)

"""Rounds: reminders, time-outs, expired challenges, backups, and whatever was not told yet."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from math import inf
from time import monotonic, perf_counter
from typing import TypeAlias, TypeVar

import discord
from discord.ext import commands

from cogs.daily_backup import DailyBackup
from cogs.decide_unfinished import Decisions
from cogs.due_jobs import due_jobs, listed, own
from cogs.live_clock import LiveClock
from cogs.match_puzzle_search import PuzzleSearch
from data import StoredMatch, Unusable
from data.claims import FORGOTTEN
from data.due import Due
from delivery import notify
from delivery.contest_display import open_thread
from delivery.job_queue import Job, JobQueue
from delivery.lost_access import is_gone, tell_unseen
from delivery.outdated_cards import redraw_some
from interactions import Bot
from interactions.clock_jumps import follow_clock
from interactions.discord_requests import JUST_NOW, in_background
from interactions.short_log import SHORT_LOG, Once
from interactions.tasks import is_in_progress
from rules import Refusal

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)
log.addFilter(Once())

MINUTE = timedelta(minutes=1)
REDELIVERY = timedelta(days=1)
"""For how long Discord may deliver the same request again."""
ROUND_SECONDS, LEAST_SECONDS = 25.0, 5.0
"""How long a round takes: what is left to tell waits for the next one, which begins at once. Whose
time is over has lost in this one; however long that takes, something is told as well.
"""
A_MOMENT = timedelta(seconds=2)
"""How old an answer of Discord's may be by which somebody loses a match of minutes."""
MOST_KEPT = 1_000
"""Of how many matches that have just ended the state before is kept until they are told."""
TIME_OUT_SHARE = 8
"""How many matches whose time ran out are told for one thing of each other kind."""
DECIDING_SECONDS = 10.0
"""How long a round only decides; what takes longer is decided while other things are told.

That is enough for thousands of time-outs, which take ten times as long beside telling. More would
leave too much of Discord's limit unused.
"""
AT_A_TIME = 10
"""How many matches whose time ran out are ended with one commit: people's moves wait for it."""
CONTEST_SECONDS = 10.0
"""How long a round takes for leagues, cups and ladders before the next one."""
T = TypeVar("T")
Handler: TypeAlias = Callable[[T, datetime], Awaitable[object]]


class RoundsCog(commands.Cog):
    """Polls regularly for what is due, and does it.

    What only changes the database is done first; what takes more than some seconds is done beside
    telling. While Discord is not there nobody loses on time, and all that time is given back
    (`data/due.py`).

    It is a plain task, for `discord.ext.tasks` does not run by real time in a simulated Discord.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._polling: asyncio.Task[None] | None = None
        self._round = asyncio.Lock()
        self.backups = DailyBackup(bot)
        self.puzzle_search = PuzzleSearch(bot)
        self.live = LiveClock(bot, self._may_decide)
        self._queue = JobQueue(bot)
        self._decisions = Decisions(bot)
        self._does_due = False
        """Whether this process, if there are several, has decided in the last round what is due."""
        self._is_deciding = False
        """Whether the last round has left something to decide, or to tell of what it decided."""
        self._ended: dict[int, StoredMatch | None] = {}
        """Matches whose time ran out and was not told yet, as they were before; without the match,
        no message of it can be unrecorded."""

    async def cog_load(self) -> None:
        """Start polling."""
        self._polling = asyncio.create_task(self._poll_forever(), name="rounds")
        self.live.start()

    async def cog_unload(self) -> None:
        """Stop polling."""
        if self._polling is not None:
            self._polling.cancel()
        self.live.stop()
        self._queue.stop()
        self._decisions.stop()
        self.backups.stop()
        self.puzzle_search.stop()

    async def _poll_forever(self) -> None:
        # However long connecting takes, nobody can be reached meanwhile.
        self._bot.requests.out_since = discord.utils.utcnow()
        await self._bot.wait_until_ready()
        while True:
            began = monotonic()
            await self.run_round()
            if self._queue.is_behind or self._is_deciding:
                continue  # much is due, and Discord takes it
            # A round that took long is followed by the next one: time-outs are never late.
            await asyncio.sleep(max(0.0, self._bot.settings.poll_seconds - (monotonic() - began)))

    async def run_round(self) -> None:
        """Run one round; failures are logged."""
        try:
            await self.poll()
        except Unusable as trouble:
            log.warning("a round of the clock failed; it continues. %s", trouble)
        except Exception:
            log.exception("a round of the clock failed; it continues")

    async def poll(self) -> None:
        """Do everything that is due now; never two rounds at the same time."""
        async with self._round:
            self._bot.metrics.begin_round()
            # Where this round fails or finds no Discord, the next one does not begin at once.
            self._queue.is_behind = self._is_deciding = False
            now = discord.utils.utcnow()
            try:
                await self._do_what_is_due(now)
            except Exception:
                await self._tidy(now)
                raise
            await self._tidy(now)
            self._bot.went_round()

    async def _tidy(self, now: datetime) -> None:
        """Do what no failure of the rest may keep from being done."""
        store = self._bot.store
        if not self._bot.share.does_due:
            await store.forgetting.empty_log()  # which each process does for itself
            return
        self.backups.begin_if_due(now)
        self.puzzle_search.begin_if_idle()
        await store.tidy(now)
        await store.matches.forget_requests(discord.utils.time_snowflake(now - REDELIVERY))

    async def _do_what_is_due(self, now: datetime) -> None:
        """Decide and tell what is due, while Discord is there.

        Of several processes one decides, and each tells what concerns its servers.
        """
        requests = self._bot.requests
        had_decided, self._does_due = self._does_due, self._bot.share.does_due
        await follow_clock(self._bot)
        if not self._does_due:
            there = await self._is_discord_there(now)
            if there:
                requests.out_since = None
                await self._tell(now, monotonic() + ROUND_SECONDS)
            requests.are_refused = not there or self._is_failing
            return
        requests.are_refused = False
        if not had_decided:  # since the last beat of whoever did, nobody may have been reached
            requests.out_since = requests.out_since or now
        await self._bot.store.personal_settings.store_next_quiet_hours(now)
        if await self._is_discord_there(now):
            await self._give_back(now)
            await self._decide_and_tell(now, monotonic() + ROUND_SECONDS)
            if self._bot.requests.out_since is not None:
                # What was told just now may show that Discord takes messages again.
                await self._give_back(discord.utils.utcnow())

    async def _may_decide(self, now: datetime) -> bool:
        """Tell whether somebody may lose on time between two rounds.

        The machine's clock must be right, and Discord there; the next round gives time back.
        """
        if self._bot.requests.out_since is not None:
            return False
        await follow_clock(self._bot)
        return await self._is_discord_there(now, A_MOMENT)

    async def _is_discord_there(self, now: datetime, within: timedelta = JUST_NOW) -> bool:
        """Tell whether people can reach the bot, and the bot Discord, as seen `within` a time."""
        bot = self._bot
        there = bot.hears_discord and await bot.requests.is_discord_there(bot.http, now, within)
        is_whole = bot.share.is_whole or not bot.share.does_due
        if not (there and is_whole) and bot.requests.out_since is None:
            bot.requests.out_since = now
            if is_whole:
                log.warning("Discord can't be reached; all clocks are paused until it can")
            else:
                log.warning(
                    "some shards have no process; all clocks are paused until they have one"
                )
                await bot.store.outages.begin(now - timedelta(seconds=FORGOTTEN))
        return there and is_whole

    async def _give_back(self, now: datetime) -> None:
        """Record that Discord is there, and give back the time in which it was not.

        If it answers, but takes no messages, time is given back in every round, and still nobody
        loses on time.
        """
        outages, requests = self._bot.store.outages, self._bot.requests
        if requests.out_since is None and not self._is_failing:
            await outages.beat(now)
            return
        await outages.come_back(now, requests.out_since)
        if self._is_failing:
            requests.out_since = requests.out_since or now
        elif requests.out_since is not None:
            if now - requests.out_since >= MINUTE:
                log.info("Discord is back; all clocks were paused for %s", now - requests.out_since)
            requests.out_since = None

    @property
    def _is_failing(self) -> bool:
        """Whether Discord takes nothing of what is due, in the rounds or between them."""
        return self._queue.is_failing or self.live.is_failing

    async def _decide_and_tell(self, now: datetime, ends: float) -> None:
        """Decide, and tell it if that takes some seconds at most.

        If it takes longer, what is decided by then is told meanwhile, and the rest in the next
        round, which begins at once.
        """
        if self._bot.requests.out_since is not None:
            await self._tell(now, ends)
            return
        deciding = asyncio.create_task(self._decide(now, ends), name="deciding")
        try:
            decided, _ = await asyncio.wait([deciding], timeout=DECIDING_SECONDS)
            if decided:
                deciding.result()  # if it failed, nothing is told
            else:
                self._is_deciding = True
            await self._tell(now, ends)
            await deciding
        finally:
            deciding.cancel()
            await asyncio.wait([deciding])  # a stop closes the database only after it

    async def _decide(self, now: datetime, ends: float) -> None:
        """Do what only changes the database, time-outs until the round `ends`; it is told later."""
        store = self._bot.store
        due = await store.due.find(now, self._bot.started)
        await self._each(store.vacations.use_up, due.vacations, now)
        await self._each(self._save_by_vacation, due.last_calls, now)
        for first in range(0, len(due.time_outs), AT_A_TIME):
            if monotonic() > ends:
                self._is_deciding = True
                return
            await self._run_out_some(due.time_outs[first : first + AT_A_TIME], now)
        await self._decide_contests(now)

    async def _decide_contests(self, now: datetime) -> None:
        """Do for some seconds what is due in leagues, cups and ladders, so that no time-out waits.

        The rest is done in the next round, which begins at once, the longest due first.
        """
        contests, ladders = self._bot.store.contests, self._bot.store.ladders
        until = perf_counter() + CONTEST_SECONDS
        await self._each(
            contests.use_up_vacation, await listed(contests.vacations_over(now)), now, until
        )
        await self._each(self._go_on, await listed(contests.due(now)), now, until)
        await self._each(
            self._go_on_between, await listed(self._bot.store.clubs.due(now)), now, until
        )
        await self._each(ladders.drop, await listed(ladders.due(now)), now, until)

    async def _each(
        self, handle: Handler[T], due: Iterable[T], now: datetime, until: float = inf
    ) -> None:
        for each in due:
            if perf_counter() > until:
                return
            try:
                with self._bot.metrics.item(handle.__name__.strip("_")):
                    await handle(each, now)
            except Refusal:
                pass  # a move or an answer came in between
            except Exception:
                log.exception("number %s failed; what else is due continues", each)
            self._bot.show_life()

    async def _tell(self, now: datetime, ends: float) -> None:
        """Tell what is due, and redraw some cards, until about when the round `ends`."""

        def left() -> float:
            return max(LEAST_SECONDS, ends - monotonic())

        bot, store = self._bot, self._bot.store
        due = await store.due.find(now, bot.started)
        if bot.share.does_due:
            await self._each(self._remind_early, due.early_reminders, now)
            await self._each(store.matches.remind, due.reminders, now)
        await self._queue.run(await self._jobs(due, now), now, left())
        await bot.computer_turns.wake_all()
        if self._queue.is_behind:
            return  # what people wait to hear comes first
        if not bot.share.does_due:
            return
        try:
            with in_background():
                async with asyncio.timeout(left()):
                    await redraw_some(bot)
                    await tell_unseen(bot)
        except TimeoutError:
            log.info("the round is over; more cards are redrawn in the next one")

    async def _jobs(self, due: Due, now: datetime) -> list[Iterable[Job]]:
        """Return what there is to tell, by kinds; each job is made when its turn comes."""
        ended = await own(self._bot, "matches", list(self._ended))
        self._ended = {number: self._ended[number] for number in ended}
        unannounced = [number for number in due.unannounced_matches if number not in self._ended]

        def matches(numbers: Iterable[int], *, tidies: bool = False) -> Iterable[Job]:
            return (Job("match", n, partial(self._notify, n), tidies=tidies) for n in numbers)

        return [
            *(matches(ended[first::TIME_OUT_SHARE]) for first in range(TIME_OUT_SHARE)),
            matches(await own(self._bot, "matches", unannounced)),
            *await due_jobs(self._bot, due, now),
            matches(await own(self._bot, "matches", due.untidy_matches), tidies=True),
        ]

    async def _remind_early(self, number: int, now: datetime) -> None:
        """Let a player be reminded of all that is due until their time runs out."""
        match = await self._bot.store.matches.find(number)
        if match.deadline is not None:
            await self._bot.store.matches.remind(match, match.deadline, now)

    async def _save_by_vacation(self, number: int, now: datetime) -> None:
        """Begin a vacation where a match would be lost on time."""
        store = self._bot.store
        await store.vacations.save(await store.matches.find(number), now)

    async def _run_out_some(self, numbers: Sequence[int], now: datetime) -> None:
        """End matches whose time ran out, at once if all goes well, and otherwise one by one."""
        try:
            happened = await self._bot.store.matches.run_out_all(numbers, now)
        except Exception:  # noqa: BLE001 (what fails is logged when each is tried by itself)
            # Nothing was stored. Somebody has just moved in one of them, or one of them fails.
            await self._each(self._run_out, numbers, now)
            return
        for before, after, _ in happened:
            with self._bot.metrics.item("run_out"):
                self._keep_until_told(before, after)
            self._bot.show_life()

    async def _run_out(self, number: int, now: datetime) -> None:
        """End a match whose time ran out; it is told later."""
        before, after, _ = await self._bot.store.matches.run_out(number, now)
        self._keep_until_told(before, after)

    def _keep_until_told(self, before: StoredMatch, after: StoredMatch) -> None:
        """Keep that a match has just ended, and where there is room how it was before."""
        if sum(match is not None for match in self._ended.values()) < MOST_KEPT:
            self._ended[after.number] = before
        elif before.unrecorded_since is None:
            self._ended[after.number] = None

    async def _go_on(self, number: int, now: datetime) -> None:
        """Do what follows in a league or cup: matches begin, turns get shorter, it ends."""
        contests = self._bot.store.contests
        contest = await contests.find(number)
        has_channel = not (contest.is_open and await is_gone(self._bot, contest.place))
        if has_channel and contest.begins_by(now):
            await open_thread(self._bot, number)
        contest = await contests.go_on(number, now, has_channel=has_channel)
        self._decisions.begin(contest.undecided(now))

    async def _go_on_between(self, number: int, now: datetime) -> None:
        """Do what follows in a club match: boards begin, turns get shorter, it ends."""
        found = await self._bot.store.clubs.go_on(number, now)
        self._decisions.begin(found.undecided(now))

    async def _notify(self, number: int, tried: datetime | None) -> None:
        """Announce a match's events; they may be announced already, unless it has just run out."""
        just_ended = number in self._ended and tried is None
        before = self._ended.pop(number, None)
        match = await self._bot.store.matches.find(number)
        if not is_in_progress(match):
            await notify.notify_players(self._bot, match, before=before, just_happened=just_ended)


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(RoundsCog(bot))

"""The practice channel's clock: it follows the real one, and goes ahead where somebody waits."""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import discord
import simcord
from discord import app_commands

from bot import Parlour
from cogs.rounds import RoundsCog
from interactions import Interaction
from rules import Refusal

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
STEPS = 60
"""The most rounds in which time passes; an hour or more passes between two."""
LONGEST = 60
"""The most days at once."""
AT_ONCE, LONGEST_WAIT = timedelta(seconds=1.5), timedelta(minutes=1)
"""The most seconds that pass between two looks, unless the clock is further behind than this."""
Days = app_commands.Range[int, 0, LONGEST]
Hours = app_commands.Range[int, 0, 23]


class PracticeClock:
    """The simulated clock of a channel, and how far it is ahead of the real one."""

    def __init__(self, world: simcord.Env, now: Callable[[], datetime]) -> None:
        """Set the real clock, `now`."""
        self._world, self._now = world, now
        self._ahead = timedelta(0)

    def begin(self, last: datetime | None) -> None:
        """Set the simulated clock to the present, or to when it was `last` seen, if that is later.

        Time that somebody has let pass has passed after a restart, too.
        """
        if last is not None:
            self._ahead = max(timedelta(0), last - self._now())
        self.follow()

    def follow(self) -> datetime:
        """Let the simulated clock, which does not advance by itself, follow the real one."""
        present = self._now() + self._ahead
        self._world.backend.advance_clock((present - self._world.now()).total_seconds())
        return self._world.now()

    def tick(self, *, answering: bool) -> datetime:
        """Follow the real clock, but stand still while somebody is being answered.

        Discord takes no answer that is more than three seconds late. On a slow or busy machine
        people would wait in vain here for what comes a little later.
        """
        behind = self._now() + self._ahead - self._world.now()
        if behind < LONGEST_WAIT:
            behind = timedelta(0) if answering else min(behind, AT_ONCE)
        self._world.backend.advance_clock(behind.total_seconds())
        return self._world.now()

    async def let_pass(self, time: timedelta) -> None:
        """Let time pass, with a background round after each hour or more, as if it was waited.

        What has just happened is told by the round a minute later.
        """
        step, left = max(HOUR, time / STEPS), time
        while left:
            passed = min(step, left)
            await self._jump(passed)
            left -= passed
        await self._jump(MINUTE)

    async def _jump(self, time: timedelta) -> None:
        rounds = self._bot.get_cog("RoundsCog")
        assert isinstance(rounds, RoundsCog)
        self._ahead += time
        self.follow()
        # It is no jump of a wrong clock, for which nobody would lose time.
        self._bot.store.clock_jumps.expect(self._world.now(), monotonic())
        await rounds.live.look()
        await rounds.run_round()

    def command(self) -> app_commands.Command[Any, ..., None]:
        """Return the command with which people let time pass."""

        @app_commands.command(name="wait")
        @app_commands.describe(days="Days (default: 1, or none with hours)", hours="Hours")
        async def wait(
            interaction: Interaction, days: Days | None = None, hours: Hours = 0
        ) -> None:
            """Only in this practice channel: let time pass, as if you had waited."""
            days = (0 if hours else 1) if days is None else days
            time = timedelta(days=days, hours=hours)
            if not time:
                raise Refusal("No time at all has passed; choose some days or hours.")
            until = discord.utils.format_dt(self._world.now() + time)
            await interaction.response.send_message(
                f"**{interaction.user.display_name}** waits until {until}."
            )
            await self.let_pass(time)

        return wait

    @property
    def _bot(self) -> Parlour:
        assert isinstance(self._world.bot, Parlour)
        return self._world.bot

"""Jumps of the machine's clock, which cost no player time."""

import asyncio
from datetime import datetime, timedelta

from data.columns import stamp
from data.database import Database, Subject
from data.load_contest import lengthen_contests
from data.outages import RUNS, set_pulse
from data.stopped_clocks import lengthen_vacations

LEAST_JUMP = timedelta(minutes=2)
"""The least deviation of the clock from the monotonic one that counts as a jump."""


class ClockJumps(Subject):
    """Detects jumps of the clock between two rounds, and moves deadlines with it.

    A clock that is set back only takes away what one that was set ahead gave: a wrong clock may
    give players time, but never makes anybody lose.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._last: tuple[datetime, float] | None = None
        self._ahead = timedelta(0)
        self._applying = asyncio.Lock()

    async def apply_jump(
        self, now: datetime, steady: float, *, in_outage: bool = False
    ) -> timedelta:
        """Move alarms and deadlines by the jump of the clock since the last call; return the jump.

        `steady` is a monotonic clock, in seconds. In an outage the last beat moves, too, so that
        all of the outage, and no more, is given back after it.
        """
        async with self._applying:
            return await self._apply_jump(now, steady, in_outage=in_outage)

    def expect(self, now: datetime, steady: float) -> None:
        """Take the clock as it is from now on: time has passed, and it has not jumped."""
        self._last = now, steady

    async def _apply_jump(self, now: datetime, steady: float, *, in_outage: bool) -> timedelta:
        before, steady_before = self._last or (now, steady)
        passed = timedelta(seconds=steady - steady_before)
        jump = max(now - before - passed, -self._ahead)
        if abs(jump) < LEAST_JUMP:
            jump = timedelta(0)
        else:
            by = jump // timedelta.resolution
            async with self._database.transaction() as connection:
                # A turn that began after the jump is timed by the clock as it is now.
                await connection.change(
                    "UPDATE matches SET given = given + :by, alarm = alarm + :by, "  # noqa: S608 (our own words)
                    "deadline = deadline + :by, version = version + 1 "
                    f"WHERE {RUNS} AND since NOT BETWEEN :jumped AND :now",
                    by=by,
                    jumped=stamp(now - passed),
                    now=stamp(now),
                )
                if by > 0:
                    await lengthen_vacations(connection, stamp(now) - by, stamp(now))
                    await lengthen_contests(connection, stamp(now) - by, stamp(now))
                if in_outage:
                    await connection.change("UPDATE pulse SET at = at + :by", by=by)
                else:
                    await set_pulse(connection, stamp(now))
        self._last = now, steady
        self._ahead += jump
        return jump

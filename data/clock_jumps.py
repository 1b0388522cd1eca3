"""Jumps of the machine's clock and pauses of the bot, which cost no player time."""

import asyncio
from datetime import datetime, timedelta

from data.columns import stamp
from data.connection import Connection
from data.database import Database, Subject
from data.load_contest import lengthen_contests
from data.outages import RUNS, set_pulse
from data.stopped_clocks import lengthen_vacations

LEAST_JUMP, LEAST_LIVE_JUMP = timedelta(minutes=2), timedelta(seconds=2)
"""The least deviation of the clock from the monotonic one that counts as a jump.

Live matches count minutes, so for them it is less.
"""
LEAST_PAUSE = timedelta(seconds=5)
"""The least time for which the bot stands still that is given back in live matches."""
STILL = timedelta(0)


class ClockJumps(Subject):
    """Detects jumps of the clock between two looks, and moves deadlines with it.

    For days, a clock that is set back only takes away what one that was set ahead gave: a wrong
    clock may give players time, but never makes anybody lose. Live matches go by the monotonic
    clock alone, and stand still while the bot does.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._last: tuple[datetime, float] | None = None
        self._ahead = STILL
        self._every: timedelta | None = None
        self._applying = asyncio.Lock()

    def watch(self, every: timedelta) -> None:
        """Expect a call as often from now on: what is much longer is a pause of the bot."""
        self._every = every

    async def apply_jump(
        self,
        now: datetime,
        steady: float,
        *,
        in_outage: bool = False,
        only_pauses: bool = False,
    ) -> timedelta:
        """Move alarms and deadlines by the jump of the clock since the last call; return the jump.

        In live matches a pause of the bot is one, too, and none is if there are no such matches.

        `steady` is a monotonic clock, in seconds. In an outage the last beat moves, too, so that
        all of the outage, and no more, is given back after it. With `only_pauses` another process
        judges time, whose clock counts.
        """
        async with self._applying:
            before, steady_before = self._last or (now, steady)
            passed = timedelta(seconds=steady - steady_before)
            moved = STILL if only_pauses else now - before - passed
            # What is given back after an outage is one time for all matches.
            jump = _at_least(LEAST_LIVE_JUMP if in_outage else LEAST_JUMP, max(moved, -self._ahead))
            stood_still = self._every is not None and passed - self._every >= LEAST_PAUSE
            live = moved + passed if stood_still else moved
            live = jump if in_outage else _at_least(LEAST_LIVE_JUMP, live)
            changed = 0
            if jump or live:
                # A turn that began after the jump is timed by the clock as it is now.
                began = now if stood_still else now - passed
                async with self._database.transaction() as connection:
                    await _move(connection, jump, began, now, is_live=False)
                    changed = await _move(connection, live, began, now, is_live=True)
                    by = jump // timedelta.resolution
                    if jump > STILL:
                        await lengthen_vacations(connection, stamp(now) - by, stamp(now))
                        await lengthen_contests(connection, stamp(now) - by, stamp(now))
                    if in_outage:
                        await connection.change("UPDATE pulse SET at = at + :by", by=by)
                    elif not only_pauses:
                        await set_pulse(connection, stamp(now))
            self._last = now, steady
            self._ahead += jump
            return jump or (live if changed else STILL)

    def expect(self, now: datetime, steady: float) -> None:
        """Take the clock as it is from now on: time has passed, and it has not jumped."""
        self._last = now, steady


def _at_least(least: timedelta, jump: timedelta) -> timedelta:
    return jump if abs(jump) >= least else STILL


async def _move(
    connection: Connection, by: timedelta, began: datetime, now: datetime, *, is_live: bool
) -> int:
    """Move the clocks of matches, unless the turn `began` only then; return how many.

    No turn is given more than it has lasted.
    """
    if not by:
        return 0
    by_turn = "MIN(:by, MAX(0, :now - since - given))"
    return await connection.change(
        f"UPDATE matches SET given = given + {by_turn}, alarm = alarm + {by_turn}, "  # noqa: S608 (our own words)
        f"deadline = deadline + {by_turn}, version = version + 1 "
        f"WHERE {RUNS} AND since NOT BETWEEN :began AND :now AND live = :live",
        by=by // timedelta.resolution,
        began=stamp(began),
        now=stamp(now),
        live=is_live,
    )

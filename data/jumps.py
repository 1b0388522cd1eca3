"""Jumps of the machine's clock, which are not charged to the players."""

from datetime import datetime, timedelta

from data import tables
from data.database import Database
from data.tables.columns import stamp

LEAST = timedelta(minutes=2)
"""How far the clock goes from time that runs evenly before it counts as having jumped."""


class Jumps:
    """Notices between two rounds that the clock was set anew, and moves what runs out with it.

    What a clock that is set back takes is only what one that was set ahead gave: a wrong clock may
    give somebody time, but makes nobody lose.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last: tuple[datetime, float] | None = None
        self._ahead = timedelta(0)

    async def make_up(self, now: datetime, steady: float) -> timedelta:
        """Move alarms and deadlines by what the clock jumped since this was asked last; give that.

        `steady` counts seconds that pass evenly, whatever is done to the clock.
        """
        before, even = self._last or (now, steady)
        passed = timedelta(seconds=steady - even)
        jump = max(now - before - passed, -self._ahead)
        if abs(jump) < LEAST:
            jump = timedelta(0)
        else:
            by = jump // timedelta.resolution
            async with self._database.transaction() as connection:
                # Who moved since the jump has the time of their turn by the clock as it is now.
                await tables.clock.move(connection, by, stamp(now - passed), stamp(now))
                if by > 0:
                    await tables.vacations.lengthen(connection, stamp(now) - by, stamp(now))
                await tables.clock.set_pulse(connection, stamp(now))
        self._last = now, steady
        self._ahead += jump
        return jump

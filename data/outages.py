"""Outages of the bot and of Discord: when they were, and the time that is given back for them."""

# ruff: noqa: S608 (the statements are made of our own words only)

import json
from collections.abc import Collection
from datetime import datetime, timedelta

from data.columns import moment, stamp
from data.connection import Connection
from data.database import Database, Subject, snapshot_of
from data.driver import Location
from data.load_contest import lengthen_contests
from data.stopped_clocks import lengthen_vacations
from data.unusable_file import Unusable

OUTAGE = timedelta(minutes=15)
"""A stop, or an outage of Discord, that is longer than this is more than a restart."""
SHORT = timedelta(minutes=1)
"""A shorter outage is given back some matches at a time, so that nobody's move waits for all."""
SOON = timedelta(hours=1)
"""The time left below which a player gets it back first."""
SOME = 1_000
"""The number of matches to which time is given back at a time."""
OUTAGES_KEPT = timedelta(days=90)
"""The time for which outages are stored."""
RUNS = "ended IS NULL AND (alarm IS NOT NULL OR pace IS NULL)"
"""Matches whose time goes on: that of the clock, or until they may be claimed."""
AWAY = "MAX(0, :back - MAX(:left, since))"
GIVE_BACK = (
    f"UPDATE matches SET given = given + {AWAY}, alarm = alarm + {AWAY}, "
    f"deadline = deadline + {AWAY}, version = version + 1 WHERE {RUNS}"
)
"""Moves alarms and deadlines by the time away, or the part of it within the turn.

So is the time from which a match without a clock may be claimed.
"""


class Outages(Subject):
    """Outages of the bot or of Discord, whose time is given back.

    While the bot runs and Discord is there, `beat` records it in every round. Whatever comes
    between, a stop of the bot or an outage of Discord, is time in which nobody could be reached:
    `come_back` gives back the time since the last beat. It moves the deadline of every live match
    by it, or by the part of it that falls into the present turn.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.left: datetime | None = None
        """The time at which the bot was last alive before the present start, if it ever was."""

    async def beat(self, now: datetime) -> None:
        """Record that the bot is alive, and Discord there."""
        await self._database.run(lambda connection: set_pulse(connection, stamp(now)))

    async def begin(self, since: datetime) -> None:
        """Record that perhaps not everybody could be reached since a time, whatever beat since."""
        await self._database.change("UPDATE pulse SET at = MIN(at, :since)", since=stamp(since))

    async def start(self, now: datetime) -> None:
        """Give back the time since the bot was last alive, which `left` says from now on."""
        left = await _pulse(self._reader)
        self.left = None if left is None else moment(left)
        await self.come_back(now)

    async def come_back(self, now: datetime, began: datetime | None = None) -> None:
        """Give back the time since the last beat.

        `began` is when the outage began, if some of it was given back before.

        A short time is given back at once where time runs low, and elsewhere some matches at a
        time. Whoever moves before theirs is given back, or a stop in between, loses less than that
        minute, of more than an hour.
        """
        async with self._database.transaction() as connection:
            left = await _pulse(connection)
            first: list[int] | None = None
            if left is not None and now - moment(left) < SHORT:
                first = await connection.numbers(
                    "SELECT id FROM matches WHERE alarm <= :soon "
                    "UNION SELECT id FROM matches WHERE live = 1 AND ended IS NULL",
                    soon=stamp(now + SOON),
                )
            if left is not None and left < stamp(now):
                only = "" if first is None else "AND id IN (SELECT value FROM json_each(:only))"
                await connection.change(
                    f"{GIVE_BACK} {only}", left=left, back=stamp(now), only=json.dumps(first)
                )
                await lengthen_vacations(connection, left, stamp(now))
                await connection.change(
                    "UPDATE challenges SET expires = expires + MAX(0, :back - MAX(:left, made)) "
                    "WHERE state = 'pending' AND expires > :left",
                    left=left,
                    back=stamp(now),
                )
                await lengthen_contests(connection, left, stamp(now))
                away = moment(left) if began is None else min(began, moment(left))
                if now - away >= OUTAGE:
                    await connection.change(
                        "DELETE FROM outages WHERE ended < :before",
                        before=stamp(now - OUTAGES_KEPT),
                    )
                    await connection.replace(
                        "outages", "began", began=stamp(away), ended=stamp(now)
                    )
            await set_pulse(connection, stamp(now))
        if left is not None and first is not None and left < stamp(now):
            await self._give_others_back(left, stamp(now), first)

    async def _give_others_back(self, left: int, back: int, first: Collection[int]) -> None:
        """Give time back in all matches but those that got it first, some at a time.

        What is changed meanwhile began a turn after the outage, of which nothing is given back.
        """
        last = await self._reader.number("SELECT MAX(id) FROM matches")
        for after in range(0, last, SOME):
            await self._database.change(
                f"{GIVE_BACK} AND id > :after AND id <= :to "
                "AND id NOT IN (SELECT value FROM json_each(:but))",
                left=left,
                back=back,
                after=after,
                to=after + SOME,
                but=json.dumps([one for one in first if after < one <= after + SOME]),
            )


async def _pulse(connection: Connection) -> int | None:
    return await connection.number_or_none("SELECT at FROM pulse")


async def set_pulse(connection: Connection, now: int) -> None:
    """Record when the bot was last alive."""
    await connection.replace("pulse", "id", id=1, at=now)


async def was_outage(connection: Connection, since: int, until: int) -> bool:
    """Tell whether there was an outage at any time between two."""
    return await connection.has(
        "SELECT 1 FROM outages WHERE began < :until AND ended > :since", since=since, until=until
    )


async def last_beat(path: Location) -> datetime | None:
    """Return when the bot of a database was last alive, if that can be read there."""
    try:
        async with snapshot_of(path) as connection:
            pulse = await _pulse(connection)
    except Unusable:
        return None
    return None if pulse is None else moment(pulse)

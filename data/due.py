"""What is due now: reminders, time-outs and news, and time that an outage gives back."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from data import tables
from data.database import Database, snapshot_of
from data.errors import Unusable
from data.tables.columns import MICROSECOND, moment, stamp
from match.clock import LAST_CALL, REMINDERS

OUTAGE = timedelta(minutes=15)
"""A stop, or an outage of Discord, that is longer than this is more than a restart."""
SHORT = timedelta(minutes=1)
"""A shorter outage is given back some matches at a time, so that nobody's move waits for all."""
SOON = timedelta(hours=1)
"""Whose time runs low so soon gets it back first."""
SOME = 1_000
"""To how many matches time is given back at a time."""
OUTAGES_KEPT = timedelta(days=90)
"""How long outages are stored."""
EARLY, LATE = timedelta(minutes=10), timedelta(hours=1)
"""How long before quiet hours a player is reminded of time that runs out in them, or this long
after them.
"""
PATIENCE = timedelta(seconds=20)
"""How long an action may take to announce what it did, before the poller does."""
FIRST_WAIT = PATIENCE // MICROSECOND


@dataclass(frozen=True)
class Due:
    """What the poller has to do: numbers of matches and challenges, the longest due first."""

    reminders: tuple[int, ...]
    time_outs: tuple[int, ...]
    expiries: tuple[int, ...]
    untold_matches: tuple[int, ...] = ()
    untidy_matches: tuple[int, ...] = ()
    """Matches of which everything is told, and some card is left to replace or to edit."""
    untold_challenges: tuple[int, ...] = ()
    last_calls: tuple[int, ...] = ()
    """Matches in which the player to move is about to lose on time, unless a vacation begins."""
    vacations: tuple[int, ...] = ()
    """People whose vacation is used up."""
    untold_vacations: tuple[int, ...] = ()
    """People who have not been told that a vacation began or ended automatically."""
    early_reminders: tuple[int, ...] = ()
    """Matches whose player is reminded ahead of the quiet hours in which the time runs out."""


class LiveDue(NamedTuple):
    """What is due in live matches now: numbers of matches, the longest due first."""

    reminders: tuple[int, ...]
    """Matches whose player is asked whether they are there."""
    time_outs: tuple[int, ...]


class DueItems:
    """What is due at a time; it is polled regularly, and nothing is scheduled in memory.

    While the bot runs and Discord is there, `beat` records it in every round. Whatever comes
    between, a stop of the bot or an outage of Discord, is time in which nobody could be reached:
    `come_back` gives back the time since the last beat. It moves the deadline of every live match
    by it, or by the part of it that falls into the present turn.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.left: datetime | None = None
        """Until when the bot was alive before the present start, if it ever was."""

    async def due(self, now: datetime, started: datetime | None = None) -> Due:
        """List what is due but for live matches, whether or not it was tried before.

        Handle it in this order: `vacations.use_up`, and `vacations.save` at a last call; then
        `matches.run_out`, `matches.remind`, `challenges.expire`. A reminder that falls into quiet
        hours is due at their end; if the time runs out in them, or soon after, it is due ahead of
        them.

        What just happened is announced by whoever did it, and listed only after some seconds,
        unless it happened before the bot `started`.
        """
        present, begun = stamp(now), None if started is None else stamp(started)
        async with self._database.reading() as connection:
            alarms = await tables.due.alarms(connection, present, LAST_CALL // MICROSECOND)
            early = await tables.due.before_quiet(
                connection,
                present,
                early=EARLY // MICROSECOND,
                late=LATE // MICROSECOND,
                last=REMINDERS[-1],
            )
            vacations = await tables.vacations.due(connection, present)
            expired = await tables.challenges.expired(connection, present)
            matches = await tables.cards.untold(connection)
            challenges = await tables.challenges.untold(connection)

        def is_due(since: int) -> bool:
            return present - since >= FIRST_WAIT or (begun is not None and since <= begun)

        waiting = [row for row in matches if is_due(row["untold_since"])]
        ahead = tuple(row["id"] for row in early)
        early_ids = frozenset(ahead)
        return Due(
            tuple(
                row["id"]
                for row in alarms
                if row["unreminded"] and not (row["over"] or row["quiet"] or row["id"] in early_ids)
            ),
            tuple(row["id"] for row in alarms if row["over"]),
            tuple(expired),
            tuple(row["id"] for row in waiting if not row["tidies"]),
            tuple(row["id"] for row in waiting if row["tidies"]),
            tuple(row["id"] for row in challenges if is_due(row["untold_since"])),
            tuple(row["id"] for row in alarms if row["last_call"]),
            tuple(row["person"] for row in vacations if row["over"]),
            tuple(
                row["person"]
                for row in vacations
                if row["untold_since"] is not None and is_due(row["untold_since"])
            ),
            ahead,
        )

    async def live_due(self, now: datetime) -> LiveDue:
        """List what is due in live matches, in which quiet hours and vacations don't count."""
        async with self._database.reading() as connection:
            alarms = await tables.due.live_alarms(connection, stamp(now))
        return LiveDue(
            tuple(row["id"] for row in alarms if not row["over"]),
            tuple(row["id"] for row in alarms if row["over"]),
        )

    async def beat(self, now: datetime) -> None:
        """Record that the bot is alive, and Discord there."""
        async with self._database.transaction() as connection:
            await tables.due.set_pulse(connection, stamp(now))

    async def start(self, now: datetime) -> None:
        """Give back the time since the bot was last alive, which `left` says from now on."""
        async with self._database.reading() as connection:
            left = await tables.due.pulse(connection)
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
            left = await tables.due.pulse(connection)
            is_short = left is not None and now - moment(left) < SHORT
            first: list[int] | None = None
            if is_short:
                first = await tables.due.running_low(connection, stamp(now + SOON))
            if left is not None and left < stamp(now):
                await tables.due.give_time_back(connection, left, stamp(now), first)
                await tables.vacations.lengthen(connection, left, stamp(now))
                await tables.challenges.lengthen(connection, left, stamp(now))
                await tables.contests.lengthen(connection, left, stamp(now))
                away = moment(left) if began is None else min(began, moment(left))
                if now - away >= OUTAGE:
                    await tables.due.forget_outages(connection, stamp(now - OUTAGES_KEPT))
                    await tables.due.add_outage(connection, stamp(away), stamp(now))
            await tables.due.set_pulse(connection, stamp(now))
        if left is not None and first is not None and left < stamp(now):
            await self._give_others_back(left, stamp(now), first)

    async def _give_others_back(self, left: int, back: int, first: list[int]) -> None:
        """Give time back in all matches but those that got it first, some at a time.

        What is changed meanwhile began a turn after the outage, of which nothing is given back.
        """
        async with self._database.reading() as connection:
            last = await tables.matches.last_number(connection)
        for after in range(0, last, SOME):
            async with self._database.transaction() as connection:
                await tables.due.give_some_back(
                    connection, left, back, range(after + 1, after + SOME + 1), but=first
                )


async def last_beat(path: Path) -> datetime | None:
    """Return when the bot of a database was last alive, if that can be read there."""
    try:
        async with snapshot_of(path) as connection:
            pulse = await tables.due.pulse(connection)
    except Unusable:
        return None
    return None if pulse is None else moment(pulse)

"""What is due now, and jumps of the machine's clock, which cost no player time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from data import tables
from data.database import Database
from data.tables.columns import MICROSECOND, moment, stamp
from match.clock import LAST_CALL, REMINDERS

LEAST_JUMP = timedelta(minutes=2)
"""How far the clock must deviate from the monotonic one to count as a jump."""
OUTAGE = timedelta(minutes=15)
"""A stop that is longer than this is an outage, not only a restart."""
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
    untold_challenges: tuple[int, ...] = ()
    last_calls: tuple[int, ...] = ()
    """Matches in which the player to move is about to lose on time, unless a vacation begins."""
    vacations: tuple[int, ...] = ()
    """People whose vacation is used up."""
    untold_vacations: tuple[int, ...] = ()
    """People who have not been told that a vacation began or ended automatically."""
    early_reminders: tuple[int, ...] = ()
    """Matches whose player is reminded ahead of the quiet hours in which the time runs out."""


class DueItems:
    """What is due at a time; it is polled regularly, and nothing is scheduled in memory.

    After everything due was done, `beat` records that the bot is alive. `Store.open` gives back the
    time since the last beat: it moves the deadline of every live match by it, or by the part of it
    that falls into the present turn.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: frozenset[int] = frozenset()
        """Since when that was untold which was so when the file was opened."""

    async def due(self, now: datetime, last: datetime | None = None) -> Due:
        """List what is due.

        Handle it in this order: `vacations.use_up`, and `vacations.save` at a last call; then
        `matches.run_out`, `matches.remind`, `challenges.expire`. A reminder that falls into quiet
        hours is due at their end; if the time runs out in them, or soon after, it is due ahead of
        them.

        What Discord does not accept is retried with exponential backoff: it is due again each time
        that it has waited twice as long as before. `last` is when this was called before; the first
        time, all that has waited since before the start is due.
        """
        present, before = stamp(now), None if last is None else stamp(last)
        async with self._database.reading() as connection:
            alarms = await tables.clock.alarms(connection, present, LAST_CALL // MICROSECOND)
            early = await tables.clock.before_quiet(
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
            if before is None and since in self._waiting:
                return True  # whoever was about to tell it was stopped
            return _count_tries(since, present) > (
                0 if before is None else _count_tries(since, before)
            )

        def is_due_at_once(since: int) -> bool:
            # A reminder is due at its time, without the initial wait of retries.
            return is_due(since - FIRST_WAIT)

        ahead = tuple(row["id"] for row in early if is_due_at_once(row["since"]))
        return Due(
            tuple(
                row["id"]
                for row in alarms
                if row["unreminded"]
                and not (row["over"] or row["quiet"] or row["id"] in ahead)
                and is_due_at_once(max(row["alarm"], row["awake_since"] or 0))
            ),
            tuple(row["id"] for row in alarms if row["over"]),
            tuple(expired),
            tuple(row["id"] for row in matches if is_due(row["untold_since"])),
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

    async def beat(self, now: datetime) -> None:
        """Record that the bot is alive."""
        async with self._database.transaction() as connection:
            await tables.clock.set_pulse(connection, stamp(now))

    async def come_back(self, now: datetime) -> None:
        """Give back the time since the bot was last alive."""
        async with self._database.transaction() as connection:
            untold = await tables.cards.untold(connection)
            untold += await tables.challenges.untold(connection)
            untold += await tables.vacations.due(connection, stamp(now))
            self._waiting = frozenset(row["untold_since"] for row in untold)
            left = await tables.clock.pulse(connection)
            if left is not None and left < stamp(now):
                await tables.clock.give_time_back(connection, left, stamp(now))
                await tables.vacations.lengthen(connection, left, stamp(now))
                if now - moment(left) >= OUTAGE:
                    await tables.clock.forget_outages(connection, stamp(now - OUTAGES_KEPT))
                    await tables.clock.add_outage(connection, left, stamp(now))
            await tables.clock.set_pulse(connection, stamp(now))


def _count_tries(since: int, now: int) -> int:
    """Count how often something was due up to now: after one, two, four, eight waiting times."""
    return max(0, (now - since) // FIRST_WAIT).bit_length()


class ClockJumps:
    """Detects jumps of the clock between two rounds, and moves deadlines with it.

    A clock that is set back only takes away what one that was set ahead gave: a wrong clock may
    give players time, but never makes anybody lose.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last: tuple[datetime, float] | None = None
        self._ahead = timedelta(0)

    async def apply_jump(self, now: datetime, steady: float) -> timedelta:
        """Move alarms and deadlines by the jump of the clock since the last call; return the jump.

        `steady` is a monotonic clock, in seconds.
        """
        before, steady_before = self._last or (now, steady)
        passed = timedelta(seconds=steady - steady_before)
        jump = max(now - before - passed, -self._ahead)
        if abs(jump) < LEAST_JUMP:
            jump = timedelta(0)
        else:
            by = jump // timedelta.resolution
            async with self._database.transaction() as connection:
                # A turn that began after the jump is timed by the clock as it is now.
                await tables.clock.move(connection, by, stamp(now - passed), stamp(now))
                if by > 0:
                    await tables.vacations.lengthen(connection, stamp(now) - by, stamp(now))
                await tables.clock.set_pulse(connection, stamp(now))
        self._last = now, steady
        self._ahead += jump
        return jump

"""Due items: reminders, time-outs, expired challenges and vacations, unannounced news."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from data.columns import MICROSECOND, stamp
from data.database import Subject
from match.clock import LAST_CALL, REMINDERS
from match.match import FREE_MOVES

EARLY, LATE = timedelta(minutes=10), timedelta(hours=1)
"""How long before quiet hours a player is reminded of time that runs out in them, or this long
after them.
"""
PATIENCE = timedelta(seconds=20)
"""The time that an action has to announce its event, before the poller does."""
FIRST_WAIT = PATIENCE // MICROSECOND
BEFORE_QUIET = " UNION ALL ".join(
    "SELECT m.id FROM quiet_hours q CROSS JOIN matches m "  # noqa: S608 (our own names)
    f"WHERE m.{seat} = q.person AND m.turn = {turn} AND m.ended IS NULL "
    "AND q.begins > :now AND q.begins <= :now + :early AND m.reminded < 2 AND m.live = 0 "
    "AND m.deadline > q.begins AND m.deadline <= q.ends + :late "
    f"AND m.deadline - m.{seat}_bank / :last >= q.begins"
    for turn, seat in enumerate(("first", "second"))
)
"""Finds matches whose time runs out in quiet hours that begin soon, or up to `late` after them.

Only those are found whose last reminder, when the `last` part of the time is left, falls into the
quiet hours.
"""


@dataclass(frozen=True)
class Due:
    """The poller's tasks: numbers of matches and challenges, the longest due first."""

    reminders: tuple[int, ...]
    time_outs: tuple[int, ...]
    expiries: tuple[int, ...]
    unannounced_matches: tuple[int, ...] = ()
    untidy_matches: tuple[int, ...] = ()
    """Matches with nothing left to tell, and some card left to replace or to edit."""
    unannounced_challenges: tuple[int, ...] = ()
    last_calls: tuple[int, ...] = ()
    """Matches in which the player to move is about to lose on time, unless a vacation begins."""
    vacations: tuple[int, ...] = ()
    """People whose vacation is used up."""
    unannounced_vacations: tuple[int, ...] = ()
    """People who have not been told that a vacation began or ended automatically."""
    early_reminders: tuple[int, ...] = ()
    """Matches whose player is reminded ahead of the quiet hours in which the time runs out."""


class LiveDue(NamedTuple):
    """Tasks in live matches: numbers of matches, the longest due first."""

    reminders: tuple[int, ...]
    """Matches whose player is asked whether they are there."""
    time_outs: tuple[int, ...]


class DueItems(Subject):
    """Due items, polled every minute or more often; nothing is scheduled in memory.

    A round calls `clock_jumps.apply_jump` and `settings.store_next_quiet_hours` before. When all is
    handled it calls `outages.beat`, or `come_back` if Discord could not be reached, and `tidy` of
    the store.
    """

    async def find(self, now: datetime, started: datetime | None = None) -> Due:
        """List the due items but for live matches, whether or not they were tried before.

        Handle them in this order: `vacations.use_up`, and `vacations.save` at a last call; then
        `matches.run_out`, `matches.remind`, `challenges.expire`. A reminder that falls into quiet
        hours is due at their end; if the time runs out in them, or soon after, it is due ahead of
        them.

        What just happened is announced by whoever did it, and listed only after some seconds,
        unless it happened before the bot `started`.
        """
        present, begun = stamp(now), None if started is None else stamp(started)
        # No vacation begins for a match that would only be aborted.
        alarms = await self._reader.rows(
            "SELECT m.id, m.deadline <= :now AS over, m.reminded < 2 AS unreminded, "
            "m.deadline <= :now + :last_call AND v.by_itself = 1 "
            "AND (m.contest IS NOT NULL OR m.pair_counts = 1 "
            "OR MIN(m.first_moves, m.second_moves) >= :settled) "
            "AS last_call, q.begins <= :now AND q.ends > :now AS quiet FROM matches m "
            "LEFT JOIN vacations v "
            "ON v.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END "
            "LEFT JOIN quiet_hours q "
            "ON q.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END "
            "WHERE m.alarm <= :now AND m.live = 0 ORDER BY m.alarm, m.id",
            now=present,
            last_call=LAST_CALL // MICROSECOND,
            settled=FREE_MOVES,
        )
        ahead = await self._reader.numbers(
            BEFORE_QUIET,
            now=present,
            early=EARLY // MICROSECOND,
            late=LATE // MICROSECOND,
            last=REMINDERS[-1],
        )
        early = frozenset(ahead)
        vacations = await self._reader.rows(
            "SELECT person, ends <= :now AS over, untold_since FROM vacations "
            "WHERE ends <= :now OR untold_since IS NOT NULL "
            "ORDER BY untold_since NULLS FIRST, ends NULLS FIRST, person",
            now=present,
        )
        expired = await self._reader.numbers(
            "SELECT id FROM challenges WHERE state = 'pending' AND expires <= :now "
            "ORDER BY expires, id",
            now=present,
        )
        matches = await self._reader.rows(
            "SELECT id, untold_since, told = count AS tidies FROM matches "
            "WHERE untold_since IS NOT NULL ORDER BY untold_since, id"
        )
        challenges = await self._reader.rows(
            "SELECT id, untold_since FROM challenges WHERE untold_since IS NOT NULL "
            "ORDER BY untold_since, id"
        )

        def is_due(since: int) -> bool:
            return present - since >= FIRST_WAIT or (begun is not None and since <= begun)

        waiting = [row for row in matches if is_due(row["untold_since"])]
        return Due(
            tuple(
                row["id"]
                for row in alarms
                if row["unreminded"] and not (row["over"] or row["quiet"] or row["id"] in early)
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
            tuple(ahead),
        )

    async def servers(self, table: str, numbers: Sequence[int]) -> dict[int, int | None]:
        """Return in which servers some rows of a table are."""
        return await self._reader.pairs(
            f"SELECT id, server FROM {table} WHERE id IN (SELECT value FROM json_each(:numbers))",  # noqa: S608 (our own names)
            numbers=json.dumps(numbers),
        )

    async def find_live(self, now: datetime) -> LiveDue:
        """List the due items of live matches, in which quiet hours and vacations don't count."""
        alarms = await self._reader.rows(
            "SELECT id, deadline <= :now AS over FROM matches "
            "WHERE live = 1 AND ended IS NULL AND alarm <= :now ORDER BY alarm, id",
            now=stamp(now),
        )
        return LiveDue(
            tuple(row["id"] for row in alarms if not row["over"]),
            tuple(row["id"] for row in alarms if row["over"]),
        )

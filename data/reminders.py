"""Reminders: which are to be sent, where they stand, and which of them are no longer true."""

from datetime import datetime, timedelta
from typing import NamedTuple

from data.columns import message_columns, message_from, moment, moment_or_none, stamp
from data.connection import Connection, Row
from data.database import Subject
from data.mirrors import for_player
from data.settings import Reminders, load_personal_settings
from data.values import MessageRef, Place, StoredMatch

# ruff: noqa: S608 (the statements are made of our own words only)

LIVE_FIRST = timedelta(minutes=1)
"""How long the clock of live matches has for what is due there, before the rounds send it."""
OF_REMINDER = "reminded_matches d JOIN matches m ON m.id = d.match WHERE d.reminder = r.id"
WAITS = (
    "m.ended IS NULL AND m.since = d.turn "
    "AND r.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END"
)
IS_TRUE = f"{WAITS} AND m.stopped IS NULL AND m.reminded = d.reminded"
AWAY = (
    f"(SELECT v.ends FROM vacations v WHERE v.person = r.person AND v.ends IS NOT NULL "
    f"AND EXISTS (SELECT 1 FROM {OF_REMINDER} AND {WAITS} AND m.stopped IS NOT NULL))"
)
"""Until when the person of a reminder is away, if a clock of it is stopped for that."""
AROUND = (
    "(SELECT CASE m.channel WHEN m.home_message THEN m.home_channel ELSE m.channel END "
    f"FROM {OF_REMINDER} LIMIT 1)"
)
"""The channel of a reminder's matches, also of those in threads of it (`channel_around`)."""
IS_QUIET = (
    "EXISTS (SELECT 1 FROM quiet_hours q WHERE q.person = r.person "
    "AND q.begins <= :now AND q.ends > :now)"
)
PLACES = {
    Reminders.CHANNEL: (False,),
    Reminders.DIRECT_MESSAGE: (True,),
    Reminders.BOTH: (True, False),
    Reminders.NONE: (),
}
"""For each choice, whether each of its messages is a direct one."""


class Reminder(NamedTuple):
    """A reminder to a person of matches in a place, which is sent as a direct message or there."""

    id: int
    person: int
    direct: bool
    place: Place
    since: datetime
    posted: MessageRef | None
    away_until: datetime | None = None
    """For one that is past: until when its person is away, which it says then."""


class SentReminders(Subject):
    """Reminders, each stored before it is sent, so that none is lost or sent twice."""

    async def to_send(self, now: datetime, *, live: bool = False) -> list[Reminder]:
        """List the reminders that are not known to be sent, but for people in quiet hours.

        Those of `live` matches are asked for twice a second; the rounds send what is left of them.
        """
        mine = "r.live = 1"
        if not live:
            mine = f"NOT {IS_QUIET} AND r.live = 0 OR r.live = 1 AND r.since < :old"
        rows = await self._reader.rows(
            f"SELECT r.*, NULL AS until FROM reminders r WHERE posted_message IS NULL AND ({mine}) "
            "ORDER BY since, id",
            now=stamp(now),
            old=stamp(now - LIVE_FIRST),
        )
        return [_reminder_from(row) for row in rows]

    async def matches(self, reminder: Reminder) -> list[int]:
        """List the matches of which a reminder is still true, the most urgent first."""
        return await self._reader.numbers(
            f"SELECT m.id FROM reminders r, {OF_REMINDER} AND r.id = :id AND {IS_TRUE} "
            "ORDER BY m.deadline, m.id",
            id=reminder.id,
        )

    async def mark_sent(self, reminder: Reminder, posted: MessageRef) -> None:
        """Record where a reminder stands."""
        await self._database.change(
            "UPDATE reminders SET posted_channel = :posted_channel, "
            "posted_message = :posted_message WHERE id = :id",
            **message_columns("posted", posted),
            id=reminder.id,
        )

    async def past(self) -> list[Reminder]:
        """List the reminders that stand somewhere although none of what they say is true."""
        rows = await self._reader.rows(
            f"SELECT r.*, {AWAY} AS until FROM reminders r WHERE posted_message IS NOT NULL "
            f"AND CASE r.away WHEN 1 THEN {AWAY} IS NULL "
            f"ELSE NOT EXISTS (SELECT 1 FROM {OF_REMINDER} AND {IS_TRUE}) END ORDER BY id"
        )
        return [_reminder_from(row) for row in rows]

    async def mark_away(self, reminder: Reminder) -> None:
        """Record that a reminder says that its person is away."""
        await self._database.change("UPDATE reminders SET away = 1 WHERE id = :id", id=reminder.id)

    async def forget(self, reminder: Reminder) -> None:
        """Forget a reminder that is gone, or that nobody needs."""
        await self._database.change("DELETE FROM reminders WHERE id = :id", id=reminder.id)


async def add_to_reminders(connection: Connection, match: StoredMatch, now: datetime) -> None:
    """Let the player to move be reminded of a match where they wish, with others due in a round."""
    person = match.to_move
    assert person is not None, "only live matches are reminded of"
    muted = "SELECT 1 FROM mutes WHERE match = :match AND person = :person"
    if await connection.has(muted, match=match.number, person=person):
        return
    choice = (await load_personal_settings(connection, person)).reminders
    for direct in PLACES[choice]:
        reminder = await _open_reminder(connection, match, person, now, direct=direct)
        await connection.insert(
            "reminded_matches",
            reminder=reminder,
            match=match.number,
            turn=stamp(match.since),
            reminded=match.clock.reminded,
        )


async def _open_reminder(
    connection: Connection, match: StoredMatch, person: int, now: datetime, *, direct: bool
) -> int:
    """Return the id of a person's reminder of a round in a channel; a live match has its own.

    A thread is part of its channel: who plays in both is called once.
    """
    match = for_player(match, person)
    values = {
        "person": person,
        "direct": direct,
        "live": match.is_live,
        "server": match.place.server,
        "channel": match.place.channel,
        "since": stamp(now),
    }
    open_one = await connection.number_or_none(
        "SELECT id FROM reminders r WHERE posted_message IS NULL AND since = :since AND live = 0 "
        f"AND person = :person AND direct = :direct AND {AROUND} = :around "
        "AND NOT EXISTS (SELECT 1 FROM reminded_matches WHERE reminder = r.id AND match = :match)",
        match=match.number,
        around=match.channel_around,
        **{name: values[name] for name in ("since", "person", "direct")},
    )
    if open_one is not None and not match.is_live:
        return open_one
    return await connection.insert_numbered("reminders", **values)


def _reminder_from(row: Row) -> Reminder:
    return Reminder(
        row["id"],
        row["person"],
        bool(row["direct"]),
        Place(row["channel"], row["server"]),
        moment(row["since"]),
        message_from(row, "posted"),
        moment_or_none(row["until"]),
    )

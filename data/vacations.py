"""Vacations: all clocks of a player stop and restart in one transaction."""

from dataclasses import replace
from datetime import datetime

from data import tables
from data.connection import Connection, Value
from data.database import Database
from data.tables.columns import MICROSECOND, moment, stamp, stamp_or_none
from data.values import StoredMatch
from match.clock import LAST_CALL, REMINDERS
from match.vacation import BEGINNING, Vacation
from rules import Refusal


class Vacations:
    """Players' vacations.

    A vacation is one row, and a change of it at most two statements, however many matches the
    person plays: due matches are found by their alarms, which are removed while their clocks are
    stopped.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, now: datetime) -> Vacation:
        """Return a person's vacation."""
        async with self._database.reading() as connection:
            return await _load(connection, person, now)

    async def begin(self, person: int, now: datetime) -> Vacation:
        """Stop all clocks of a person.

        Raises `Refusal` if they are away already, have too little vacation left, or have never
        played.
        """
        async with self._database.transaction() as connection:
            return await _begin(connection, person, now, now)

    async def end(self, person: int, now: datetime) -> Vacation:
        """Restart all clocks of a person. Raises `Refusal` if they are not away."""
        async with self._database.transaction() as connection:
            return await _end(connection, person, now)

    async def choose(self, person: int, now: datetime, *, by_itself: bool) -> Vacation:
        """Choose whether one's vacation begins automatically before a loss on time."""
        async with self._database.transaction() as connection:
            vacation = replace(await _lock_and_load(connection, person, now), by_itself=by_itself)
            return await _save(connection, person, vacation)

    async def save(self, match: StoredMatch, now: datetime) -> Vacation:
        """Begin the vacation of the player to move before the match is lost on time.

        It begins at the last call, however late the poller comes. Raises `Refusal` before the last
        call, or if the player does not want it or has too little vacation left.
        """
        deadline, person = match.deadline, match.to_move
        if deadline is None or person is None or now < deadline - LAST_CALL:
            raise Refusal("Nobody is out of time in this match; play on.")
        async with self._database.transaction() as connection:
            vacation = await _lock_and_load(connection, person, now)
            if not vacation.by_itself:
                raise Refusal("This player's vacation doesn't start automatically; play on.")
            since = max(min(now, deadline - LAST_CALL), vacation.at)
            vacation = await _begin(connection, person, now, since)
            await tables.vacations.note_untold(connection, person, stamp(now))
            return vacation

    async def use_up(self, person: int, now: datetime) -> None:
        """End a vacation that is used up. Raises `Refusal` if some is left."""
        async with self._database.transaction() as connection:
            vacation = await _lock_and_load(connection, person, now)
            if vacation.ends is None or now < vacation.ends:
                raise Refusal("There is vacation left, so it continues.")
            await _end(connection, person, now)
            await tables.vacations.note_untold(connection, person, stamp(now))

    async def tell(self, person: int) -> None:
        """Record that a person was told of a vacation that began or ended automatically."""
        async with self._database.transaction() as connection:
            await tables.vacations.note_untold(connection, person, None)


async def _begin(connection: Connection, person: int, now: datetime, since: datetime) -> Vacation:
    vacation = (await _lock_and_load(connection, person, now)).begin(since)
    await tables.vacations.stop_clocks(connection, person, stamp(since))
    return await _save(connection, person, vacation)


async def _end(connection: Connection, person: int, now: datetime) -> Vacation:
    vacation = (await _lock_and_load(connection, person, now)).end(now)
    await tables.vacations.start_clocks(
        connection,
        person,
        stamp(now),
        reminders=REMINDERS,
        last_call=LAST_CALL // MICROSECOND,
    )
    return await _save(connection, person, vacation)


async def _lock_and_load(connection: Connection, person: int, now: datetime) -> Vacation:
    """Lock and load a person's vacation. Raises `Refusal` if they have never played."""
    await tables.people.lock(connection, person)
    if await tables.people.find(connection, person) is None:
        raise Refusal(
            "You have no clocks to pause yet; with your first match you get {number} days of "
            "vacation.",
            number=BEGINNING.days,
        )
    return await _load(connection, person, now)


async def _load(connection: Connection, person: int, now: datetime) -> Vacation:
    row = await tables.vacations.find(connection, person)
    if row is None:
        known = await tables.vacations.first_match(connection, person)
        return Vacation(BEGINNING, now if known is None else moment(known))
    return Vacation(
        row["saved"] * MICROSECOND,
        moment(row["at"]),
        away=row["ends"] is not None,
        by_itself=bool(row["by_itself"]),
    )


async def _save(connection: Connection, person: int, vacation: Vacation) -> Vacation:
    columns: dict[str, Value] = {
        "person": person,
        "saved": vacation.saved // MICROSECOND,
        "at": stamp(vacation.at),
        "ends": stamp_or_none(vacation.ends),
        "by_itself": vacation.by_itself,
    }
    await tables.vacations.keep(connection, columns)
    return vacation

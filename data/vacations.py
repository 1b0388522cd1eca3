"""Vacations: somebody's clocks stand still and run again, all of them in one transaction."""

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
    """What people have of vacation, and what they do with it.

    It is one row and at most two statements, however many matches somebody plays: what is due is
    found by the matches' alarms, which are gone while their clocks stand still.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, now: datetime) -> Vacation:
        """Tell what somebody has of vacation."""
        async with self._database.reading() as connection:
            return await _load(connection, person, now)

    async def begin(self, person: int, now: datetime) -> Vacation:
        """Let all clocks of somebody stand still.

        Raises `Refusal` for whoever is away already, has too little left, or has never played.
        """
        async with self._database.transaction() as connection:
            return await _begin(connection, person, now, now)

    async def end(self, person: int, now: datetime) -> Vacation:
        """Let all clocks of somebody run again. Raises `Refusal` for whoever is not away."""
        async with self._database.transaction() as connection:
            return await _end(connection, person, now)

    async def choose(self, person: int, now: datetime, *, by_itself: bool) -> Vacation:
        """Choose whether one's vacation begins by itself before a loss on time."""
        async with self._database.transaction() as connection:
            vacation = replace(await _hold(connection, person, now), by_itself=by_itself)
            return await _keep(connection, person, vacation)

    async def save(self, match: StoredMatch, now: datetime) -> Vacation:
        """Let the vacation of the player to move begin before the match is lost on time.

        It begins at the last call, however late the clock comes. Raises `Refusal` where that is not
        yet, where the player does not want it, or has too little left.
        """
        deadline, person = match.deadline, match.to_move
        if deadline is None or person is None or now < deadline - LAST_CALL:
            raise Refusal("Nobody's time runs out in this match now; play on.")
        async with self._database.transaction() as connection:
            vacation = await _hold(connection, person, now)
            if not vacation.by_itself:
                raise Refusal("This player's vacation does not begin by itself; play on.")
            since = max(min(now, deadline - LAST_CALL), vacation.at)
            vacation = await _begin(connection, person, now, since)
            await tables.vacations.note_untold(connection, person, stamp(now))
            return vacation

    async def use_up(self, person: int, now: datetime) -> None:
        """End a vacation of which nothing is left. Raises `Refusal` while there is some."""
        async with self._database.transaction() as connection:
            vacation = await _hold(connection, person, now)
            if vacation.ends is None or now < vacation.ends:
                raise Refusal("There is vacation left; it goes on.")
            await _end(connection, person, now)
            await tables.vacations.note_untold(connection, person, stamp(now))

    async def tell(self, person: int) -> None:
        """Note that somebody was told of a vacation that began or ended by itself."""
        async with self._database.transaction() as connection:
            await tables.vacations.note_untold(connection, person, None)


async def _begin(connection: Connection, person: int, now: datetime, since: datetime) -> Vacation:
    vacation = (await _hold(connection, person, now)).begin(since)
    await tables.vacations.stop_clocks(connection, person, stamp(since))
    return await _keep(connection, person, vacation)


async def _end(connection: Connection, person: int, now: datetime) -> Vacation:
    vacation = (await _hold(connection, person, now)).end(now)
    await tables.vacations.start_clocks(
        connection,
        person,
        stamp(now),
        reminders=REMINDERS,
        last_call=LAST_CALL // MICROSECOND,
    )
    return await _keep(connection, person, vacation)


async def _hold(connection: Connection, person: int, now: datetime) -> Vacation:
    """Load a vacation that nobody else changes meanwhile. Raises `Refusal` for a stranger."""
    await tables.people.hold(connection, person)
    if await tables.people.find(connection, person) is None:
        raise Refusal(
            "You have no clocks here that could stand still; you have {number} days of vacation "
            "from your first match on.",
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


async def _keep(connection: Connection, person: int, vacation: Vacation) -> Vacation:
    columns: dict[str, Value] = {
        "person": person,
        "saved": vacation.saved // MICROSECOND,
        "at": stamp(vacation.at),
        "ends": stamp_or_none(vacation.ends),
        "by_itself": vacation.by_itself,
    }
    await tables.vacations.keep(connection, columns)
    return vacation

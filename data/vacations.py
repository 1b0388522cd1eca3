"""Vacations: all clocks of a player stop and restart in one transaction."""

# ruff: noqa: S608 (the statements are made of our own words only)

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from contests.ladder import LadderEvent, LadderKind
from data.columns import HAS_VACATION, MICROSECOND, moment, stamp, stamp_or_none
from data.connection import Connection, Row, Value
from data.database import Subject
from data.ladder_course import apply_everywhere
from data.people import find_person, lock_people
from data.stopped_clocks import give_least, most_lacking, start_clocks, stop_clocks
from data.values import StoredMatch
from match.clock import LAST_CALL
from match.vacation import AFTERWARDS, BEGINNING, Vacation
from rules import Refusal


class VacationNews(NamedTuple):
    """News of a vacation for its person, with its time and the match that it saved."""

    vacation: Vacation
    since: datetime
    match: int | None


class Vacations(Subject):
    """Players' vacations.

    A vacation is one row, and a change of it a few statements, however many matches the person
    plays: due matches are found by their alarms, which are removed while their clocks are stopped.
    """

    async def find(self, person: int, now: datetime) -> Vacation:
        """Return a person's vacation."""
        return await _load(self._reader, person, now)

    async def begin(self, person: int, now: datetime) -> Vacation:
        """Stop all clocks of a person.

        Raises `Refusal` if they are away already, have too little vacation left, or have never
        played.
        """
        async with self._database.transaction() as connection:
            return await _begin(connection, person, now, now, untold_since=None)

    async def end(self, person: int, now: datetime) -> Vacation:
        """Restart all clocks of a person. Raises `Refusal` if they are not away."""
        async with self._database.transaction() as connection:
            return await _end(connection, person, now, untold_since=None)

    async def choose(self, person: int, now: datetime, *, by_itself: bool) -> Vacation:
        """Choose whether one's vacation begins automatically before a loss on time."""
        async with self._database.transaction() as connection:
            vacation = replace(await _lock_and_load(connection, person, now), by_itself=by_itself)
            return await _save(connection, person, vacation)

    async def save(self, match: StoredMatch, now: datetime) -> Vacation:
        """Begin the vacation of the player to move before the match is lost on time.

        It begins at the last call, however late the poller comes. Raises `Refusal` before the last
        call, in a match that would only be aborted, or if the player does not want it, has too
        little vacation left, or has just come back.
        """
        deadline, person = match.deadline, match.to_move
        if deadline is None or person is None or now < deadline - LAST_CALL:
            raise Refusal("Nobody is out of time in this match; play on.")
        if not (match.settled or match.must_be_played):
            raise Refusal(
                "This match has only just begun; if time runs out now, it's simply aborted, so "
                "play on."
            )
        async with self._database.transaction() as connection:
            vacation = await _lock_and_load(connection, person, now)
            if match.contest and not await connection.has(
                "SELECT 1 FROM contest_entrants WHERE contest = :contest "
                f"AND person = :person AND {HAS_VACATION}",
                person=person,
                contest=match.contest.id,
            ):
                raise Refusal("This player has no vacation left in this league or cup; play on.")
            if not vacation.by_itself:
                raise Refusal("This player's vacation doesn't start automatically; play on.")
            since = min(now, deadline - LAST_CALL)
            if vacation.at > since and not vacation.away:
                raise Refusal("This player has just come back from vacation; play on.")
            news = {"match": match.number, "untold_since": stamp(now)}
            return await _begin(connection, person, now, since, **news)

    async def use_up(self, person: int, now: datetime) -> None:
        """End a vacation that is used up. Raises `Refusal` if some is left."""
        async with self._database.transaction() as connection:
            vacation = await _lock_and_load(connection, person, now)
            if vacation.ends is None or now < vacation.ends:
                raise Refusal("You still have vacation left, so it continues.")
            await _end(connection, person, now, untold_since=stamp(now))

    async def news(self, person: int) -> VacationNews | None:
        """Return what a person must be told of a vacation that began or ended automatically."""
        row = await _row_of(self._reader, person)
        if row is None or row["untold_since"] is None:
            return None
        return VacationNews(_vacation_from(row), moment(row["untold_since"]), row["match"])

    async def mark_told(self, person: int, since: datetime | None = None) -> None:
        """Record that a person was told of a vacation that began or ended automatically.

        With `since`, only if there has been no other news since that time.
        """
        await self._database.change(
            "UPDATE vacations SET untold_since = NULL "
            "WHERE person = :person AND (:since IS NULL OR untold_since = :since)",
            person=person,
            since=stamp_or_none(since),
        )


async def _begin(
    connection: Connection, person: int, now: datetime, since: datetime, **news: Value
) -> Vacation:
    vacation = (await _lock_and_load(connection, person, now)).begin(since)
    await _save(connection, person, vacation, **news)
    await connection.change(
        "UPDATE contest_entrants SET away_since = :since WHERE person = :person "
        f"AND {HAS_VACATION} AND contest IN (SELECT id FROM contests WHERE state = 'running')",
        person=person,
        since=stamp(since),
    )
    await stop_clocks(connection, person, since)
    away = LadderEvent(LadderKind.AWAY, since, person)
    await apply_everywhere(connection, away, vacation.saved)
    return vacation


async def _end(connection: Connection, person: int, now: datetime, **news: Value) -> Vacation:
    before = await _lock_and_load(connection, person, now)
    least = AFTERWARDS // MICROSECOND
    given = await most_lacking(connection, person, least)
    await give_least(connection, person, least)
    vacation = before.end(now, given * MICROSECOND)
    back = LadderEvent(LadderKind.BACK, now, person)
    await apply_everywhere(connection, back, now - (before.at + before.saved))
    await connection.change(
        "UPDATE contest_entrants SET away_used = away_used + MAX(:given, :now - away_since), "
        "away_since = NULL WHERE person = :person AND away_since IS NOT NULL",
        person=person,
        now=stamp(now),
        given=given,
    )
    await start_clocks(connection, person, now)
    return await _save(connection, person, vacation, **news)


async def _lock_and_load(connection: Connection, person: int, now: datetime) -> Vacation:
    """Lock and load a person's vacation. Raises `Refusal` if they have never played."""
    await lock_people(connection, person)
    if await find_person(connection, person) is None:
        raise Refusal(
            "You have no clocks to pause yet; with your first match you get "
            "{number} day of vacation.",
            "You have no clocks to pause yet; with your first match you get "
            "{number} days of vacation.",
            number=BEGINNING.days,
        )
    return await _load(connection, person, now)


async def _load(connection: Connection, person: int, now: datetime) -> Vacation:
    row = await _row_of(connection, person)
    if row is not None:
        return _vacation_from(row)
    started = await connection.number(
        "SELECT MIN(started) FROM matches WHERE first = :person OR second = :person", person=person
    )
    return Vacation(BEGINNING, moment(started) if started else now)


async def _row_of(connection: Connection, person: int) -> Row | None:
    return await connection.row(
        "SELECT saved, at, ends, by_itself, match, untold_since FROM vacations "
        "WHERE person = :person",
        person=person,
    )


def _vacation_from(row: Row) -> Vacation:
    return Vacation(
        row["saved"] * MICROSECOND,
        moment(row["at"]),
        away=row["ends"] is not None,
        by_itself=bool(row["by_itself"]),
    )


async def _save(connection: Connection, person: int, vacation: Vacation, **news: Value) -> Vacation:
    """Store a vacation, and since when its person must be told of it, if that changes."""
    await connection.replace(
        "vacations",
        "person",
        person=person,
        saved=vacation.saved // MICROSECOND,
        at=stamp(vacation.at),
        ends=stamp_or_none(vacation.ends),
        by_itself=vacation.by_itself,
        **news,
    )
    return vacation

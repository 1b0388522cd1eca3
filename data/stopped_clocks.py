"""Clocks that vacations stop, and restart with the time that was left."""

# ruff: noqa: S608 (the statements are made of our own words only)

from datetime import datetime

from data.columns import MICROSECOND, away_until, moment_or_none, stamp
from data.connection import Connection
from match.clock import LAST_CALL, REMINDERS

SEATS = (("first", 0), ("second", 1))
OF_CONTEST = "(:contest IS NULL OR contest = :contest)"


async def vacation_end(
    connection: Connection, person: int, contest: int | None = None
) -> datetime | None:
    """Return when the vacation of a person ends, as far as a contest allows for it, if any."""
    ends = f"SELECT {away_until(':person', ':contest')}"
    return moment_or_none(await connection.number_or_none(ends, person=person, contest=contest))


async def lengthen_vacations(connection: Connection, left: int, back: int) -> None:
    """Lengthen vacations by the time away, or the part of it that falls into them."""
    away = "MAX(0, :back - MAX(:left, at))"
    await connection.change(
        f"UPDATE vacations SET saved = saved + {away}, ends = ends + {away} WHERE ends IS NOT NULL",
        left=left,
        back=back,
    )


async def stop_clocks(connection: Connection, person: int, at: datetime) -> None:
    """Stop the clocks in all turns of a person on vacation; all their cards must be redrawn."""
    await _note_change(connection, person)
    for seat, turn in SEATS:
        theirs = (
            f"{seat} = :person AND turn = {turn} AND ended IS NULL AND pace IS NOT NULL "
            "AND live = 0 AND stopped IS NULL "
            f"AND {away_until(':person', 'matches.contest')} IS NOT NULL"
        )
        await connection.change(
            "UPDATE matches SET stopped = MAX(:at, since), alarm = NULL, deadline = NULL "
            f"WHERE {theirs}",
            person=person,
            at=stamp(at),
        )


async def most_lacking(connection: Connection, person: int, least: int) -> int:
    """Return the most time that a stopped clock of a person lacks to have the `least`."""
    lacking = " UNION ALL ".join(
        f"SELECT {_lacks(seat)} AS lacks FROM matches WHERE {_stopped(seat, turn)}"
        for seat, turn in SEATS
    )
    return await connection.number(
        f"SELECT COALESCE(MAX(lacks), 0) FROM ({lacking}) stopped", person=person, least=least
    )


async def give_least(
    connection: Connection, person: int, least: int, *, contest: int | None = None
) -> None:
    """Give each stopped clock of a person what it lacks to have the `least`.

    The last reminder is still to come then.
    """
    for seat, turn in SEATS:
        past = f"MIN(:least, {seat}_bank) <= {seat}_bank / :first"
        await connection.change(
            f"UPDATE matches SET given = given + {_lacks(seat)}, reminded = "
            f"CASE WHEN {past} THEN 1 ELSE 0 END "
            f"WHERE {_stopped(seat, turn)} AND {_lacks(seat)} > 0 AND {OF_CONTEST}",
            person=person,
            contest=contest,
            least=least,
            first=REMINDERS[0],
        )


async def start_clocks(
    connection: Connection, person: int, now: datetime, *, contest: int | None = None
) -> None:
    """Restart the clocks in all turns of a person, or in a contest, with the time that was left."""
    await _note_change(connection, person)
    for seat, turn in SEATS:
        stood, bank = "MAX(0, :now - stopped)", f"{seat}_bank"
        deadline = f"since + given + {stood} + {bank}"
        await connection.change(
            f"UPDATE matches SET given = given + {stood}, stopped = NULL, "
            f"deadline = {deadline}, alarm = {deadline} - "
            f"CASE reminded WHEN 0 THEN {bank} / :first WHEN 1 THEN {bank} / :second "
            f"ELSE :last_call END WHERE {_stopped(seat, turn)} AND locked = 0 AND {OF_CONTEST}",
            person=person,
            contest=contest,
            now=stamp(now),
            first=REMINDERS[0],
            second=REMINDERS[1],
            last_call=LAST_CALL // MICROSECOND,
        )


def _stopped(seat: str, turn: int) -> str:
    """Return the condition that a clock is stopped in a turn of a person."""
    return (
        f"{seat} = :person AND turn = {turn} AND ended IS NULL AND stopped IS NOT NULL AND live = 0"
    )


def _lacks(seat: str) -> str:
    """Return what a stopped clock lacks to have the least time, or its turn if that is shorter."""
    bank = f"{seat}_bank"
    return f"MAX(0, MIN(:least, {bank}) - (since + given + {bank} - stopped))"


async def _note_change(connection: Connection, person: int) -> None:
    """Note a change of all live matches of a person, whose cards say who is on vacation."""
    for seat, _ in SEATS:
        await connection.change(
            f"UPDATE matches SET version = version + 1 WHERE ended IS NULL AND {seat} = :person",
            person=person,
        )
        await connection.change(
            "INSERT INTO cards_to_redraw (match) "
            "SELECT id FROM matches WHERE card_message IS NOT NULL AND ended IS NULL "
            f"AND {seat} = :person ON CONFLICT DO NOTHING",
            person=person,
        )

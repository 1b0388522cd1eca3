"""The table of vacations, and the clocks that they stop."""

from data import columns
from data.connection import Columns, Connection, Row

SEATS = (("first", 0), ("second", 1))
_OF_CONTEST = "(:contest IS NULL OR contest = :contest)"


async def find(connection: Connection, person: int) -> Row | None:
    """Find a person's vacation."""
    return await connection.row(
        "SELECT saved, at, ends, by_itself, automatic, match, untold_since FROM vacations "
        "WHERE person = :person",
        person=person,
    )


async def is_away(connection: Connection, person: int, contest: int | None = None) -> bool:
    """Tell whether a person is on vacation, as far as a contest allows for it."""
    return bool(
        await connection.number(
            f"SELECT {columns.is_away(':person', ':contest')}", person=person, contest=contest
        )
    )


async def first_match(connection: Connection, person: int) -> int | None:
    """Return when a person's first match began, if there is one."""
    row = await connection.row(
        "SELECT MIN(started) AS started FROM matches WHERE first = :person OR second = :person",
        person=person,
    )
    return None if row is None or row["started"] is None else int(row["started"])


async def keep(connection: Connection, columns: Columns) -> None:
    """Insert or update a person's vacation."""
    await connection.change(
        "INSERT INTO vacations (person, saved, at, ends, by_itself, automatic) "
        "VALUES (:person, :saved, :at, :ends, :by_itself, :automatic) "
        "ON CONFLICT (person) DO UPDATE SET "
        "saved = excluded.saved, at = excluded.at, ends = excluded.ends, "
        "by_itself = excluded.by_itself, automatic = excluded.automatic",
        **columns,
    )


async def note_untold(connection: Connection, person: int, since: int | None) -> None:
    """Record that a person must be told of their vacation (`None`: need not be told)."""
    await connection.change(
        "UPDATE vacations SET untold_since = :since WHERE person = :person",
        person=person,
        since=since,
    )


async def note_saved(connection: Connection, person: int, match: int) -> None:
    """Record which match a person's vacation saved."""
    await connection.change(
        "UPDATE vacations SET match = :match WHERE person = :person", person=person, match=match
    )


async def note_told(connection: Connection, person: int, since: int) -> None:
    """Record that a person was told what they had to be told since a time, and nothing newer."""
    await connection.change(
        "UPDATE vacations SET untold_since = NULL WHERE person = :person AND untold_since = :since",
        person=person,
        since=since,
    )


async def due(connection: Connection, now: int) -> list[Row]:
    """List vacations that are used up or unannounced, the longest waiting first."""
    return await connection.rows(
        "SELECT person, COALESCE(ends <= :now, 0) AS over, untold_since FROM vacations "
        "WHERE ends <= :now OR untold_since IS NOT NULL ORDER BY untold_since, ends, person",
        now=now,
    )


async def lengthen(connection: Connection, left: int, back: int) -> None:
    """Lengthen vacations by the time away, or the part of it that falls into them."""
    away = "MAX(0, :back - MAX(:left, at))"
    await connection.change(
        f"UPDATE vacations SET saved = saved + {away}, ends = ends + {away} "  # noqa: S608 (a constant)
        "WHERE ends IS NOT NULL",
        left=left,
        back=back,
    )


async def stop_clocks(connection: Connection, person: int, at: int) -> None:
    """Stop the clocks in all turns of a person; the cards of all matches must be redrawn."""
    await _note_change(connection, person)
    for seat, turn in SEATS:
        theirs = (
            f"{seat} = :person AND turn = {turn} AND ended IS NULL AND pace IS NOT NULL "
            "AND live = 0 AND stopped IS NULL "
            f"AND NOT {columns.has_used_up(':person', 'matches.contest')}"
        )
        await connection.change(
            "UPDATE matches SET stopped = MAX(:at, since), alarm = NULL, deadline = NULL "  # noqa: S608 (our own names)
            f"WHERE {theirs}",
            person=person,
            at=at,
        )


async def most_lacking(connection: Connection, person: int, least: int) -> int:
    """Return the most time that a stopped clock of a person lacks to have the `least`."""
    lacking = " UNION ALL ".join(
        f"SELECT {_lacks(seat)} AS lacks FROM matches WHERE {_stopped(seat, turn)}"  # noqa: S608 (our own names)
        for seat, turn in SEATS
    )
    return await connection.number(
        f"SELECT COALESCE(MAX(lacks), 0) FROM ({lacking})",  # noqa: S608 (our own names)
        person=person,
        least=least,
    )


async def give_least(
    connection: Connection,
    person: int,
    least: int,
    *,
    reminders: tuple[int, int],
    contest: int | None = None,
) -> None:
    """Give each stopped clock of a person what it lacks to have the `least`.

    The last reminder is still to come then; `reminders` are the constants of `match.clock`.
    """
    for seat, turn in SEATS:
        past = f"MIN(:least, {seat}_bank) <= {seat}_bank / :first"
        await connection.change(
            f"UPDATE matches SET given = given + {_lacks(seat)}, reminded = {past} "  # noqa: S608 (our own names)
            f"WHERE {_stopped(seat, turn)} AND {_lacks(seat)} > 0 AND {_OF_CONTEST}",
            person=person,
            contest=contest,
            least=least,
            first=reminders[0],
        )


async def start_clocks(
    connection: Connection,
    person: int,
    now: int,
    *,
    reminders: tuple[int, int],
    last_call: int,
    contest: int | None = None,
) -> None:
    """Restart the clocks in all turns of a person, or in a contest, with the time that was left.

    `reminders` and `last_call` are the constants of `match.clock`.
    """
    await _note_change(connection, person)
    for seat, turn in SEATS:
        stood, bank = "MAX(0, :now - stopped)", f"{seat}_bank"
        deadline = f"since + given + {stood} + {bank}"
        await connection.change(
            f"UPDATE matches SET given = given + {stood}, stopped = NULL, "  # noqa: S608 (our own names)
            f"deadline = {deadline}, alarm = {deadline} - "
            f"CASE reminded WHEN 0 THEN {bank} / :first WHEN 1 THEN {bank} / :second "
            f"ELSE :last_call END WHERE {_stopped(seat, turn)} AND locked = 0 AND {_OF_CONTEST}",
            person=person,
            contest=contest,
            now=now,
            first=reminders[0],
            second=reminders[1],
            last_call=last_call,
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
            "UPDATE matches SET version = version + 1 "  # noqa: S608 (our own names)
            f"WHERE ended IS NULL AND {seat} = :person",
            person=person,
        )
        await connection.change(
            "INSERT OR IGNORE INTO cards_to_redraw (match) "  # noqa: S608 (our own names)
            "SELECT id FROM matches WHERE card_message IS NOT NULL AND ended IS NULL "
            f"AND {seat} = :person",
            person=person,
        )

"""The table of vacations, and the clocks that they stop."""

from data.connection import Columns, Connection, Row
from data.tables import columns

SEATS = (("first", 0), ("second", 1))


async def find(connection: Connection, person: int) -> Row | None:
    """Find a person's vacation."""
    return await connection.row(
        "SELECT saved, at, ends, by_itself, untold_since FROM vacations WHERE person = :person",
        person=person,
    )


async def is_away(connection: Connection, person: int) -> bool:
    """Tell whether a person is on vacation."""
    return bool(await connection.number(f"SELECT {columns.is_away(':person')}", person=person))


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
        "INSERT INTO vacations (person, saved, at, ends, by_itself) "
        "VALUES (:person, :saved, :at, :ends, :by_itself) ON CONFLICT (person) DO UPDATE SET "
        "saved = excluded.saved, at = excluded.at, ends = excluded.ends, "
        "by_itself = excluded.by_itself",
        **columns,
    )


async def note_untold(connection: Connection, person: int, since: int | None) -> None:
    """Record that a person must be told of their vacation (`None`: was told)."""
    await connection.change(
        "UPDATE vacations SET untold_since = :since WHERE person = :person",
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
    """Stop the clocks in all turns of a person; the cards must be redrawn."""
    for seat, turn in SEATS:
        theirs = (
            f"{seat} = :person AND turn = {turn} AND ended IS NULL AND pace IS NOT NULL "
            "AND stopped IS NULL"
        )
        await _redraw(connection, person, theirs)
        await connection.change(
            "UPDATE matches SET stopped = MAX(:at, since), alarm = NULL, deadline = NULL "  # noqa: S608 (our own names)
            f"WHERE {theirs}",
            person=person,
            at=at,
        )


async def start_clocks(
    connection: Connection, person: int, now: int, *, reminders: tuple[int, int], last_call: int
) -> None:
    """Restart the clocks in all turns of a person, with the time that was left.

    `reminders` and `last_call` are the constants of `match.clock`.
    """
    for seat, turn in SEATS:
        theirs = (
            f"{seat} = :person AND turn = {turn} AND ended IS NULL AND stopped IS NOT NULL "
            "AND locked = 0"
        )
        stood, bank = "MAX(0, :now - stopped)", f"{seat}_bank"
        deadline = f"since + given + {stood} + {bank}"
        await _redraw(connection, person, theirs)
        await connection.change(
            f"UPDATE matches SET given = given + {stood}, stopped = NULL, "  # noqa: S608 (our own names)
            f"deadline = {deadline}, alarm = {deadline} - "
            f"CASE reminded WHEN 0 THEN {bank} / :first WHEN 1 THEN {bank} / :second "
            f"ELSE :last_call END WHERE {theirs}",
            person=person,
            now=now,
            first=reminders[0],
            second=reminders[1],
            last_call=last_call,
        )


async def _redraw(connection: Connection, person: int, which: str) -> None:
    await connection.change(
        "INSERT OR IGNORE INTO cards_to_redraw (match) "  # noqa: S608 (our own names)
        f"SELECT id FROM matches WHERE card_message IS NOT NULL AND {which}",
        person=person,
    )

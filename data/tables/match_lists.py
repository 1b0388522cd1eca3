"""Lists of matches: those of a person, page by page, of a channel, and all that go on."""

from collections.abc import Iterable

from data.columns import card_from, home_from, moment_or_none
from data.connection import Connection, Row
from data.tables.match_columns import names_from
from data.tables.matches import WITH_NAMES
from data.values import ListedMatch, Place
from match.event import Ending

# ruff: noqa: S608 (the statements are made of our own words only)

SEATS = ("first", "second")
COLUMNS = (
    "SELECT m.id, m.game, m.first, m.second, a.name AS first_name, b.name AS second_name, m.turn, "
    "m.deadline, m.stopped, m.locked, m.server, m.channel, m.card_channel, m.card_message, "
    "m.home_channel, m.home_message, m.count, m.ended, m.how, m.winner, m.computer, m.level "
)
NAMES = "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second"
_LISTED = f"{COLUMNS} FROM matches m {NAMES}"
_LEAST_TIME_FIRST = "m.deadline IS NULL, m.deadline, m.id"


async def of_live(
    connection: Connection,
    person: int,
    *,
    to_move: bool | None,
    game: str | None,
    opponent: int | None,
    most: int,
    skip: int,
) -> list[Row]:
    """List a person's live matches: theirs to move first, then by the time left, no clock last."""
    parts = (
        f"SELECT * FROM (SELECT id, deadline, {waits} AS waits FROM matches "
        f"WHERE {where}{_of(game)} ORDER BY deadline NULLS LAST, id LIMIT :most + :skip)"
        for waits, where in _live(to_move=to_move, against=opponent is not None)
    )
    page = _page(parts, "p.waits, p.deadline NULLS LAST, p.id")
    return await connection.rows(
        page, person=person, game=game, opponent=opponent, most=most, skip=skip
    )


async def of_finished(
    connection: Connection,
    person: int,
    *,
    game: str | None,
    opponent: int | None,
    most: int,
    skip: int,
) -> list[Row]:
    """List a person's finished matches, the latest first."""
    parts = (
        f"SELECT * FROM (SELECT id, ended FROM matches WHERE {seats} "
        f"AND ended IS NOT NULL{_of(game)} ORDER BY ended DESC, id DESC LIMIT :most + :skip)"
        for seats in _seats(against=opponent is not None)
    )
    page = _page(parts, "p.ended DESC, p.id DESC")
    return await connection.rows(
        page, person=person, game=game, opponent=opponent, most=most, skip=skip
    )


async def to_move(connection: Connection, person: int, *, but: int, most: int) -> list[Row]:
    """List matches in which a person may move, by the time left, with their total `number`."""
    wheres = [f"{where} AND locked = 0 AND id <> :but" for _, where in _live(to_move=True)]
    number = _union(f"SELECT id FROM matches WHERE {where}" for where in wheres)
    found = _union(
        f"SELECT * FROM (SELECT id, deadline FROM matches WHERE {where} "
        "ORDER BY deadline NULLS LAST, id LIMIT :most)"
        for where in wheres
    )
    order = "p.deadline NULLS LAST, p.id"
    return await connection.rows(
        f"{COLUMNS}, (SELECT COUNT(*) FROM ({number})) AS number "
        f"FROM (SELECT * FROM ({found}) p ORDER BY {order} LIMIT :most) p "
        f"JOIN matches m ON m.id = p.id {NAMES} ORDER BY {order}",
        person=person,
        but=but,
        most=most,
    )


async def count_live(connection: Connection, person: int, *, to_move: bool | None) -> int:
    """Count a person's live matches."""
    parts = _union(f"SELECT id FROM matches WHERE {where}" for _, where in _live(to_move=to_move))
    return await connection.number(f"SELECT COUNT(*) FROM ({parts})", person=person)


async def numbered(connection: Connection, person: int, number: int) -> Row | None:
    """Find a match of a person by its number."""
    return await connection.row(
        f"{COLUMNS} FROM matches m {NAMES} "
        "WHERE m.id = :id AND (m.first = :person OR m.second = :person)",
        id=number,
        person=person,
    )


async def awaiting(
    connection: Connection, person: int, channel: int, *, most: int, anywhere: bool
) -> list[Row]:
    """List full matches in which a person may move, a channel's first, or only a channel's."""
    here = " AND locked = 0" if anywhere else " AND locked = 0 AND channel = :channel"
    parts = _union(
        f"SELECT * FROM (SELECT id FROM matches WHERE {where}{here} "
        "ORDER BY channel <> :channel, deadline NULLS LAST, id LIMIT :most)"
        for _, where in _live(to_move=True)
    )
    return await connection.rows(
        f"{WITH_NAMES} WHERE m.id IN ({parts}) "
        "ORDER BY m.channel <> :channel, m.deadline NULLS LAST, m.id LIMIT :most",
        person=person,
        channel=channel,
        most=most,
    )


async def live(connection: Connection) -> list[Row]:
    """List every live match."""
    return await connection.rows(f"{_LISTED} WHERE m.ended IS NULL ORDER BY m.id")


async def live_of(connection: Connection, person: int, channel: int | None = None) -> list[Row]:
    """List a person's live matches: theirs to move first, then by the time left, no clock last."""
    return await connection.rows(
        f"{_LISTED} WHERE m.ended IS NULL AND (m.first = :person OR m.second = :person) "
        "AND (:channel IS NULL OR m.channel = :channel) "
        "ORDER BY (CASE m.turn WHEN 0 THEN m.first ELSE m.second END) <> :person, "
        f"{_LEAST_TIME_FIRST}",
        person=person,
        channel=channel,
    )


async def live_in(connection: Connection, channel: int) -> list[Row]:
    """List the live matches of a channel, and of the threads created for them in it."""
    here = (
        "SELECT id FROM matches WHERE ended IS NULL AND channel = :channel UNION "
        "SELECT id FROM matches WHERE ended IS NULL AND home_channel = :channel"
    )
    return await connection.rows(
        f"{_LISTED} WHERE m.id IN ({here}) ORDER BY m.id",
        channel=channel,
    )


async def finished_of(connection: Connection, person: int, most: int) -> list[Row]:
    """List a person's finished matches, the latest first."""
    # An index finds the latest of each side, however many there are.
    first, second = (
        f"SELECT * FROM (SELECT id FROM matches WHERE {seat} = :person AND ended IS NOT NULL "
        "ORDER BY ended DESC, id DESC LIMIT :most)"
        for seat in ("first", "second")
    )
    return await connection.rows(
        f"{_LISTED} WHERE m.id IN ({first} UNION {second}) "
        "ORDER BY m.ended DESC, m.id DESC LIMIT :most",
        person=person,
        most=most,
    )


def _seats(*, against: bool = False) -> list[str]:
    """Return the conditions that a person plays on either side, against a given opponent or any."""
    first, second = SEATS
    return [
        f"{seat} = :person" + (f" AND {other} = :opponent" if against else "")
        for seat, other in ((first, second), (second, first))
    ]


def _live(*, to_move: bool | None, against: bool = False) -> list[tuple[int, str]]:
    """Return conditions that indexes answer, each with whether the person waits in such a match."""
    return [
        (int(turn != side), f"ended IS NULL AND {seats} AND turn = {turn}")
        for side, seats in enumerate(_seats(against=against))
        for turn in (0, 1)
        if to_move in (None, turn == side)
    ]


def _of(game: str | None) -> str:
    return "" if game is None else " AND game = :game"


def _page(parts: Iterable[str], order: str) -> str:
    """Return the statement that finds a page in the results of the parts and reads only that."""
    found = f"SELECT * FROM ({_union(parts)}) p ORDER BY {order} LIMIT :most OFFSET :skip"
    return f"{COLUMNS} FROM ({found}) p JOIN matches m ON m.id = p.id {NAMES} ORDER BY {order}"


def _union(parts: Iterable[str]) -> str:
    return " UNION ALL ".join(parts)


def listed_from(row: Row) -> ListedMatch:
    """Read an item of a list of matches."""
    seats = (row["first"], row["second"])
    return ListedMatch(
        number=row["id"],
        game=row["game"],
        seats=seats,
        names=names_from(row),
        computer=row["computer"],
        level=row["level"],
        turn=row["turn"],
        to_move=seats[row["turn"]] if row["ended"] is None else None,
        deadline=moment_or_none(row["deadline"]),
        clock_stopped=row["stopped"] is not None,
        locked=bool(row["locked"]),
        place=Place(row["channel"], row["server"]),
        card=card_from(row),
        count=row["count"],
        ended=moment_or_none(row["ended"]),
        home=home_from(row),
        how=None if row["how"] is None else Ending(row["how"]),
        winner=row["winner"],
    )

"""Lists of matches and challenges, page by page."""

from collections.abc import Iterable

from data.connection import Connection, Row
from data.tables.challenges import CHALLENGE, STANDS
from data.tables.match_queries import COLUMNS, NAMES
from data.tables.matches import WITH_NAMES

# ruff: noqa: S608 (the statements are made of our own words only)

SEATS = ("first", "second")

_STANDING_OF = (
    f"SELECT id FROM challenges WHERE challenger = :person AND {STANDS} "
    "UNION ALL SELECT id FROM challenges WHERE opponent = :person AND state = 'pending'"
)


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


async def of_pending(
    connection: Connection,
    person: int,
    now: int,
    *,
    game: str | None,
    opponent: int | None,
    most: int,
    skip: int,
) -> list[Row]:
    """List a page of unsettled challenges to a person and then by them, by the time left."""
    return await connection.rows(
        f"{CHALLENGE} WHERE c.id IN ({_STANDING_OF}) "
        "AND (c.state = 'resting' OR c.expires > :now) AND (:game IS NULL OR c.game = :game) "
        "AND (:opponent IS NULL OR :opponent IN (c.challenger, c.opponent)) "
        "ORDER BY c.challenger = :person, c.expires, c.id LIMIT :most OFFSET :skip",
        person=person,
        now=now,
        game=game,
        opponent=opponent,
        most=most,
        skip=skip,
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

"""Which matches somebody or a channel has, and how they ended."""

from data.connection import Connection, Row
from data.tables.columns import card_from, home_from, moment_or_none
from data.tables.match_columns import names_from
from data.values import ListedMatch, Place
from match.event import Ending

COLUMNS = (
    "SELECT m.id, m.game, m.first, m.second, a.name AS first_name, b.name AS second_name, m.turn, "
    "m.deadline, m.stopped, m.locked, m.server, m.channel, m.card_channel, m.card_message, "
    "m.home_channel, m.home_message, m.count, m.ended, m.how, m.winner, m.computer, m.level "
)
NAMES = "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second"
WITHOUT = "('abort', 'stopped')"
"""The endings without a result."""
ON_TIME = "('time', 'time_again')"
_LISTED = f"{COLUMNS} FROM matches m {NAMES}"
_LEAST_TIME_FIRST = "m.deadline IS NULL, m.deadline, m.id"


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
        f"SELECT * FROM (SELECT id FROM matches WHERE {seat} = :person AND ended IS NOT NULL "  # noqa: S608 (our own names)
        "ORDER BY ended DESC, id DESC LIMIT :most)"
        for seat in ("first", "second")
    )
    return await connection.rows(
        f"{_LISTED} WHERE m.id IN ({first} UNION {second}) "
        "ORDER BY m.ended DESC, m.id DESC LIMIT :most",
        person=person,
        most=most,
    )


async def last_rated_time_out(connection: Connection, person: int, after: int) -> Row | None:
    """Find the last rated match that a person has lost on time since a time."""
    first, second = (
        f"SELECT * FROM (SELECT since, ended FROM matches WHERE {seat} = :person "  # noqa: S608 (our own names)
        f"AND ended > :after AND rated AND how IN {ON_TIME} AND winner = {winner} "
        "ORDER BY ended DESC LIMIT 1)"
        for seat, winner in (("first", 1), ("second", 0))
    )
    return await connection.row(
        f"SELECT since, ended FROM ({first} UNION ALL {second}) ORDER BY ended DESC LIMIT 1",  # noqa: S608 (our own names)
        person=person,
        after=after,
    )


async def has_played(connection: Connection, person: int, after: int) -> bool:
    """Tell whether a person has moved, resigned or agreed to a draw in any match since a time.

    Conditional moves do not count, which were stored before.
    """
    # Each of these events begins a turn or ends the match; the events of no other are read.
    either = " UNION ALL ".join(
        "SELECT 1 FROM matches m JOIN events e ON e.match = m.id "  # noqa: S608 (our own names)
        f"WHERE m.{seat} = :person AND (m.ended IS NULL OR m.ended > :after) "
        "AND (m.since > :after OR m.ended > :after) "
        f"AND e.at > :after AND e.side = {side} AND NOT e.conditional "
        "AND e.kind IN ('move', 'resign', 'accept_draw')"
        for seat, side in (("first", 0), ("second", 1))
    )
    return bool(await connection.number(f"SELECT EXISTS ({either})", person=person, after=after))


async def results_between(
    connection: Connection, one: int, other: int, game: str | None
) -> list[Row]:
    """Count the finished matches of two people, by result: 1, -1 (the other won) or 0."""
    return await connection.rows(
        "SELECT CASE WHEN winner IS NULL THEN 0 "  # noqa: S608 (a constant)
        "WHEN (CASE winner WHEN 0 THEN first ELSE second END) = :one THEN 1 ELSE -1 END AS result, "
        f"COUNT(*) AS number FROM matches WHERE ended IS NOT NULL AND how NOT IN {WITHOUT} "
        "AND ((first = :one AND second = :other) OR (first = :other AND second = :one)) "
        "AND (:game IS NULL OR game = :game) GROUP BY result",
        one=one,
        other=other,
        game=game,
    )


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

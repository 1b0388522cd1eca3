"""Events of matches: how they are stored and read, and which moves stand after them."""

from collections.abc import Sequence

from data.columns import MICROSECOND, moment, read_duration, stamp, write_duration
from data.connection import Connection, Row, Value
from data.values import RepeatedRequest
from match.event import TAKE_BACKS, Event, Kind


async def add_events(
    connection: Connection, match: int, events: Sequence[Event], request: int | None = None
) -> None:
    """Insert events of a match. Raises `RepeatedRequest` for a request handled before."""
    if not events:
        return
    rows = [event_columns(match, event) for event in events]
    # A request causes one event; the passes and conditional moves after it belong to nobody.
    rows[0]["request"] = request
    known = "(request) WHERE request IS NOT NULL DO NOTHING"
    if await connection.insert_many("events", rows, known) < len(rows):
        raise RepeatedRequest


async def load_event_rows(
    connection: Connection, match: int, most: int | None = None, after: int = 0
) -> list[Row]:
    """List the events of a match in order: all, up to `most`, or only those after `after`."""
    return await connection.rows(
        "SELECT number, kind, side, at, text, given, conditional, remark, unspent, outlook "
        "FROM events "
        "WHERE match = :match AND number > :after AND (:most IS NULL OR number <= :most) "
        "ORDER BY number",
        match=match,
        most=most,
        after=after,
    )


def event_from(row: Row) -> Event:
    """Read an event."""
    return Event(
        row["number"],
        Kind(row["kind"]),
        row["side"],
        moment(row["at"]),
        row["text"],
        row["given"] * MICROSECOND,
        bool(row["conditional"]),
        row["remark"],
        read_duration(row["unspent"]),
        row["outlook"],
    )


def event_columns(match: int, event: Event) -> dict[str, Value]:
    """Write an event of a match."""
    return {
        "match": match,
        "number": event.number,
        "kind": event.kind,
        "side": event.side,
        "at": stamp(event.at),
        "text": event.text,
        "given": event.given // MICROSECOND,
        "conditional": int(event.conditional),
        "remark": event.remark,
        "unspent": write_duration(event.unspent),
        "outlook": event.outlook,
        "request": None,
    }


async def has_played(connection: Connection, person: int, after: int) -> bool:
    """Tell whether a person has moved, resigned or agreed to a draw in any match since a time.

    Conditional moves do not count, which were stored before.
    """
    # Each of these events begins a turn or ends the match; the events of no other are read.
    either = " UNION ALL ".join(
        "SELECT 1 FROM matches m JOIN events e ON e.match = m.id "  # noqa: S608 (our own names)
        f"WHERE m.{seat} = :person AND (m.ended IS NULL OR m.ended > :after) "
        "AND (m.since > :after OR m.ended > :after) "
        f"AND e.at > :after AND e.side = {side} AND e.conditional = 0 "
        "AND e.kind IN ('move', 'resign', 'accept_draw')"
        for seat, side in (("first", 0), ("second", 1))
    )
    return await connection.has(either, person=person, after=after)


def moves_that_stand(events: list[Event]) -> list[Event]:
    """Return the moves that were not taken back, forced passes included."""
    moves: list[Event] = []
    for event in events:
        if event.kind in (Kind.MOVE, Kind.PASS):
            moves.append(event)
        elif event.kind in TAKE_BACKS:
            while (last := moves.pop()).kind is Kind.PASS or last.side != event.taker:
                pass
    return moves

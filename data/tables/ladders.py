"""The tables of ladders and of their events, and how a ladder is written and read."""

import json
from collections.abc import Sequence

from contests.ladder import (
    Ladder,
    LadderChallenge,
    LadderEvent,
    LadderKind,
    Rung,
    once_a_day,
    replay,
)
from data.columns import insert_into, moment, moment_or_none, stamp, stamp_or_none
from data.connection import Columns, Connection, Row, Value


async def open_in(connection: Connection, server: int, game: str) -> None:
    """Insert a ladder without players; one that rested because the bot was gone goes on."""
    await connection.change(
        "INSERT INTO ladders (server, game, state) VALUES (:server, :game, :state) "
        "ON CONFLICT (server, game) DO UPDATE SET left = NULL WHERE left IS NOT NULL",
        server=server,
        game=game,
        state=write_ladder(Ladder()),
    )


async def find(connection: Connection, ladder: int) -> Row | None:
    """Find a ladder."""
    return await connection.row("SELECT * FROM ladders WHERE id = :ladder", ladder=ladder)


async def find_in(connection: Connection, server: int, game: str) -> Row | None:
    """Find the ladder of a game in a server."""
    return await connection.row(
        "SELECT * FROM ladders WHERE server = :server AND game = :game", server=server, game=game
    )


async def of_server(connection: Connection, server: int) -> list[Row]:
    """List the ladders of a server, the latest used first."""
    return await connection.rows(
        "SELECT l.* FROM ladders l LEFT JOIN ladder_events e "
        "ON e.ladder = l.id AND e.number = l.count "
        "WHERE l.server = :server ORDER BY e.at DESC, l.id",
        server=server,
    )


async def numbers(connection: Connection) -> list[int]:
    """List the numbers of all ladders."""
    return [int(row["id"]) for row in await connection.rows("SELECT id FROM ladders ORDER BY id")]


async def players(connection: Connection, game: str, people: tuple[int, ...]) -> list[Row]:
    """List people with their names and ratings in a game."""
    return await connection.rows(
        "SELECT p.id, p.name, r.* FROM people p LEFT JOIN ratings r "
        "ON r.game = :game AND r.person = p.id "
        "WHERE p.id IN (SELECT value FROM json_each(:people))",
        game=game,
        people=json.dumps(people),
    )


async def append(
    connection: Connection, ladder: int, count: int, event: LadderEvent, after: Ladder
) -> bool:
    """Add the event after the first `count`; return `False` if there are more already."""
    saved = await connection.change(
        "UPDATE ladders SET count = count + 1, state = :state, due = :due "
        "WHERE id = :ladder AND count = :count",
        ladder=ladder,
        count=count,
        state=write_ladder(after),
        due=stamp_or_none(after.due(event.at)),
    )
    if saved:
        columns = event_columns(ladder, count + 1, event)
        await connection.change(insert_into("ladder_events", columns), **columns)
    return bool(saved)


async def rewrite(connection: Connection, ladder: int, events: Sequence[LadderEvent]) -> None:
    """Write the state of a ladder once more, after its events."""
    state = replay(events)
    await connection.change(
        "UPDATE ladders SET state = :state, due = :due WHERE id = :ladder",
        ladder=ladder,
        state=write_ladder(state),
        due=stamp_or_none(state.due(events[-1].at) if events else None),
    )


async def events_of(connection: Connection, ladder: int) -> list[LadderEvent]:
    """List the events of a ladder."""
    rows = await connection.rows(
        "SELECT * FROM ladder_events WHERE ladder = :ladder ORDER BY number", ladder=ladder
    )
    return [event_from(row) for row in rows]


async def last_events(
    connection: Connection, ladder: int, kinds: tuple[str, ...], most: int
) -> list[Row]:
    """List the last events of some kinds with the names of both people, the last first."""
    return await connection.rows(
        "SELECT e.*, a.name AS person_name, b.name AS other_name FROM ladder_events e "
        "JOIN people a ON a.id = e.person JOIN people b ON b.id = e.other "
        "WHERE e.ladder = :ladder AND e.kind IN (SELECT value FROM json_each(:kinds)) "
        "ORDER BY e.number DESC LIMIT :most",
        ladder=ladder,
        kinds=json.dumps(kinds),
        most=most,
    )


async def of_person(connection: Connection, person: int) -> list[int]:
    """List the ladders that somebody ever joined."""
    rows = await connection.rows(
        "SELECT DISTINCT ladder FROM ladder_events WHERE person = :person AND kind = 'join'",
        person=person,
    )
    return [int(row["ladder"]) for row in rows]


async def due(connection: Connection, now: int) -> list[int]:
    """List the ladders on which somebody goes down for not playing."""
    rows = await connection.rows(
        "SELECT id FROM ladders WHERE due <= :now AND left IS NULL ORDER BY due", now=now
    )
    return [int(row["id"]) for row in rows]


async def lengthen_answers(connection: Connection, person: int, by: int) -> None:
    """Give somebody more, or less, time to answer the challenges on ladders."""
    await connection.change(
        "UPDATE challenges SET expires = expires + :by "
        "WHERE opponent = :person AND ladder IS NOT NULL AND state = 'pending'",
        person=person,
        by=by,
    )


# Cards.


async def to_show(connection: Connection) -> list[Row]:
    """List the ladders whose cards do not show their present state."""
    return await connection.rows(
        "SELECT id, game FROM ladders WHERE card_message IS NOT NULL AND shown < count "
        "AND left IS NULL ORDER BY id"
    )


async def set_card(connection: Connection, ladder: int, card: Columns, shown: int) -> None:
    """Record which message shows a ladder, and after how many events."""
    await connection.change(
        "UPDATE ladders SET card_channel = :card_channel, card_message = :card_message, "
        "shown = :shown WHERE id = :ladder",
        **card,
        ladder=ladder,
        shown=shown,
    )


async def forget_cards(connection: Connection) -> None:
    """Forget every message that shows a ladder."""
    await connection.change("UPDATE ladders SET card_channel = NULL, card_message = NULL")


# Servers, and people who leave.


async def servers(connection: Connection) -> list[int]:
    """List the servers with ladders that the bot has not left."""
    rows = await connection.rows("SELECT DISTINCT server FROM ladders WHERE left IS NULL")
    return [int(row["server"]) for row in rows]


async def leave_server(connection: Connection, server: int, now: int) -> None:
    """Let the ladders of a server rest, which the bot has left."""
    await connection.change(
        "UPDATE ladders SET left = :now, card_channel = NULL, card_message = NULL "
        "WHERE server = :server AND left IS NULL",
        server=server,
        now=now,
    )


async def about(connection: Connection, person: int) -> list[Row]:
    """List the events by, or with, a person."""
    return await connection.rows(
        "SELECT l.server, l.game, e.* FROM ladder_events e JOIN ladders l ON l.id = e.ladder "
        "WHERE e.person = :person OR e.other = :person ORDER BY e.ladder, e.number",
        person=person,
    )


async def reassign(connection: Connection, person: int, former: int, most: int) -> int:
    """Reassign a person's events on one ladder to the former player; return how many."""
    del most  # a ladder is replayed as a whole
    row = await connection.row(
        "SELECT ladder FROM ladder_events WHERE person = :person OR other = :person LIMIT 1",
        person=person,
    )
    if row is None:
        return 0
    changed = 0
    for column in ("person", "other"):
        changed += await connection.change(
            f"UPDATE ladder_events SET {column} = :former "  # noqa: S608 (our own names)
            f"WHERE ladder = :ladder AND {column} = :person",
            person=person,
            former=former,
            ladder=row["ladder"],
        )
    await rewrite(connection, row["ladder"], await events_of(connection, row["ladder"]))
    return changed


# Rows.


def event_columns(ladder: int, number: int, event: LadderEvent) -> dict[str, Value]:
    """Write an event."""
    return {
        "ladder": ladder,
        "number": number,
        "kind": event.kind,
        "at": stamp(event.at),
        "person": event.person,
        "other": event.other,
        "challenge": event.challenge,
    }


def event_from(row: Row) -> LadderEvent:
    """Read an event."""
    return LadderEvent(
        LadderKind(row["kind"]), moment(row["at"]), row["person"], row["other"], row["challenge"]
    )


def write_ladder(ladder: Ladder) -> str:
    """Write the state of a ladder."""
    return json.dumps(
        {
            "rungs": [
                [rung.person, stamp(rung.played), *map(stamp_or_none, (rung.dropped, rung.away))]
                for rung in ladder.rungs
            ],
            "open": [
                [each.number, each.challenger, each.challenged, int(each.begun)]
                for each in ladder.open
            ],
            "rests": [[*sorted(pair), stamp(until)] for pair, until in ladder.rests],
            "earlier": [[stamp(until), *people] for until, people in ladder.earlier],
        },
        separators=(",", ":"),
    )


def read_ladder(stored: str) -> Ladder:
    """Read the state of a ladder; earlier versions wrote who stood where after each change."""
    state = json.loads(stored)
    return Ladder(
        tuple(
            Rung(person, moment(played), moment_or_none(dropped), moment_or_none(away))
            for person, played, dropped, away in state["rungs"]
        ),
        tuple(
            LadderChallenge(number, challenger, challenged, bool(begun))
            for number, challenger, challenged, begun in state["open"]
        ),
        tuple((frozenset((one, other)), moment(until)) for one, other, until in state["rests"]),
        once_a_day((moment(until), tuple(people)) for until, *people in state["earlier"]),
    )

"""Load ladders with the names and ratings of their players; how their rows are read and written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from contests.ladder import Ladder, LadderChallenge, LadderEvent, LadderKind, Rung, once_a_day
from data.columns import (
    message_from,
    moment,
    moment_or_none,
    name_columns,
    players_in,
    stamp,
    stamp_or_none,
)
from data.connection import LARGEST, Connection, Row, Value
from data.player_rating import Standing, standing_from
from data.values import MessageRef
from match.match import PlayerName
from rules import Refusal


@dataclass(frozen=True)
class StoredLadder:
    """A ladder with its number, its server and game, the players' names, and its card.

    `ratings` are the stored ratings of all players.
    """

    number: int
    server: int
    game: str
    state: Ladder
    names: Mapping[int, PlayerName]
    ratings: Mapping[int, Standing]
    count: int
    card: MessageRef | None


async def load_ladder(connection: Connection, number: int) -> StoredLadder:
    """Load a ladder. Raises `Refusal` if there is none of that number."""
    return await ladder_from(connection, await ladder_row(connection, number))


async def ladder_row(connection: Connection, number: int) -> Row:
    """Find the row of a ladder. Raises `Refusal` if there is none of that number."""
    row = await connection.row("SELECT * FROM ladders WHERE id = :id", id=min(number, LARGEST))
    if row is None:
        raise Refusal("This ladder no longer exists; `/ladder` shows the current ones.")
    return row


async def ladder_from(connection: Connection, row: Row) -> StoredLadder:
    """Read a ladder from its row, and load the names and ratings of its players."""
    state = read_ladder(row["state"])
    people = await connection.rows(
        f"SELECT p.id, {name_columns('p', 'id')}, r.* FROM people p LEFT JOIN ratings r "  # noqa: S608 (our own names)
        "ON r.game = :game AND r.person = p.id "
        "WHERE p.id IN (SELECT value FROM json_each(:people))",
        game=row["game"],
        people=json.dumps(state.people),
    )
    return StoredLadder(
        number=row["id"],
        server=row["server"],
        game=row["game"],
        state=state,
        names=players_in(people, "id"),
        ratings={each["id"]: standing_from(each) for each in people},
        count=row["count"],
        card=message_from(row, "card"),
    )


async def ladder_events(connection: Connection, number: int) -> list[LadderEvent]:
    """List the events of a ladder."""
    rows = await connection.rows(
        "SELECT * FROM ladder_events WHERE ladder = :number ORDER BY number", number=number
    )
    return [ladder_event_from(row) for row in rows]


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


def ladder_event_from(row: Row) -> LadderEvent:
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

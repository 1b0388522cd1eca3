"""Begin matches: one, or two of the same players with sides changed; or refuse another one."""

import json
import random
from datetime import datetime

from data.checksums import first_checksum
from data.columns import change_match, message_columns, stamp
from data.connection import Connection
from data.events import add_events, event_columns
from data.load_match import load_match
from data.match_columns import start_columns, state_columns
from data.people import lock_people
from data.server_settings import DisplayMode
from data.settings import load_server_settings
from data.stopped_clocks import vacation_end
from data.values import MessageRef, Place, Seat, StoredMatch, Terms
from match import verbs
from match.clock import Clock
from match.event import Event
from match.rating import advantage
from rules import Name, Refusal

MOST_VOTES = 3
"""The most matches of a server's crowds at the same time."""
MOST_AGAINST_COMPUTER = 10
"""The most matches of a person against the computer at the same time."""


def assign_seats(challenger: int, opponent: int, seat: Seat, rng: random.Random) -> tuple[int, int]:
    """Assign the sides as the challenger wants, at random if that was chosen."""
    swapped = rng.random() < 0.5 if seat is Seat.RANDOM else seat is Seat.SECOND
    return (opponent, challenger) if swapped else (challenger, opponent)


async def begin_match(
    connection: Connection,
    terms: Terms,
    seats: tuple[int, int],
    place: Place,
    now: datetime,
    *,
    rematch_of: int | None = None,
    came_of: int | None = None,
    contest: int | None = None,
    ladder: int | None = None,
    thread_start: MessageRef | None = None,
    computer: int | None = None,
    level: int | None = None,
    crowds: tuple[int, ...] = (),
    request: int | None = None,
    twin: int | None = None,
) -> StoredMatch:
    """Begin a match; `seats` says who plays which side, whatever seat the terms ask for.

    Where the terms ask for both sides, a second one begins after it, with sides changed and this
    one's number as its `twin`; the first is returned.

    A server whose number has the seat of one of the `crowds` plays as one, like that of the terms.

    In the thread of its contest, which began at `thread_start`, a list tells that it begins, and
    its first card the first move.

    Raises `Refusal` if the person plays too many matches against the computer, or for a second live
    match of somebody.
    """
    if computer is not None:
        await _refuse_too_many_matches(connection, seats[1 - computer])
    if terms.is_live:
        people = seats if computer is None else (seats[1 - computer],)
        await refuse_second_live(connection, *people)
    events: list[Event] = []
    position = terms.rules.start(terms.options)
    first, second = seats
    away = (
        await vacation_end(connection, first, contest),
        await vacation_end(connection, second, contest),
    )
    display_mode = (await load_server_settings(connection, place.server)).display_mode
    if terms.crowd is not None:
        crowds = (seats.index(terms.crowd),)
        await _refuse_too_many_votes(connection, terms.crowd)
    if crowds:
        display_mode = DisplayMode.THREAD  # which is for talk, too
    if thread_start is not None and display_mode is DisplayMode.THREAD:
        display_mode = DisplayMode.SINGLE_CARD
    match = StoredMatch(
        number=0,
        options=terms.options,
        started=now,
        place=place,
        display_mode=display_mode,
        advantage=advantage(terms.rules.balance(terms.options)),
        explore=terms.explore,
        came_of=came_of,
        ladder=ladder,
        computer=computer,
        level=level,
        crowds=crowds,
        position=position,
        seats=seats,
        names=("", ""),
        clock=Clock(terms.pace, now, away=away).new_turn(position.turn, now),
        rated=terms.counts,
    )
    if forced := verbs.forced(match, now):
        match, events = verbs.follow(match, forced)
    columns = {**start_columns(match), **state_columns(match)}
    columns |= {"untold_since": stamp(now), "unrecorded_since": stamp(now), "request": request}
    columns |= {"contest": contest, "twin": twin, "rematch_of": rematch_of}
    if thread_start is not None:
        columns |= message_columns("home", thread_start)
        columns |= {"untold_since": None, "unrecorded_since": None, "told": match.count}
    columns["checksum"] = first_checksum(columns, (event_columns(0, each) for each in events))
    number = await connection.insert_numbered("matches", **columns)
    await add_events(connection, number, events)
    if terms.both_sides and twin is None:
        other = await begin_match(
            connection,
            terms,
            (second, first),
            place,
            now,
            came_of=came_of,
            contest=contest,
            ladder=ladder,
            thread_start=thread_start,
            crowds=crowds,
            twin=number,
        )
        await change_match(connection, number, twin=other.number)
    return await load_match(connection, number)


async def refuse_second_live(connection: Connection, *people: int) -> None:
    """Raise `Refusal` if one of some people plays a live match: nobody minds two such clocks.

    A match that an administrator has locked does not count: it may stay so for long.
    """
    await lock_people(connection, *people)
    busy = await connection.row(
        "SELECT p.name FROM matches m JOIN people p ON p.id IN (m.first, m.second) "
        "WHERE m.live = 1 AND m.ended IS NULL AND m.locked = 0 "
        "AND p.id IN (SELECT value FROM json_each(:people)) LIMIT 1",
        people=json.dumps(people),
    )
    if busy is not None:
        raise Refusal(
            "{name} is in a live match right now, and those are played one at a time. Start this "
            "one when it's over.",
            name=Name(busy["name"]),
        )


async def _refuse_too_many_votes(connection: Connection, server: int) -> None:
    await lock_people(connection, server)
    playing = await connection.number(
        "SELECT COUNT(*) FROM matches WHERE server = :server AND crowds <> '' AND ended IS NULL",
        server=server,
    )
    if playing >= MOST_VOTES:
        raise Refusal(
            "You all play {number} match together already; finish it first.",
            "You all play {number} matches together already; finish one first.",
            number=MOST_VOTES,
        )


async def _refuse_too_many_matches(connection: Connection, person: int) -> None:
    await lock_people(connection, person)
    live = await connection.number(
        "SELECT (SELECT COUNT(*) FROM matches WHERE first = :person AND ended IS NULL "
        "AND computer = 1) + (SELECT COUNT(*) FROM matches WHERE second = :person "
        "AND ended IS NULL AND computer = 0)",
        person=person,
    )
    if live >= MOST_AGAINST_COMPUTER:
        raise Refusal(
            "You're already playing {number} match against me; finish or resign it first. "
            "`/matches` lists them.",
            "You're already playing {number} matches against me; finish or resign "
            "one first. `/matches` lists them.",
            number=MOST_AGAINST_COMPUTER,
        )

"""Load a match, fold what happens into it, and keep both the event and the new state."""

import asyncio
from dataclasses import replace
from datetime import datetime

import aiosqlite

from data import tables
from data.ratings import keep_result
from data.rows import copied, event_from, event_values, match_from, start_values
from data.values import KeptMatch, Place, Terms
from rules import GAMES, Refusal
from rules.event import Event, Kind


async def load(connection: aiosqlite.Connection, number: int) -> KeptMatch:
    """Load a match as it stands, without its history.

    Raises `Refusal` where there is none of that number.
    """
    row = await tables.match(connection, number)
    if row is None:
        raise Refusal(
            "There is no match #{number}; look for yours among your matches.", number=number
        )
    return match_from(row)


async def begin(
    connection: aiosqlite.Connection,
    terms: Terms,
    seats: tuple[int, int],
    place: Place,
    now: datetime,
    rematch_of: int | None = None,
) -> KeptMatch:
    """Begin a match; `seats` is who plays which side, whatever seat the terms wish for."""
    rules = GAMES[terms.game]
    position = rules.start(terms.options)
    match = KeptMatch(
        number=0,
        options=terms.options,
        started=now,
        place=place,
        rematch_of=rematch_of,
        position=position,
        seats=seats,
        names=("", ""),
        pace=terms.pace,
        rated=terms.rated,
        since=now,
    )
    number = await tables.add_match(connection, start_values(match), copied(match))
    match = await load(connection, number)
    forced = match.forced(now)
    return await keep(connection, match, forced) if forced else match


async def keep(connection: aiosqlite.Connection, match: KeptMatch, event: Event) -> KeptMatch:
    """Keep an event, and the forced passes that follow it; give the match as it then stands."""
    if event.kind is Kind.GRANT_TAKE_BACK:
        match = await replayed(connection, match)
    after, events = match.follow(event)
    values = [event_values(match.number, event) for event in events]
    await tables.add_events(connection, values)
    await tables.update_match(connection, match.number, copied(after))
    if after.counts and not match.result:
        await keep_result(connection, after)
    return after


async def history(connection: aiosqlite.Connection, number: int) -> list[Event]:
    """Load the events of a match."""
    return [event_from(row) for row in await tables.events(connection, number)]


async def replayed(connection: aiosqlite.Connection, match: KeptMatch) -> KeptMatch:
    """Give the match as its events tell it, folded anew from its start.

    The clock of the present turn is no event: reminder and time given back are taken over.
    """
    events = await history(connection, match.number)
    # A Hoyito match may have thousands of moves: other matches do not wait for it.
    again = await asyncio.to_thread(from_start(match).replay, events)
    return replace(again, given=match.given, reminded=match.reminded)


def from_start(match: KeptMatch) -> KeptMatch:
    """Give a match as it stood when it began."""
    return KeptMatch(
        number=match.number,
        options=match.options,
        started=match.started,
        place=match.place,
        rematch_of=match.rematch_of,
        card=match.card,
        position=GAMES[match.game].start(match.options),
        seats=match.seats,
        names=match.names,
        pace=match.pace,
        rated=match.rated,
        since=match.started,
    )

"""Load a match, fold what happens into it, and keep both the event and the new state."""

import asyncio
from datetime import datetime

import aiosqlite

from data import tables
from data.ratings import keep_result
from data.rows import (
    beginning,
    clocked,
    copied,
    event_from,
    event_values,
    match_from,
    start_values,
)
from data.tables import Row
from data.values import KeptMatch, Place, Terms
from rules import GAMES, Refusal
from rules.event import Event, Kind


async def load(connection: aiosqlite.Connection, number: int) -> KeptMatch:
    """Load a match as it stands, without its history.

    Raises `Refusal` where there is none of that number.
    """
    return match_from(await _row(connection, number))


async def _row(connection: aiosqlite.Connection, number: int) -> Row:
    row = await tables.match(connection, number)
    if row is None:
        raise Refusal(
            "There is no match #{number}; look for yours among your matches.", number=number
        )
    return row


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
        match = await replayed(connection, match.number)
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


async def replayed(connection: aiosqlite.Connection, number: int) -> KeptMatch:
    """Give a match as its events tell it, folded anew from its start."""
    row = await _row(connection, number)
    events = await history(connection, number)
    # A Hoyito match may have thousands of moves, for which the rest of the bot does not wait.
    return clocked(await asyncio.to_thread(beginning(row).replay, events), row)

"""Load a match, and keep what happens to it: the events, the new state, and all that follows."""

import asyncio
from dataclasses import replace
from datetime import datetime

from data import tables
from data.challenge_limits import refuse_too_many_matches
from data.connection import LARGEST, Connection, Row
from data.ratings import keep_result
from data.server_settings import load_local
from data.standing_challenges import offer_again
from data.tables.columns import stamp
from data.tables.conditional_moves import plan_columns, plan_from
from data.tables.events import event_columns, event_from
from data.tables.match_columns import (
    beginning,
    changed_columns,
    match_from,
    start_columns,
    state_columns,
)
from data.values import NoMatch, Place, StoredMatch, Terms
from match import verbs
from match.clock import Clock
from match.conditional import Plan, follow_plans
from match.event import TAKE_BACKS, Event
from match.rating import advantage
from rules import Refusal, message


class Repeated(Refusal):
    """A request that has been done before, and was delivered once more."""

    def __init__(self) -> None:
        super().__init__(
            message("This reached me twice and is done once; look at the present board.")
        )


async def load_match(connection: Connection, number: int) -> StoredMatch:
    """Load a match as it stands, without its history.

    Raises `Refusal` where there is none of that number.
    """
    return match_from(await _row(connection, number))


async def events_of(connection: Connection, number: int, most: int | None = None) -> list[Event]:
    """Load the events of a match, all or the first so many."""
    return [event_from(row) for row in await tables.events.of(connection, number, most)]


async def replayed(connection: Connection, number: int, most: int | None = None) -> StoredMatch:
    """Give a match as its events tell it, all or the first so many, folded anew from its start.

    What the clock did in a turn is no event.
    """
    row = await _row(connection, number)
    events = await events_of(connection, number, most)
    # A Hoyito match may have thousands of moves, for which the rest of the bot does not wait.
    return await asyncio.to_thread(beginning(row).replay, events)


async def begin_match(
    connection: Connection,
    terms: Terms,
    seats: tuple[int, int],
    place: Place,
    now: datetime,
    *,
    rematch_of: int | None = None,
    came_of: int | None = None,
    computer: int | None = None,
    level: int | None = None,
    request: int | None = None,
) -> StoredMatch:
    """Begin a match; `seats` is who plays which side, whatever seat the terms wish for.

    Raises `Refusal` where somebody plays the computer too often at once.
    """
    if computer is not None:
        await refuse_too_many_matches(connection, seats[1 - computer])
    events: list[Event] = []
    position = terms.rules.start(terms.options)
    first, second = seats
    away = (
        await tables.vacations.is_away(connection, first),
        await tables.vacations.is_away(connection, second),
    )
    match = StoredMatch(
        number=0,
        options=terms.options,
        started=now,
        place=place,
        way=(await load_local(connection, place.server)).way,
        advantage=advantage(terms.rules.balance(terms.options)),
        explore=terms.explore,
        rematch_of=rematch_of,
        came_of=came_of,
        computer=computer,
        level=level,
        position=position,
        seats=seats,
        names=("", ""),
        clock=Clock(terms.pace, now, away=away).new_turn(position.turn, now),
        rated=terms.rated,
    )
    if forced := verbs.forced(match, now):
        match, events = verbs.follow(match, forced)
    columns = {**start_columns(match), **state_columns(match)}
    columns |= {"untold_since": stamp(now), "request": request}
    number = await tables.matches.add(connection, columns)
    await tables.events.add(connection, [event_columns(number, event) for event in events])
    return await load_match(connection, number)


async def begin_both(
    connection: Connection,
    terms: Terms,
    seats: tuple[int, int],
    place: Place,
    now: datetime,
    *,
    came_of: int | None = None,
) -> StoredMatch:
    """Begin two matches of the same two, the second with sides changed; give the first."""
    one = await begin_match(connection, terms, seats, place, now, came_of=came_of)
    turned = seats[1], seats[0]
    other = await begin_match(connection, terms, turned, place, now, came_of=came_of)
    await tables.matches.pair(connection, one.number, other.number)
    return await load_match(connection, one.number)


async def fold(
    connection: Connection, match: StoredMatch, event: Event
) -> tuple[StoredMatch, list[Event]]:
    """Fold an event in, with the passes and stored answers that follow; give all of them."""
    if event.kind in TAKE_BACKS:
        match = await replayed(connection, match.number, match.count)
    if not match.plan_changes:
        return verbs.follow(match, event)
    after, events, left = follow_plans(match, event, await plans_of(connection, match.number))
    return replace(after, plans=tuple(left), plan_changes=match.plan_changes + 1), events


async def plans_of(connection: Connection, number: int) -> list[Plan]:
    """Load the plans that are stored in a match."""
    return [plan_from(row) for row in await tables.conditional_moves.of(connection, number)]


async def keep(
    connection: Connection,
    before: StoredMatch,
    after: StoredMatch,
    events: list[Event],
    request: int | None = None,
    place: Place | None = None,
) -> bool:
    """Keep what happened to a match, and what follows from it: ratings, or the rematch in a place.

    The standing challenge of which it came is offered again once it is over. Gives `False`, and
    changes nothing, where `before` is not how the match stands any more. Raises `Repeated` where
    the request has been done before.
    """
    number = before.number
    columns = changed_columns(before, after)
    if events:
        columns["untold_since"] = stamp(events[-1].at)
    if after.place != before.place:
        columns |= {"channel": after.place.channel, "server": after.place.server}
    if after.plans is not None:
        columns["plan_changes"] = after.plan_changes
    if not await tables.matches.update(connection, before, columns):
        return False
    if after.plans is not None:
        await tables.conditional_moves.remove_all(connection, number)
        for plan in after.plans:
            await tables.conditional_moves.add(connection, plan_columns(number, plan))
    # A request makes one event; the passes and answers that follow it are nobody's.
    rows = [
        event_columns(number, event, None if at else request) for at, event in enumerate(events)
    ]
    if await tables.events.add(connection, rows) < len(rows):
        raise Repeated
    if after.counts and not before.over:
        await keep_result(connection, after)
    if after.came_of is not None and after.over and not before.over:
        await offer_again(connection, after.came_of, events[-1].at)
    if len(after.rematch) == 2 and len(before.rematch) < 2:
        if place in (None, after.place):
            place = replace(after.place, channel=after.channel_around)
        await _begin_rematch(connection, after, place, events[-1].at)
    return True


async def _begin_rematch(
    connection: Connection, match: StoredMatch, place: Place, now: datetime
) -> None:
    terms = Terms(
        match.game, match.options, pace=match.pace, rated=match.rated, explore=match.explore
    )
    first, second = match.seats
    await begin_match(
        connection,
        terms,
        (second, first),
        place,
        now,
        rematch_of=match.number,
        computer=None if match.computer is None else 1 - match.computer,
        level=match.level,
    )


async def _row(connection: Connection, number: int) -> Row:
    row = None if number > LARGEST else await tables.matches.find(connection, number)
    if row is None:
        raise NoMatch(number)
    return row

"""Load, begin and save matches: the events, the new state, and what follows from them."""

import asyncio
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from data import tables
from data.columns import stamp
from data.connection import LARGEST, Connection, Row
from data.ladder_course import end_on_ladder
from data.ratings import save_ratings
from data.refuse_blocks_and_limits import refuse_second_live, refuse_too_many_matches
from data.settings import load_server_settings
from data.standing_challenges import offer_again
from data.tables.conditional_moves import line_columns, line_from
from data.tables.events import event_columns, event_from
from data.tables.match_columns import (
    beginning,
    changed_columns,
    match_from,
    start_columns,
    state_columns,
)
from data.values import NoMatch, Place, Seat, StoredMatch, Terms
from match import verbs
from match.clock import Clock
from match.conditional_moves import ConditionalLine, SetAside, follow_lines, set_aside_by
from match.event import TAKE_BACKS, Event, Kind
from match.rating import advantage
from rules import Refusal, message


class Repeated(Refusal):
    """A request that was handled before and was delivered again."""

    def __init__(self) -> None:
        super().__init__(message("Already done; see the current board."))


async def load_match(connection: Connection, number: int) -> StoredMatch:
    """Load a match in its present state, without its history.

    Raises `Refusal` if there is none of that number.
    """
    return match_from(await _find_row(connection, number))


async def replayed(connection: Connection, number: int, most: int | None = None) -> StoredMatch:
    """Replay a match from its start, with all events or the first `most`.

    What the clock changed during a turn is not an event, and is not included.
    """
    # A Hoyito match may have thousands of moves; the thread keeps the bot responsive meanwhile.
    return await asyncio.to_thread(await replay_of(connection, number, most))


async def replay_of(
    connection: Connection, number: int, most: int | None = None
) -> Callable[[], StoredMatch]:
    """Load what a replay needs, and return the replay itself, which takes a while."""
    row = await _find_row(connection, number)
    rows = await tables.events.events_of(connection, number, most)
    return lambda: beginning(row).replay([event_from(each) for each in rows])


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
    computer: int | None = None,
    level: int | None = None,
    request: int | None = None,
) -> StoredMatch:
    """Begin a match; `seats` says who plays which side, whatever seat the terms ask for.

    Raises `Refusal` if the person plays too many matches against the computer, or for a second live
    match of somebody.
    """
    if computer is not None:
        await refuse_too_many_matches(connection, seats[1 - computer])
    if terms.is_live:
        people = seats if computer is None else (seats[1 - computer],)
        await refuse_second_live(connection, *people)
    events: list[Event] = []
    position = terms.rules.start(terms.options)
    first, second = seats
    away = (
        await tables.vacations.is_away(connection, first, contest),
        await tables.vacations.is_away(connection, second, contest),
    )
    match = StoredMatch(
        number=0,
        options=terms.options,
        started=now,
        place=place,
        way=(await load_server_settings(connection, place.server)).way,
        advantage=advantage(terms.rules.balance(terms.options)),
        explore=terms.explore,
        rematch_of=rematch_of,
        came_of=came_of,
        ladder=ladder,
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
    columns |= {"untold_since": stamp(now), "unrecorded_since": stamp(now), "request": request}
    columns["contest"] = contest
    number = await tables.matches.add(connection, columns)
    await tables.events.add_events(connection, [event_columns(number, event) for event in events])
    return await load_match(connection, number)


async def begin_both(
    connection: Connection,
    terms: Terms,
    seats: tuple[int, int],
    place: Place,
    now: datetime,
    *,
    came_of: int | None = None,
    contest: int | None = None,
    ladder: int | None = None,
) -> StoredMatch:
    """Begin two matches of the same players, the second with sides changed; return the first."""
    of = {"came_of": came_of, "contest": contest, "ladder": ladder}
    one = await begin_match(connection, terms, seats, place, now, **of)
    turned = seats[1], seats[0]
    other = await begin_match(connection, terms, turned, place, now, **of)
    await tables.matches.pair(connection, one.number, other.number)
    return await load_match(connection, one.number)


async def fold(
    connection: Connection, match: StoredMatch, event: Event
) -> tuple[StoredMatch, list[Event]]:
    """Fold an event in, with the passes and conditional moves that follow.

    Returns the match and all of these events.
    """
    if event.kind in TAKE_BACKS:
        match = await replayed(connection, match.number, match.count)
    if not match.line_changes:
        return verbs.follow(match, event)
    lines, restored = await lines_of(connection, match.number), []
    aside = set_aside_by(match, event, lines)
    if aside is not None and event.kind in TAKE_BACKS:
        rows = await tables.conditional_moves.set_aside_by(connection, match.number, aside.move)
        restored = [line_from(row) for row in rows]
    after, events, left = follow_lines(match, event, lines, restored)
    if after.over:
        aside = SetAside(0)
    elif any(made.conditional for made in events):
        aside = None
    changes = match.line_changes + 1
    return replace(after, lines=tuple(left), set_aside=aside, line_changes=changes), events


async def lines_of(connection: Connection, number: int) -> list[ConditionalLine]:
    """Load the lines of conditional moves that are stored in a match."""
    return [line_from(row) for row in await tables.conditional_moves.of(connection, number)]


async def save_match(
    connection: Connection,
    before: StoredMatch,
    after: StoredMatch,
    events: list[Event],
    request: int | None = None,
    place: Place | None = None,
) -> StoredMatch | None:
    """Save a match after some events, with what follows: ratings, or the rematch in a place.

    The standing challenge from which it came is offered again once it is over, and its contest goes
    on. Returns the match as it is saved, or `None`, and changes nothing, if `before` is not its
    present version any more. Raises `Repeated` if the request was handled before.
    """
    number = before.number
    columns = changed_columns(before, after)
    if events:
        columns["untold_since"] = stamp(events[-1].at)
    if after.place != before.place:
        columns |= {"channel": after.place.channel, "server": after.place.server, "unseen": ""}
    if after.lines is not None:
        columns["plan_changes"] = after.line_changes
    if not await tables.matches.update(connection, before, columns):
        return None
    if after.lines is not None:
        await _save_lines(connection, number, after.lines, after.set_aside)
    for kind in before.open_requests - after.open_requests:
        await tables.cards.close_requests(connection, number, kind)
    # A request causes one event; the passes and conditional moves after it belong to nobody.
    rows = [
        event_columns(number, event, None if at else request) for at, event in enumerate(events)
    ]
    if await tables.events.add_events(connection, rows) < len(rows):
        raise Repeated
    await _note_news(connection, before, after, events)
    if after.counts and not before.over:
        await save_ratings(connection, after)
    if after.over and not before.over:
        await _go_on(connection, after, events[-1].at)
    if len(after.rematch) == 2 and len(before.rematch) < 2:
        if place in (None, after.place):
            place = replace(after.place, channel=after.channel_around)
        await _begin_rematch(connection, after, place, events[-1].at)
    return replace(after, version=before.version + 1)


async def _go_on(connection: Connection, match: StoredMatch, now: datetime) -> None:
    """Let go on that of which a match was part, and which it has held up until now."""
    if match.came_of is not None:
        await offer_again(connection, match.came_of, now)
    if match.contest is not None:
        await tables.contests.wake(connection, match.contest.id, stamp(now))
    if match.ladder is not None:
        await end_on_ladder(connection, match, match.ladder, now)


async def _note_news(
    connection: Connection, before: StoredMatch, after: StoredMatch, events: list[Event]
) -> None:
    """Record that whoever follows a match is to be told of a move, or of its end."""
    if not after.watched or before.over:
        return
    if after.over or any(event.kind is Kind.MOVE for event in events):
        now = stamp(events[-1].at)
        await tables.spectators.note_news(
            connection, after.number, after.count, now, over=after.over
        )


async def _save_lines(
    connection: Connection, number: int, lines: Iterable[ConditionalLine], aside: SetAside | None
) -> None:
    """Save the lines that remain in a match, and those that were set aside."""
    await tables.conditional_moves.remove_all(connection, number)
    for line in lines:
        await tables.conditional_moves.add(connection, line_columns(number, line))
    if aside is None:
        return
    await tables.conditional_moves.forget_set_aside(connection, number, aside.move)
    for line in aside.lines:
        columns = {**line_columns(number, line), "move": aside.move}
        await tables.conditional_moves.set_aside(connection, columns)


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


async def _find_row(connection: Connection, number: int) -> Row:
    row = None if number > LARGEST else await tables.matches.find(connection, number)
    if row is None:
        raise NoMatch(number)
    return row

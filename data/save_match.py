"""Save matches: the events, the new state, and what follows from them."""

import asyncio
from dataclasses import replace
from datetime import datetime

from data.begin_match import begin_match
from data.cards import close_requests
from data.checksums import added_checksum
from data.columns import assignments, has_finished, stamp
from data.conditional_moves import (
    load_conditional_lines,
    load_lines_set_aside_by,
    save_conditional_lines,
)
from data.connection import Connection
from data.events import add_events, event_columns
from data.followers import note_news
from data.ladder_course import end_on_ladder
from data.load_club import wake_club_match
from data.load_contest import wake_contest
from data.load_match import load_replay
from data.match_columns import state_columns
from data.player_rating import save_ratings
from data.standing_challenges import offer_again
from data.values import Place, StoredMatch, Terms
from match import verbs
from match.conditional_moves import SetAside, follow_conditional_lines, set_aside_by
from match.event import RULINGS, TAKE_BACKS, Event, Kind
from rules import Refusal


async def fold(
    connection: Connection, match: StoredMatch, event: Event, *, in_thread: bool = True
) -> tuple[StoredMatch, list[Event]]:
    """Fold an event in, with the passes and conditional moves that follow.

    A replay takes long: it is done `in_thread`, unless this is the thread of the database already.
    Returns the match and all of these events.
    """
    if event.kind in TAKE_BACKS:
        replay = await load_replay(connection, match.number, match.count)
        match = await asyncio.to_thread(replay) if in_thread else replay()
    if not match.conditional_changes:
        return verbs.follow(match, event)
    lines, restored = await load_conditional_lines(connection, match.number), []
    aside = set_aside_by(match, event, lines)
    if aside is not None and event.kind in TAKE_BACKS:
        restored = await load_lines_set_aside_by(connection, match.number, aside.move)
    after, events, left = follow_conditional_lines(match, event, lines, restored)
    if after.over:
        aside = SetAside(0)
    elif any(made.conditional for made in events):
        aside = None
    changes = match.conditional_changes + 1
    return replace(
        after, conditional_lines=tuple(left), set_aside=aside, conditional_changes=changes
    ), events


async def save_event(connection: Connection, match: StoredMatch, event: Event) -> StoredMatch:
    """Save a match after an event, in a transaction in which nobody else can change it.

    A take-back would be replayed in this thread: it goes by `Matches.apply`.
    """
    after, events = await fold(connection, match, event, in_thread=False)
    saved = await save_match(connection, match, after, events)
    assert saved is not None, "it was loaded in the same transaction"
    return saved


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
    present version any more. Raises `RepeatedRequest` if the request was handled before.
    """
    if not await _update(connection, before, after, events):
        return None
    number = before.number
    if after.conditional_lines is not None:
        await save_conditional_lines(connection, number, after.conditional_lines, after.set_aside)
    for kind in before.open_requests - after.open_requests:
        await close_requests(connection, number, kind)
    await add_events(connection, number, events, request)
    if not before.over:
        if after.watched and (after.over or any(event.kind is Kind.MOVE for event in events)):
            await note_news(connection, number, after.count, events[-1].at, over=after.over)
        if after.counts:
            await save_ratings(connection, after)
        if after.over:
            await _bind_twin(connection, after)
            await _go_on(connection, after, events[-1].at)
    if len(after.rematch) == 2 and len(before.rematch) < 2:
        if place in (None, after.place):
            place = replace(after.place, channel=after.channel_around)
        await _begin_rematch(connection, after, place, events[-1].at)
    return replace(after, version=before.version + 1)


async def _update(
    connection: Connection, before: StoredMatch, after: StoredMatch, events: list[Event]
) -> bool:
    """Write the next version of a match; return whether the present one was still `before`.

    If it was not, another action was faster, and nothing changes.
    """
    columns = state_columns(after, before)
    if after.place != before.place:
        columns |= {"channel": after.place.channel, "server": after.place.server, "unseen": ""}
    if after.conditional_lines is not None:
        columns["plan_changes"] = after.conditional_changes
    changes = f"version = version + 1, {assignments(columns)}"
    if events:
        # They are announced soon, so there may be an unrecorded message from now on.
        changes += ", untold_since = :now, unrecorded_since = COALESCE(unrecorded_since, :now)"
        columns["now"] = stamp(events[-1].at)
        changes += ", checksum = checksum + :added"
        columns["added"] = added_checksum(event_columns(before.number, each) for each in events)
    sql = f"UPDATE matches SET {changes} WHERE id = :id AND version = :loaded"  # noqa: S608 (our own names)
    columns |= {"id": before.number, "loaded": before.version}
    return bool(await connection.change(sql, **columns))


async def _bind_twin(connection: Connection, match: StoredMatch) -> None:
    """Let the card of the other half of a pair tell how this one ended.

    That of a one-sided pair is rated just as this one, if it still goes on.
    """
    if match.twin is None:
        return
    await connection.insert("cards_to_redraw", "DO NOTHING", match=match.twin)
    if not match.rated or not Terms(match.game, match.options).is_one_sided:
        return
    await connection.change(
        "UPDATE matches SET pair_counts = :counts, version = version + 1 "
        "WHERE id = :twin AND ended IS NULL",
        counts=match.counts,
        twin=match.twin,
    )


async def _go_on(connection: Connection, match: StoredMatch, now: datetime) -> None:
    """Let go on that of which a match was part, and which it has held up until now."""
    if match.came_of is not None:
        await offer_again(connection, match.came_of, now)
    if match.contest is not None:
        await wake_contest(connection, match.contest.id, now)
    if match.club_match is not None:
        await wake_club_match(connection, match.number, now)
    if match.ladder is not None:
        await end_on_ladder(connection, match, match.ladder, now)


async def _begin_rematch(
    connection: Connection, match: StoredMatch, place: Place, now: datetime
) -> None:
    first, second = match.seats
    # A challenge that was to be rated stays so: by now both may have finished a match of the game.
    rated = match.rated or await connection.has(
        "SELECT 1 FROM challenges WHERE challenger IN (:first, :second) "  # noqa: S608 (our own names)
        f"AND match = :match AND rated = 1 AND {has_finished(':first', ':game')} "
        f"AND {has_finished(':second', ':game')}",
        first=first,
        second=second,
        match=match.number,
        game=match.game,
    )
    terms = Terms(match.game, match.options, pace=match.pace, rated=rated, explore=match.explore)
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


def refuse_event(match: StoredMatch, event: Event) -> None:
    """Raise `Refusal` for a remark between people of whom one has blocked the other, or an abort.

    No moderator of one server rules on a match between two.

    It does not say who has blocked whom. Matches on which something depends are never aborted.
    """
    if event.remark and match.silent:
        raise Refusal("You two can't send each other messages here; play your move without one.")
    if event.kind is Kind.ABORT and match.ladder is not None:
        raise Refusal(
            "This match counts for a ladder, so it can't be aborted; play it, or resign it."
        )
    if event.kind is Kind.ABORT and match.contest is not None:
        raise Refusal(
            "This match belongs to a league or cup, so it can't be aborted; play it, or resign it."
        )
    if match.club_match is not None and event.kind in (Kind.ABORT, Kind.ASK_REMATCH, *RULINGS):
        raise Refusal("That isn't possible in a match between two servers; play it, or resign it.")
    if event.kind is Kind.ABORT and match.pair_counts:
        raise Refusal(
            "The other half of this pair counts, so this one does too; play it, or resign it."
        )

"""Matches: changes of them by events, and queries."""

import json
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from data.ballots import carry_out_vote
from data.challenge_rules import refuse_blocked
from data.columns import change_match, refuse_repeated_request, stamp
from data.connection import Connection
from data.database import Database, Subject
from data.events import event_from, has_played, load_event_rows, moves_that_stand
from data.load_match import load_match, load_replay
from data.long_work import RunsLong
from data.lost_access import mark_match
from data.match_lists import SELECT_LISTED, listed_from
from data.outages import was_outage
from data.reminders import add_to_reminders
from data.save_match import fold, refuse_event, save_event, save_match
from data.values import Happened, ListedMatch, Place, StoredMatch
from match import verbs
from match.event import Event, Kind
from match.fold import fold_event
from match.record import Record, write
from match.verbs import UNDO_TIME
from rules import GAMES, Refusal
from rules.sentence import PLAIN_ENGLISH

# ruff: noqa: S608 (the statements are made of our own words only)

MONTH = timedelta(days=30)
"""The time for which a loss on time counts when the player loses on time again."""
ON_TIME = "('time', 'time_again')"
Transition = Callable[[StoredMatch], Awaitable[tuple[StoredMatch, list[Event]]]]
"""Computes the new state of a match, and the events that lead to it."""


class Matches(Subject):
    """Matches, each change to one a transaction.

    `which` match is given by its number, or as it was loaded before. `seen` is the number of events
    that the player saw when asking; if it is not the present one, `match.match.Stale` is raised and
    nothing changes. Without it nothing is stale.
    """

    def __init__(self, database: Database, run_long: RunsLong) -> None:
        super().__init__(database)
        self._run_long = run_long

    async def apply(
        self,
        which: int | StoredMatch,
        decide: Callable[[StoredMatch], Event],
        *,
        seen: int | None = None,
        request: int | None = None,
        place: Place | None = None,
    ) -> Happened:
        """Apply the event that a verb of `match.verbs` returns, unless it refuses.

        Forced passes are played automatically, and if both players want a rematch, it begins, in
        `place` if one is given. Raises `RepeatedRequest` for a request that was handled before.
        """

        async def decided(match: StoredMatch) -> tuple[StoredMatch, list[Event]]:
            try:
                match.refuse_stale(seen)
                event = decide(match)
                refuse_event(match, event)
            except Refusal:
                # A request that is delivered again is mostly refused, for it was handled before.
                await refuse_repeated_request(self._reader, "events", request)
                raise
            if event.kind is Kind.ASK_REMATCH:
                await refuse_blocked(self._reader, *match.seats)
            return await fold(self._reader, match, event)

        save = partial(save_match, request=request, place=place)
        happened = await self._change(which, decided, save)
        if len(happened.after.rematch) < 2:
            return happened
        number = await self._reader.number(
            "SELECT id FROM matches WHERE rematch_of = :id", id=happened.after.number
        )
        return happened._replace(rematch=await load_match(self._reader, number))

    async def run_out(self, number: int, now: datetime) -> Happened:
        """End a match whose time ran out; a second such loss in a row is not rated.

        Raises `Refusal` if there is time left.
        """
        (happened,) = await self.run_out_all([number], now)
        return happened

    async def run_out_all(self, numbers: Iterable[int], now: datetime) -> list[Happened]:
        """End matches whose time ran out, one after the other: all of them or, if it raises, none.

        They are on disk with one commit, which takes longer than to end a match, and all is done in
        the thread of the database: a busy event loop would come round too late for each statement.
        Raises `Refusal` if there is time left in one of them.
        """

        async def run_out(connection: Connection) -> list[Happened]:
            return [await _run_out(connection, number, now) for number in numbers]

        return await self._database.run(run_out)

    async def relocate(
        self, number: int, place: Place, now: datetime, reason: str, request: int | None = None
    ) -> Happened:
        """Continue a match in another place, by an administrator's decision."""

        async def moved(match: StoredMatch) -> tuple[StoredMatch, list[Event]]:
            if match.place == place:
                raise Refusal("This match is already there; choose another channel.")
            event = verbs.relocate(match, now, reason)
            return replace(fold_event(match, event), place=place), [event]

        return await self._change(number, moved, partial(save_match, request=request))

    async def remind(
        self, which: int | StoredMatch, by: datetime, now: datetime | None = None
    ) -> StoredMatch:
        """Let the player to move be reminded of everything due by a time.

        What is due in a round, which began `now` if that is another time, is told together. It is
        then looked at whether the players see the channel: no event tells that somebody was
        expelled, or lost a role. Raises `Refusal` if nothing is due, or it was recorded before.
        """

        async def reminded(match: StoredMatch) -> tuple[StoredMatch, list[Event]]:
            return verbs.remind(match, by), []

        async def save(
            connection: Connection, before: StoredMatch, **made: Any
        ) -> StoredMatch | None:
            saved = await save_match(connection, before, **made)
            if saved is not None:
                await mark_match(connection, saved.number, by)
                await add_to_reminders(connection, saved, now or by)
            return saved

        return (await self._change(which, reminded, save)).after

    async def touch(self, match: StoredMatch, person: int, now: datetime) -> StoredMatch:
        """Record that the opponent of the last mover has reacted: the move cannot be undone now.

        It is written only if it makes a difference: once a turn, while the move is recent. Returns
        the match as it is then.
        """
        is_opponent = match.mover is not None and match.side_played_by(person) == 1 - match.mover
        if not is_opponent or match.touched or match.over or now > match.since + UNDO_TIME:
            return match
        is_first = await self._database.change(
            "UPDATE matches SET touched = 1, version = version + 1 "
            "WHERE id = :id AND version = :loaded",
            id=match.number,
            loaded=match.version,
        )
        if is_first:
            return replace(match, touched=True, version=match.version + 1)
        found = await self.find(match.number)
        return await self.touch(replace(found, voter=match.voter), person, now)

    async def _change(
        self,
        which: int | StoredMatch,
        transition: Transition,
        save: Callable[..., Coroutine[Any, Any, StoredMatch | None]],
    ) -> Happened:
        """Change a match as it was loaded, and save the change if the match is still the same.

        Otherwise another action was faster, and the change is computed again from the new state.
        This terminates: in every round some event has been stored.
        """
        before = which if isinstance(which, StoredMatch) else await self.find(which)
        while True:
            after, events = await transition(before)
            saving = partial(save, before=before, after=after, events=events)
            if (saved := await self._database.run(saving)) is not None:
                return Happened(before, saved)
            before = await self.find(before.number)

    async def move(self, number: int, place: Place) -> StoredMatch:
        """Continue a match in another place, without an event."""
        async with self._database.transaction() as connection:
            await change_match(connection, number, **vars(place), unseen="")
            return await load_match(connection, number)

    async def forget_requests(self, before: int) -> None:
        """Forget which requests below a number were handled."""
        async with self._database.transaction() as connection:
            for table in ("events", "challenges", "matches"):
                await connection.change(
                    f"UPDATE {table} SET request = NULL WHERE request < :before", before=before
                )

    # Queries.

    async def find(self, number: int) -> StoredMatch:
        """Find a match in its present state. Raises `Refusal` if there is none of that number."""
        return await self._reader.run(lambda reader: load_match(reader, number))

    async def counts(self, numbers: Iterable[int]) -> dict[int, int]:
        """Return how many events matches have, by their numbers."""
        return await self._reader.pairs(
            "SELECT id, count FROM matches WHERE id IN (SELECT value FROM json_each(:numbers))",
            numbers=json.dumps([*numbers]),
        )

    async def as_of(self, number: int, count: int) -> StoredMatch:
        """Find a match as it was after `count` events. Raises `Refusal` if there is none."""
        replay = await load_replay(self._reader, number, count)
        return await self._run_long(replay)

    async def happened(self, number: int, since: int) -> list[Event]:
        """List the events of a match after the first `since`."""
        rows = await load_event_rows(self._reader, number, after=since)
        return [event_from(row) for row in rows]

    async def find_live(self, person: int, channel: int | None = None) -> list[ListedMatch]:
        """List a person's live matches, theirs to move first, then by the time left."""
        rows = await self._reader.rows(
            f"{SELECT_LISTED} WHERE m.ended IS NULL AND (m.first = :person OR m.second = :person) "
            "AND (:channel IS NULL OR m.channel = :channel) "
            "ORDER BY (CASE m.turn WHEN 0 THEN m.first ELSE m.second END) <> :person, "
            "m.deadline IS NULL, m.deadline, m.id",
            person=person,
            channel=channel,
        )
        return listed_from(rows)

    async def in_channel(self, channel: int) -> list[ListedMatch]:
        """List the live matches of a channel and of the threads made for them."""
        here = (
            "SELECT id FROM matches WHERE ended IS NULL AND channel = :channel UNION "
            "SELECT id FROM matches WHERE ended IS NULL AND home_channel = :channel"
        )
        rows = await self._reader.rows(
            f"{SELECT_LISTED} WHERE m.id IN ({here}) ORDER BY m.id", channel=channel
        )
        return listed_from(rows)

    async def live(self) -> list[ListedMatch]:
        """List every live match."""
        rows = await self._reader.rows(f"{SELECT_LISTED} WHERE m.ended IS NULL ORDER BY m.id")
        return listed_from(rows)

    async def record(self, number: int) -> str:
        """Write a match as text, in the format of `match.record`."""
        match = await load_match(self._reader, number)
        rows = await load_event_rows(self._reader, number, match.count)
        return await self._run_long(
            lambda: write(record_of(match, [event_from(row) for row in rows]))
        )


async def _run_out(connection: Connection, number: int, now: datetime) -> Happened:
    """End a match whose time ran out, in a transaction in which nobody else can change it."""
    match = await load_match(connection, number)
    if (decided := await carry_out_vote(connection, match, now)) is not None:
        return decided
    again = await ran_out_before(connection, match, now)
    event = verbs.run_out(match, now, again=again, in_contest=match.must_be_played)
    refuse_event(match, event)
    return Happened(match, await save_event(connection, match, event))


async def ran_out_before(connection: Connection, match: StoredMatch, now: datetime) -> bool:
    """Tell whether the player to move has lost a rated match on time, and not played since then.

    That is so for a month at most. A turn with an outage of the bot does not count; nor does a
    match that is not rated: losing it would be an easy way to make the next loss cost nothing.
    """
    person = match.to_move
    if not match.rated or person is None:
        return False
    first, second = (
        f"SELECT * FROM (SELECT since, ended FROM matches WHERE {seat} = :person "
        f"AND ended > :after AND rated = 1 AND how IN {ON_TIME} AND winner = {winner} "
        f"ORDER BY ended DESC LIMIT 1) {seat}"
        for seat, winner in (("first", 1), ("second", 0))
    )
    last = await connection.row(
        f"SELECT since, ended FROM ({first} UNION ALL {second}) lost ORDER BY ended DESC LIMIT 1",
        person=person,
        after=stamp(now - MONTH),
    )
    if last is None or await has_played(connection, person, last["ended"]):
        return False
    turns = (stamp(match.since), stamp(now)), (last["since"], last["ended"])
    return not any([await was_outage(connection, *turn) for turn in turns])


def record_of(match: StoredMatch, events: list[Event]) -> Record:
    """Make the record of a match from its events."""
    result = match.result
    moves = moves_that_stand(events)
    return Record(
        rules=GAMES[match.game],
        names=(PLAIN_ENGLISH.say(match.name(0)), PLAIN_ENGLISH.say(match.name(1))),
        moves=tuple(move.text for move in moves),
        options=match.options,
        number=match.number,
        started=match.started - timedelta(microseconds=match.started.microsecond),
        pace=match.pace,
        rated=match.rated,
        how=None if result is None else result.how,
        winner=None if result is None else result.winner,
        remarks={
            number: move.remark
            for number, move in enumerate(moves, start=1)
            if move.remark and not match.silent
        },
    )

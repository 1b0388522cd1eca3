"""Matches: what happens to them, and lists of them."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from data import tables
from data.columns import stamp
from data.connection import Connection
from data.database import Database
from data.long_work import RunsLong, run_in_any_thread
from data.lost_access import mark_match
from data.refuse_blocks_and_limits import refuse_blocked
from data.save_match import Repeated, fold, load_match, replay_of, save_match
from data.tables.challenges import challenge_from
from data.tables.events import event_from
from data.tables.match_columns import match_from
from data.tables.match_lists import listed_from
from data.values import Challenge, Happened, ListedMatch, Place, StoredMatch
from match import verbs
from match.event import TAKE_BACKS, Event, Kind
from match.record import Record, write
from match.verbs import UNDO_TIME
from rules import GAMES, Refusal
from rules.sentence import PLAIN_ENGLISH


class Lists:
    """A person's matches and challenges by pages: `most` items, after skipping `skip`.

    With a `game` or an `opponent` only those are listed. Each page is one statement, which touches
    no more rows than the page has.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def live(
        self,
        person: int,
        most: int,
        skip: int = 0,
        *,
        to_move: bool | None = None,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[ListedMatch]:
        """List a person's live matches: theirs to move first, then by the time left.

        With `to_move` only those in which they are to move, or only those in which they are not.
        """
        async with self._database.reading() as connection:
            rows = await tables.match_lists.of_live(
                connection,
                person,
                to_move=to_move,
                game=game,
                opponent=opponent,
                most=most,
                skip=skip,
            )
        return [listed_from(row) for row in rows]

    async def finished(
        self,
        person: int,
        most: int,
        skip: int = 0,
        *,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[ListedMatch]:
        """List a person's finished matches, the latest first."""
        async with self._database.reading() as connection:
            rows = await tables.match_lists.of_finished(
                connection, person, game=game, opponent=opponent, most=most, skip=skip
            )
        return [listed_from(row) for row in rows]

    async def to_move(
        self, person: int, most: int, *, but: int = 0
    ) -> tuple[list[ListedMatch], int]:
        """List matches in which a person is to move, least time left first, and count them all.

        The match with the number `but` is left out.
        """
        async with self._database.reading() as connection:
            rows = await tables.match_lists.to_move(connection, person, but=but, most=most)
        found = [listed_from(row) for row in rows if row["game"] in GAMES]
        return found, rows[0]["number"] if rows else 0

    async def count_live(self, person: int, *, to_move: bool | None = None) -> int:
        """Count a person's live matches."""
        async with self._database.reading() as connection:
            return await tables.match_lists.count_live(connection, person, to_move=to_move)

    async def pending(
        self,
        person: int,
        now: datetime,
        most: int,
        skip: int = 0,
        *,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[Challenge]:
        """List the pending challenges to a person and then those by them.

        Standing challenges are included even while they rest.
        """
        async with self._database.reading() as connection:
            rows = await tables.challenges.of_pending(
                connection,
                person,
                stamp(now),
                game=game,
                opponent=opponent,
                most=most,
                skip=skip,
            )
        return [challenge_from(row) for row in rows if row["game"] in GAMES]

    async def numbered(self, person: int, number: int) -> ListedMatch | None:
        """Find one of a person's matches, however old, by its number."""
        async with self._database.reading() as connection:
            row = await tables.match_lists.numbered(connection, person, number)
        return None if row is None else listed_from(row)

    async def awaiting(
        self, person: int, channel: int, most: int, *, anywhere: bool = False
    ) -> list[StoredMatch]:
        """Find the matches of a channel in which a person is to move, least time left first.

        With `anywhere` matches in other places follow.
        """
        async with self._database.reading() as connection:
            rows = await tables.match_lists.awaiting(
                connection, person, channel, most=most, anywhere=anywhere
            )
        return [match_from(row) for row in rows if row["game"] in GAMES]


MONTH = timedelta(days=30)
"""How long a loss on time counts when the player loses on time again."""
SOME = 25
"""How many finished matches are listed by default."""
Transition = Callable[[StoredMatch], Awaitable[tuple[StoredMatch, list[Event]]]]
"""Computes the new state of a match, and the events that lead to it."""


class Matches:
    """Matches, each change to one a transaction.

    `which` match is given by its number, or as it was loaded before. `seen` is the number of events
    that the player saw when asking; if it is not the present one, `match.match.Stale` is raised and
    nothing changes. Without it nothing is stale.
    """

    def __init__(self, database: Database, run_long: RunsLong = run_in_any_thread) -> None:
        self._database, self._run_long = database, run_long

    async def happen(
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
        `place` if one is given. Raises `Repeated` for a request that was handled before.
        """

        async def decided(match: StoredMatch) -> tuple[StoredMatch, list[Event]]:
            try:
                match.refuse_stale(seen)
                event = decide(match)
                _refuse_silenced(match, event)
                _refuse_abort(match, event)
            except Refusal:
                await self._refuse_repeated(request)
                raise
            async with self._database.reading() as connection:
                if event.kind is Kind.ASK_REMATCH:
                    await refuse_blocked(connection, *match.seats)
                return await fold(connection, match, event)

        happened = await self._save_transition(which, decided, request, place)
        if len(happened.after.rematch) < 2:
            return happened
        async with self._database.reading() as connection:
            rematch = await tables.matches.rematch_of(connection, happened.after.number)
            assert rematch is not None, "it began with the event"
            return happened._replace(rematch=await load_match(connection, rematch))

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
            return replace(match.after(event), place=place), [event]

        return await self._save_transition(number, moved, request)

    async def remind(self, which: int | StoredMatch, by: datetime) -> StoredMatch:
        """Record that the player to move has been reminded of everything due by a time.

        It is then looked at whether the players see the channel: no event tells that somebody was
        expelled, or lost a role. Raises `Refusal` if nothing is due, or it was recorded before.
        """

        async def reminded(match: StoredMatch) -> tuple[StoredMatch, list[Event]]:
            return verbs.remind(match, by), []

        async def mark(connection: Connection, number: int) -> None:
            await mark_match(connection, number, by)

        return (await self._save_transition(which, reminded, also=mark)).after

    async def touch(self, match: StoredMatch, person: int, now: datetime) -> StoredMatch:
        """Record that the opponent of the last mover has reacted: the move cannot be undone now.

        It is written only if it makes a difference: once a turn, while the move is recent. Returns
        the match as it is then.
        """
        is_opponent = match.mover is not None and person == match.seats[1 - match.mover]
        if not is_opponent or match.touched or match.over or now > match.since + UNDO_TIME:
            return match
        async with self._database.transaction() as connection:
            is_first = await tables.matches.update(connection, match, {"touched": True})
        if is_first:
            return replace(match, touched=True, version=match.version + 1)
        return await self.touch(await self.find(match.number), person, now)

    async def _refuse_repeated(self, request: int | None) -> None:
        """Raise `Repeated` for a request that was handled before and is refused for that reason."""
        if request is not None:
            async with self._database.reading() as connection:
                if await tables.events.is_done(connection, request):
                    raise Repeated

    async def _save_transition(
        self,
        which: int | StoredMatch,
        transition: Transition,
        request: int | None = None,
        place: Place | None = None,
        *,
        also: Callable[[Connection, int], Awaitable[None]] | None = None,
    ) -> Happened:
        """Change a match as it was loaded, and store the change if the match is still the same.

        What is to be stored with it, `also` stores in the same transaction.

        Otherwise another action was faster, and the change is computed again from the new state.
        This terminates: in every round some event has been stored.
        """

        async def save(
            connection: Connection, before: StoredMatch, after: StoredMatch, events: list[Event]
        ) -> StoredMatch | None:
            saved = await save_match(connection, before, after, events, request, place)
            if saved is not None and also is not None:
                await also(connection, saved.number)
            return saved

        before = which if isinstance(which, StoredMatch) else await self.find(which)
        while True:
            after, events = await transition(before)
            save_it = partial(save, before=before, after=after, events=events)
            if (saved := await self._database.run(save_it)) is not None:
                return Happened(before, saved)
            before = await self.find(before.number)

    async def move(self, number: int, place: Place) -> StoredMatch:
        """Continue a match in another place, without an event."""
        async with self._database.transaction() as connection:
            columns = {"channel": place.channel, "server": place.server, "unseen": ""}
            await tables.matches.rewrite(connection, number, columns)
            return await load_match(connection, number)

    async def forget_requests(self, before: int) -> None:
        """Forget which requests below a number were handled."""
        async with self._database.transaction() as connection:
            await tables.events.forget_requests(connection, before)
            await tables.challenges.forget_requests(connection, before)
            await tables.matches.forget_requests(connection, before)

    # Queries.

    async def find(self, number: int) -> StoredMatch:
        """Find a match in its present state. Raises `Refusal` if there is none of that number."""
        async with self._database.reading() as connection:
            return await load_match(connection, number)

    async def as_of(self, number: int, count: int) -> StoredMatch:
        """Find a match as it was after `count` events. Raises `Refusal` if there is none."""
        async with self._database.reading() as connection:
            replay = await replay_of(connection, number, count)
        return await self._run_long(replay)

    async def happened(self, number: int, since: int) -> list[Event]:
        """List the events of a match after the first `since`."""
        async with self._database.reading() as connection:
            rows = await tables.events.events_of(connection, number, after=since)
        return [event_from(row) for row in rows]

    async def of(self, person: int, channel: int | None = None) -> list[ListedMatch]:
        """List a person's live matches, theirs to move first, then by the time left."""
        async with self._database.reading() as connection:
            rows = await tables.match_lists.live_of(connection, person, channel)
        return [listed_from(row) for row in rows]

    async def in_channel(self, channel: int) -> list[ListedMatch]:
        """List the live matches of a channel and of the threads made for them."""
        async with self._database.reading() as connection:
            return [
                listed_from(row) for row in await tables.match_lists.live_in(connection, channel)
            ]

    async def live(self) -> list[ListedMatch]:
        """List every live match."""
        async with self._database.reading() as connection:
            return [listed_from(row) for row in await tables.match_lists.live(connection)]

    async def finished(self, person: int, most: int = SOME) -> list[ListedMatch]:
        """List a person's finished matches, the latest first."""
        async with self._database.reading() as connection:
            rows = await tables.match_lists.finished_of(connection, person, most)
        return [listed_from(row) for row in rows]

    async def record(self, number: int) -> str:
        """Write a match as text, in the format of `match.record`."""
        async with self._database.reading() as connection:
            match = await load_match(connection, number)
            rows = await tables.events.events_of(connection, number, match.count)
        return await self._run_long(
            lambda: write(record_of(match, [event_from(row) for row in rows]))
        )


async def _run_out(connection: Connection, number: int, now: datetime) -> Happened:
    """End a match whose time ran out, in a transaction in which nobody else can change it."""
    match = await load_match(connection, number)
    again = await ran_out_before(connection, match, now)
    event = verbs.run_out(match, now, again=again, in_contest=match.is_in_contest)
    _refuse_abort(match, event)
    after, events = await fold(connection, match, event)
    saved = await save_match(connection, match, after, events)
    assert saved is not None, "it was loaded in the same transaction"
    return Happened(match, saved)


async def ran_out_before(connection: Connection, match: StoredMatch, now: datetime) -> bool:
    """Tell whether the player to move has lost a rated match on time, and not played since then.

    That is so for a month at most. A turn with an outage of the bot does not count; nor does a
    match that is not rated: losing it would be an easy way to make the next loss cost nothing.
    """
    person = match.to_move
    if not match.rated or person is None:
        return False
    last = await tables.matches.last_rated_time_out(connection, person, stamp(now - MONTH))
    if last is None or await tables.events.has_played(connection, person, last["ended"]):
        return False
    turns = (stamp(match.since), stamp(now)), (last["since"], last["ended"])
    return not any([await tables.outages.was_outage(connection, *turn) for turn in turns])


def _refuse_silenced(match: StoredMatch, event: Event) -> None:
    """Raise `Refusal` for a remark between two people of whom one has blocked the other.

    It does not say which.
    """
    if event.remark and match.silent:
        raise Refusal("You two can't send each other messages here; play your move without one.")


def _refuse_abort(match: StoredMatch, event: Event) -> None:
    """Raise `Refusal` for aborting a match that belongs to a contest."""
    if event.kind is Kind.ABORT and match.ladder is not None:
        raise Refusal(
            "This match counts for a ladder, so it can't be aborted; play it, or resign it."
        )
    if event.kind is Kind.ABORT and match.contest is not None:
        raise Refusal(
            "This match belongs to a league or cup, so it can't be aborted; play it, or resign it."
        )


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

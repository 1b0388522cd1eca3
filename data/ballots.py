"""Crowds that play a side together: who has joined, their ballots, and what these decide.

A ballot and what it decides are one transaction: no vote is counted twice, and none is lost.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from data.columns import moment, name_columns, names_in, stamp
from data.connection import Connection, Row
from data.database import Subject
from data.load_match import load_match, lock_match
from data.people import add_person
from data.save_match import fold, save_match
from data.values import Happened, Person, StoredMatch
from match.ballot import Count, Wish, event_of, is_decided, leader, ranked, wish_of
from match.event import Event, Kind
from match.match import PlayerName, player_name
from rules import Position, Refusal, message

COUNTS = (
    "SELECT event, kind, text, COUNT(*) AS votes, MAX(at) AS reached FROM ballots "
    "WHERE match = :match AND {} GROUP BY event, kind, text"
)
"""Counts ballots that meet a condition."""
MOST_VOTERS = 1_000
"""The most voters of a match."""
NO_VOTE = message("Nobody votes in this match any more; start the next with `/play`.")


class Vote(NamedTuple):
    """What is told of a crowd: how many have joined and voted, and how it last voted for a move."""

    voters: int
    voted: int
    event: int
    """The number of that move's event; 0 if there was none."""
    last: Sequence[Count]
    names: Mapping[Wish, Sequence[PlayerName]]
    """Who voted for what then, if that is to be told."""
    board: Position | None = None
    """The position before that move, unless it was taken back."""


class Ballots(Subject):
    """Votes of crowds; `match.ballot` says what they decide."""

    async def join(self, number: int, person: Person, now: datetime) -> StoredMatch:
        """Let a person vote in a match. Raises `Refusal` for its players, and once it is over."""
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            refuse_to_join(match, person.id)
            await add_person(connection, person)
            if await _is_struck(connection, number, person.id):
                raise Refusal("A moderator took your vote in this match; ask them.")
            if await _voters(connection, number) >= MOST_VOTERS:
                raise Refusal("Enough people already play; follow the match instead.")
            await connection.insert(
                "voters", "DO NOTHING", match=number, person=person.id, since=stamp(now)
            )
            await _redraw(connection, number)
            return match

    async def leave(self, number: int, person: int, now: datetime) -> None:
        """Let a person vote no more; their open ballot doesn't count, and all others may decide."""
        async with self._database.transaction() as connection:
            await connection.change(
                "DELETE FROM voters WHERE match = :match AND person = :person AND struck = 0",
                match=number,
                person=person,
            )
            await _take_ballot(connection, number, person, now)

    async def strike(self, number: int, person: Person, now: datetime) -> None:
        """Take a person's vote for good, and their open ballot."""
        async with self._database.transaction() as connection:
            await add_person(connection, person)
            await connection.insert(
                "voters",
                "(match, person) DO UPDATE SET struck = 1",
                match=number,
                person=person.id,
                since=stamp(now),
                struck=True,
            )
            await _take_ballot(connection, number, person.id, now)

    async def seated(self, match: StoredMatch, person: int) -> StoredMatch:
        """Return a match as a person plays it, who acts for its crowd after joining it."""
        if match.crowd is None:
            return match
        is_voter = await _is_struck(self._reader, match.number, person) is False
        return replace(match, voter=person) if is_voter else match

    async def cast(
        self,
        which: StoredMatch,
        decide: Callable[[StoredMatch], Event],
        *,
        seen: int | None = None,
    ) -> Happened:
        """Cast the ballot of the voter for whom a match was loaded, in place of an earlier one.

        What it decides happens at once. Raises `Refusal`, and `Stale` as `matches.apply` does.
        """
        while True:
            which.refuse_stale(seen)
            wanted = decide(which)
            casting = partial(_cast, which=which, wish=wish_of(which, wanted), at=wanted.at)
            if (happened := await self._database.run(casting)) is not None:
                return happened
            which = replace(await load_match(self._reader, which.number), voter=which.voter)

    async def voters(self, number: int) -> int:
        """Return how many vote in a match."""
        return await _voters(self._reader, number)

    async def own(self, match: StoredMatch, now: datetime) -> Event | None:
        """Return what the voter for whom a match was loaded has voted for, if it can still be."""
        row = await self._reader.row(
            "SELECT kind, text FROM ballots WHERE match = :match AND event = 0 "
            "AND person = :person AND at >= :since",
            match=match.number,
            person=match.voter,
            since=stamp(match.since),
        )
        with suppress(Refusal):
            return (
                None if row is None else event_of(match, Wish(Kind(row["kind"]), row["text"]), now)
            )
        return None

    async def vote(self, match: StoredMatch, *, named: bool = False) -> Vote:
        """Return what is told of a match's crowd."""
        voters = await self.voters(match.number)
        voted = sum(one.votes for one in await _open_counts(self._reader, match))
        event = await self._reader.number(
            "SELECT COALESCE(MAX(number), 0) FROM events "
            "WHERE match = :match AND side = :crowd AND kind = 'move'",
            match=match.number,
            crowd=match.crowd,
        )
        rows = await self._reader.rows(
            COUNTS.format("event = :event AND event > 0"), match=match.number, event=event
        )
        last = ranked(map(_count_from, rows))
        return Vote(voters, voted, event, last, await self._names(match, event) if named else {})

    async def _names(self, match: StoredMatch, event: int) -> Mapping[Wish, Sequence[PlayerName]]:
        rows = await self._reader.rows(
            f"SELECT b.kind, b.text, b.person, {name_columns('p', 'person')} FROM ballots b "  # noqa: S608 (our own names)
            "JOIN people p ON p.id = b.person WHERE b.match = :match AND b.event = :event "
            "ORDER BY b.at, b.person",
            match=match.number,
            event=event,
        )
        called, names = names_in(rows, "person"), dict[Wish, list[PlayerName]]()
        for row in rows:
            name = player_name(row["person"], called[row["person"]])
            names.setdefault(_wish_from(row), []).append(name)
        return names

    async def by_event(self, number: int) -> dict[int, Sequence[Count]]:
        """Return how a match's crowd voted, by the numbers of the events that came of it."""
        rows = await self._reader.rows(COUNTS.format("event > 0"), match=number)
        return {
            event: ranked(_count_from(row) for row in rows if row["event"] == event)
            for event in {row["event"] for row in rows}
        }


def refuse_to_join(match: StoredMatch, person: int) -> None:
    """Raise `Refusal` for a player of a match, where no crowd plays, and once it is over."""
    if person in match.seats:
        raise Refusal("You're playing against them; you can't vote, too.")
    if match.crowd is None or match.over:
        raise Refusal(NO_VOTE)


async def _cast(
    connection: Connection, which: StoredMatch, wish: Wish, at: datetime
) -> Happened | None:
    """Store a ballot and do what it decides; `None` if the match has changed since loaded."""
    match = replace(which, voter=None)
    if not await connection.change(
        "UPDATE matches SET count = count WHERE id = :id AND version = :loaded",
        id=match.number,
        loaded=match.version,
    ):
        return None
    if _is_closed(match, at):
        raise Refusal("The vote has just closed; the next board comes in a moment.")
    if await _is_struck(connection, match.number, which.voter) is not False:
        raise Refusal("You no longer vote in this match.")
    # A vote that is cast again is as old as it was, unless it was about another board.
    await connection.insert(
        "ballots",
        "(match, event, person) DO UPDATE SET kind = excluded.kind, text = excluded.text, "
        "at = excluded.at WHERE ballots.kind <> excluded.kind OR ballots.text <> excluded.text "
        "OR ballots.at < (SELECT since FROM matches WHERE id = excluded.match)",
        match=match.number,
        event=0,
        person=which.voter,
        kind=wish.kind,
        text=wish.text,
        at=stamp(at),
    )
    await _redraw(connection, match.number)
    return await carry_out_vote(connection, match, at) or Happened(match, match)


async def carry_out_vote(
    connection: Connection, match: StoredMatch, now: datetime
) -> Happened | None:
    """Do what a match's crowd has decided by now, if it has; nobody else can change the match.

    Votes for another offer, request or move stay open as long as the turn does. Before half of the
    voters have voted nothing is decided, so these are not counted one by one.
    """
    if match.crowd is None or match.over:
        return None
    is_closed, voters = _is_closed(match, now), await _voters(connection, match.number)
    if not is_closed and 2 * await _cast_by_now(connection, match) <= voters:
        return None
    counts, to_move = ranked(await _open_counts(connection, match)), match.turn == match.crowd
    while (first := leader(counts)) is not None:
        if not (is_closed or is_decided(counts, voters, to_move=to_move)):
            return None
        try:
            event = event_of(match, first.wish, now)
        except Refusal:  # it is not possible any more
            counts.remove(first)
            continue
        after, events = await fold(connection, match, event, in_thread=False)
        saved = await save_match(connection, match, after, events)
        assert saved is not None, "it was loaded in the same transaction"
        await connection.change(
            "UPDATE ballots SET event = :event WHERE match = :match AND event = 0 "
            "AND at >= :since AND (:kind = 'move' OR kind = :kind)",
            match=match.number,
            event=event.number,
            kind=first.wish.kind,
            since=stamp(match.since),
        )
        return Happened(match, saved)
    return None


def _is_closed(match: StoredMatch, now: datetime) -> bool:
    return match.deadline is not None and match.turn == match.crowd and now >= match.deadline


async def _open_counts(connection: Connection, match: StoredMatch) -> list[Count]:
    """Count the ballots of the present turn: what came before was about another board."""
    rows = await connection.rows(
        COUNTS.format("event = 0 AND at >= :since"), match=match.number, since=stamp(match.since)
    )
    return [_count_from(row) for row in rows]


async def _cast_by_now(connection: Connection, match: StoredMatch) -> int:
    """Count all ballots that no event has decided about, also those about another board."""
    return await connection.number(
        "SELECT COUNT(*) FROM ballots WHERE match = :match AND event = 0", match=match.number
    )


async def _voters(connection: Connection, match: int) -> int:
    return await connection.number(
        "SELECT COUNT(*) FROM voters WHERE match = :match AND struck = 0", match=match
    )


async def _is_struck(connection: Connection, match: int, person: int | None) -> bool | None:
    """Tell whether a voter may vote no more; `None` for who has not joined."""
    row = await connection.row(
        "SELECT struck FROM voters WHERE match = :match AND person = :person",
        match=match,
        person=person,
    )
    return None if row is None else bool(row["struck"])


async def _take_ballot(connection: Connection, match: int, person: int, now: datetime) -> None:
    await connection.change(
        "DELETE FROM ballots WHERE match = :match AND event = 0 AND person = :person",
        match=match,
        person=person,
    )
    await _redraw(connection, match)
    await carry_out_vote(connection, await lock_match(connection, match), now)


async def _redraw(connection: Connection, match: int) -> None:
    """Let the card of a match be edited in the next round, once for all that vote until then."""
    await connection.insert("cards_to_redraw", "DO NOTHING", match=match)


def _count_from(row: Row) -> Count:
    return Count(_wish_from(row), row["votes"], moment(row["reached"]))


def _wish_from(row: Row) -> Wish:
    return Wish(Kind(row["kind"]), row["text"])

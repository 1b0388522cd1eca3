"""Crowds that play a side together: who has joined, their ballots, and what these decide.

A ballot and what it decides are one transaction: no vote is counted twice, and none is lost.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from data.columns import moment, name_columns, players_in, stamp
from data.connection import Connection, Row
from data.database import Subject
from data.load_match import load_match, lock_match
from data.mirrors import outdate_mirror
from data.people import add_person
from data.save_match import refuse_event, save_event
from data.values import Happened, Person, StoredMatch
from match.ballot import Count, Wish, event_of, is_decided, leader, ranked, wish_of
from match.event import Event, Kind
from match.match import PlayerName, Voter
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
    """What is told of crowds: how many of one have joined and voted, and the last vote on a move.

    It is the crowd that is to move, if one is.
    """

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

    async def join(
        self, number: int, person: Person, server: int | None, now: datetime
    ) -> StoredMatch:
        """Let a person vote in a match for the crowd of a server. Raises `Refusal`.

        So it does for players, in other servers, and once it is over. Nobody votes for two sides.
        """
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            side = side_to_join(match, person.id, server)
            await add_person(connection, person)
            if await connection.has(
                "SELECT 1 FROM voters "
                "WHERE match = :match AND side = :side AND person = :person AND struck = 1",
                match=number,
                side=side,
                person=person.id,
            ):
                raise Refusal("A moderator took your vote in this match; ask them.")
            if await _side_of(connection, number, person.id) == 1 - side:
                name = match.name(1 - side)
                raise Refusal(
                    "You already vote with {name}; to change, press **Join** and then **Leave** "
                    "there.",
                    name=name,
                )
            if await _voters(connection, number, side) >= MOST_VOTERS:
                raise Refusal("Enough people already play; follow the match instead.")
            await connection.insert(
                "voters", "DO NOTHING", match=number, side=side, person=person.id, since=stamp(now)
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

    async def strike(
        self, number: int, person: Person, server: int | None, now: datetime
    ) -> StoredMatch:
        """Take a person's vote for a server's crowd for good, and their open ballot there.

        Raises `Refusal` where no crowd of the server plays, and once it is over.
        """
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            side = _side_of_server(match, server)
            if side is None or match.over:
                raise Refusal(NO_VOTE)
            await add_person(connection, person)
            await connection.insert(
                "voters",
                "(match, side, person) DO UPDATE SET struck = 1",
                match=number,
                side=side,
                person=person.id,
                since=stamp(now),
                struck=True,
            )
            if await _side_of(connection, number, person.id) is None:
                await _take_ballot(connection, number, person.id, now)
            return match

    async def seated(self, match: StoredMatch, person: int) -> StoredMatch:
        """Return a match as a person plays it, who acts for a crowd after joining it."""
        if not match.crowds:
            return match
        side = await _side_of(self._reader, match.number, person)
        return match if side is None else replace(match, voter=Voter(person, side))

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
            refuse_event(which, wanted)
            casting = partial(_cast, which=which, wish=wish_of(which, wanted), at=wanted.at)
            if (happened := await self._database.run(casting)) is not None:
                return happened
            which = replace(await load_match(self._reader, which.number), voter=which.voter)

    async def voters(self, number: int, side: int) -> int:
        """Return how many vote for a side of a match."""
        return await _voters(self._reader, number, side)

    async def own(self, match: StoredMatch, now: datetime) -> Event | None:
        """Return what the voter for whom a match was loaded has voted for, if it can still be."""
        if match.voter is None:
            return None
        row = await self._reader.row(
            "SELECT kind, text FROM ballots WHERE match = :match AND event = 0 "
            "AND person = :person AND at >= :since",
            match=match.number,
            person=match.voter.person,
            since=stamp(match.since),
        )
        if row is not None:
            with suppress(Refusal):
                return event_of(match, match.voter.side, _wish_from(row), now)
        return None

    async def vote(self, match: StoredMatch, *, named: bool = False) -> Vote:
        """Return what is told of a match's crowds."""
        side = match.turn if match.awaits_vote else match.crowds[0]
        voters = await self.voters(match.number, side)
        voted = sum(one.votes for one in await _open_counts(self._reader, match, side))
        event = await self._reader.number(
            "SELECT COALESCE(MAX(number), 0) FROM events WHERE match = :match AND kind = 'move' "
            "AND side IN (SELECT value FROM json_each(:sides))",
            match=match.number,
            sides=json.dumps(match.crowds),
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
        called, names = players_in(rows, "person"), dict[Wish, list[PlayerName]]()
        for row in rows:
            names.setdefault(_wish_from(row), []).append(called[row["person"]])
        return names

    async def by_event(self, number: int) -> dict[int, Sequence[Count]]:
        """Return how a match's crowds voted, by the numbers of the events that came of it."""
        rows = await self._reader.rows(COUNTS.format("event > 0"), match=number)
        return {
            event: ranked(_count_from(row) for row in rows if row["event"] == event)
            for event in {row["event"] for row in rows}
        }


def side_to_join(match: StoredMatch, person: int, server: int | None) -> int:
    """Return the side for which a person may vote in a server.

    Raises `Refusal` for a player, where no crowd plays or only that of another server, and once it
    is over.
    """
    if person in match.seats:
        raise Refusal("You're playing against them; you can't vote, too.")
    if not match.crowds or match.over:
        raise Refusal(NO_VOTE)
    side = _side_of_server(match, server)
    if side is None:
        raise Refusal("Join in the server where {match} is played.", match=match.title)
    return side


def _side_of_server(match: StoredMatch, server: int | None) -> int | None:
    """Return the side that a server's crowd plays, if one does: its seat has that number."""
    return next((side for side in match.crowds if match.seats[side] == server), None)


async def _cast(
    connection: Connection, which: StoredMatch, wish: Wish, at: datetime
) -> Happened | None:
    """Store a ballot and do what it decides; `None` if the match has changed since loaded."""
    match, voter = replace(which, voter=None), which.voter
    assert voter is not None, "only a voter votes"
    if not await connection.change(
        "UPDATE matches SET count = count WHERE id = :id AND version = :loaded",
        id=match.number,
        loaded=match.version,
    ):
        return None
    if _is_closed(match, voter.side, at):
        raise Refusal("The vote has just closed; the next board comes in a moment.")
    if await _side_of(connection, match.number, voter.person) != voter.side:
        raise Refusal("You no longer vote in this match.")
    # A vote that is cast again is as old as it was, unless it was about another board.
    await connection.insert(
        "ballots",
        "(match, event, person) DO UPDATE SET kind = excluded.kind, text = excluded.text, "
        "at = excluded.at WHERE ballots.kind <> excluded.kind OR ballots.text <> excluded.text "
        "OR ballots.at < (SELECT since FROM matches WHERE id = excluded.match)",
        match=match.number,
        event=0,
        side=voter.side,
        person=voter.person,
        kind=wish.kind,
        text=wish.text,
        at=stamp(at),
    )
    await _redraw(connection, match.number)
    return await carry_out_vote(connection, match, at) or Happened(match, match)


async def carry_out_vote(
    connection: Connection, match: StoredMatch, now: datetime
) -> Happened | None:
    """Do what a crowd of a match has decided by now, if one has; nobody else can change the match.

    Votes for another offer, request or move stay open as long as the turn does. Before half of the
    voters have voted nothing is decided, so these are not counted one by one.
    """
    for side in () if match.over else match.crowds:
        if (decided := await _carry_out(connection, match, side, now)) is not None:
            return decided
    return None


async def _carry_out(
    connection: Connection, match: StoredMatch, side: int, now: datetime
) -> Happened | None:
    is_closed = _is_closed(match, side, now)
    voters = await _voters(connection, match.number, side)
    if not is_closed and 2 * await _cast_by_now(connection, match, side) <= voters:
        return None
    counts, to_move = ranked(await _open_counts(connection, match, side)), match.turn == side
    while (first := leader(counts)) is not None:
        if not (is_closed or is_decided(counts, voters, to_move=to_move)):
            return None
        try:
            event = event_of(match, side, first.wish, now)
        except Refusal:  # it is not possible any more
            counts.remove(first)
            continue
        saved = await save_event(connection, match, event)
        await connection.change(
            "UPDATE ballots SET event = :event WHERE match = :match AND event = 0 "
            "AND side = :side AND at >= :since AND (:kind = 'move' OR kind = :kind)",
            match=match.number,
            event=event.number,
            side=side,
            kind=first.wish.kind,
            since=stamp(match.since),
        )
        return Happened(match, saved)
    return None


def _is_closed(match: StoredMatch, side: int, now: datetime) -> bool:
    return match.deadline is not None and match.turn == side and now >= match.deadline


async def _open_counts(connection: Connection, match: StoredMatch, side: int) -> list[Count]:
    """Count a crowd's ballots of the present turn: what came before was about another board."""
    rows = await connection.rows(
        COUNTS.format("event = 0 AND side = :side AND at >= :since"),
        match=match.number,
        side=side,
        since=stamp(match.since),
    )
    return [_count_from(row) for row in rows]


async def _cast_by_now(connection: Connection, match: StoredMatch, side: int) -> int:
    """Count a crowd's ballots that no event has decided about, also those about another board."""
    return await connection.number(
        "SELECT COUNT(*) FROM ballots WHERE match = :match AND event = 0 AND side = :side",
        match=match.number,
        side=side,
    )


async def _voters(connection: Connection, match: int, side: int) -> int:
    return await connection.number(
        "SELECT COUNT(*) FROM voters WHERE match = :match AND side = :side AND struck = 0",
        match=match,
        side=side,
    )


async def _side_of(connection: Connection, match: int, person: int) -> int | None:
    return await connection.number_or_none(
        "SELECT side FROM voters WHERE match = :match AND person = :person AND struck = 0",
        match=match,
        person=person,
    )


async def _take_ballot(connection: Connection, match: int, person: int, now: datetime) -> None:
    await connection.change(
        "DELETE FROM ballots WHERE match = :match AND event = 0 AND person = :person",
        match=match,
        person=person,
    )
    await _redraw(connection, match)
    await carry_out_vote(connection, await lock_match(connection, match), now)


async def _redraw(connection: Connection, match: int) -> None:
    """Let the cards of a match be edited in the next round, once for all that vote until then."""
    await connection.insert("cards_to_redraw", "DO NOTHING", match=match)
    await outdate_mirror(connection, match)


def _count_from(row: Row) -> Count:
    return Count(_wish_from(row), row["votes"], moment(row["reached"]))


def _wish_from(row: Row) -> Wish:
    return Wish(Kind(row["kind"]), row["text"])

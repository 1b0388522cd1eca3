"""Leagues and cups of servers: opening, joining, leaving, and what is due."""

import json
import random
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from contests.contest import LEAST, LEAST_DIVISION, MOST, MOST_DIVISION, MOST_WEEKS, Form
from data.challenge_rules import refuse_terms
from data.columns import MICROSECOND, message_columns, refuse_repeated_request, stamp
from data.connection import Connection
from data.contest_course import advance, end_early, put_out
from data.contest_messages import leave_thread, lose_thread
from data.contest_values import (
    VACATION,
    Contest,
    ContestNews,
    ContestState,
    ContestTerms,
    NoContest,
    WhyOut,
)
from data.database import Database, Subject
from data.load_contest import (
    LIVE,
    add_entrant,
    change_contest,
    has_entrant,
    load_contest,
    load_contests,
    next_number,
    terms_columns,
)
from data.people import add_person, lock_people
from data.settings import load_server_settings
from data.stopped_clocks import give_least, start_clocks
from data.values import Person, Place, Terms
from match.vacation import AFTERWARDS
from rules import Refusal

# ruff: noqa: S608 (the statements are made of our own words only)

SHOWN = 25
"""The most contests of a server that are listed."""
STEPS = 200
"""The most steps of a contest one after another; the next round goes on."""


class Champion(NamedTuple):
    """Somebody who won the latest contest of its form and game in a server."""

    person: int
    contest: Contest


class Contests(Subject):
    """Leagues and cups, each action a transaction."""

    def __init__(self, database: Database, rng: random.Random) -> None:
        super().__init__(database)
        self._rng = rng

    # What people do.

    async def open(
        self,
        terms: ContestTerms,
        place: Place,
        organiser: Person,
        begins: datetime,
        now: datetime,
        request: int | None = None,
    ) -> Contest:
        """Open a contest for sign-up until a date.

        Raises `Refusal` for invalid terms, and if the server has as many contests as it allows.
        """
        _refuse_contest(terms)
        if place.server is None:
            raise Refusal("Leagues and cups are for servers; start one there.")
        async with self._database.transaction() as connection:
            await refuse_repeated_request(connection, "contests", request)
            settings = await load_server_settings(connection, place.server)
            # Each series counts once.
            live = await connection.number(
                f"SELECT COUNT(*) FROM contests c WHERE server = :server AND {LIVE} "
                "AND NOT EXISTS "
                "(SELECT 1 FROM contests p WHERE p.id = c.previous AND p.state = 'running')",
                server=place.server,
            )
            if live >= settings.seasons_at_once:
                raise Refusal(
                    "Limit reached: {number} league or cup. Wait for it to end, or ask a "
                    "moderator to raise the limit.",
                    "Limit reached: {number} leagues and cups. Wait for one to end, or ask a "
                    "moderator to raise the limit.",
                    number=live,
                )
            await add_person(connection, organiser)
            contest = await connection.insert_numbered(
                "contests",
                **terms_columns(terms.with_sides()),
                server=place.server,
                channel=place.channel,
                number=await next_number(connection, place.server),
                season=1,
                state=ContestState.OPEN,
                organiser=organiser.id,
                opened=stamp(now),
                begins=stamp(begins),
                due=stamp(begins),
                request=request,
            )
            return await load_contest(connection, contest)

    async def join(
        self, contest: int, person: Person, server: int | None, now: datetime
    ) -> Contest:
        """Let a person join; a contest that is full begins. Raises `Refusal` if they may not."""
        if person.is_bot:
            raise Refusal("Other bots can't play; challenge a person instead.")
        async with self._database.transaction() as connection:
            await add_person(connection, person)
            await lock_people(connection, person.id)
            before = await _load_here(connection, contest, server)
            if not before.is_open:
                raise Refusal(
                    "Nobody can join this league or cup any more; `/season show` lists the others."
                )
            if before.entrant(person.id) is not None:
                raise Refusal("You're already in; once this begins, you get your first match.")
            taken = len(before.entrants) + await _kept_places(connection, before, person.id)
            if taken >= before.terms.most:
                raise Refusal("It's full: someone else took the last spot.")
            await add_entrant(connection, contest, person.id, now)
            full = len(before.entrants) + 1 == before.terms.most and before.begins is not None
            columns = {"begins": stamp(now), "due": stamp(now)} if full else {}
            await change_contest(connection, contest, **columns)
            return await load_contest(connection, contest)

    async def leave(self, contest: int, person: int, server: int | None, now: datetime) -> Contest:
        """Let a person leave: before the beginning they are not in it, later they are out of it.

        Raises `Refusal` if they are not in it.
        """
        async with self._database.transaction() as connection:
            before = await _load_here(connection, contest, server)
            entrant = before.entrant(person)
            is_in = entrant is not None or (
                before.is_open
                and before.previous is not None
                and await has_entrant(connection, before.previous, person)
            )
            if not (before.is_live and is_in):
                raise Refusal("You're not in this league or cup, so there's nothing to leave.")
            if before.is_open:
                # Nor are they carried over.
                await connection.insert(
                    "contest_entrants",
                    "(contest, person) DO UPDATE SET declined = 1",
                    contest=contest,
                    person=person,
                    joined=stamp(now),
                    declined=1,
                )
                await change_contest(connection, contest)
            elif entrant is not None and entrant.out is not None:
                raise Refusal("You're already out of this league or cup.")
            else:
                await put_out(connection, before, person, WhyOut.LEFT, now)
            return await load_contest(connection, contest)

    async def change(
        self,
        contest: int,
        server: int | None,
        terms: ContestTerms,
        begins: datetime | None,
        now: datetime,
    ) -> Contest:
        """Change a contest that people can still join; `begins` is `None` if that stays.

        Who may do that is for the caller to check. One that is full now begins. Raises `Refusal`
        for invalid terms, once sign-up has ended, and for fewer places than are taken.
        """
        _refuse_contest(terms)
        async with self._database.transaction() as connection:
            before = await _load_here(connection, contest, server)
            if not before.is_open:
                raise Refusal("Sign-up has ended, so this can't be changed any more.")
            taken = len(before.entrants) + await _kept_places(connection, before, 0)
            if terms.most < taken:
                raise Refusal(
                    "{number} place is taken already; allow at least as many players.",
                    "{number} places are taken already; allow at least as many players.",
                    number=taken,
                )
            columns = terms_columns(terms.with_sides())
            if before.begins is not None:
                when = now if taken == terms.most else begins or before.begins
                columns |= {"begins": stamp(when), "due": stamp(when)}
            await change_contest(connection, contest, **columns)
            return await load_contest(connection, contest)

    async def stop(self, contest: int, server: int | None, now: datetime) -> Contest:
        """End a contest before its time; its matches go on like any others.

        Who may do that is for the caller to check. Raises `Refusal` if it is over.
        """
        async with self._database.transaction() as connection:
            before = await _load_here(connection, contest, server)
            if not before.is_live:
                raise Refusal("This league or cup is already over.")
            await end_early(connection, before, ContestNews.STOPPED, now)
            return await load_contest(connection, contest)

    async def move(self, contest: int, place: Place, now: datetime) -> Contest:
        """Show a contest in another channel of its server, and begin its matches there."""
        async with self._database.transaction() as connection:
            before = await _load_here(connection, contest, place.server)
            if before.thread is not None:
                await leave_thread(connection, before.thread, now)
            card = message_columns("card", None)
            await change_contest(connection, contest, channel=place.channel, **card)
            return await load_contest(connection, contest)

    async def lose_channel(self, channel: int, now: datetime) -> None:
        """Record that a channel was deleted: whoever started a contest there is told.

        If it is the thread of a contest, that goes on in the channel around it.
        """
        async with self._database.transaction() as connection:
            await lose_thread(connection, channel, now)
            for thread in await connection.numbers(
                "SELECT thread FROM contests WHERE channel = :channel AND thread IS NOT NULL",
                channel=channel,
            ):
                await lose_thread(connection, thread, now)
            for contest in await connection.numbers(
                f"SELECT id FROM contests WHERE channel = :channel AND {LIVE} ORDER BY id",
                channel=channel,
            ):
                card = message_columns("card", None)
                await change_contest(connection, contest, ContestNews.NO_CHANNEL, now, **card)

    async def come_back(self, servers: Collection[int], now: datetime) -> None:
        """Go on with the contests of servers that had been left; it may be too late for them."""
        for contest in await self._reader.numbers(
            "SELECT id FROM contests WHERE left IS NOT NULL "
            "AND server IN (SELECT value FROM json_each(:servers)) ORDER BY id",
            servers=json.dumps([*servers]),
        ):
            async with self._database.transaction() as connection:
                await advance(connection, await load_contest(connection, contest), now, self._rng)
                await change_contest(connection, contest, left=None)
                await connection.change(
                    f"UPDATE contests SET due = :now WHERE id = :contest AND {LIVE}",
                    contest=contest,
                    now=stamp(now),
                )

    # What rounds do.

    async def due(self, now: datetime) -> list[int]:
        """List the contests about which something is to be done."""
        return await self._reader.numbers(
            "SELECT id FROM contests WHERE due <= :now ORDER BY due, id", now=stamp(now)
        )

    async def go_on(self, contest: int, now: datetime, *, has_channel: bool = True) -> Contest:
        """Do what is due in a contest, step by step, each a transaction."""
        for _ in range(STEPS):
            async with self._database.transaction() as connection:
                found = await load_contest(connection, contest)
                await advance(connection, found, now, self._rng, has_channel=has_channel)
                is_due = await connection.number(
                    "SELECT due <= :now FROM contests WHERE id = :contest",
                    contest=contest,
                    now=stamp(now),
                )
            if not is_due:
                break
        return await self.find(contest)

    async def vacations_over(self, now: datetime) -> list[tuple[int, int]]:
        """List the contests, and who has used up the vacation that these allow."""
        rows = await self._reader.rows(
            "SELECT contest, person FROM contest_entrants WHERE away_since IS NOT NULL "
            "AND away_used + :now - away_since >= :most",
            now=stamp(now),
            most=VACATION // MICROSECOND,
        )
        return [(row["contest"], row["person"]) for row in rows]

    async def use_up_vacation(self, away: tuple[int, int], now: datetime) -> None:
        """Restart the clocks, in a contest, of somebody who has used up the vacation there."""
        contest, person = away
        async with self._database.transaction() as connection:
            is_used_up = await connection.change(
                "UPDATE contest_entrants SET used_up = 1, away_since = NULL, away_used = :most "
                "WHERE contest = :contest AND person = :person AND used_up = 0 "
                "AND away_since IS NOT NULL",
                contest=contest,
                person=person,
                most=VACATION // MICROSECOND,
            )
            if not is_used_up:
                return
            least = AFTERWARDS // MICROSECOND
            await give_least(connection, person, least, contest=contest)
            await start_clocks(connection, person, now, contest=contest)

    # Queries.

    async def find(self, contest: int) -> Contest:
        """Find a contest. Raises `Refusal` if there is none."""
        return await load_contest(self._reader, contest)

    async def find_here(self, contest: int, server: int | None) -> Contest:
        """Find a contest of a server. Raises `NoContest` for those of others."""
        return await _load_here(self._reader, contest, server)

    async def of_server(self, server: int) -> list[Contest]:
        """List a server's contests, those that are open or running first, then the latest."""
        return await load_contests(
            self._reader,
            f"WHERE c.server = :server ORDER BY c.{LIVE} DESC, c.id DESC LIMIT :most",
            server=server,
            most=SHOWN,
        )

    async def of_person(self, person: int, server: int | None = None) -> list[Contest]:
        """List the open and running contests of a person, in a server or anywhere."""
        return await load_contests(
            self._reader,
            "JOIN contest_entrants e ON e.contest = c.id "
            f"WHERE e.person = :person AND e.declined = 0 AND c.{LIVE} "
            "AND (:server IS NULL OR c.server = :server) ORDER BY c.state DESC, c.id",
            person=person,
            server=server,
        )

    async def champions(self, server: int, game: str | None = None) -> list[Champion]:
        """List who won the latest contests of a server, of one game or all."""
        latest = await load_contests(
            self._reader,
            "WHERE c.server = :server AND c.state = 'over' "
            "AND (:game IS NULL OR c.game = :game) "
            "AND NOT EXISTS (SELECT 1 FROM contests l "
            "WHERE l.server = c.server AND l.state = 'over' AND l.game = c.game "
            "AND l.form = c.form AND (l.ended, l.id) > (c.ended, c.id)) ORDER BY c.id",
            server=server,
            game=game,
        )
        return [Champion(one.person.id, contest) for contest in latest for one in contest.champions]


async def _load_here(connection: Connection, contest: int, server: int | None) -> Contest:
    """Load a contest of a server. Raises `NoContest` for others as for none."""
    found = await load_contest(connection, contest)
    if server is None or found.place.server != server:
        raise NoContest
    return found


async def _kept_places(connection: Connection, contest: Contest, person: int) -> int:
    """Count the places that a series keeps for others who play in the season before."""
    if contest.previous is None or contest.begins is not None:
        return 0
    before = await load_contest(connection, contest.previous)
    return sum(
        [
            not await has_entrant(connection, contest.id, one.person.id)
            for one in before.entrants
            if one.out is None and one.person.id != person
        ]
    )


def _refuse_contest(terms: ContestTerms) -> None:
    refuse_terms(Terms(terms.game, terms.options, rated=terms.rated))
    least = LEAST[terms.form]
    limits: Sequence[tuple[int, int, int]] = (
        (terms.most, least, MOST),
        (terms.division, LEAST_DIVISION, MOST_DIVISION),
        (terms.weeks, 2 if terms.form is Form.CUP else 1, MOST_WEEKS),
    )
    for value, low, high in limits:
        if not low <= value <= high:
            raise Refusal(
                "{value} doesn't fit here; choose a number from {low} to {high}.",
                value=value,
                low=low,
                high=high,
            )

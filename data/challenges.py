"""Challenges: to one person or to whoever takes it first."""

import random
from datetime import datetime, timedelta

import aiosqlite

from data import tables
from data.database import Database
from data.keeping import begin
from data.rows import card_values, challenge_from, stamp, terms_values
from data.values import Card, Challenge, KeptMatch, Person, Place, Seat, State, Terms
from rules import GAMES, Refusal
from rules.words import listing, shown

PACES = (3, 1, 2, 5, 7, 14, None)
"""Days per move, the default first; `None` is without a clock."""
DIRECT_STANDS = timedelta(days=7)
OPEN_STANDS = timedelta(days=3)
MOST_PENDING = 20


class Challenges:
    """What people do with challenges, each a transaction."""

    def __init__(self, database: Database, lots: random.Random) -> None:
        self._database = database
        self._lots = lots

    async def make(
        self, challenger: Person, opponent: Person | None, terms: Terms, place: Place, now: datetime
    ) -> Challenge:
        """Challenge somebody, or with no opponent named, whoever takes it first.

        Raises `Refusal` for an opponent whom one cannot challenge, unknown terms, a challenge that
        stands already, or too many.
        """
        _refuse_opponent(challenger, opponent)
        values = _checked(terms)
        to = None if opponent is None else opponent.id
        stands = OPEN_STANDS if opponent is None else DIRECT_STANDS
        async with self._database.transaction() as connection:
            if await tables.identical_challenge(
                connection, challenger.id, to, values, place.channel, stamp(now)
            ):
                raise Refusal("This challenge of yours stands already; wait for an answer to it.")
            if await tables.pending_challenges_by(connection, challenger.id, stamp(now)) >= (
                MOST_PENDING
            ):
                raise Refusal(
                    "You have {number} challenges waiting for an answer; withdraw one of them "
                    "first.",
                    number=MOST_PENDING,
                )
            for person in (challenger, opponent):
                if person is not None:
                    await tables.name_person(connection, person.id, person.name)
            number = await tables.add_challenge(
                connection,
                challenger.id,
                to,
                values,
                (place.server, place.channel),
                stamp(now),
                stamp(now + stands),
            )
            return await _load(connection, number)

    async def accept(
        self, number: int, person: Person, place: Place, now: datetime
    ) -> tuple[Challenge, KeptMatch]:
        """Take a challenge up: the match begins, in the place where it is accepted."""
        if person.is_bot:
            raise Refusal("A bot cannot play; challenge a person instead.")
        async with self._database.transaction() as connection:
            challenge = await _pending(connection, number, now)
            _refuse_taker(challenge, person.id)
            await tables.name_person(connection, person.id, person.name)
            seats = (challenge.challenger.id, person.id)
            if self._swapped(challenge.terms.seat):
                seats = (person.id, challenge.challenger.id)
            match = await begin(connection, challenge.terms, seats, place, now)
            return await _settle(connection, number, State.ACCEPTED, match.number), match

    async def decline(self, number: int, person: int, now: datetime) -> Challenge:
        """Turn down a challenge to oneself."""
        async with self._database.transaction() as connection:
            challenge = await _pending(connection, number, now)
            if challenge.challenger.id == person:
                raise Refusal("This challenge is your own; withdraw it instead.")
            if challenge.opponent is None:
                raise Refusal(
                    "This challenge is open to anybody; leave it for somebody else to accept."
                )
            if challenge.opponent.id != person:
                raise _not_for(challenge.opponent)
            return await _settle(connection, number, State.DECLINED)

    async def withdraw(self, number: int, person: int, now: datetime) -> Challenge:
        """Take one's own challenge back."""
        async with self._database.transaction() as connection:
            challenge = await _pending(connection, number, now)
            if challenge.challenger.id != person:
                raise Refusal(
                    "Only {name} can withdraw this challenge, who made it.",
                    name=challenge.challenger.name,
                )
            return await _settle(connection, number, State.WITHDRAWN)

    async def expire(self, number: int, now: datetime) -> Challenge:
        """Note that nobody took a challenge up in time. Raises `Refusal` while it stands."""
        async with self._database.transaction() as connection:
            challenge = await _load(connection, number)
            if challenge.state is not State.PENDING or now < challenge.expires:
                raise Refusal("This challenge does not expire now; look at how it stands.")
            return await _settle(connection, number, State.EXPIRED)

    async def find(self, number: int) -> Challenge:
        """Find a challenge as it stands. Raises `Refusal` where there is none."""
        async with self._database.reading() as connection:
            return await _load(connection, number)

    async def pending(
        self, now: datetime, *, person: int | None = None, channel: int | None = None
    ) -> list[Challenge]:
        """List what waits for an answer: by or to a person, in a channel, or all there is."""
        async with self._database.reading() as connection:
            rows = await tables.pending_challenges(connection, stamp(now), person, channel)
        return [challenge_from(row) for row in rows if row["game"] in GAMES]

    async def show_on(self, number: int, card: Card | None) -> None:
        """Remember which message shows a challenge, or that none does."""
        async with self._database.transaction() as connection:
            await tables.card_challenge(connection, number, *card_values(card))

    def _swapped(self, seat: Seat) -> bool:
        """Tell whether the challenger plays the second side, by lot where it was left to it."""
        if seat is Seat.RANDOM:
            return self._lots.random() < 0.5
        return seat is Seat.SECOND


async def _load(connection: aiosqlite.Connection, number: int) -> Challenge:
    row = await tables.challenge(connection, number)
    if row is None:
        raise Refusal("This challenge is no longer there; make a new one.")
    return challenge_from(row)


async def _pending(connection: aiosqlite.Connection, number: int, now: datetime) -> Challenge:
    """Load a challenge that still waits for an answer. Raises `Refusal` for any other."""
    challenge = await _load(connection, number)
    state = challenge.state
    if state is State.PENDING and now >= challenge.expires:
        state = State.EXPIRED
    if state is State.PENDING:
        return challenge
    raise Refusal(_SETTLED[state])


_SETTLED = {
    State.ACCEPTED: "This challenge has been accepted already; make one of your own.",
    State.DECLINED: "This challenge has been declined; make a new one.",
    State.WITHDRAWN: "This challenge has been withdrawn; make one of your own.",
    State.EXPIRED: "This challenge has expired; make a new one.",
}


async def _settle(
    connection: aiosqlite.Connection, number: int, state: State, match: int | None = None
) -> Challenge:
    await tables.settle_challenge(connection, number, state, match)
    return await _load(connection, number)


def _refuse_opponent(challenger: Person, opponent: Person | None) -> None:
    if challenger.is_bot or (opponent is not None and opponent.is_bot):
        raise Refusal("A bot cannot play; challenge a person instead.")
    if opponent is not None and opponent.id == challenger.id:
        raise Refusal(
            "You cannot challenge yourself; name somebody else, or leave the opponent out for an "
            "open challenge."
        )


def _refuse_taker(challenge: Challenge, person: int) -> None:
    if challenge.challenger.id == person:
        raise Refusal("This challenge is your own; wait for somebody else to accept it.")
    if challenge.opponent is not None and challenge.opponent.id != person:
        raise _not_for(challenge.opponent)


def _not_for(opponent: Person) -> Refusal:
    return Refusal(
        "This challenge is for {name}; make one of your own.",
        name=opponent.name,
    )


def _checked(terms: Terms) -> tuple[tables.Value, ...]:
    """Write terms as they are stored. Raises `Refusal` for a game, option or pace there is not."""
    if terms.game not in GAMES:
        raise Refusal(
            "There is no game `{game}` here; choose {valid}.",
            game=shown(terms.game),
            valid=listing((game.name for game in GAMES.values()), "or"),
        )
    if terms.pace not in PACES:
        raise Refusal(
            "A move cannot take {pace} days at most; choose {valid} days, or no clock.",
            pace=terms.pace,
            valid=listing(map(str, sorted(pace for pace in PACES if pace)), "or"),
        )
    return terms_values(terms)

"""Challenges, to one person or to whoever accepts first."""

import random
from dataclasses import replace
from datetime import datetime, timedelta

from data.begin_match import assign_seats, begin_match
from data.challenge_rows import (
    SELECT_CHALLENGES,
    UNSETTLED,
    challenge_from,
    challenges_from,
    note_state_announced,
    set_challenge_card,
)
from data.challenge_rules import refuse_blocked, refuse_decliner, refuse_taker, refuse_to_change
from data.columns import has_finished, stamp
from data.connection import Connection
from data.database import Database, Subject
from data.people import add_person
from data.save_challenge import add_challenge, load_challenge, load_pending, settle
from data.standing_challenges import offer_next
from data.values import Challenge, ChallengeState, MessageRef, Person, Place, StoredMatch, Terms
from rules import GAMES, Code, Refusal

MONTH = timedelta(days=30)
"""The time for which unsuccessful challenges are stored after they would have expired."""
SOME = 100
"""The number of challenges removed at a time."""


class Challenges(Subject):
    """Challenges and what people do with them, each action a transaction."""

    def __init__(self, database: Database, rng: random.Random) -> None:
        super().__init__(database)
        self._rng = rng

    async def make(
        self,
        challenger: Person,
        opponent: Person | None,
        terms: Terms,
        place: Place,
        now: datetime,
        request: int | None = None,
        *,
        at_once: int | None = None,
    ) -> Challenge:
        """Challenge a person, or if no opponent is named, whoever accepts first.

        With `at_once` it is a standing challenge: whenever it is accepted it is offered again,
        until that many of its matches are in progress, and again when one of them ends. Raises
        `Refusal` for an opponent who cannot be challenged, invalid terms, a challenge identical to
        a pending one, too many, or a request that was handled before.
        """
        people = challenger, opponent
        async with self._database.transaction() as connection:
            return await add_challenge(
                connection, *people, terms, place, now, request, at_once=at_once
            )

    async def replace(
        self, number: int, person: int, terms: Terms, now: datetime, at_once: int | None = None
    ) -> tuple[Challenge, Challenge]:
        """Replace one's own challenge by one with other terms, on the same card.

        Returns the old one, which is withdrawn, and the new one. Raises `Refusal` for whatever
        `make` refuses; the old one is unchanged then.
        """
        async with self._database.transaction() as connection:
            old = await load_pending(connection, number, now)
            refuse_to_change(old, person)
            await settle(connection, number, ChallengeState.WITHDRAWN, now)
            await note_state_announced(connection, number, ChallengeState.WITHDRAWN)
            people = (old.challenger, old.opponent)
            new = (
                await add_challenge(connection, *people, terms, old.place, now, at_once=at_once)
            ).number
            await set_challenge_card(connection, number, None)
            await set_challenge_card(connection, new, old.card)
            return await load_challenge(connection, number), await load_challenge(connection, new)

    async def accept(
        self, number: int, person: Person, place: Place, now: datetime
    ) -> tuple[Challenge, StoredMatch]:
        """Accept a challenge: the match begins, in the place where it is accepted.

        If both sides are to be played, two matches begin; the first is returned. A standing
        challenge is offered again in the same transaction. Raises `Refusal` if the person may not
        accept it.
        """
        if person.is_bot:
            raise Refusal("Other bots can't play; challenge a person instead.")
        async with self._database.transaction() as connection:
            challenge = await load_pending(connection, number, now)
            refuse_taker(challenge, person.id)
            if challenge.ladder is None:
                await refuse_blocked(connection, challenge.challenger.id, person.id)
            await settle(connection, number, ChallengeState.ACCEPTED, now)
            await add_person(connection, person)
            people = challenge.terms.crowd or challenge.challenger.id, person.id
            seats = assign_seats(*people, challenge.terms.seat, self._rng)
            terms = await self._rated_terms(connection, challenge, person)
            came_of = None if challenge.at_once is None else challenge.origin
            match = await begin_match(
                connection, terms, seats, place, now, came_of=came_of, ladder=challenge.ladder
            )
            await connection.change(
                "UPDATE challenges SET match = :match WHERE id = :number",
                number=number,
                match=match.number,
            )
            if came_of is not None:
                await offer_next(connection, challenge, now)
            return await load_challenge(connection, number), match

    @staticmethod
    async def _rated_terms(connection: Connection, challenge: Challenge, taker: Person) -> Terms:
        """Return the terms, rated if the challenge counts between those two."""
        counts = challenge.counts
        if counts and challenge.needs_experience:
            counts = await connection.has(
                f"SELECT 1 WHERE {has_finished(':taker', ':game')}",
                taker=taker.id,
                game=challenge.terms.game,
            )
        return replace(challenge.terms, rated=counts)

    async def decline(self, number: int, person: int, now: datetime) -> Challenge:
        """Decline a challenge to oneself. Raises `Refusal` for any other."""
        async with self._database.transaction() as connection:
            refuse_decliner(await load_pending(connection, number, now), person)
            return await settle(connection, number, ChallengeState.DECLINED, now)

    async def withdraw(self, number: int, person: int, now: datetime) -> Challenge:
        """Withdraw one's own challenge. Raises `Refusal` for any other."""
        async with self._database.transaction() as connection:
            challenge = await load_pending(connection, number, now, may_rest=True)
            if challenge.challenger.id != person:
                raise Refusal(
                    "Only {name} can withdraw this challenge; ask them to.",
                    name=challenge.challenger.display_name,
                )
            return await settle(connection, number, ChallengeState.WITHDRAWN, now)

    async def expire(self, number: int, now: datetime) -> Challenge:
        """Mark a challenge that nobody accepted in time as expired. Raises `Refusal` if early."""
        async with self._database.transaction() as connection:
            challenge = await load_challenge(connection, number)
            if challenge.state is not ChallengeState.PENDING or now < challenge.expires:
                raise Refusal("This challenge is still open; check its card.")
            return await settle(connection, number, ChallengeState.EXPIRED, now)

    async def find(self, number: int) -> Challenge:
        """Find a challenge. Raises `Refusal` if there is none of that number."""
        return await load_challenge(self._reader, number)

    async def find_pending(self, number: int, now: datetime) -> Challenge:
        """Find a challenge that waits for an answer. Raises `Refusal` for any other."""
        return await load_pending(self._reader, number, now)

    async def standing(self, taken: Challenge) -> Challenge | None:
        """Find the present offer of a standing challenge of which `taken` was accepted, if any."""
        row = await self._reader.row(
            f"{SELECT_CHALLENGES} WHERE c.anew_of = :origin AND c.{UNSETTLED}", origin=taken.origin
        )
        return None if row is None else challenge_from(row)

    async def pending(self, now: datetime) -> list[Challenge]:
        """List all challenges that wait for an answer."""
        rows = await self._reader.rows(
            f"{SELECT_CHALLENGES} WHERE c.state = 'pending' AND c.expires > :now ORDER BY c.id",
            now=stamp(now),
        )
        return challenges_from([row for row in rows if row["game"] in GAMES])

    async def last_by(self, person: int) -> Challenge:
        """Find the last challenge that a person made by hand.

        Raises `Refusal` if there is none, or its game or its opponent is gone.
        """
        row = await self._reader.row(
            f"{SELECT_CHALLENGES} WHERE c.challenger = :person AND c.anew_of IS NULL "
            "ORDER BY c.made DESC, c.id DESC LIMIT 1",
            person=person,
        )
        if row is None:
            raise Refusal(
                "You haven't challenged anyone lately; start with `/{game}`, for example.",
                game=next(iter(GAMES)),
            )
        if row["game"] not in GAMES:
            raise Refusal(
                "Your last challenge was for a game of {former}, which is no longer played "
                "here; choose another game, for example `/{game}`.",
                former=Code(row["game"]),
                game=next(iter(GAMES)),
            )
        challenge = challenge_from(row)
        if challenge.opponent is not None and challenge.opponent.id < 0:
            raise Refusal(
                "The person you last challenged isn't here any more; challenge someone else, "
                "for example with `/{game}`.",
                game=challenge.terms.game,
            )
        return challenge

    async def remove_settled(self, now: datetime) -> None:
        """Remove some unsuccessful challenges, a month after they would have expired."""
        await self._database.change(
            "DELETE FROM challenges WHERE id IN (SELECT id FROM challenges WHERE state "
            "IN ('withdrawn', 'declined', 'expired', 'countered') AND expires < :before "
            "ORDER BY expires LIMIT :most)",
            before=stamp(now - MONTH),
            most=SOME,
        )

    async def show_on(self, number: int, posted: MessageRef) -> None:
        """Record which message shows a challenge, and announces it."""
        async with self._database.transaction() as connection:
            await set_challenge_card(connection, number, posted)
            await note_state_announced(connection, number, ChallengeState.PENDING)

    async def mark_announced(self, number: int, state: ChallengeState) -> None:
        """Record that a challenge was announced in this state; a later state is announced again."""
        await self._database.run(lambda connection: note_state_announced(connection, number, state))

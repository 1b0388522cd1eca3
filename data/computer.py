"""Matches against the computer: begin one, where it is to move, and which level fits a person."""

import json
import random
from dataclasses import replace
from datetime import datetime, timedelta

from data.begin_match import assign_seats, begin_match
from data.challenge_rules import refuse_blocked, refuse_terms, refuse_to_replace
from data.columns import stamp
from data.database import Database, Subject
from data.people import add_person
from data.player_rating import find_standings
from data.save_challenge import load_pending, settle
from data.values import ChallengeState, Person, Place, RepeatedRequest, StoredMatch, Terms
from match.event import WITHOUT_RESULT
from match.fitting_level import Faced, fitting_level

OFFERED_AFTER = timedelta(hours=1)
"""The time that an open challenge waits before its card offers to play the computer."""
LAST_RESULTS = 300
"""The number of a person's last matches against the computer by which they are judged.

Old ones hardly count, but say when the level changed last.
"""


class Computer(Subject):
    """Matches against the computer, whose number is the bot's own at Discord.

    Its search is not stored: whether it is to move is read from the matches themselves.
    """

    def __init__(self, database: Database, rng: random.Random) -> None:
        super().__init__(database)
        self._rng = rng

    async def begin(
        self,
        person: Person,
        itself: Person,
        terms: Terms,
        level: int,
        place: Place,
        now: datetime,
        request: int | None = None,
        *,
        challenge: int | None = None,
    ) -> StoredMatch:
        """Begin a match of a person against the computer; it is not rated, whatever the terms say.

        It may replace one's own challenge, which is withdrawn then. Raises `Refusal` for invalid
        terms, too many such matches at the same time, or a challenge that is not one's own, and
        `RepeatedRequest` for a request that was handled before.
        """
        refuse_terms(terms)
        async with self._database.transaction() as connection:
            if begun := await connection.numbers(
                "SELECT id FROM matches WHERE request = :request", request=request
            ):
                raise RepeatedRequest(*begun)
            await refuse_blocked(connection, person.id, itself.id)
            if challenge is not None:
                offered = await load_pending(connection, challenge, now)
                refuse_to_replace(offered, person.id)
                await settle(connection, challenge, ChallengeState.WITHDRAWN, now)
            for one in (person, itself):
                await add_person(connection, one)
            seats = assign_seats(terms.crowd or person.id, itself.id, terms.seat, self._rng)
            return await begin_match(
                connection,
                replace(terms, rated=False, both_sides=False),
                seats,
                place,
                now,
                computer=seats.index(itself.id),
                level=level,
                request=request,
            )

    async def awaiting(self) -> list[int]:
        """List the matches in which the computer must move or answer, the longest waiting first."""
        return await self._reader.numbers(
            "SELECT id FROM matches WHERE computer IS NOT NULL AND ended IS NULL AND locked = 0 "
            "AND (turn = computer OR draw_offer = 1 - computer) ORDER BY since, id"
        )

    async def best_beaten(self, person: int) -> dict[str, int]:
        """Return for each game the highest level that a person has won against."""
        return await self._reader.pairs(
            "SELECT game, MAX(level) AS level FROM ("
            "SELECT game, level FROM matches WHERE first = :person AND computer = 1 AND winner = 0 "
            "UNION ALL SELECT game, level FROM matches "
            "WHERE second = :person AND computer = 0 AND winner = 1) w GROUP BY game ORDER BY game",
            person=person,
        )

    async def fitting_level(
        self, person: int, game: str, levels: range, step: int, now: datetime
    ) -> int:
        """Return the level at which a person would win about half of their matches in a game.

        Each of its levels is `step` points above the one below.
        """
        halves = " UNION ALL ".join(
            "SELECT level, ended, id, how, "  # noqa: S608 (our own names)
            f"CASE WHEN winner IS NULL THEN 0.5 WHEN winner = {side} THEN 1 ELSE 0 END AS score, "
            f"{'-' * side}advantage AS advantage FROM matches "
            f"WHERE {own} = :person AND game = :game AND computer = {1 - side} "
            "AND ended IS NOT NULL"
            for side, own in enumerate(("first", "second"))
        )
        [standing] = await find_standings(self._reader, game, [person])
        results = await self._reader.rows(
            f"SELECT level, score, advantage FROM ({halves}) h "  # noqa: S608 (our own names)
            "WHERE how NOT IN (SELECT atom FROM json_each(:without)) "
            "ORDER BY ended DESC, id DESC LIMIT :most",
            person=person,
            game=game,
            without=json.dumps([*WITHOUT_RESULT]),
            most=LAST_RESULTS,
        )
        faced = [
            Faced(row["level"], float(row["score"]), row["advantage"]) for row in reversed(results)
        ]
        return fitting_level(levels, step, standing.as_of(now), faced)

    async def unanswered_challenges(self, now: datetime) -> list[int]:
        """List the open challenges that nobody accepted for an hour, and that offer nothing yet."""
        # Standing ones are left out: they are not to be withdrawn for one match.
        return await self._reader.numbers(
            "SELECT id FROM challenges WHERE state = 'pending' AND opponent IS NULL "
            "AND at_once IS NULL AND offers_computer = 0 AND made <= :before AND expires > :now "
            "ORDER BY id",
            before=stamp(now - OFFERED_AFTER),
            now=stamp(now),
        )

    async def offer_computer(self, challenge: int, now: datetime) -> None:
        """Make an open challenge offer to play the computer; its card must be updated."""
        await self._database.change(
            "UPDATE challenges SET offers_computer = 1, untold_since = :now "
            "WHERE id = :challenge AND state = 'pending' AND offers_computer = 0",
            challenge=challenge,
            now=stamp(now),
        )

"""Open challenges of a server, and the last challenge that a person made."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from data import tables
from data.database import Database
from data.player_rating import Standing
from data.tables.challenges import challenge_from
from data.tables.columns import stamp
from data.tables.ratings import standing_from
from data.values import Challenge
from match.rating import Rating
from rules import GAMES, Code, Refusal


class OpenChallenge(NamedTuple):
    """A challenge open to anybody, with its challenger's present rating in the game."""

    challenge: Challenge
    rating: Rating


class OpenChallenges:
    """Open challenges, as listed for people who are looking for a match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def channels(self, server: int, now: datetime) -> list[int]:
        """List the channels of a server that have open challenges."""
        async with self._database.reading() as connection:
            return await tables.open_challenges.channels(connection, server, stamp(now))

    async def open(
        self,
        server: int,
        channels: Sequence[int],
        person: int,
        now: datetime,
        most: int,
        skip: int = 0,
        *,
        game: str | None = None,
        others: bool = True,
    ) -> list[OpenChallenge]:
        """List the open challenges in some channels of a server, the latest first, by pages.

        Without `others` only the person's own are listed, which are included even while they rest.
        The challenges of people whom they have blocked, or who have blocked them, are left out.
        """
        async with self._database.reading() as connection:
            rows = await tables.open_challenges.page(
                connection,
                server=server,
                channels=json.dumps(channels),
                person=person,
                now=stamp(now),
                game=game,
                others=others,
                most=most,
                skip=skip,
            )
        return [
            OpenChallenge(challenge_from(row), standing.as_of(now))
            for row in rows
            if row["game"] in GAMES
            for standing in [Standing() if row["rating"] is None else standing_from(row)]
        ]

    async def last_by(self, person: int) -> Challenge:
        """Find the last challenge that a person made.

        Raises `Refusal` if there is none, or its game or its opponent is gone.
        """
        async with self._database.reading() as connection:
            row = await tables.open_challenges.last_by(connection, person)
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

"""Open challenges of a server, for people who are looking for a match."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from data import tables
from data.columns import stamp
from data.database import Database
from data.player_rating import Standing
from data.tables.challenges import challenge_from
from data.tables.ratings import standing_from
from data.values import Challenge
from match.rating import Rating
from rules import GAMES


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

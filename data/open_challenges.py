"""Open challenges of a server, for people who are looking for a match."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from data.challenge_rows import COLUMNS, NAMES, UNSETTLED, challenges_from
from data.columns import has_blocked, stamp
from data.database import Subject
from data.player_rating import standing_from
from data.values import Challenge
from match.rating import Rating
from rules import GAMES

# ruff: noqa: S608 (the statements are made of our own words only)

POOL = "c.game || CASE WHEN c.pace LIKE '%m+%s' THEN ' live' ELSE '' END"
"""The pool in which a match from a challenge is rated; see `Pace.write` and `match.rating`."""
_OPEN = (
    f"FROM challenges WHERE server = :server AND opponent IS NULL AND {UNSETTLED} "
    "AND (state = 'resting' OR expires > :now)"
)


class OpenChallenge(NamedTuple):
    """A challenge open to anybody, with its challenger's present rating in the game."""

    challenge: Challenge
    rating: Rating


class OpenChallenges(Subject):
    """Open challenges, as listed for people who are looking for a match."""

    async def channels(self, server: int, now: datetime) -> list[int]:
        """List the channels of a server that have open challenges."""
        return await self._reader.numbers(
            f"SELECT DISTINCT channel {_OPEN}", server=server, now=stamp(now)
        )

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
        found = (
            f"SELECT id AS number {_OPEN} AND channel IN (SELECT value FROM json_each(:channels)) "
            "AND (:others = 1 AND state = 'pending' OR challenger = :person) "
            "AND (:game IS NULL OR game = :game) "
            f"AND NOT {has_blocked('challenger', ':person')} "
            f"AND NOT {has_blocked(':person', 'challenger')} "
            "ORDER BY made DESC, id DESC LIMIT :most OFFSET :skip"
        )
        rows = await self._reader.rows(
            f"{COLUMNS}, r.rating, r.deviation, r.volatility, r.at, r.wins, r.draws, r.losses "
            f"FROM ({found}) f JOIN challenges c ON c.id = number {NAMES} "
            f"LEFT JOIN ratings r ON r.game = {POOL} AND r.person = c.challenger "
            "ORDER BY c.made DESC, c.id DESC",
            server=server,
            channels=json.dumps(channels),
            person=person,
            now=stamp(now),
            game=game,
            others=others,
            most=most,
            skip=skip,
        )
        rows = [row for row in rows if row["game"] in GAMES]
        ratings = (standing_from(row).as_of(now) for row in rows)
        return [*map(OpenChallenge, challenges_from(rows), ratings)]

"""A player's statistics: results by side and opponent, head to head, streaks, rating courses."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from data import tables
from data.columns import moment, stamp
from data.connection import Row
from data.database import Database
from data.player_rating import Standing
from data.tables.player_statistics import Results
from match.match import PlayerName, player_name
from match.rating import CENTRE, MOST_DEVIATION, pool_of

MOST_POINTS = 120
"""The maximum number of points in a rating course, however many matches there were."""


@dataclass(frozen=True)
class Tally:
    """Numbers of matches won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def all(self) -> int:
        """The total number."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Statistics:
    """A summary of a player's finished matches.

    `sides` are the results of each side, by pool. `longest_streak` and `present_streak` are series
    of wins. `opponents` are given by name, the most frequent first. `wins` are the numbers of moves
    of the shortest and the longest win.
    """

    sides: Mapping[str, tuple[Tally, Tally]]
    opponents: tuple[tuple[PlayerName, Tally], ...]
    longest_streak: int
    present_streak: int
    wins: tuple[int, int] | None


@dataclass(frozen=True)
class RatingCourse:
    """The course of a rating `since` its first match.

    Each of the `points` is a share of the time since then, from 0 to 1, with the rating and its
    deviation.
    """

    since: datetime
    points: tuple[tuple[float, float, float], ...]


class PlayerStatistics:
    """Queries about a player's results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(
        self,
        person: int,
        *,
        pool: str | None = None,
        channels: Collection[int] | None = None,
        asker: int = 0,
        opponents: int = 5,
    ) -> Statistics:
        """Summarize a person's finished matches, rated or not, except those without a result.

        With `channels` only matches played there, or against the `asker`, are counted; with a
        `pool` only those rated in it, or that would be.
        """
        listed = None if channels is None else json.dumps(sorted(channels))
        async with self._database.reading_long() as connection:
            results = Results(connection, person, pool=pool, channels=listed, asker=asker)
            by_side = await results.by_side()
            by_opponent = await results.by_opponent(opponents)
            streaks, wins = await results.streaks(), await results.wins()
        sides: dict[str, tuple[Tally, Tally]] = {}
        for row in by_side:
            key = pool_of(row["game"], live=bool(row["live"]))
            first, second = sides.get(key, (Tally(), Tally()))
            tally = _tally(row)
            sides[key] = (first, tally) if row["side"] else (tally, second)
        return Statistics(
            sides,
            tuple((player_name(row["opponent"], row["name"]), _tally(row)) for row in by_opponent),
            streaks["longest"],
            streaks["present"],
            None if wins["shortest"] is None else (wins["shortest"], wins["longest"]),
        )

    async def head_to_head(self, one: int, other: int, game: str | None = None) -> Tally:
        """Count the results of finished matches between two people, without aborted ones.

        They are seen from the first.
        """
        async with self._database.reading() as connection:
            rows = await tables.player_statistics.results_between(connection, one, other, game)
        number = {row["result"]: int(row["number"]) for row in rows}
        return Tally(number.get(1, 0), number.get(0, 0), number.get(-1, 0))

    async def channels(self, person: int, server: int) -> list[int]:
        """List the channels of a server in which a person has finished a match."""
        async with self._database.reading_long() as connection:
            return await tables.player_statistics.channels_of(connection, person, server)

    async def course(
        self, person: int, pool: str, standing: Standing, now: datetime
    ) -> RatingCourse:
        """Return the course of a person's rating in a pool until now."""
        async with self._database.reading_long() as connection:
            began = await tables.leaderboards.first_change(connection, person, pool)
            since = stamp(now) if began is None else began
            length = max(stamp(now) - since, 1)
            rows = await tables.leaderboards.course(
                connection, person, pool, since=since, step=length // MOST_POINTS + 1
            )
        points = [(0.0, CENTRE, MOST_DEVIATION)]
        points += [
            (min((row["at"] - since) / length, 1.0), row["rating"], row["deviation"])
            for row in rows
        ]
        settled = standing.as_of(now)
        points.append((1.0, settled.rating, settled.deviation))
        return RatingCourse(moment(since), tuple(points))


def _tally(row: Row) -> Tally:
    return Tally(row["wins"], row["draws"], row["losses"])

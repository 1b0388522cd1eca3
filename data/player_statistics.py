"""A player's statistics: results by side and opponent, head to head, streaks, rating courses."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from data.columns import moment, name_columns, players_in, stamp
from data.connection import Row, Value
from data.database import Subject
from data.player_rating import Standing
from match.match import FREE_MOVES, PlayerName
from match.rating import CENTRE, MOST_DEVIATION, game_of, pool_of

# ruff: noqa: S608 (the statements are put together from our own words only)

COUNTS = (
    "ended IS NOT NULL AND how <> 'abort' AND how <> 'stopped' AND how <> 'left' "
    f"AND MIN(first_moves, second_moves) >= {FREE_MOVES}"
)
"""A match counts if it has a result, both sides have begun it, and it was not left."""
PLAYED = " UNION ALL ".join(
    f"SELECT game, live, {side} AS side, {other} AS opponent, winner = {side} AS won, "
    f"winner IS NULL AS drawn, winner = {1 - side} AS lost, ended, id, "
    f"first_moves + second_moves AS moves FROM matches WHERE {own} = :person AND {COUNTS} "
    "AND (:game IS NULL OR (game = :game AND live = :live)) "
    f"AND (:channels IS NULL OR {other} = :asker "
    "OR COALESCE(home_channel, channel) IN (SELECT value FROM json_each(:channels)))"
    for side, own, other in ((0, "first", "second"), (1, "second", "first"))
)
"""The matches of a person that count: of a game or all, in some channels or with the asker."""
WITH = f"WITH played AS ({PLAYED})"
NAMED = name_columns("p", "opponent")
SUMS = ", ".join(
    f"COUNT(*) FILTER (WHERE {kind}) AS {name}"
    for kind, name in (("won", "wins"), ("drawn", "draws"), ("lost", "losses"))
)
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


class PlayerStatistics(Subject):
    """Queries about a player's results."""

    async def summarize(
        self,
        person: int,
        *,
        pool: str | None = None,
        channels: Collection[int] | None = None,
        asker: int = 0,
    ) -> Statistics:
        """Summarize a person's finished matches, rated or not, except those that don't count.

        With `channels` only matches played there, or against the `asker`, are counted; with a
        `pool` only those rated in it, or that would be.
        """
        game, live = (None, None) if pool is None else game_of(pool)
        values: dict[str, Value] = {
            "person": person,
            "game": game,
            "live": live,
            "channels": None if channels is None else json.dumps(sorted(channels)),
            "asker": asker,
        }
        async with self._database.reading_long() as connection:
            by_side = await connection.rows(
                f"{WITH} SELECT game, live, side, {SUMS} FROM played GROUP BY game, live, side",
                **values,
            )
            by_opponent = await connection.rows(
                f"{WITH} SELECT o.*, {NAMED} FROM (SELECT opponent, {SUMS} FROM played "
                "GROUP BY opponent ORDER BY COUNT(*) DESC, opponent LIMIT 5) o "
                "JOIN people p ON p.id = o.opponent ORDER BY wins + draws + losses DESC, opponent",
                **values,
            )
            (streaks,) = await connection.rows(
                f"{WITH}, numbered AS "
                "(SELECT won, ROW_NUMBER() OVER (ORDER BY ended, id) AS number, "
                "ROW_NUMBER() OVER (PARTITION BY won ORDER BY ended, id) AS of_kind FROM played), "
                # Within a series, both numbers grow alike.
                "runs AS (SELECT COUNT(*) AS length, MAX(number) AS last FROM numbered WHERE won "
                "GROUP BY number - of_kind) "
                "SELECT COALESCE(MAX(length), 0) AS longest, COALESCE(MAX(length) FILTER "
                "(WHERE last = (SELECT COUNT(*) FROM played)), 0) AS present FROM runs",
                **values,
            )
            (wins,) = await connection.rows(
                f"{WITH} SELECT MIN(moves) AS shortest, MAX(moves) AS longest "
                "FROM played WHERE won",
                **values,
            )
        sides: dict[str, tuple[Tally, Tally]] = {}
        for row in by_side:
            key = pool_of(row["game"], live=bool(row["live"]))
            first, second = sides.get(key, (Tally(), Tally()))
            tally = _tally(row)
            sides[key] = (first, tally) if row["side"] else (tally, second)
        names = players_in(by_opponent, "opponent")
        return Statistics(
            sides,
            tuple((names[row["opponent"]], _tally(row)) for row in by_opponent),
            streaks["longest"],
            streaks["present"],
            None if wins["shortest"] is None else (wins["shortest"], wins["longest"]),
        )

    async def head_to_head(self, one: int, other: int) -> Tally:
        """Count the results of finished matches between two people, if they count.

        They are seen from the first.
        """
        rows = await self._reader.rows(
            "SELECT CASE WHEN winner IS NULL THEN 0 "
            "WHEN (CASE winner WHEN 0 THEN first ELSE second END) = :one THEN 1 ELSE -1 END "
            f"AS result, COUNT(*) AS number FROM matches WHERE {COUNTS} "
            "AND ((first = :one AND second = :other) OR (first = :other AND second = :one)) "
            "GROUP BY result",
            one=one,
            other=other,
        )
        number = {row["result"]: int(row["number"]) for row in rows}
        return Tally(number.get(1, 0), number.get(0, 0), number.get(-1, 0))

    async def channels(self, person: int, server: int) -> list[int]:
        """List the channels of a server in which, or in whose threads, a person ended a match."""
        halves = " UNION ".join(
            "SELECT COALESCE(home_channel, channel) AS channel FROM matches "
            f"WHERE {own} = :person AND server = :server AND {COUNTS}"
            for own in ("first", "second")
        )
        async with self._database.reading_long() as connection:
            return await connection.numbers(halves, person=person, server=server)

    async def course(
        self, person: int, pool: str, standing: Standing, now: datetime
    ) -> RatingCourse:
        """Return the course of a person's rating in a pool until now."""
        async with self._database.reading_long() as connection:
            (first,) = await connection.rows(
                "SELECT MIN(at) AS at FROM rating_changes WHERE person = :person AND game = :pool",
                person=person,
                pool=pool,
            )
            since = stamp(now) if first["at"] is None else int(first["at"])
            length = max(stamp(now) - since, 1)
            # The last change in each step of time.
            rows = await connection.rows(
                "SELECT at, rating, deviation FROM rating_changes WHERE id IN "
                "(SELECT MAX(id) FROM rating_changes "
                "WHERE person = :person AND game = :pool AND at >= :since "
                "GROUP BY (at - :since) / :step) ORDER BY at",
                person=person,
                pool=pool,
                since=since,
                step=length // MOST_POINTS + 1,
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

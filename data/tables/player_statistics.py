"""Statements that sum up a person's finished matches, and those between two people."""

# ruff: noqa: S608 (the statements are put together from our own words only)

from data.connection import Connection, Row, Value
from match.rating import game_of

_PLAYED = "WITH played AS ({first} UNION ALL {second})"
_HALF = (
    "SELECT game, live, {side} AS side, {other} AS opponent, winner IS {side} AS won, "
    "winner IS NULL AS drawn, winner IS 1 - {side} AS lost, ended, id, "
    "first_moves + second_moves AS moves FROM matches "
    "WHERE {own} = :person AND ended IS NOT NULL AND how <> 'abort' AND how <> 'stopped' "
    "AND (:game IS NULL OR (game = :game AND live = :live)) "
    "AND (:channels IS NULL OR {other} = :asker "
    "OR COALESCE(home_channel, channel) IN (SELECT value FROM json_each(:channels)))"
)
_SUMS = "SUM(won) AS wins, SUM(drawn) AS draws, SUM(lost) AS losses"

WITHOUT = "('abort', 'stopped')"
"""The endings without a result."""


class Results:
    """The finished matches of a person that have a result, and that the asker may see.

    With `channels`, a JSON list of numbers, only those played there, or with the asker; with a
    `pool` only those rated in it, or that would be.
    """

    def __init__(
        self,
        connection: Connection,
        person: int,
        *,
        pool: str | None,
        channels: str | None,
        asker: int,
    ) -> None:
        self._connection = connection
        game, live = (None, None) if pool is None else game_of(pool)
        self._values: dict[str, Value] = {
            "person": person,
            "game": game,
            "live": live,
            "channels": channels,
            "asker": asker,
        }

    async def by_side(self) -> list[Row]:
        """Sum up by game, whether live or not, and side."""
        return await self._rows(
            f"SELECT game, live, side, {_SUMS} FROM played GROUP BY game, live, side"
        )

    async def by_opponent(self, most: int) -> list[Row]:
        """Sum up by opponent, the most frequent ones."""
        return await self._rows(
            f"SELECT o.*, p.name FROM (SELECT opponent, {_SUMS} FROM played GROUP BY opponent "
            f"ORDER BY COUNT(*) DESC, opponent LIMIT {most}) o JOIN people p ON p.id = o.opponent "
            "ORDER BY wins + draws + losses DESC, opponent"
        )

    async def streaks(self) -> Row:
        """Return the longest series of wins, and the present one."""
        (row,) = await self._rows(
            ", numbered AS (SELECT won, ROW_NUMBER() OVER (ORDER BY ended, id) AS number, "
            "ROW_NUMBER() OVER (PARTITION BY won ORDER BY ended, id) AS of_kind FROM played), "
            # Within a series, both numbers grow alike.
            "runs AS (SELECT COUNT(*) AS length, MAX(number) AS last FROM numbered WHERE won "
            "GROUP BY number - of_kind) "
            "SELECT COALESCE(MAX(length), 0) AS longest, COALESCE(MAX(length) FILTER "
            "(WHERE last = (SELECT COUNT(*) FROM played)), 0) AS present FROM runs"
        )
        return row

    async def wins(self) -> Row:
        """Return the numbers of moves of the shortest and the longest win, or NULL."""
        (row,) = await self._rows(
            "SELECT MIN(moves) AS shortest, MAX(moves) AS longest FROM played WHERE won"
        )
        return row

    async def _rows(self, select: str) -> list[Row]:
        first = _HALF.format(side=0, own="first", other="second")
        second = _HALF.format(side=1, own="second", other="first")
        played = _PLAYED.format(first=first, second=second)
        return await self._connection.rows(f"{played} {select}", **self._values)


async def channels_of(connection: Connection, person: int, server: int) -> list[int]:
    """List the channels of a server in which, or in whose threads, a person finished a match."""
    halves = " UNION ".join(
        f"SELECT COALESCE(home_channel, channel) AS channel FROM matches "
        f"WHERE {own} = :person AND server = :server "
        "AND ended IS NOT NULL AND how <> 'abort' AND how <> 'stopped'"
        for own in ("first", "second")
    )
    rows = await connection.rows(halves, person=person, server=server)
    return [int(row["channel"]) for row in rows]


async def results_between(
    connection: Connection, one: int, other: int, game: str | None
) -> list[Row]:
    """Count the finished matches of two people, by result: 1, -1 (the other won) or 0."""
    return await connection.rows(
        "SELECT CASE WHEN winner IS NULL THEN 0 "
        "WHEN (CASE winner WHEN 0 THEN first ELSE second END) = :one THEN 1 ELSE -1 END AS result, "
        f"COUNT(*) AS number FROM matches WHERE ended IS NOT NULL AND how NOT IN {WITHOUT} "
        "AND ((first = :one AND second = :other) OR (first = :other AND second = :one)) "
        "AND (:game IS NULL OR game = :game) GROUP BY result",
        one=one,
        other=other,
        game=game,
    )

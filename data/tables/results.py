"""What somebody's finished matches come to, counted in the database, however many there are."""

# ruff: noqa: S608 (the statements are put together from our own words only)

from data.connection import Connection, Row

_PLAYED = "WITH played AS ({first} UNION ALL {second})"
_HALF = (
    "SELECT game, {side} AS side, {other} AS opponent, winner IS {side} AS won, "
    "winner IS NULL AS drawn, winner IS 1 - {side} AS lost, ended, id, "
    "first_moves + second_moves AS moves FROM matches "
    "WHERE {own} = :person AND ended IS NOT NULL AND how <> 'abort' AND how <> 'stopped' "
    "AND (:game IS NULL OR game = :game) "
    "AND (:channels IS NULL OR {other} = :asker "
    "OR COALESCE(home_channel, channel) IN (SELECT value FROM json_each(:channels)))"
)
_SUMS = "SUM(won) AS wins, SUM(drawn) AS draws, SUM(lost) AS losses"


class Results:
    """The finished matches of one person that have a result, and that somebody may see.

    With `channels`, a list of numbers in JSON, these are those that were played there, or with
    whoever asks; with a `game`, those of that game.
    """

    def __init__(
        self,
        connection: Connection,
        person: int,
        *,
        game: str | None,
        channels: str | None,
        asker: int,
    ) -> None:
        self._connection = connection
        self._values = {"person": person, "game": game, "channels": channels, "asker": asker}

    async def by_side(self) -> list[Row]:
        """Sum up by game and side."""
        return await self._rows(f"SELECT game, side, {_SUMS} FROM played GROUP BY game, side")

    async def by_opponent(self, most: int) -> list[Row]:
        """Sum up by opponent, those met most often."""
        return await self._rows(
            f"SELECT o.*, p.name FROM (SELECT opponent, {_SUMS} FROM played GROUP BY opponent "
            f"ORDER BY COUNT(*) DESC, opponent LIMIT {most}) o JOIN people p ON p.id = o.opponent "
            "ORDER BY wins + draws + losses DESC, opponent"
        )

    async def streaks(self) -> Row:
        """Give the most wins in a row, and how many there are now."""
        (row,) = await self._rows(
            ", numbered AS (SELECT won, ROW_NUMBER() OVER (ORDER BY ended, id) AS number, "
            "ROW_NUMBER() OVER (PARTITION BY won ORDER BY ended, id) AS of_kind FROM played), "
            # Within a run, both numbers grow alike.
            "runs AS (SELECT COUNT(*) AS length, MAX(number) AS last FROM numbered WHERE won "
            "GROUP BY number - of_kind) "
            "SELECT COALESCE(MAX(length), 0) AS longest, COALESCE(MAX(length) FILTER "
            "(WHERE last = (SELECT COUNT(*) FROM played)), 0) AS present FROM runs"
        )
        return row

    async def wins(self) -> Row:
        """Give the moves of the shortest win and of the longest, nothing where there is none."""
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
    """List the channels of a server in which, or in whose threads, somebody finished a match."""
    halves = " UNION ".join(
        f"SELECT COALESCE(home_channel, channel) AS channel FROM matches "
        f"WHERE {own} = :person AND server = :server "
        "AND ended IS NOT NULL AND how <> 'abort' AND how <> 'stopped'"
        for own in ("first", "second")
    )
    rows = await connection.rows(halves, person=person, server=server)
    return [int(row["channel"]) for row in rows]

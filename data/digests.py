"""A week's digest for a server: which are due, and what happened in the week."""
# ruff: noqa: S608 (the statement is made of our own words only)

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from data.columns import message_from, moment_or_none, name_columns, names_in, stamp
from data.connection import Row
from data.database import Subject
from data.values import MessageRef
from match.match import PlayerName, player_name

WEEK = timedelta(days=7)
MONDAY_NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
"""A moment at which a digest is due, as it is every week from it on."""


def week_of(now: datetime) -> int:
    """Return the number of the last week that is over and due to be told."""
    return (now - MONDAY_NOON) // WEEK


@dataclass(frozen=True)
class DueDigest:
    """A server's digest of a week, due in a channel; `tried` means that it may stand there."""

    server: int
    channel: int
    week: int
    tried: bool

    @property
    def until(self) -> datetime:
        """The end of the week, when the digest became due: at noon of a Monday."""
        return MONDAY_NOON + self.week * WEEK

    @property
    def since(self) -> datetime:
        """The beginning of the week."""
        return self.until - WEEK


@dataclass(frozen=True)
class PlayedMatch:
    """A match of the week: its place, players, moves and end, and its review if any.

    `around` is the channel in which its thread is, or its own.
    """

    number: int
    game: str
    server: int
    around: int
    players: tuple[PlayerName, PlayerName]
    people: tuple[int, int]
    moves: int
    ended: datetime | None
    card: MessageRef | None
    review: str | None


class Digests(Subject):
    """The weekly digests of servers that have chosen a channel for them."""

    async def due(self, now: datetime) -> list[DueDigest]:
        """List the digests of the last week that were not told yet."""
        week = week_of(now)
        rows = await self._reader.rows(
            "SELECT s.server, CAST(s.value AS BIGINT) AS channel, "
            "d.tried = 1 AND d.week = :week - 1 AS tried FROM server_settings s "
            "LEFT JOIN digests d ON d.server = s.server "
            "WHERE s.setting = 'digest' AND CAST(s.value AS BIGINT) > 0 "
            "AND COALESCE(d.week, :week - 1) < :week ORDER BY s.server",
            week=week,
        )
        return [DueDigest(row["server"], row["channel"], week, bool(row["tried"])) for row in rows]

    async def begin(self, digest: DueDigest) -> None:
        """Record that a digest is about to be posted, and may stand there from now on."""
        await self._record(digest.server, digest.week - 1, tried=True)

    async def mark_told(self, digest: DueDigest) -> None:
        """Record that a digest was posted, or that there was nothing to tell."""
        await self._record(digest.server, digest.week, tried=False)

    async def _record(self, server: int, week: int, *, tried: bool) -> None:
        """Record the last week that was told, and whether the next one was `tried`."""
        await self._database.insert(
            "digests",
            "(server) DO UPDATE SET week = excluded.week, tried = excluded.tried",
            server=server,
            week=week,
            tried=tried,
        )

    async def played(self, digest: DueDigest, games: Collection[str]) -> list[PlayedMatch]:
        """List the matches of these games that were played in a server in the week.

        Both sides have moved, and they ended in it with a result, or go on, and their present turn
        began since.
        """
        async with self._database.reading_long() as connection:
            rows = await connection.rows(
                "SELECT m.id, m.game, m.server, m.channel, m.home_channel, m.first, m.second, "
                f"m.level, m.computer, {name_columns('a', 'first')}, "
                f"{name_columns('b', 'second')}, m.first_moves, "
                "m.second_moves, m.ended, m.card_channel, m.card_message, r.text AS review "
                "FROM matches m "
                "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
                "LEFT JOIN reviews r ON r.match = m.id WHERE m.server = :server "
                "AND m.first_moves > 0 AND m.second_moves > 0 AND "
                "(m.ended >= :since AND m.ended < :until AND m.how NOT IN ('abort', 'stopped') "
                "OR m.ended IS NULL AND m.since >= :since) "
                "ORDER BY m.ended IS NULL, m.ended, m.id",
                server=digest.server,
                since=stamp(digest.since),
                until=stamp(digest.until),
            )
        names = names_in(rows, "first", "second")
        return [_played(row, names) for row in rows if row["game"] in games]


def _played(row: Row, names: Mapping[int, str]) -> PlayedMatch:
    levels = [row["level"] if row["computer"] == side else None for side in (0, 1)]
    return PlayedMatch(
        row["id"],
        row["game"],
        row["server"],
        row["home_channel"] or row["channel"],
        (
            player_name(row["first"], names[row["first"]], levels[0]),
            player_name(row["second"], names[row["second"]], levels[1]),
        ),
        (row["first"], row["second"]),
        row["first_moves"] + row["second_moves"],
        moment_or_none(row["ended"]),
        message_from(row, "card"),
        row["review"],
    )

"""A week's digest for a server: which are due, and what happened in the week."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from data import tables
from data.columns import card_from, moment_or_none, stamp
from data.connection import Row
from data.database import Database
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
        """When the week ended and the digest became due: at noon of a Monday."""
        return MONDAY_NOON + self.week * WEEK

    @property
    def since(self) -> datetime:
        """When the week began."""
        return self.until - WEEK


@dataclass(frozen=True)
class PlayedMatch:
    """A match of the week: where, who played, its moves, when it ended, and its review if any.

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


class Digests:
    """The weekly digests of servers that have chosen a channel for them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, now: datetime) -> list[DueDigest]:
        """List the digests of the last week that were not told yet."""
        week = week_of(now)
        async with self._database.reading() as connection:
            rows = await tables.digests.due(connection, week)
        return [
            DueDigest(row["server"], int(row["channel"]), week, bool(row["tried"])) for row in rows
        ]

    async def begin(self, digest: DueDigest) -> None:
        """Record that a digest is about to be posted, and may stand there from now on."""
        async with self._database.transaction() as connection:
            await tables.digests.begin(connection, digest.server, digest.week - 1)

    async def tell(self, digest: DueDigest) -> None:
        """Record that a digest was posted, or that there was nothing to tell."""
        async with self._database.transaction() as connection:
            await tables.digests.tell(connection, digest.server, digest.week)

    async def played(self, digest: DueDigest, games: Collection[str]) -> list[PlayedMatch]:
        """List the matches of these games that were played in a server in the week."""
        async with self._database.reading_long() as connection:
            rows = await tables.digests.played(
                connection, digest.server, stamp(digest.since), stamp(digest.until)
            )
        return [_played(row) for row in rows if row["game"] in games]


def _played(row: Row) -> PlayedMatch:
    levels = [row["level"] if row["computer"] == side else None for side in (0, 1)]
    return PlayedMatch(
        row["id"],
        row["game"],
        row["server"],
        row["home_channel"] or row["channel"],
        (
            player_name(row["first"], row["first_name"], levels[0]),
            player_name(row["second"], row["second_name"], levels[1]),
        ),
        (row["first"], row["second"]),
        row["first_moves"] + row["second_moves"],
        moment_or_none(row["ended"]),
        card_from(row),
        row["review"],
    )

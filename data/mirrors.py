"""Mirrors: cards of matches between two servers, in the server of the second club's player."""

from dataclasses import replace
from typing import TypeVar

from data.connection import Connection
from data.database import Subject
from data.values import ListedMatch, MessageRef, Place, StoredMatch


class Mirrors(Subject):
    """Which message is the mirror of a match, after how many events it shows it."""

    async def to_show(self) -> list[int]:
        """List the matches whose mirror is not up to date, the first announced first."""
        return await self._reader.numbers(
            "SELECT g.match FROM club_games g JOIN matches m ON m.id = g.match "
            "WHERE g.mirror_channel IS NOT NULL AND g.mirror_count IS NOT m.count ORDER BY g.match"
        )

    async def show_on(
        self, match: int, posted: MessageRef | None, count: int, called: int | None
    ) -> None:
        """Record which message is the mirror after `count` events, if any could be."""
        await self._database.change(
            "UPDATE club_games SET mirror_message = :message, mirror_count = :count, "
            "mirror_called = :called WHERE match = :match AND mirror_channel IS NOT NULL",
            message=None if posted is None else posted.message,
            count=count,
            called=called,
            match=match,
        )

    async def move(self, match: int, place: Place) -> None:
        """Let the mirror be posted anew in another channel of its server."""
        await self._database.change(
            "UPDATE club_games SET mirror_channel = :channel, mirror_message = NULL, "
            "mirror_count = NULL, mirror_called = NULL "
            "WHERE match = :match AND mirror_server = :server",
            channel=place.channel,
            server=place.server,
            match=match,
        )


async def outdate_mirror(connection: Connection, match: int) -> None:
    """Let the mirror of a match be edited in the next round, if there is one."""
    await connection.change(
        "UPDATE club_games SET mirror_count = -1 WHERE match = :match "
        "AND mirror_message IS NOT NULL",
        match=match,
    )


M = TypeVar("M", bound=StoredMatch | ListedMatch)


def mirrored(match: StoredMatch | ListedMatch) -> int | None:
    """Return the player of a match who plays by its mirror, if there is one; a server as one."""
    return None if match.mirror is None else match.seats[match.mirror.side]


def for_player(match: M, person: int) -> M:
    """Return a match as a person finds it, who may play or vote by its mirror."""
    if match.mirror is None or match.side_played_by(person) != match.mirror.side:
        return match
    return in_server(match, match.mirror.place.server)


def in_server(match: M, server: int | None) -> M:
    """Return a match as a server sees it: where its mirror is, that is its card."""
    mirror = match.mirror
    if mirror is None or mirror.place.server != server:
        return match
    return replace(match, place=mirror.place, card=mirror.card, thread_start=None)

"""Followers of a match: who follows which, and what they have to be told."""

from datetime import datetime
from typing import NamedTuple

from data import tables
from data.columns import moment, stamp
from data.connection import Row
from data.database import Database
from data.load_match import load_match
from data.match_lists import listed_from
from data.people import add_person
from data.values import ListedMatch, Person, StoredMatch
from rules import GAMES, Refusal

MOST_FOLLOWED = 50
"""How many matches a person may follow at the same time."""
SOME = 500
"""How many followers are listed at a time."""


class Follow(NamedTuple):
    """That a person follows a match; `untold_since` a time there is something to tell them."""

    number: int
    match: int
    person: int
    each_move: bool
    """Whether they are told of each move, and not only of the end."""
    untold_since: datetime | None


class Followers:
    """Who follows matches of others, which the players never see."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(
        self, number: int, person: Person, now: datetime, *, each_move: bool
    ) -> StoredMatch:
        """Let a person be told of a match's end, or of each move too.

        Raises `Refusal` for its players, once it is over, and for too many matches.
        """
        async with self._database.transaction() as connection:
            match = await load_match(connection, number)
            if person.id in match.seats:
                raise Refusal("You're playing in this match; I'll ping you when it's your turn.")
            if match.over:
                name = f"{match.position.name} #{number}"
                raise Refusal("{match} is over. {reason}", match=name, reason=match.reason)
            await add_person(connection, person.id, person.name)
            columns = {
                "match": number,
                "person": person.id,
                "each_move": each_move,
                "news": match.count,
                "since": stamp(now),
            }
            await tables.spectators.follow(connection, columns)
            if await tables.spectators.count_followed(connection, person.id) > MOST_FOLLOWED:
                raise Refusal(
                    "You're already following {number} match; stop following it first.",
                    "You're already following {number} matches; stop following one first.",
                    number=MOST_FOLLOWED,
                )
            await tables.spectators.mark_watched(connection, number)
            return match

    async def unfollow(self, number: int, person: int) -> None:
        """Let a person be told nothing more of a match."""
        async with self._database.transaction() as connection:
            await tables.spectators.unfollow(connection, number, person)

    async def find(self, number: int, person: int) -> Follow | None:
        """Return how a person follows a match, if they do."""
        async with self._database.reading() as connection:
            row = await tables.spectators.find(connection, number, person)
        return None if row is None else _follow_from(row)

    async def followed(
        self, person: int, most: int, skip: int = 0, *, game: str | None = None
    ) -> list[ListedMatch]:
        """List the matches that a person follows, the latest first."""
        async with self._database.reading() as connection:
            rows = await tables.spectators.followed(
                connection, person, game=game, most=most, skip=skip
            )
        return [listed_from(row) for row in rows if row["game"] in GAMES]

    async def untold(self, now: datetime) -> list[Follow]:
        """List some follows with something to tell, but in quiet hours."""
        async with self._database.reading() as connection:
            rows = await tables.spectators.untold(connection, stamp(now), SOME)
        return [_follow_from(row) for row in rows]

    async def tell(self, follow: Follow, match: StoredMatch) -> None:
        """Record that a follower was told of a match as it is; after its end that is all."""
        async with self._database.transaction() as connection:
            if match.over:
                await tables.spectators.remove(connection, follow.number)
            else:
                await tables.spectators.tell(connection, follow.number, match.count)

    async def remove(self, follow: Follow) -> None:
        """Let somebody follow a match no more."""
        async with self._database.transaction() as connection:
            await tables.spectators.remove(connection, follow.number)


def _follow_from(row: Row) -> Follow:
    untold = row["untold_since"]
    return Follow(
        row["id"],
        row["match"],
        row["person"],
        bool(row["each_move"]),
        None if untold is None else moment(untold),
    )

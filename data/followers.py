"""Followers of matches, and news for them."""

from datetime import datetime
from typing import NamedTuple

from data.columns import moment_or_none, stamp
from data.connection import Connection, Row
from data.database import Subject
from data.load_match import load_match
from data.match_lists import COLUMNS, NAMES, listed_from
from data.people import add_person
from data.values import ListedMatch, Person, StoredMatch
from rules import GAMES, Refusal

MOST_FOLLOWED = 50
"""The most matches that a person may follow at the same time."""
SOME = 500
"""The number of followers listed at a time."""


class Follow(NamedTuple):
    """A person's following of a match; with `waiting_since` if there is news for them."""

    number: int
    match: int
    person: int
    each_move: bool
    """Whether they are told of each move, and not only of the end."""
    waiting_since: datetime | None


class Followers(Subject):
    """Followers of matches of others, whom the players never see."""

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
                raise Refusal("{match} is over. {reason}", match=match.title, reason=match.reason)
            await add_person(connection, person)
            # Who does so already is only told of other things from now on.
            await connection.insert(
                "follows",
                "(match, person) DO UPDATE SET each_move = excluded.each_move",
                match=number,
                person=person.id,
                each_move=each_move,
                news=match.count,
                since=stamp(now),
            )
            followed = await connection.number(
                "SELECT COUNT(*) FROM follows WHERE person = :person", person=person.id
            )
            if followed > MOST_FOLLOWED:
                raise Refusal(
                    "You're already following {number} match; stop following it first.",
                    "You're already following {number} matches; stop following one first.",
                    number=MOST_FOLLOWED,
                )
            await mark_watched(connection, number)
            return match

    async def unfollow(self, number: int, person: int) -> None:
        """Let a person be told nothing more of a match."""
        await self._database.change(
            "DELETE FROM follows WHERE match = :match AND person = :person",
            match=number,
            person=person,
        )

    async def find(self, number: int, person: int) -> Follow | None:
        """Return how a person follows a match, if they do."""
        row = await self._reader.row(
            "SELECT * FROM follows WHERE match = :match AND person = :person",
            match=number,
            person=person,
        )
        return None if row is None else _follow_from(row)

    async def followed(self, person: int, game: str | None = None) -> list[ListedMatch]:
        """List the matches that a person follows, of one game or all, the latest first."""
        rows = await self._reader.rows(
            f"{COLUMNS} FROM follows f JOIN matches m ON m.id = f.match {NAMES} "
            "WHERE f.person = :person AND (:game IS NULL OR m.game = :game) "
            "ORDER BY f.since DESC, f.id DESC",
            person=person,
            game=game,
        )
        return listed_from([row for row in rows if row["game"] in GAMES])

    async def due(self, now: datetime) -> list[Follow]:
        """List some follows with something to tell, the longest waiting first; quiet hours wait."""
        rows = await self._reader.rows(
            "SELECT f.* FROM follows f LEFT JOIN quiet_hours q ON q.person = f.person "
            "WHERE f.untold_since IS NOT NULL "
            "AND (q.begins <= :now AND q.ends > :now) IS NOT TRUE "
            "ORDER BY f.untold_since, f.id LIMIT :most",
            now=stamp(now),
            most=SOME,
        )
        return [_follow_from(row) for row in rows]

    async def mark_told(self, follow: Follow, match: StoredMatch) -> None:
        """Record that a follower was told of a match as it is; after its end that is all."""
        if match.over:
            await self.remove(follow)
            return
        # There may be news since.
        await self._database.change(
            "UPDATE follows SET untold_since = NULL WHERE id = :number AND news <= :count",
            number=follow.number,
            count=match.count,
        )

    async def remove(self, follow: Follow) -> None:
        """Let somebody follow a match no more."""
        await self._database.change("DELETE FROM follows WHERE id = :number", number=follow.number)


async def mark_watched(connection: Connection, match: int) -> None:
    """Record that somebody follows a match, or guesses its moves."""
    await connection.change(
        "UPDATE matches SET watched = 1, version = version + 1 WHERE id = :match AND watched = 0",
        match=match,
    )


async def note_news(
    connection: Connection, match: int, event: int, now: datetime, *, over: bool
) -> None:
    """Record that an event, a move or the end, is news to whoever follows a match."""
    await connection.change(
        "UPDATE follows SET news = :event, untold_since = COALESCE(untold_since, :now) "
        "WHERE match = :match AND (each_move = 1 OR :over = 1)",
        match=match,
        event=event,
        now=stamp(now),
        over=over,
    )


def _follow_from(row: Row) -> Follow:
    return Follow(
        row["id"],
        row["match"],
        row["person"],
        bool(row["each_move"]),
        moment_or_none(row["untold_since"]),
    )

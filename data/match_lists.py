"""Lists of a person's matches and challenges, page by page."""

from datetime import datetime

from data import tables
from data.database import Database
from data.tables.challenges import challenge_from
from data.tables.columns import stamp
from data.tables.match_columns import match_from
from data.tables.match_queries import listed_from
from data.values import Challenge, ListedMatch, StoredMatch
from rules import GAMES


class Lists:
    """A person's matches and challenges by pages: `most` items, after skipping `skip`.

    With a `game` or an `opponent` only those are listed. Each page is one statement, which touches
    no more rows than the page has.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def live(
        self,
        person: int,
        most: int,
        skip: int = 0,
        *,
        to_move: bool | None = None,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[ListedMatch]:
        """List a person's live matches: theirs to move first, then by the time left.

        With `to_move` only those in which they are to move, or only those in which they are not.
        """
        async with self._database.reading() as connection:
            rows = await tables.match_lists.of_live(
                connection,
                person,
                to_move=to_move,
                game=game,
                opponent=opponent,
                most=most,
                skip=skip,
            )
        return [listed_from(row) for row in rows]

    async def finished(
        self,
        person: int,
        most: int,
        skip: int = 0,
        *,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[ListedMatch]:
        """List a person's finished matches, the latest first."""
        async with self._database.reading() as connection:
            rows = await tables.match_lists.of_finished(
                connection, person, game=game, opponent=opponent, most=most, skip=skip
            )
        return [listed_from(row) for row in rows]

    async def to_move(
        self, person: int, most: int, *, but: int = 0
    ) -> tuple[list[ListedMatch], int]:
        """List matches in which a person is to move, least time left first, and count them all.

        The match with the number `but` is left out.
        """
        async with self._database.reading() as connection:
            rows = await tables.match_lists.to_move(connection, person, but=but, most=most)
        found = [listed_from(row) for row in rows if row["game"] in GAMES]
        return found, rows[0]["number"] if rows else 0

    async def count_live(self, person: int, *, to_move: bool | None = None) -> int:
        """Count a person's live matches."""
        async with self._database.reading() as connection:
            return await tables.match_lists.count_live(connection, person, to_move=to_move)

    async def pending(
        self,
        person: int,
        now: datetime,
        most: int,
        skip: int = 0,
        *,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[Challenge]:
        """List the pending challenges to a person and then those by them.

        Standing challenges are included even while they rest.
        """
        async with self._database.reading() as connection:
            rows = await tables.match_lists.of_pending(
                connection,
                person,
                stamp(now),
                game=game,
                opponent=opponent,
                most=most,
                skip=skip,
            )
        return [challenge_from(row) for row in rows if row["game"] in GAMES]

    async def numbered(self, person: int, number: int) -> ListedMatch | None:
        """Find one of a person's matches, however old, by its number."""
        async with self._database.reading() as connection:
            row = await tables.match_lists.numbered(connection, person, number)
        return None if row is None else listed_from(row)

    async def awaiting(
        self, person: int, channel: int, most: int, *, anywhere: bool = False
    ) -> list[StoredMatch]:
        """Find the matches of a channel in which a person is to move, least time left first.

        With `anywhere` matches in other places follow.
        """
        async with self._database.reading() as connection:
            rows = await tables.match_lists.awaiting(
                connection, person, channel, most=most, anywhere=anywhere
            )
        return [match_from(row) for row in rows if row["game"] in GAMES]

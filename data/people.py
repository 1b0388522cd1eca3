"""People: their names, what is stored about them, and how they leave."""

from datetime import datetime

from data import tables
from data.database import Database
from data.keeping import keep, load
from data.rows import challenge_from, moment, stamp
from data.tables import Row
from data.values import FORMER_PLAYER, Challenge, KeptMatch

Stored = dict[str, object]


class People:
    """What concerns persons rather than matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def name(self, person: int, name: str) -> None:
        """Note under which name somebody was last seen; strangers to the games are not noted."""
        async with self._database.reading() as connection:
            known = await tables.person(connection, person)
        if known is not None and known["name"] != name:
            async with self._database.transaction() as connection:
                await tables.rename_person(connection, person, name)

    async def name_of(self, person: int) -> str | None:
        """Give the name under which somebody was last seen."""
        async with self._database.reading() as connection:
            row = await tables.person(connection, person)
        return None if row is None else str(row["name"])

    async def has_played(self, person: int) -> bool:
        """Tell whether somebody has ever been in a match."""
        async with self._database.reading() as connection:
            return await tables.has_match(connection, person)

    async def export(self, person: int) -> Stored:
        """Give everything that is stored about somebody, ready to be written as JSON.

        Opponents appear by number only: their names are theirs.
        """
        async with self._database.transaction() as connection:
            row = await tables.person(connection, person)
            matches = []
            for match in await tables.all_matches_of(connection, person):
                events = await tables.events(connection, match["id"])
                matches.append({**_told(match), "events": [_told(event) for event in events]})
            challenges = await tables.challenges_of(connection, person)
            ratings = await tables.ratings_of(connection, person)
            changes = await tables.rating_changes_of(connection, person, None)
        return {
            "person": person,
            "name": None if row is None else row["name"],
            "challenges": [_told(challenge) for challenge in challenges],
            "matches": matches,
            "ratings": [_told(rating) for rating in ratings],
            "rating_changes": [_told(change) for change in changes],
        }

    async def forget(self, person: int, now: datetime) -> tuple[list[KeptMatch], list[Challenge]]:
        """Forget somebody, who becomes a former player without name or number.

        Their live matches are aborted where that is free and resigned otherwise; their challenges
        are removed. Finished matches stay for their opponents, and so do the opponents' ratings.
        Gives the matches that ended by it, and the challenges that were pending.
        """
        async with self._database.transaction() as connection:
            if await tables.person(connection, person) is None:
                return [], []
            ended = []
            for number in await tables.live_numbers_of(connection, person):
                match = await load(connection, number)
                leave = match.resign if match.settled else match.abort
                await keep(connection, match, leave(person, now))
                ended.append(number)
            rows = await tables.pending_challenges(connection, stamp(now), person, None)
            await tables.remove_challenges_of(connection, person)
            former = -1 - await tables.former_players(connection)
            await tables.renumber_person(connection, person, former, FORMER_PLAYER)
            matches = [await load(connection, number) for number in ended]
            return matches, [challenge_from(row) for row in rows]


TIMES = {"at", "started", "since", "alarm", "ended", "made", "expires"}


def _told(row: Row) -> Stored:
    """Make a row readable: its columns by name, times as people write them."""
    return {
        key: moment(row[key]).isoformat() if key in TIMES and row[key] is not None else row[key]
        for key in row.keys()  # noqa: SIM118 (a row iterates over its values)
    }

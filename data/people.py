"""People: their names, what is stored about them, and how they leave."""

from datetime import datetime

from data import tables
from data.connection import Connection, Row
from data.database import Database
from data.keeping import keep, load_match
from data.rows.challenges import challenge_from
from data.rows.columns import moment, stamp
from data.values import FORMER_PLAYER, Challenge, KeptMatch
from rules import verbs

Stored = dict[str, object]


class People:
    """What concerns persons rather than matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def name(self, person: int, name: str) -> None:
        """Note under which name somebody was last seen; strangers to the games are not noted."""
        async with self._database.reading() as connection:
            known = await tables.people.find(connection, person)
        if known is not None and known["name"] != name:
            async with self._database.transaction() as connection:
                await tables.people.rename(connection, person, name)

    async def name_of(self, person: int) -> str | None:
        """Give the name under which somebody was last seen."""
        async with self._database.reading() as connection:
            row = await tables.people.find(connection, person)
        return None if row is None else str(row["name"])

    async def has_played(self, person: int) -> bool:
        """Tell whether somebody has ever been in a match."""
        async with self._database.reading() as connection:
            return await tables.people.has_match(connection, person)

    async def export(self, person: int) -> Stored:
        """Give everything that is stored about somebody, ready to be written as JSON.

        Opponents appear by number only: their names are theirs.
        """
        async with self._database.snapshot() as connection:
            row = await tables.people.find(connection, person)
            matches = []
            for match in await tables.matches.of(connection, person):
                events = await tables.events.of(connection, match["id"])
                matches.append({**_told(match), "events": [_told(event) for event in events]})
            challenges = await tables.challenges.of(connection, person)
            ratings = await tables.ratings.standings_of(connection, person)
            changes = await tables.ratings.changes_of(connection, person)
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
            if await tables.people.find(connection, person) is None:
                return [], []
            await tables.people.hold(connection, person)
            ended = await tables.matches.live_numbers_of(connection, person)
            for number in ended:
                await _leave(connection, number, person, now)
            rows = await tables.challenges.pending(connection, stamp(now), person)
            await tables.challenges.remove_of(connection, person)
            former = -1 - await tables.people.count_former(connection)
            await tables.people.renumber(connection, person, former, FORMER_PLAYER)
            matches = [await load_match(connection, number) for number in ended]
            return matches, [challenge_from(row) for row in rows]


async def _leave(connection: Connection, number: int, person: int, now: datetime) -> None:
    """Abort a match where that is free, and resign it otherwise."""
    await tables.matches.hold(connection, number)
    match = await load_match(connection, number)
    decide = verbs.resign if match.settled else verbs.abort
    event = decide(match, person, now)
    kept = await keep(connection, match, match.after(event), [event])
    assert kept, "nobody is quicker while the row is held"


TIMES = {"at", "started", "since", "alarm", "deadline", "ended", "made", "expires"}


def _told(row: Row) -> Stored:
    """Make a row readable: its columns by name, times as people write them."""
    return {
        key: moment(row[key]).isoformat() if key in TIMES and row[key] is not None else row[key]
        for key in row.keys()  # noqa: SIM118 (a row iterates over its values)
    }

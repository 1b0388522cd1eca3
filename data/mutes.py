"""Mutes: matches in which somebody does not want to be called."""

from datetime import datetime

from data import tables
from data.database import Database
from data.tables.columns import stamp
from data.values import KeptMatch
from match import verbs


class Mutes:
    """Who is neither called nor reminded in a match; its clock goes on, and nobody is told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mute(self, match: KeptMatch, person: int, now: datetime) -> None:
        """Have somebody not be called in a match.

        Raises `Refusal` for a stranger to it, and once it is over.
        """
        verbs.refuse_unless_playing(match, person, may_be_locked=True)
        async with self._database.transaction() as connection:
            await tables.mutes.add(connection, match.number, person, stamp(now))

    async def unmute(self, number: int, person: int) -> None:
        """Have somebody be called in a match again."""
        async with self._database.transaction() as connection:
            await tables.mutes.remove(connection, number, person)

    async def in_match(self, number: int) -> frozenset[int]:
        """Tell who is not called in a match."""
        async with self._database.reading() as connection:
            return frozenset(await tables.mutes.in_match(connection, number))

    async def by(self, person: int) -> frozenset[int]:
        """Tell in which matches somebody is not called."""
        async with self._database.reading() as connection:
            return frozenset(int(row["match"]) for row in await tables.mutes.by(connection, person))
